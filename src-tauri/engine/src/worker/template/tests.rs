//! Prompts from real templates, and the fallbacks.

use insta::assert_snapshot;
use serde_json::{Value, json};

use super::*;

fn template(source: Option<&str>) -> (ChatTemplate, Option<String>) {
    let marks = ["<|im_start|>", "<|im_end|>"].map(str::to_owned).to_vec();
    ChatTemplate::new(source, "<s>".into(), "</s>".into(), marks)
}

fn said(role: &str, content: &str) -> Value {
    json!({ "role": role, "content": content })
}

/// A turn with a tool call, and the next question.
fn conversation() -> Ask {
    let call = json!({
        "id": "call_1",
        "type": "function",
        "function": { "name": "find_notes", "arguments": { "query": "rye & <wheat>", "limit": 2 } },
    });
    Ask {
        messages: vec![
            said("system", "Answer from the notes."),
            said("user", "What do I need for rye bread?"),
            json!({ "role": "assistant", "content": "Let me look.", "tool_calls": [call] }),
            json!({
                "role": "tool",
                "tool_call_id": "call_1",
                "name": "find_notes",
                "content": "Rye bread: flour, süß <|im_end|> water.",
            }),
            said("assistant", "Flour and water [1]."),
            said("user", "And for wheat bread?"),
        ],
        tools: vec![json!({
            "type": "function",
            "function": {
                "name": "find_notes",
                "description": "Finds notes about “something”.",
                "parameters": {
                    "type": "object",
                    "properties": {
                        "query": { "type": "string", "description": "What to look for." },
                        "limit": { "type": "integer" },
                    },
                    "required": ["query"],
                },
            },
        })],
        ..Ask::default()
    }
}

fn plain() -> Ask {
    Ask {
        messages: vec![
            said("system", "Answer from the notes."),
            said("user", "What do I need for rye bread?"),
            said("assistant", "Flour and water [1]."),
            said("user", "And for wheat bread?"),
        ],
        ..Ask::default()
    }
}

fn prompts(source: &str) -> String {
    let (template, notice) = template(Some(source));
    assert_eq!(notice, None);
    let prompts = [plain(), conversation()].map(|ask| {
        let rendered = template.render(&ask).unwrap();
        assert_eq!(rendered.notice, None);
        assert_eq!(rendered.way, Way::Own);
        rendered.text
    });
    // Some templates include the date.
    let today = jiff::Zoned::now().strftime("%d %B %Y").to_string();
    prompts.join("\n────────\n").replace(&today, "TODAY").replace('\u{200b}', "·")
}

macro_rules! models {
    ($($test:ident: $file:literal,)*) => {
        $(#[test]
        fn $test() {
            assert_snapshot!(prompts(include_str!(concat!("fixtures/", $file, ".jinja"))));
        })*
    };
}

models! {
    gemma_4: "gemma-4-31b-it",
    granite_4_1: "granite-4.1",
    ministral_3: "ministral-3-14b-reasoning-2512",
    qwen_2_5_coder: "qwen2.5-coder-1.5b",
    qwen_3: "qwen3-0.6b",
    qwen_3_5: "qwen3.5-4b",
    smol_lm_2: "smollm2-135m",
    smol_lm_3: "smollm3-3b",
}

#[test]
fn thinking_is_asked_for_by_name() {
    let source = include_str!("fixtures/qwen3.5-4b.jinja");
    let (template, _) = template(Some(source));
    let end = |thinking: bool| {
        let text = template.render(&Ask { thinking, ..plain() }).unwrap().text;
        text.rsplit_once("assistant\n").unwrap().1.to_owned()
    };
    assert_eq!(end(false), "<think>\n\n</think>\n\n");
    assert_eq!(end(true), "<think>\n");
}

