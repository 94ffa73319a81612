use conversation::{ConversationId, Message, MessageId, MessageState, Number, PromptSource};
use rusqlite::Connection;

use super::*;

const STEPS: [&str; 6] = [
    include_str!("../schema/1.sql"),
    include_str!("../schema/2.sql"),
    include_str!("../schema/3.sql"),
    include_str!("../schema/4.sql"),
    include_str!("../schema/5.sql"),
    include_str!("../schema/6.sql"),
];

/// The ids of the conversation's project and prompt, since version 4.
const PROJECT: &str = "01920000-0000-7000-8000-000000000001";
const PROMPT: &str = "01920000-0000-7000-8000-000000000002";

/// A library as the app of that version left it: a turn with references, a file, a receipt, a draft, and the
/// version's new data.
pub(super) fn written_by(
    version: usize,
    file: &std::path::Path,
    ids: &[MessageId; 2],
) -> ConversationId {
    let conversation = ConversationId::new();
    let connection = Connection::open(file).unwrap();
    for step in &STEPS[..version] {
        connection.execute_batch(step).unwrap();
    }
    connection.pragma_update(None, "user_version", version as i64).unwrap();
    let [question, answer] = ids;
    let body = "You answer from notes. ".repeat(20);
    let passage = texts::put(&connection, "Salt: 2 %.").unwrap();
    let sent = texts::put(&connection, &body).unwrap();
    let file = texts::put(&connection, "flour").unwrap();
    let mut kept = reference("Dough.md", "Salt: 2 %.", Some(1), State::Cited);
    let id = kept.id;
    kept.passage.as_mut().unwrap().text = String::new();
    connection
        .execute_batch(&format!(
            r#"INSERT INTO vaults (id, root, opened) VALUES (7, '/vaults/bread', 5);
            INSERT INTO conversations (id, vault, title, created, updated)
            VALUES ('{conversation}', 7, 'Seasoning', 1, 2);
            INSERT INTO messages (id, conversation, parent, depth, author, text, citations, thinking,
                created, state, mode, passages_only, notices)
            VALUES ('{question}', '{conversation}', NULL, 1, 'user', 'How much?', '[]', '', 1,
                'complete', 'notes', 0, '[]'),
                ('{answer}', '{conversation}', '{question}', 2, 'assistant', 'Two per cent [1]',
                '[{{"start":13,"end":16,"number":1}}]', 'hm', 2, 'streaming', 'notes', 0, '[]');
            UPDATE conversations SET leaf = '{answer}';
            INSERT INTO drafts (vault, conversation, text, updated)
                VALUES (7, '{conversation}', 'And rye?', 3);
            INSERT INTO attachments (id, name, bytes, tokens, hash, created)
                SELECT '{answer}', 'a.txt', 5, 2, hash, 1 FROM texts WHERE id = {file};
            INSERT INTO message_attachments VALUES ('{question}', 0, '{answer}');
            INSERT INTO settings VALUES ('settings', '{{"exclude":["a"]}}');"#
        ))
        .unwrap();
    connection
        .execute(
            "INSERT INTO message_references
             SELECT ?1, ?2, ?3, 0, 1, 'Dough.md', 'Dough.md', hash, id, ?4 FROM texts WHERE id = ?5",
            rusqlite::params![id, conversation, answer, columns::Json(&kept), passage],
        )
        .unwrap();
    let was = receipt(*answer, "", &[&sent.to_string()]);
    connection
        .execute(
            "INSERT INTO receipts VALUES (?, 0, 9, 'openai', 'http://x', 'small', ?, ?, NULL, '[]',
                 '[]')",
            rusqlite::params![
                answer,
                columns::PackedJson(serde_json::json!(["{\"m\":", { "text": sent }, "}"])),
                columns::PackedJson(&was.context)
            ],
        )
        .unwrap();
    if version >= 2 {
        let edit = conversation::EditId::new();
        connection
            .execute_batch(&format!(
                "INSERT INTO edits SELECT '{edit}', 7, 'n.md', hash, hash, 1, 2, NULL FROM texts
                 WHERE id = {file};"
            ))
            .unwrap();
    }
    if version >= 3 {
        connection.execute_batch("INSERT INTO learned VALUES ('small', 'odd', 1);").unwrap();
    }
    if version >= 4 {
        search::put_all(&connection).unwrap();
        connection
            .execute_batch(&format!(
                r#"INSERT INTO projects VALUES ('{PROJECT}', 7, 1, '{{"id":"{PROJECT}","name":"Bread"}}');
                INSERT INTO agents
                VALUES ('{PROMPT}', 1, '{{"id":"{PROMPT}","name":"Gruff","prompt":"Be gruff."}}');
                UPDATE conversations SET project = '{PROJECT}', agent = '{PROMPT}';"#
            ))
            .unwrap();
    }
    conversation
}

