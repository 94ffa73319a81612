use notes::NotePath;
use rusqlite::Connection;

use super::*;
use crate::schema;
use conversation::{ConversationId, EditId, MessageId};

/// A vault's written edits, newest first, with the bytes that they replaced.
async fn written(library: &Library, vault: VaultId) -> Vec<(EditEntry, Option<Vec<u8>>)> {
    let edits: Vec<EditEntry> = library
        .read(move |connection| {
            connection
                .prepare(&format!(
                    "SELECT {COLUMNS} FROM edits WHERE vault = ? AND done IS NOT NULL
                     ORDER BY begun DESC, id DESC"
                ))?
                .query_map(params![vault.0], read)?
                .collect()
        })
        .await
        .unwrap();
    let replaced = library.replaced(edits.clone()).await.unwrap();
    edits.into_iter().zip(replaced).collect()
}

// B55: a library of the first version opens with all its data.
#[tokio::test]
async fn a_library_of_the_first_version_is_brought_up_to_date() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("library.db");
    let (conversation, question) = (ConversationId::new(), MessageId::new());
    {
        let connection = Connection::open(&file).unwrap();
        connection.execute_batch(include_str!("../schema/1.sql")).unwrap();
        connection.pragma_update(None, "user_version", 1).unwrap();
        connection
            .execute_batch(&format!(
                r#"INSERT INTO vaults (id, root, opened) VALUES (7, '/vaults/bread', 5);
                INSERT INTO conversations (id, vault, title, created, updated)
                VALUES ('{conversation}', 7, 'Salt', 1, 2);
                INSERT INTO messages (id, conversation, depth, author, text, citations, thinking,
                    created, state, mode, passages_only, notices)
                VALUES ('{question}', '{conversation}', 1, 'user', 'How much?', '[]', '', 1,
                    'complete', 'notes', 0, '[]');
                UPDATE conversations SET leaf = '{question}';
                INSERT INTO settings VALUES ('settings', '{{"model":"small"}}');"#
            ))
            .unwrap();
        texts::put(&connection, "kept before").unwrap();
    }
    let (library, notice) = Library::open(&file).unwrap();
    assert_eq!(notice, None);
    assert_eq!(
        library.recent_vaults(1).await.unwrap(),
        [std::path::PathBuf::from("/vaults/bread")]
    );
    let kept = library.conversation(conversation).await.unwrap();
    assert_eq!((kept.messages.len(), &*kept.messages[0].text), (1, "How much?"));
    let chosen = library.settings().await.unwrap().chosen;
    assert_eq!(chosen.map(|chosen| chosen.model).as_deref(), Some("small"));
    library
        .write(|connection| {
            let version: i64 =
                connection.pragma_query_value(None, "user_version", |row| row.get(0))?;
            assert_eq!(version, schema::VERSION as i64);
            assert_eq!(texts::of_hash(connection, ContentHash::of("kept before"))?, "kept before");
            Ok(())
        })
        .await
        .unwrap();
    // New features work in it.
    assert_eq!(written(&library, VaultId(7)).await, []);
    check_edits(&library, VaultId(7)).await;
}

#[tokio::test]
async fn changes_are_kept_with_the_bytes_that_they_replace() {
    let folder = tempfile::tempdir().unwrap();
    let (library, _) = Library::open(&folder.path().join("library.db")).unwrap();
    let vault = library.open_vault(std::path::Path::new("/vaults/bread")).await.unwrap();
    check_edits(&library, vault).await;
}

// The app was killed before it wrote a change; the change was made again later.
#[tokio::test]
async fn a_change_that_was_never_written_is_forgotten_with_the_next() {
    let folder = tempfile::tempdir().unwrap();
    let (library, _) = Library::open(&folder.path().join("library.db")).unwrap();
    let vault = library.open_vault(std::path::Path::new("/vaults/bread")).await.unwrap();
    let begin = async |path: &str, before: &str, after: &str| {
        let edit = EditEntry {
            id: EditId::new(),
            path: NotePath::new(path).unwrap(),
            before: Some(ContentHash::of(before)),
            after: ContentHash::of(after),
            begun: now(),
            change: None,
            target: None,
        };
        library.begin_edits(vault, vec![edit.clone()], vec![before.into()], None).await.unwrap();
        edit
    };
    let elsewhere = begin("m.md", "one", "two").await;
    let lost = begin("n.md", "one", "two").await;
    let made = begin("n.md", "one", "two").await;
    library.end_edits(vec![made.clone()]).await.unwrap();
    library.end_edits(vec![lost.clone()]).await.unwrap();
    assert_eq!(written(&library, vault).await, [(made, Some(b"one".to_vec()))]);
    // The next edit builds on this one, so it was written.
    let unfinished = begin("n.md", "two", "three").await;
    let next = begin("n.md", "three", "four").await;
    library.end_edits(vec![next.clone()]).await.unwrap();
    assert_eq!(library.unfinished_edits(vault).await.unwrap(), [elsewhere, unfinished]);
}

