//! Questions that continue a conversation.

use crate::fixture::{
    Place, SALT, ask, collect, conversation, finished, next, pieces, receipt, server, started,
};
use app::App;
use conversation::{
    Answer, ConversationId, Mode, Receipt,
    context::{SearchedFor, Segment},
};
use retrieval::talk::Exchange;
use tests::model_server::{Rule, Script, ScriptedServer};
use turn::{AskRequest, At, NO_SUPPORT, Way};

const WHEAT: &str = "# Wheat\n\nWheat bread keeps for two days.\n";
const RYE: &str = "# Rye\n\nRye bread keeps for more than a week.\n";
const OVEN: &str = "# Oven\n\nThe oven is hot enough after forty minutes.\n";

#[cfg(test)]
struct Kitchen {
    server: ScriptedServer,
    _place: Place,
    app: App,
}

#[cfg(test)]
impl Kitchen {
    /// Whose model answers each question with `answer`.
    async fn new(answer: &str) -> Self {
        Self::scripted(Script::saying(&[answer])).await
    }

    async fn scripted(script: Script) -> Self {
        let server = server(script).await;
        let notes = [("Salt.md", SALT), ("Wheat.md", WHEAT), ("Rye.md", RYE), ("Oven.md", OVEN)];
        let place = Place::with(&notes);
        let app = place.asking(&server.url()).await;
        Self { server, _place: place, app }
    }

    async fn begin(&self, question: &str) -> ConversationId {
        conversation(&collect(self.app.turns.ask(ask(question, Mode::Notes))).await)
    }

    async fn next(&self, id: ConversationId, question: &str) -> (Answer, Receipt) {
        self.asked(next(id, question, Mode::Notes)).await
    }

    async fn asked(&self, request: AskRequest) -> (Answer, Receipt) {
        let answer = finished(&collect(self.app.turns.ask(request)).await);
        let receipt = receipt(&self.app, answer.id).await;
        (answer, receipt)
    }
}

/// The numbers and titles of the passages that the model got, in order.
fn sent(receipt: &Receipt) -> Vec<(u32, &str)> {
    let parts = receipt.context.parts.iter().filter(|it| it.segment == Segment::Documents);
    parts.filter_map(|part| Some((part.number?.0, name(&part.label)))).collect()
}

/// `Salt` of `[1] Salt › How much`.
fn name(label: &str) -> &str {
    let label = label.split_once("] ").map_or(label, |(_, label)| label);
    label.split(" › ").next().unwrap_or(label)
}

fn searched_for(receipt: &Receipt) -> Option<String> {
    let SearchedFor { words } = receipt.context.searched_for.as_ref()?;
    Some(words.join(" "))
}

// B119 B120
#[tokio::test]
async fn a_question_without_a_topic_is_searched_with_that_of_its_conversation() {
    let kitchen = Kitchen::new("Two per cent [1].").await;
    let first = ask("How much salt for the weight of the flour?", Mode::Notes);
    let (_, first) = kitchen.asked(first).await;
    assert_eq!(searched_for(&first), None);
    assert_eq!(sent(&first)[0], (1, "Salt"));
    let id = kitchen.app.conversations.list().await.unwrap()[0].id;

    let (_, receipt) = kitchen.next(id, "Hm, why?").await;
    let words = searched_for(&receipt).unwrap();
    assert!(words.starts_with("salt weight flour") && words.ends_with("why"), "{words}");
    // The cited passage keeps its number.
    assert_eq!(sent(&receipt)[0], (1, "Salt"));
    assert!(receipt.request.contains("two per cent of the weight"), "{}", receipt.request);
}

// B119
#[tokio::test]
async fn a_model_that_rephrases_a_follow_up_gets_the_last_two_exchanges() {
    let to_rephrase = "search somebody's notes";
    let rephrasing = Rule {
        when: Some(to_rephrase.to_owned()),
        ..pieces(&["[\"How long does wheat bread keep?\"]"])
    };
    let answer = Script::saying(&["More than a week [1]."]);
    let kitchen = Kitchen::scripted(Script { rules: vec![rephrasing], ..answer }).await;
    let mut settings = kitchen.app.settings.get();
    settings.search.rewrite = true;
    kitchen.app.settings.set(settings).await.unwrap();
    let id = kitchen.begin("Do you know rye?").await;
    kitchen.next(id, "How long does rye bread keep?").await;
    kitchen.next(id, "And wheat?").await;
    let (_, receipt) = kitchen.next(id, "Why?").await;
    let sent = kitchen.server.requests().into_iter().map(|it| it.json["messages"].to_string());
    let sent: Vec<String> = sent.filter(|it| it.contains(to_rephrase)).collect();
    let sent = sent.last().unwrap();
    for part in [
        "Earlier question: How long does rye bread keep?",
        "Answer: More than a week",
        "Earlier question: And wheat?",
        "Question: Why?",
    ] {
        assert!(sent.contains(part), "{part}: {sent}");
    }
    assert!(!sent.contains("Do you know rye?"), "{sent}");
    assert!(receipt.problems[0].contains("the 2 before with their answers"), "{receipt:?}");
}

// B119
#[tokio::test]
async fn the_parallel_part_of_a_question_is_replaced() {
    let kitchen = Kitchen::new("More than a week [1].").await;
    let id = kitchen.begin("How long does rye bread keep?").await;
    let (_, receipt) = kitchen.next(id, "and wheat?").await;
    assert!(sent(&receipt).iter().any(|(_, title)| *title == "Wheat"), "{:?}", sent(&receipt));
    assert!(searched_for(&receipt).unwrap().ends_with("wheat"));
}