// B55
#[tokio::test]
async fn a_library_of_every_earlier_version_is_brought_up_to_date() {
    for version in 1..=STEPS.len() {
        let place = Place::new();
        let ids = [MessageId::new(), MessageId::new()];
        let id = written_by(version, &place.file(), &ids);
        let library = place.open();
        let vault = vault(&library).await;
        assert_eq!(vault, VaultId(7));
        let kept = library.conversation(id).await.unwrap();
        assert_eq!(kept.title, "Seasoning");
        let [Message::Question(question), Message::Answer(answer)] = &kept.messages[..] else {
            panic!("{version}: {kept:#?}")
        };
        assert_eq!((&*question.text, &*answer.text), ("How much?", "Two per cent [1]"));
        assert_eq!(question.attachments[0].name, "a.txt");
        assert_eq!(answer.state, MessageState::Interrupted);
        assert_eq!(answer.citations[0].number, Number(1));
        assert_eq!(answer.references[0].passage.as_ref().unwrap().text, "Salt: 2 %.");
        assert_eq!((&answer.steps[..], &answer.branches[..]), (&[][..], &[][..]));
        let receipt = library.receipt(answer.id).await.unwrap();
        let body = "You answer from notes. ".repeat(20);
        assert_eq!(receipt.request, format!("{{\"m\":\"{body}\"}}"));
        assert_eq!(receipt.context.parts[0].text, body);
        let draft = library.draft(vault, Some(id)).await.unwrap().unwrap();
        assert_eq!(
            (&*draft.text, draft.mode, draft.passages_only),
            ("And rye?", Mode::Notes, false)
        );
        assert_eq!(library.settings().await.unwrap().exclude, ["a"]);
        let edits = library
            .read(|connection| {
                connection.query_row("SELECT count(*) FROM edits", [], |row| row.get::<_, i64>(0))
            })
            .await;
        assert_eq!(edits.unwrap(), i64::from(version >= 2));
        assert_eq!(library.learned().await.unwrap(), []);
        let own = library.conversation_settings(vault, Some(id)).await.unwrap();
        let texts: Vec<_> =
            library.prompts().await.unwrap().into_iter().map(|prompt| prompt.text).collect();
        if version >= 4 {
            assert_eq!(own.project, Some(PROJECT.parse().unwrap()));
            assert_eq!(own.prompts, [PromptSource::Library { id: PROMPT.parse().unwrap() }]);
            assert_eq!(texts, ["Be gruff."]);
        } else {
            assert!(own.is_empty() && texts.is_empty());
        }
        // Messages older than the search are found, once.
        for (words, message) in [("much", ids[0]), ("per cent", ids[1]), ("season", ids[0])] {
            let hits = library.search_conversations(vault, words).await.unwrap();
            assert_eq!(
                hits.iter().map(|hit| hit.message).collect::<Vec<_>>(),
                [message],
                "{words}"
            );
        }
        // New features work.
        library.pin_conversation(id, true).await.unwrap();
        let again = AskedQuestion::Kept { conversation: id, message: ids[0] };
        library.begin_turn(vault, again, super::answer()).await.unwrap();
        assert_eq!(library.conversation(id).await.unwrap().messages[1].branches.len(), 2);
        library.remember(vault, "I bake.".to_owned()).await.unwrap();
        library
            .write(|connection| {
                let found: i64 =
                    connection.pragma_query_value(None, "user_version", |row| row.get(0))?;
                assert_eq!(found, schema::VERSION as i64);
                assert!(!connection.prepare("PRAGMA foreign_key_check")?.exists([])?);
                Ok(())
            })
            .await
            .unwrap();
    }
}
