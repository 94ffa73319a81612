//! A real model with tools: the call, its result, and the answer from it. The larger models run twice: once with
//! calls in the protocol's fields, once with calls as text.

use models::{ChatMessage, ChatRequest, FinishReason, Role, Tokens, Tool, ToolCall};
use serde_json::{Value, json};

use super::{connect, hear, model, request};

/// Questions, and the note's text for each. An answer from it contains the words in capitals.
const QUESTIONS: [(&str, &str, &str); 5] = [
    ("How much salt did I say goes into dough?", "Salt is 2% of the weight of the flour.", "2"),
    ("When did I plant the tomatoes?", "Planted the tomatoes on 14 May.", "14"),
    ("What is the name of Anna's dog?", "Anna's dog is called Biscuit.", "Biscuit"),
    ("Which train do I take to Lyon?", "To Lyon: the 7:42 from platform 3.", "7:42"),
    (
        "What did I write about the boiler?",
        "The boiler was serviced by Mr Okafor in March.",
        "Okafor",
    ),
];

/// The running model's format of tool calls, if it has any.
pub(super) fn calls() -> Option<String> {
    let calls = std::env::var("REAL_MODEL_CALLS").unwrap_or_default();
    (calls != "none").then_some(calls)
}

fn search_notes() -> Tool {
    Tool {
        name: "search_notes".to_owned(),
        description: "Searches the user's notes and returns the passages that fit best.".to_owned(),
        parameters: json!({
            "type": "object",
            "properties": { "query": { "type": "string", "description": "what to look for" } },
            "required": ["query"],
        }),
    }
}

fn current_datetime() -> Tool {
    Tool {
        name: "current_datetime".to_owned(),
        description: "Tells the date and the time.".to_owned(),
        parameters: json!({ "type": "object", "properties": {} }),
    }
}

#[tokio::test]
async fn a_tool_is_called_and_its_result_is_answered_from() {
    let Some(calls) = calls() else {
        println!("The small model calls no tools: this check needs --medium or --large.");
        return;
    };
    let provider = connect();
    let model = model(&*provider).await;
    let instructions = "You answer questions about the user's notes.";
    let (mut called, mut answered) = (0, 0);
    for (question, note, expected) in QUESTIONS {
        let first = ChatRequest {
            tools: vec![search_notes(), current_datetime()],
            may_call: true,
            max_tokens: Some(Tokens(200)),
            ..request(&model, &[(Role::System, instructions), (Role::User, question)])
        };
        let heard = hear(&*provider, &first).await;
        println!(
            "\n{question}\n  calls {:?}, says {:?}, {:?}",
            heard.calls,
            heard.text(),
            heard.finish
        );
        let [call] = heard.calls.as_slice() else { continue };
        if call.name != "search_notes" || query(call).is_none() {
            continue;
        }
        called += 1;
        assert_eq!(heard.finish, Some(FinishReason::ToolCalls));

        let mut second = first.clone();
        second.messages.push(ChatMessage::calling(heard.text(), heard.calls.clone()));
        second.messages.push(ChatMessage::result(
            call,
            format!("{{\"documents\":[{{\"document\":1,\"contents\":{}}}]}}", json!(note)),
        ));
        second.may_call = false;
        let heard = hear(&*provider, &second).await;
        println!("  then says {:?}", heard.text());
        // With `may_call` false no call is returned, whatever the model writes.
        assert!(heard.calls.is_empty(), "{:?}", heard.calls);
        answered += usize::from(heard.text().contains(expected));
    }
    let all = QUESTIONS.len();
    println!(
        "\ncalls {calls}: {called} of {all} called well, {answered} of {all} answered from the result"
    );
    assert!(called * 2 > all, "only {called} of {all} calls came through");
    assert!(answered * 2 > all, "only {answered} of {all} answers rest on the result");
}

fn query(call: &ToolCall) -> Option<String> {
    let arguments: Value = serde_json::from_str(&call.arguments).ok()?;
    Some(arguments.get("query")?.as_str()?.to_owned())
}
