use models::Tokens;

use super::*;
use crate::columns::now;
use crate::{
    AskedQuestion, CallReport, Library, NewFile,
    tests::{answered, question, receipt, reference},
};
use conversation::{FileText, MessageState};

#[tokio::test]
async fn a_deleted_conversation_is_swept_after_thirty_days_with_its_texts() {
    let folder = tempfile::tempdir().unwrap();
    let library = Library::open(&folder.path().join("library.db")).unwrap().0;
    let vault = library.open_vault(std::path::Path::new("/vaults/bread")).await.unwrap();
    let long = |text: &str| format!("{text} ").repeat(100);
    let file = |name: String, text: String| NewFile::text(name, Tokens(1), FileText::plain(text));
    let (mut ids, mut answers) = (Vec::new(), Vec::new());
    for (n, own) in ["of the first", "of the second"].into_iter().enumerate() {
        let mut asked = question(own);
        let answer = answered("", MessageState::Streaming);
        asked.attachments = vec![
            library
                .add_attachment(file(format!("{n}.txt"), long(&format!("file {own}"))))
                .await
                .unwrap(),
        ];
        asked.references = [long("shared"), long(own)]
            .iter()
            .map(|text| reference("a.md", text, None, conversation::reference::State::Used))
            .collect();
        let new = AskedQuestion::New { conversation: None, title: own.to_owned(), message: asked };
        ids.push(library.begin_turn(vault, new, answer.clone()).await.unwrap());
        let contents = [long("sent twice"), long(&format!("sent {own}"))];
        let body = serde_json::to_string(&contents).unwrap();
        let part = long(&format!("part {own}"));
        let sent = receipt(answer.id, &body, &[&part]);
        library.begin_receipt(sent, contents.into(), None).await.unwrap();
        answers.push(answer.id);
    }
    // An unsent file stays.
    library.add_attachment(file("d.txt".to_owned(), long("not sent"))).await.unwrap();
    let texts = || {
        library.write(|connection| {
            connection
                .prepare("SELECT id FROM texts")?
                .query_map([], |row| crate::texts::get(connection, row.get(0)?))?
                .collect::<rusqlite::Result<HashSet<String>>>()
        })
    };
    let before = texts().await.unwrap();
    assert_eq!(before.len(), 11);
    library.delete_conversation(ids[0]).await.unwrap();
    let later = |days: i64| now().checked_add(SignedDuration::from_hours(24 * days)).unwrap();
    let sweep = |days: i64| {
        library.write(move |connection| {
            let mut sweep = Sweep::new(later(days));
            while sweep.piece(connection)? {}
            Ok(())
        })
    };
    sweep(29).await.unwrap();
    assert_eq!(texts().await.unwrap(), before);
    // The app ends after the first steps; meanwhile a new receipt uses one of the texts.
    library
        .write(move |connection| {
            let mut sweep = Sweep::new(later(31));
            for _ in 0..3 {
                assert!(sweep.piece(connection)?);
            }
            Ok(())
        })
        .await
        .unwrap();
    assert_eq!(texts().await.unwrap(), before);
    library
        .write(move |connection| {
            let mut sweep = Sweep::new(later(31));
            while !sweep.all_read {
                assert!(sweep.piece(connection)?);
            }
            let part = long("part of the first");
            receipts::insert(connection, receipt(answers[1], "", &[&part]), &[])?;
            while sweep.piece(connection)? {}
            Ok(())
        })
        .await
        .unwrap();
    let left = texts().await.unwrap();
    let gone: Vec<_> = before.difference(&left).cloned().collect();
    assert_eq!(gone.len(), 3, "{gone:#?}");
    assert!(gone.iter().all(|text| text.contains("of the first")), "{gone:#?}");
    assert!(library.conversation(ids[0]).await.is_err());
    assert!(library.restore_conversation(ids[0]).await.is_err());
    let kept = library.conversation(ids[1]).await.unwrap();
    assert_eq!(kept.messages[0].question().unwrap().attachments.len(), 1);
    assert_eq!(library.receipts(kept.messages[1].id).await.unwrap().len(), 2);
    assert_eq!(library.search_conversations(vault, "first").await.unwrap(), []);
    library
        .write(|connection| {
            let broken = connection.prepare("PRAGMA foreign_key_check")?.exists([])?;
            assert!(!broken);
            Ok(())
        })
        .await
        .unwrap();
}