// B119
#[tokio::test]
async fn another_form_of_the_answer_needs_no_search() {
    let kitchen = Kitchen::new("Two per cent [1].").await;
    let id = kitchen.begin("How much salt for bread that keeps?").await;
    for question in ["shorter, please", "auf Deutsch", "As a table!"] {
        let (answer, receipt) = kitchen.next(id, question).await;
        assert_eq!(searched_for(&receipt), Some(String::new()), "{question}");
        assert_eq!(sent(&receipt), [(1, "Salt")], "{question}");
        assert_eq!(answer.coverage, None);
    }
}

// B120
#[tokio::test]
async fn a_follow_up_that_finds_nothing_is_asked_with_the_cited_passages() {
    let kitchen = Kitchen::new("Two per cent [1].").await;
    let id = kitchen.begin("How much salt?").await;
    let (answer, receipt) = kitchen.next(id, "Would xylophones help there?").await;
    assert_eq!(answer.text, "Two per cent [1].");
    assert_eq!(sent(&receipt)[0], (1, "Salt"));
}

// B120
#[tokio::test]
async fn a_follow_up_of_listed_passages_is_asked_with_them() {
    let kitchen = Kitchen::new("Two per cent [1].").await;
    let list = AskRequest { way: Way::Passages, ..ask("How much salt?", Mode::Notes) };
    let id = conversation(&collect(kitchen.app.turns.ask(list)).await);
    let (answer, receipt) = kitchen.next(id, "Would xylophones help there?").await;
    assert_eq!(answer.text, "Two per cent [1].");
    assert_eq!(sent(&receipt)[0], (1, "Salt"));

    // The notes don't say, and the closest passages are listed below.
    let events =
        collect(kitchen.app.turns.ask(ask("Where are the xylophones?", Mode::Notes))).await;
    let first = finished(&events);
    assert_eq!(first.text, NO_SUPPORT.text());
    let listed: Vec<&str> = first.references.iter().map(|it| it.title.as_str()).collect();
    assert!(!listed.is_empty());
    let (answer, receipt) = kitchen.next(conversation(&events), "And trombones?").await;
    assert_eq!(answer.text, "Two per cent [1].");
    assert_eq!(sent(&receipt).iter().map(|(_, title)| *title).collect::<Vec<_>>(), listed);

    // Without a listed passage there is nothing to ask a model about.
    let id = kitchen.begin("Xylophones?").await;
    let asked = kitchen.server.requests().len();
    let events = collect(kitchen.app.turns.ask(next(id, "And trombones?", Mode::Notes))).await;
    assert_eq!(finished(&events).text, NO_SUPPORT.text());
    assert_eq!(kitchen.server.requests().len(), asked);
}

// B119
#[tokio::test]
async fn the_user_can_change_what_is_searched_for() {
    let kitchen = Kitchen::new("More than a week [1].").await;
    let id = kitchen.begin("How long does rye bread keep?").await;
    let events = collect(kitchen.app.turns.ask(next(id, "And why?", Mode::Notes))).await;
    let (_, question, _) = started(&events);
    let again = AskRequest {
        at: At::Again(question.id),
        search: Some("oven".to_owned()),
        ..next(id, "", Mode::Notes)
    };
    let preview = kitchen.app.turns.preview(&again).await.unwrap();
    assert_eq!(preview.searched_for.unwrap().words, ["oven"]);
    let (_, receipt) = kitchen.asked(again).await;
    assert_eq!(searched_for(&receipt), Some("oven".to_owned()));
    assert_eq!(sent(&receipt).iter().map(|(_, title)| *title).collect::<Vec<_>>(), ["Oven"]);
}

// B119
#[tokio::test]
async fn a_search_with_a_history_finds_what_a_question_in_that_talk_would() {
    let kitchen = Kitchen::new("never").await;
    let past = |answer: &str| {
        let question = "How long does rye bread keep?".to_owned();
        vec![Exchange { question, answer: answer.to_owned() }]
    };
    let search = async |question: &str, past| {
        let mode = index::Mode::Keyword;
        let (found, words) =
            kitchen.app.retrieval.search_in_talk(question, past, mode, 5).await.unwrap();
        let titles: Vec<String> = found.hits.into_iter().map(|hit| hit.title).collect();
        (titles, words.join(" "))
    };
    assert_eq!(search("Why?", Vec::new()).await.0, Vec::<String>::new());
    let (titles, words) = search("Why?", past("More than a week.")).await;
    assert_eq!(titles[0], "Rye");
    assert!(words.contains("rye"), "{words}");
    assert_eq!(search("shorter, please", past("A week.")).await, (Vec::new(), String::new()));
}

// B123
#[tokio::test]
async fn an_answer_without_support_says_what_was_searched_for() {
    let untold = Kitchen::new("The notes don't say.").await;
    let (answer, _) = untold.asked(ask("How hot is the oven at night?", Mode::Notes)).await;
    let words = |answer: &Answer| answer.searched_for.as_ref().map(|it| it.words.join(" "));
    assert_eq!(words(&answer).unwrap(), "hot oven night");

    let kitchen = Kitchen::new("Two per cent [1].").await;
    let (answer, _) = kitchen.asked(ask("How much salt?", Mode::Notes)).await;
    assert_eq!(words(&answer), None);
    let events =
        collect(kitchen.app.turns.ask(ask("Where are the xylophones?", Mode::Notes))).await;
    let answer = finished(&events);
    assert_eq!(answer.text, NO_SUPPORT.text());
    assert_eq!(words(&answer).unwrap(), "xylophones");
    let id = conversation(&events);
    let stored = kitchen.app.conversations.page(id, None, 2).await.unwrap();
    let last = stored.conversation.messages.into_iter().last().unwrap();
    assert_eq!(words(&last.into_answer().unwrap()).unwrap(), "xylophones");
}
