use super::*;
use conversation::{Error, MessageId, MessageState};

async fn streaming(library: &Library) -> conversation::Result<Vec<String>> {
    let listed = library.write(|connection| {
        connection
            .prepare("SELECT conversation FROM messages WHERE state = 'streaming' ORDER BY rowid")?
            .query_map([], |row| row.get(0))?
            .collect()
    });
    listed.await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_apps_write_at_the_same_time() {
    let place = Place::new();
    let libraries = [place.open(), place.open()];
    let write = |library: Library, name: &'static str| async move {
        let vault = vault(&library).await;
        let mut id = None;
        for n in 0..40 {
            let asked = question(&format!("{name} {n}"));
            let asked = id.map_or(new_question(&asked), |id| next_question(id, &asked));
            let mut replied = answer();
            let conversation = library.begin_turn(vault, asked, replied.clone()).await?;
            id = Some(conversation);
            library.begin_receipt(receipt(replied.id, "{}", &[]), Vec::new(), None).await?;
            replied.state = MessageState::Complete;
            library.end_turn(replied, CallReport::default()).await?;
            library.rename_conversation(conversation, format!("{name} {n}")).await?;
        }
        Ok::<_, Error>(id)
    };
    let [one, two] = libraries.clone();
    let (one, two) = tokio::join!(tokio::spawn(write(one, "one")), tokio::spawn(write(two, "two")));
    for id in [one, two] {
        let id = id.unwrap().unwrap().unwrap();
        assert_eq!(libraries[0].conversation(id).await.unwrap().messages.len(), 80);
    }
}

#[tokio::test]
async fn one_answer_at_a_time_is_written_in_a_conversation_by_whatever_app() {
    let place = Place::new();
    let (first, second) = (place.open(), place.open());
    let vault = vault(&first).await;
    let (asked, mut replied) = (question("one"), answer());
    let id = first.begin_turn(vault, new_question(&asked), replied.clone()).await.unwrap();
    let again = || AskedQuestion::Kept { conversation: id, message: asked.id };
    let edited = || AskedQuestion::Edited {
        conversation: id,
        instead_of: asked.id,
        message: question("uno"),
    };
    for refused in [next_question(id, &question("two")), again(), edited()] {
        let error = second.begin_turn(vault, refused, answer()).await.unwrap_err();
        assert_eq!(error.code, Code::BadInput);
        assert!(error.message.contains("still being written"), "{error}");
    }
    assert_eq!(second.conversation(id).await.unwrap().messages.len(), 2);
    // Another conversation is free now, this one once its answer has ended.
    second.begin_turn(vault, new_question(&question("else")), answer()).await.unwrap();
    replied.state = MessageState::Complete;
    first.end_turn(replied, CallReport::default()).await.unwrap();
    second.begin_turn(vault, again(), answer()).await.unwrap();
    let error = first.begin_turn(vault, edited(), answer()).await.unwrap_err();
    assert_eq!(error.code, Code::BadInput);
}

#[tokio::test]
async fn an_answer_whose_end_could_not_be_kept_blocks_nothing() {
    let place = Place::new();
    let library = place.open();
    let vault = vault(&library).await;
    let left = answer();
    let id = library.begin_turn(vault, new_question(&question("one")), left.clone()).await.unwrap();
    let other = library.begin_turn(vault, new_question(&question("else")), answer()).await.unwrap();
    library.begin_turn(vault, next_question(id, &question("two")), answer()).await.unwrap();
    assert_eq!(library.message(left.id).await.unwrap().1.state(), MessageState::Interrupted);
    assert_eq!(streaming(&library).await.unwrap(), [other.to_string(), id.to_string()]);
}

// B46
#[tokio::test]
async fn a_killed_apps_answers_are_interrupted_while_another_app_runs() {
    let place = Place::new();
    let first = place.open();
    let vault = vault(&first).await;
    let left = [answer(), answer()];
    let mut ids = Vec::new();
    for answer in &left {
        let asked = question("salt");
        ids.push(first.begin_turn(vault, new_question(&asked), answer.clone()).await.unwrap());
        first.append_text(answer.id, "Per cent".to_owned(), vec![], String::new()).await.unwrap();
    }
    let live = first.begin_turn(vault, new_question(&question("a")), answer()).await.unwrap();
    // A killed process leaves its name in rows, and an unlocked file or none.
    fs::write(place.folder.path().join("library.db-writer-killed"), "").unwrap();
    for (answer, writer) in left.iter().zip(["killed", "lost"]) {
        let id = answer.id;
        first
            .write(move |connection| {
                let values = rusqlite::params![id, writer];
                connection.execute("UPDATE messages SET writer = ?2 WHERE id = ?1", values)
            })
            .await
            .unwrap();
    }
    first.begin_turn(vault, next_question(ids[0], &question("b")), answer()).await.unwrap();
    assert_eq!(first.message(left[0].id).await.unwrap().1.state(), MessageState::Interrupted);
    assert!(!place.names().contains("library.db-writer-killed"));
    assert_eq!(first.message(left[1].id).await.unwrap().1.state(), MessageState::Streaming);

    let second = place.open();
    assert_eq!(second.message(left[1].id).await.unwrap().1.state(), MessageState::Interrupted);
    assert_eq!(second.search_conversations(vault, "cent").await.unwrap().len(), 2);
    let writing = [live.to_string(), ids[0].to_string()];
    assert_eq!(streaming(&second).await.unwrap(), writing);
}

#[tokio::test]
async fn the_files_of_writers_go_with_them() {
    let place = Place::new();
    fs::write(place.folder.path().join("library.db-writer-killed"), "").unwrap();
    let writers = || {
        let names = place.names();
        names.into_iter().filter(|name| name.contains("-writer-")).collect::<Vec<_>>()
    };
    let library = place.open();
    assert_eq!(writers().len(), 1);
    assert_ne!(writers()[0], "library.db-writer-killed");
    drop(library);
    place.closed();
    assert_eq!(writers(), [""; 0]);
}

#[test]
fn several_apps_bring_an_old_library_up_to_date_at_the_same_time() {
    let place = Place::new();
    super::migrations::written_by(1, &place.file(), &[MessageId::new(), MessageId::new()]);
    std::thread::scope(|scope| {
        let opening: Vec<_> = (0..4).map(|_| scope.spawn(|| place.open())).collect();
        opening.into_iter().for_each(|library| drop(library.join().unwrap()));
    });
}
