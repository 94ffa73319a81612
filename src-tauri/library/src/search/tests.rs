use super::*;
use crate::{
    AskedQuestion, CallReport,
    tests::{answered, question as asking},
};
use conversation::{Answer, MessageState};

struct Place {
    folder: tempfile::TempDir,
}

impl Place {
    fn open(&self) -> Library {
        Library::open(&self.folder.path().join("library.db")).unwrap().0
    }
}

async fn vault(library: &Library) -> VaultId {
    library.open_vault(std::path::Path::new("/vaults/bread")).await.unwrap()
}

/// A conversation of one turn; an answer without text is still streaming.
async fn turn(
    library: &Library,
    vault: VaultId,
    question: &str,
    text: &str,
) -> (ConversationId, Answer) {
    let asked = asking(question);
    let mut answer = answered("", MessageState::Streaming);
    let title = question.to_owned();
    let new = AskedQuestion::New { conversation: None, title, message: asked };
    let id = library.begin_turn(vault, new, answer.clone()).await.unwrap();
    if !text.is_empty() {
        answer.text = text.to_owned();
        answer.state = MessageState::Complete;
        library.end_turn(answer.clone(), CallReport::default()).await.unwrap();
    }
    (id, answer)
}

/// The snippets, with matches in brackets.
async fn hits(library: &Library, vault: VaultId, query: &str) -> Vec<String> {
    let hits = library.search_conversations(vault, query).await.unwrap();
    hits.iter()
        .map(|hit| {
            assert!(hit.snippet.chars().count() <= 200, "{}", hit.snippet);
            let mut shown = hit.snippet.clone();
            for (start, end) in hit.marks.iter().rev() {
                shown.insert(*end as usize, ']');
                shown.insert(*start as usize, '[');
            }
            shown
        })
        .collect()
}

// B43
#[tokio::test]
async fn words_of_messages_find_their_conversations() {
    let place = Place { folder: tempfile::tempdir().unwrap() };
    let library = place.open();
    let vault = vault(&library).await;
    turn(&library, vault, "How much salt?", "Two per cent of the flour.\nNo more, says Müller.")
        .await;
    turn(
        &library,
        vault,
        "What about rye?",
        "Rye doughs are kneaded briefly: well-known since 1900.",
    )
    .await;
    turn(&library, vault, "黑麦面包怎么做", "先准备酸面团。ライ麦パンの作り方").await;
    for (query, expected) in [
        ("flour", vec!["Two per cent of the [flour]. No more, says Müller."]),
        ("MULLER", vec!["Two per cent of the flour. No more, says [Müller]."]),
        ("knead", vec!["Rye doughs are [kneaded] briefly: well-known since 1900."]),
        ("kneading dou", vec!["Rye [doughs] are [kneaded] briefly: well-known since 1900."]),
        ("dou knead", vec!["Rye doughs are [kneaded] briefly: well-known since 1900."]),
        ("dou", vec!["Rye [doughs] are kneaded briefly: well-known since 1900."]),
        ("well-known", vec!["Rye doughs are kneaded briefly: [well]-[known] since 1900."]),
        ("酸面团", vec!["先准备[酸面团]。ライ麦パンの作り方"]),
        ("面包", vec!["黑麦[面包]怎么做"]),
        ("パン", vec!["先准备酸面团。ライ麦[パン]の作り方"]),
        ("nowhere", vec![]),
        ("", vec![]),
        ("\"", vec![]),
        ("AND OR NOT (", vec![]),
        ("text:flour* ^\"", vec!["Two per cent of the [flour]. No more, says Müller."]),
        ("flour\0", vec!["Two per cent of the [flour]. No more, says Müller."]),
        ("NEAR(a b)", vec![]),
    ] {
        assert_eq!(hits(&library, vault, query).await, expected, "{query}");
    }
    // One hit for each conversation, with its best message.
    let found = library.search_conversations(vault, "rye").await.unwrap();
    assert_eq!(found.len(), 1);
    let elsewhere = library.open_vault(std::path::Path::new("/vaults/rye")).await.unwrap();
    assert_eq!(hits(&library, elsewhere, "flour").await, [""; 0]);
}

#[tokio::test]
async fn search_follows_titles_answers_and_deletion() {
    let place = Place { folder: tempfile::tempdir().unwrap() };
    let (id, mut answer);
    {
        let library = place.open();
        let vault = vault(&library).await;
        (id, answer) = turn(&library, vault, "How much salt?", "").await;
        library
            .append_text(answer.id, "Two per cent".to_owned(), Vec::new(), String::new())
            .await
            .unwrap();
        // A streaming answer is indexed when it ends.
        assert_eq!(hits(&library, vault, "cent").await, [""; 0]);
        library.rename_conversation(id, "Seasoning".to_owned()).await.unwrap();
        assert_eq!(hits(&library, vault, "season").await, ["[Seasoning]"]);
        let lock = || std::fs::File::open(place.folder.path().join("library.db-lock")).unwrap();
        drop(library);
        while lock().try_lock().is_err() {
            std::thread::sleep(std::time::Duration::from_millis(2));
        }
    }
    let library = place.open();
    let vault = vault(&library).await;
    // It was cut off.
    assert_eq!(hits(&library, vault, "cent").await, ["Two per [cent]"]);
    answer.text = "Three per mille".to_owned();
    answer.state = MessageState::Complete;
    library.end_turn(answer, CallReport::default()).await.unwrap();
    assert_eq!(hits(&library, vault, "cent").await, [""; 0]);
    assert_eq!(hits(&library, vault, "mille").await, ["Three per [mille]"]);
    library.write(|connection| connection.execute_batch("VACUUM")).await.unwrap();
    assert_eq!(hits(&library, vault, "mille").await, ["Three per [mille]"]);
    library.delete_conversation(id).await.unwrap();
    assert_eq!(hits(&library, vault, "mille").await, [""; 0]);
    library.restore_conversation(id).await.unwrap();
    assert_eq!(hits(&library, vault, "mille").await, ["Three per [mille]"]);
}

#[tokio::test]
async fn a_long_text_is_shown_around_what_was_found() {
    let place = Place { folder: tempfile::tempdir().unwrap() };
    let library = place.open();
    let vault = vault(&library).await;
    let filler = "Bread is made of flour and water. ".repeat(20);
    turn(&library, vault, "?", &format!("{filler}Sel gris — é — is a salt. {filler}")).await;
    assert_eq!(
        hits(&library, vault, "gris").await,
        [
            "…of flour and water. Bread is made of flour and water. Sel [gris] — é — is a salt. Bread is made of flour \
          and water. Bread is made of flour and water. Bread is made of flour and water. Bread is \
          made of…"
        ]
    );
}

proptest::proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig::with_cases(256))]

    #[test]
    fn no_query_is_wrong_and_no_snippet_breaks(query in "(?s).{0,20}", text in "(?s).{0,300}") {
        let mut connection = Connection::open_in_memory().unwrap();
        crate::schema::migrate(&mut connection).unwrap();
        let query = Query::parse(&query);
        if let (Some(all), Some(any)) = (query.all(), query.any()) {
            find(&connection, VaultId(1), &all).unwrap();
            let words = Words::of(&connection, &query, &any, &[&text]).unwrap();
            let (snippet, marks) = words.snippet(&text);
            proptest::prop_assert!(snippet.chars().count() <= 200);
            for (start, end) in marks {
                proptest::prop_assert!(!snippet[start as usize..end as usize].is_empty());
            }
        }
    }
}