async fn replace(library: &Library, vault: VaultId, lengths: &[usize]) -> ChangeId {
    let change = ChangeId::new();
    let (edits, replaced): (Vec<_>, Vec<_>) = lengths
        .iter()
        .enumerate()
        .map(|(at, length)| {
            // All texts differ.
            let before = format!("{change}{at}").bytes().cycle().take(*length).collect::<Vec<_>>();
            let edit = EditEntry {
                id: EditId::new(),
                change: Some(change),
                path: NotePath::new(&format!("{at}.md")).unwrap(),
                before: Some(ContentHash::of(&before)),
                after: ContentHash::of("new"),
                begun: now(),
                target: None,
            };
            (edit, before)
        })
        .unzip();
    library.begin_edits(vault, edits.clone(), replaced, None).await.unwrap();
    library.end_edits(edits).await.unwrap();
    change
}

async fn trim_to(library: &Library, most: i64) {
    library.write(move |connection| trim(connection, most)).await.unwrap();
}

async fn undoable(library: &Library, change: ChangeId) -> usize {
    library.edits_of(change).await.unwrap().len()
}

// B118: a change larger than the limit used to lose its undo data as soon as it was written.
#[tokio::test]
async fn the_newest_change_of_a_vault_can_be_undone_whatever_its_size() {
    let folder = tempfile::tempdir().unwrap();
    let (library, _) = Library::open(&folder.path().join("library.db")).unwrap();
    let bread = library.open_vault(std::path::Path::new("/vaults/bread")).await.unwrap();
    let garden = library.open_vault(std::path::Path::new("/vaults/garden")).await.unwrap();
    let planted = replace(&library, garden, &[300]).await;
    let old = replace(&library, bread, &[100]).await;
    let large = replace(&library, bread, &[400, 5_000]).await;
    trim_to(&library, 1_000).await;
    for (change, notes) in [(planted, 1), (old, 0), (large, 2)] {
        assert_eq!(undoable(&library, change).await, notes);
    }
    // Once it isn't the newest, all of it goes.
    let small = replace(&library, bread, &[10]).await;
    trim_to(&library, 1_000).await;
    for (change, notes) in [(planted, 1), (large, 0), (small, 1)] {
        assert_eq!(undoable(&library, change).await, notes);
    }
}

#[tokio::test]
async fn undone_edits_are_dropped_before_edits_that_can_be_undone() {
    let folder = tempfile::tempdir().unwrap();
    let (library, _) = Library::open(&folder.path().join("library.db")).unwrap();
    let vault = library.open_vault(std::path::Path::new("/vaults/bread")).await.unwrap();
    let (first, second) =
        (replace(&library, vault, &[400]).await, replace(&library, vault, &[400]).await);
    let undone = replace(&library, vault, &[5_000]).await;
    library
        .write(move |connection| {
            connection.execute("UPDATE edits SET undone = 1 WHERE change = ?", params![undone])
        })
        .await
        .unwrap();
    trim_to(&library, 1_000).await;
    assert_eq!((undoable(&library, first).await, undoable(&library, second).await), (1, 1));
    assert_eq!(written(&library, vault).await.len(), 2);
}

// B118
#[tokio::test]
async fn the_changes_that_another_would_push_out_are_counted_before() {
    let folder = tempfile::tempdir().unwrap();
    let (library, _) = Library::open(&folder.path().join("library.db")).unwrap();
    let bread = library.open_vault(std::path::Path::new("/vaults/bread")).await.unwrap();
    let garden = library.open_vault(std::path::Path::new("/vaults/garden")).await.unwrap();
    // The newest change of another vault stays.
    replace(&library, garden, &[100]).await;
    let mut changes = Vec::new();
    for lengths in [&[300, 300][..], &[200], &[100]] {
        changes.push(replace(&library, bread, lengths).await);
    }
    for (bytes, expected) in [(0, 0), (100, 0), (101, 1), (700, 1), (701, 2), (901, 3)] {
        let most = 1_000 - bytes;
        let counted = library
            .read(move |connection| count_dropped_undos(connection, bread, most))
            .await
            .unwrap();
        assert_eq!(counted, expected, "{bytes}");
    }
    // The trim matches the prediction.
    replace(&library, bread, &[701]).await;
    trim_to(&library, 1_000).await;
    let mut left = Vec::new();
    for change in changes {
        left.push(undoable(&library, change).await);
    }
    assert_eq!(left, [0, 0, 1]);
}

async fn check_edits(library: &Library, vault: VaultId) {
    // Invalid in every text encoding.
    let bytes = b"\xff\xfe\x00caf\xe9".repeat(100);
    let edit = |before: Option<&[u8]>| EditEntry {
        id: EditId::new(),
        path: NotePath::new("a/n.md").unwrap(),
        before: before.map(ContentHash::of),
        after: ContentHash::of("new"),
        begun: now(),
        change: None,
        target: None,
    };
    let (changed, made, failed) = (edit(Some(&bytes)), edit(None), edit(Some(&bytes)));
    for one in [&changed, &failed] {
        library.begin_edits(vault, vec![one.clone()], vec![bytes.clone()], None).await.unwrap();
    }
    library.begin_edits(vault, vec![made.clone()], Vec::new(), None).await.unwrap();
    assert_eq!(written(library, vault).await, []);
    assert_eq!(library.unfinished_edits(vault).await.unwrap().len(), 3);
    library.forget_edits(vec![failed], Vec::new()).await.unwrap();
    for one in [&changed, &made] {
        library.end_edits(vec![one.clone()]).await.unwrap();
        library.forget_edits(vec![one.clone()], Vec::new()).await.unwrap();
    }
    assert_eq!(library.unfinished_edits(vault).await.unwrap(), []);
    assert_eq!(written(library, vault).await, [(made, None), (changed, Some(bytes))]);
}
