use conversation::{ConversationFilter, ConversationSettings, ProjectId};

use super::*;

/// A question and its answer, in a new conversation or an existing one.
struct Turn<'a> {
    conversation: Option<ConversationId>,
    text: &'a str,
    /// The day of the question.
    day: &'a str,
    mode: Mode,
    passages_only: bool,
    state: MessageState,
    imported: bool,
    references: &'a [(&'a str, State)],
}

const ANSWERED: Turn<'static> = Turn {
    conversation: None,
    text: "",
    day: "2026-11-15",
    mode: Mode::Notes,
    passages_only: false,
    state: MessageState::Complete,
    imported: false,
    references: &[],
};

async fn keep(library: &Library, vault: VaultId, turn: Turn<'_>) -> ConversationId {
    let created = format!("{}T12:00:00Z", turn.day).parse().unwrap();
    let mut asked = question(turn.text);
    let mut answer = answer();
    for head in [&mut asked.head, &mut answer.head] {
        (head.created, head.mode, head.imported) = (created, turn.mode, turn.imported);
    }
    answer.passages_only = turn.passages_only;
    let asked = match turn.conversation {
        Some(id) => next_question(id, &asked),
        None => new_question(&asked),
    };
    let id = library.begin_turn(vault, asked, answer.clone()).await.unwrap();
    answer.state = turn.state;
    answer.model = (!turn.passages_only).then(|| "small".to_owned());
    answer.references = turn
        .references
        .iter()
        .map(|(path, state)| reference(path, "Salt: 2 %.", Some(1), *state))
        .collect();
    library.end_turn(answer, CallReport::default()).await.unwrap();
    id
}

// B94
#[tokio::test]
async fn citations_are_counted_by_note_month_and_conversation() {
    use State::{Cited, Used};
    let place = Place::new();
    let library = place.open();
    let vault = vault(&library).await;
    let salt = keep(
        &library,
        vault,
        Turn { day: "2026-09-15", references: &[("Salt.md", Cited), ("Rye.md", Used)], ..ANSWERED },
    )
    .await;
    // Two citations of a note by one answer count once.
    let more = [("Salt.md", Cited), ("Salt.md", Cited), ("Rye.md", Cited)];
    keep(&library, vault, Turn { conversation: Some(salt), references: &more, ..ANSWERED }).await;
    let oven = keep(&library, vault, Turn { references: &[("Salt.md", Cited)], ..ANSWERED }).await;
    let gone = keep(&library, vault, Turn { references: &[("Gone.md", Cited)], ..ANSWERED }).await;
    library.delete_conversation(gone).await.unwrap();
    let elsewhere = library.open_vault(std::path::Path::new("/vaults/rye")).await.unwrap();
    keep(&library, elsewhere, Turn { references: &[("Salt.md", Cited)], ..ANSWERED }).await;

    let all = CitingFilter::default;
    let november = Some("2026-11".to_owned());
    let cases = [
        (all(), vec![("Salt.md", 3, 2), ("Rye.md", 1, 1)]),
        (
            CitingFilter { conversation: Some(salt), ..all() },
            vec![("Salt.md", 2, 1), ("Rye.md", 1, 1)],
        ),
        (
            CitingFilter { month: november.clone(), ..all() },
            vec![("Salt.md", 2, 2), ("Rye.md", 1, 1)],
        ),
        (CitingFilter { month: november, conversation: Some(oven) }, vec![("Salt.md", 1, 1)]),
        (CitingFilter { month: Some("2026-10".to_owned()), ..all() }, vec![]),
    ];
    for (filter, expected) in cases {
        let found = library.cited_notes(vault, filter.clone()).await.unwrap();
        let found: Vec<_> = found
            .iter()
            .map(|note| (note.path.as_str(), note.answers, note.conversations))
            .collect();
        assert_eq!(found, expected, "{filter:?}");
    }
    let project = ProjectId::new();
    let own = ConversationSettings { project: Some(project), ..ConversationSettings::default() };
    library.put_conversation_settings(vault, Some(oven), own).await.unwrap();
    let cases = [
        (
            GraphScope::Vault,
            vec![(salt, "Rye.md", true), (salt, "Salt.md", true), (oven, "Salt.md", true)],
        ),
        (GraphScope::Project(project), vec![(oven, "Salt.md", true)]),
        // By answer, including notes that the model only saw.
        (
            GraphScope::Conversation(salt),
            vec![
                (salt, "Rye.md", false),
                (salt, "Salt.md", true),
                (salt, "Rye.md", true),
                (salt, "Salt.md", true),
            ],
        ),
    ];
    for (scope, expected) in cases {
        let met = library.met_notes(vault, scope).await.unwrap();
        let met: Vec<_> =
            met.iter().map(|met| (met.conversation, met.path.as_str(), met.cited)).collect();
        assert_eq!(met, expected, "{scope:?}");
    }
    let months = library.citing_months(vault).await.unwrap();
    let months: Vec<_> =
        months.iter().map(|found| (&*found.month, found.answers, found.notes)).collect();
    assert_eq!(months, [("2026-11", 2, 2), ("2026-09", 1, 1)]);
    let conversations = library.citing_conversations(vault).await.unwrap();
    let conversations: Vec<_> =
        conversations.iter().map(|found| (found.id, found.answers, found.notes)).collect();
    assert_eq!(conversations, [(oven, 1, 1), (salt, 2, 2)]);
}