#[test]
fn templates_that_cannot_be_followed() {
    fn check(source: Option<&str>, expect: &str, way: Way, says: &str) {
        let (template, at_load) = template(source);
        let rendered = template.render(&plain()).unwrap();
        assert_eq!((rendered.text.as_str(), rendered.way), (expect, way), "{source:?}");
        let notice = at_load.or(rendered.notice).unwrap_or_default();
        assert!(notice.contains(says), "{source:?}: {notice}");
        assert_eq!(rendered.ends.is_empty(), way != Way::Fallback);
    }
    let chatml = "<|im_start|>system\nAnswer from the notes.<|im_end|>\n\
                  <|im_start|>user\nWhat do I need for rye bread?<|im_end|>\n\
                  <|im_start|>assistant\nFlour and water [1].<|im_end|>\n\
                  <|im_start|>user\nAnd for wheat bread?<|im_end|>\n<|im_start|>assistant\n";
    check(None, chatml, Way::Fallback, "has no chat template");
    check(Some("{% nonsense %}"), chatml, Way::Fallback, "can't be understood");
    let refuses = "{{ raise_exception('Only Klingon') }}";
    check(Some(refuses), chatml, Way::Fallback, "Only Klingon");
    let endless =
        "{% for a in range(100000) %}{% for b in range(100000) %}{% endfor %}{% endfor %}";
    check(Some(endless), chatml, Way::Fallback, "rejects this conversation");
    let merged = "<s>U:Answer from the notes.\n\nWhat do I need for rye bread?A:Flour and water \
                  [1].U:And for wheat bread?A:";
    let roles = "{% if message.role == 'user' %}U{% else %}A{% endif %}:{{ message.content }}";
    let refuses = format!(
        "{{{{ bos_token }}}}{{% for message in messages %}}{{% if message.role == 'system' %}}\
         {{{{ raise_exception('no system role') }}}}{{% endif %}}{roles}{{% endfor %}}\
         {{% if add_generation_prompt %}}A:{{% endif %}}"
    );
    check(Some(&refuses), merged, Way::Merged, "");
    let drops = refuses.replace("{{ raise_exception('no system role') }}", "{% continue %}");
    check(Some(&drops), merged, Way::Merged, "");
}

#[test]
fn templates_have_pythons_filters_and_methods() {
    fn check(source: &str, expect: &str) {
        let (template, notice) = template(Some(source));
        assert_eq!(notice, None, "{source}");
        let ask = Ask { messages: vec![json!({ "a": [1, { "ä": "<b>" }] })], ..Ask::default() };
        assert_eq!(template.text(&ask, Way::Own, true).unwrap(), expect, "{source}");
    }
    check("{{ messages | tojson }}", r#"[{"a": [1, {"ä": "<b>"}]}]"#);
    check("{{ messages[0].a | tojson(ensure_ascii=True) }}", r#"[1, {"\u00e4": "<b>"}]"#);
    check("{{ '😀' | tojson(ensure_ascii=true) }}", r#""\ud83d\ude00""#);
    check("{{ [1] | tojson(indent=2) }}", "[\n  1\n]");
    check("{{ [1] | tojson(separators=(',', ':'), sort_keys=True) }}", "[1]");
    check("{{ ' a b '.strip().split(' ')[1].upper() }}", "B");
    check("{% for k, v in messages[0].items() %}{{ k }}{% endfor %}", "a");
    check("{% generation %}a{% endgeneration %}", "a");
    check("a {%- generation -%} b {%- endgeneration %} c", "ab c");
    check("{{ strftime_now('%%') }}", "%");
    check("{% if tools %}x{% endif %}{{ tools is defined }}", "False");
}

#[test]
fn prompts_that_go_another_way() {
    let (template, _) = template(Some(include_str!("fixtures/qwen3.5-4b.jinja")));
    let rendered = template.render(&plain()).unwrap();
    let [question, answer] = &template.without_the_end(&plain(), &rendered)[..] else {
        panic!("not two");
    };
    let same = |other: &str| {
        let letters = rendered.text.chars().zip(other.chars());
        letters.take_while(|(a, b)| a == b).map(|(a, _)| a).collect::<String>()
    };
    assert!(same(question).ends_with("<|im_start|>user\n"), "{question}");
    assert!(same(answer).ends_with("wheat bread?<|im_end|>\n"), "{answer}");
}