/// Removing thousands of rows needs an index on every column that references them.
#[tokio::test]
async fn references_to_swept_rows_have_an_index() {
    let folder = tempfile::tempdir().unwrap();
    let library = Library::open(&folder.path().join("library.db")).unwrap().0;
    let without: Vec<String> = library
        .write(|connection| {
            connection
                .prepare(
                    "SELECT t.name || '.' || f.\"from\"
                     FROM sqlite_schema t, pragma_foreign_key_list(t.name) f
                     WHERE t.type = 'table'
                       AND f.\"table\" IN ('texts', 'messages', 'attachments', 'conversations')
                       AND NOT EXISTS (
                           SELECT 1 FROM pragma_index_list(t.name) l, pragma_index_info(l.name) c
                           WHERE c.seqno = 0 AND c.name = f.\"from\")
                     ORDER BY 1",
                )?
                .query_map([], |row| row.get(0))?
                .collect()
        })
        .await
        .unwrap();
    // Vaults are few, and the journal has pieces of streaming answers only.
    assert_eq!(without, ["journal.message", "vaults.last_conversation"]);
}

#[tokio::test]
async fn erased_text_is_in_no_file() {
    let folder = tempfile::tempdir().unwrap();
    let library = Library::open(&folder.path().join("library.db")).unwrap().0;
    let vault = library.open_vault(std::path::Path::new("/vaults/bread")).await.unwrap();
    let mut ids = Vec::new();
    for secret in ["quincequartz", "rhubarbruby", "medlarmarble"] {
        let asked = question(&format!("About {secret}"));
        let answer = answered("", MessageState::Streaming);
        let new =
            AskedQuestion::New { conversation: None, title: secret.to_owned(), message: asked };
        ids.push(library.begin_turn(vault, new, answer.clone()).await.unwrap());
        let mut said = answer;
        said.text = format!("It is {secret}.");
        said.state = MessageState::Complete;
        library.end_turn(said, CallReport::default()).await.unwrap();
    }
    // Occurrences of a word in all files, in text or in a search index.
    let written = |word: &str| -> usize {
        let files = std::fs::read_dir(folder.path()).unwrap();
        let all = files.map(|file| std::fs::read(file.unwrap().path()).unwrap());
        let count = |bytes: Vec<u8>| {
            bytes.windows(word.len()).filter(|seen| *seen == word.as_bytes()).count()
        };
        all.map(count).sum()
    };
    library.delete_conversation(ids[0]).await.unwrap();
    library.delete_conversation(ids[1]).await.unwrap();
    assert!(written("quincequartz") > 0 && written("rhubarbruby") > 0);
    assert_eq!(library.erase_deleted(Some(ids[0])).await.unwrap(), 1);
    assert_eq!(written("quincequartz"), 0);
    // The other conversation can be restored until all are erased.
    library.restore_conversation(ids[1]).await.unwrap();
    library.delete_conversation(ids[1]).await.unwrap();
    assert_eq!(library.erase_deleted(None).await.unwrap(), 1);
    assert_eq!(written("rhubarbruby"), 0);
    assert!(library.restore_conversation(ids[1]).await.is_err());
    // Undeleted conversations keep their words.
    assert!(written("medlarmarble") > 0);
    assert_eq!(library.search_conversations(vault, "medlarmarble").await.unwrap().len(), 1);
    assert_eq!(library.erase_deleted(None).await.unwrap(), 0);
}

#[tokio::test]
async fn the_schema_of_the_file_is_not_trusted() {
    let folder = tempfile::tempdir().unwrap();
    let library = Library::open(&folder.path().join("library.db")).unwrap().0;
    library
        .write(|connection| {
            use rusqlite::config::DbConfig;
            let is = |name| connection.db_config(name);
            assert!(is(DbConfig::SQLITE_DBCONFIG_DEFENSIVE)?);
            assert!(!is(DbConfig::SQLITE_DBCONFIG_TRUSTED_SCHEMA)?);
            for pragma in ["secure_delete", "cell_size_check"] {
                let on: i64 = connection.pragma_query_value(None, pragma, |row| row.get(0))?;
                assert_eq!(on, 1, "{pragma}");
            }
            // SQLite's shadow tables can't be written directly.
            assert!(connection.execute("DELETE FROM search_data", []).is_err());
            Ok(())
        })
        .await
        .unwrap();
}
