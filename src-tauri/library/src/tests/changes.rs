use conversation::{Change, ChangeId, ChangeState, EditId, Origin};

use super::*;

async fn put(library: &Library, vault: VaultId, answer: Option<MessageId>) -> ChangeId {
    let change = Change {
        id: ChangeId::new(),
        title: "Edit “Salt”".to_owned(),
        origin: Origin { by: Author::Assistant, answer, rests_on: Vec::new() },
        made: now(),
        decided: None,
        state: ChangeState::Proposed,
        revision: 1,
        whole: false,
        notes: Vec::new(),
        edited: false,
        taken: Vec::new(),
    };
    library.put_change(vault, change.clone()).await.unwrap();
    change.id
}

#[tokio::test]
async fn changes_of_an_old_conversation_are_found_among_many_newer_ones() {
    let place = Place::new();
    let library = place.open();
    let vault = vault(&library).await;
    let answer = answer();
    let begun = library.begin_turn(vault, new_question(&question("Salt?")), answer.clone()).await;
    let conversation = begun.unwrap();
    let mut expected = Vec::new();
    for _ in 0..2 {
        let id = put(&library, vault, Some(answer.id)).await;
        let edit = EditEntry {
            id: EditId::new(),
            change: Some(id),
            path: NotePath::new("Salt.md").unwrap(),
            target: None,
            before: None,
            after: ContentHash::of("Salt."),
            begun: now(),
        };
        let applied = Some(ChangeState::Applied);
        library.begin_edits(vault, vec![edit.clone()], Vec::new(), applied).await.unwrap();
        library.end_edits(vec![edit]).await.unwrap();
        expected.insert(0, id);
    }
    // An undecided change.
    put(&library, vault, Some(answer.id)).await;
    for _ in 0..500 {
        put(&library, vault, None).await;
    }
    let listed = library.all_changes(vault).await.unwrap();
    assert!(listed.iter().all(|entry| entry.conversation.is_none()));
    let found = library.undoable_changes(vault, conversation).await.unwrap();
    assert_eq!(found.iter().map(|entry| entry.id).collect::<Vec<_>>(), expected);
}
