use models::Tokens;

use super::*;
use crate::library::{
    Author, Library, MessageState, Question,
    columns::now,
    tests::{message, receipt, reference},
};

#[tokio::test]
async fn a_deleted_conversation_is_swept_after_thirty_days_with_its_texts() {
    let folder = tempfile::tempdir().unwrap();
    let library = Library::open(&folder.path().join("library.db")).unwrap().0;
    let vault = library.open_vault(std::path::Path::new("/vaults/bread")).await.unwrap();
    let long = |text: &str| format!("{text} ").repeat(100);
    let mut ids = Vec::new();
    for (n, own) in ["of the first", "of the second"].into_iter().enumerate() {
        let mut asked = message(Author::User, own, MessageState::Complete);
        let answer = message(Author::Assistant, "", MessageState::Streaming);
        asked.attachments = vec![
            library
                .add_attachment(
                    format!("{n}.txt"),
                    1,
                    Tokens(1),
                    long(&format!("file {own}")),
                    None,
                )
                .await
                .unwrap(),
        ];
        asked.references = [long("shared"), long(own)]
            .iter()
            .map(|text| reference("a.md", text, None, crate::references::State::Used))
            .collect();
        let new =
            Question::New { conversation: None, title: own.to_owned(), message: asked.into() };
        ids.push(library.begin_turn(vault, new, answer.clone()).await.unwrap());
        let contents = [long("sent twice"), long(&format!("sent {own}"))];
        let body = serde_json::to_string(&contents).unwrap();
        let part = long(&format!("part {own}"));
        let sent = receipt(answer.id, &body, &[&part]);
        library.begin_receipt(sent, contents.into()).await.unwrap();
    }
    // A file that isn't sent yet stays.
    library.add_attachment("d.txt".to_owned(), 1, Tokens(1), long("not sent"), None).await.unwrap();
    let texts = || {
        library.run(|connection| {
            connection
                .prepare("SELECT id FROM texts")?
                .query_map([], |row| crate::library::texts::get(connection, row.get(0)?))?
                .collect::<rusqlite::Result<HashSet<String>>>()
        })
    };
    let before = texts().await.unwrap();
    assert_eq!(before.len(), 11);
    library.delete_conversation(ids[0]).await.unwrap();
    let later = |days: i64| now().checked_add(SignedDuration::from_hours(24 * days)).unwrap();
    library.run(move |connection| remove_old(connection, later(29))).await.unwrap();
    assert_eq!(texts().await.unwrap(), before);
    library.run(move |connection| remove_old(connection, later(31))).await.unwrap();
    let left = texts().await.unwrap();
    let gone: Vec<_> = before.difference(&left).cloned().collect();
    assert_eq!(gone.len(), 4, "{gone:#?}");
    assert!(gone.iter().all(|text| text.contains("of the first")), "{gone:#?}");
    assert!(library.conversation(ids[0]).await.is_err());
    assert!(library.restore_conversation(ids[0]).await.is_err());
    let kept = library.conversation(ids[1]).await.unwrap();
    assert_eq!(kept.messages[0].attachments.len(), 1);
    assert_eq!(library.receipts(kept.messages[1].id).await.unwrap().len(), 1);
    assert_eq!(library.search_conversations(vault, "first").await.unwrap(), []);
    library
        .run(|connection| {
            let broken = connection.prepare("PRAGMA foreign_key_check")?.exists([])?;
            assert!(!broken);
            Ok(())
        })
        .await
        .unwrap();
}