// B94
#[tokio::test]
async fn questions_without_a_source_are_those_that_were_looked_up_in_vain() {
    use State::{Cited, Used};
    let place = Place::new();
    let library = place.open();
    let vault = vault(&library).await;
    let cases = [
        (Turn { text: "cited", references: &[("Salt.md", Cited)], ..ANSWERED }, None),
        (Turn { text: "nothing", day: "2026-11-16", ..ANSWERED }, Some(false)),
        (
            Turn {
                text: "not cited",
                day: "2026-11-14",
                references: &[("Salt.md", Used)],
                ..ANSWERED
            },
            Some(true),
        ),
        (Turn { text: "chat", mode: Mode::None, ..ANSWERED }, None),
        (Turn { text: "failed", state: MessageState::Failed, ..ANSWERED }, None),
        (Turn { text: "imported", imported: true, ..ANSWERED }, None),
        (
            Turn {
                text: "passages",
                passages_only: true,
                references: &[("Salt.md", Used)],
                ..ANSWERED
            },
            None,
        ),
        (
            Turn { text: "no passages", day: "2026-11-13", passages_only: true, ..ANSWERED },
            Some(false),
        ),
    ];
    let mut expected = Vec::new();
    for (turn, found) in cases {
        let text = turn.text;
        let id = keep(&library, vault, turn).await;
        expected.extend(found.map(|found| (text, id, found)));
    }
    let found = library.fruitless_questions(vault, Vec::new()).await.unwrap();
    let found: Vec<_> =
        found.iter().map(|found| (&*found.text, found.conversation, found.found)).collect();
    assert_eq!(found, expected);
}

// B94
#[tokio::test]
async fn a_damaged_reference_is_left_out_and_the_others_are_counted() {
    let place = Place::new();
    let library = place.open();
    let vault = vault(&library).await;
    let references = [("Salt.md", State::Cited), ("Rye.md", State::Cited)];
    let id = keep(&library, vault, Turn { references: &references, ..ANSWERED }).await;
    keep(&library, vault, Turn { text: "nothing", ..ANSWERED }).await;
    library
        .write(|connection| {
            connection.execute("UPDATE message_references SET json = '{' WHERE path = 'Rye.md'", [])
        })
        .await
        .unwrap();
    let found = library.fruitless_questions(vault, Vec::new()).await.unwrap();
    assert_eq!(found.iter().map(|found| &*found.text).collect::<Vec<_>>(), ["nothing"]);
    for scope in [GraphScope::Vault, GraphScope::Conversation(id)] {
        let met = library.met_notes(vault, scope).await.unwrap();
        assert_eq!(met.iter().map(|met| met.path.as_str()).collect::<Vec<_>>(), ["Salt.md"]);
    }
    for (note, answers) in [("Salt.md", 1), ("Rye.md", 0)] {
        let note = NotePath::new(note).unwrap();
        assert_eq!(library.answers_citing(vault, note.clone()).await.unwrap().len(), answers);
        let filter =
            ConversationFilter { note: Some(note.clone()), ..ConversationFilter::default() };
        assert_eq!(library.conversations_by(vault, filter).await.unwrap().len(), answers);
        assert_eq!(library.cited_passages(vault, note).await.unwrap().len(), answers);
    }
}

// B94
#[tokio::test]
async fn citations_are_counted_with_an_index() {
    let place = Place::new();
    drop(place.open());
    let connection = rusqlite::Connection::open(place.file()).unwrap();
    let plan: Vec<String> = connection
        .prepare(
            "EXPLAIN QUERY PLAN SELECT r.path FROM conversations c
             JOIN message_references r ON r.conversation = c.id
             WHERE c.vault = 1 AND r.path IS NOT NULL
               AND json_valid(r.json) AND r.json ->> '$.state' = 'cited'",
        )
        .unwrap()
        .query_map([], |row| row.get(3))
        .unwrap()
        .collect::<rusqlite::Result<_>>()
        .unwrap();
    assert!(plan.iter().any(|step| step.contains("references_cited")), "{plan:?}");
}
