use super::*;
use conversation::Step;

const PIECE: &str = "Thirty characters of an answer";

async fn begun(library: &Library) -> (ConversationId, MessageId) {
    let vault = vault(library).await;
    let replied = answer();
    let asked = new_question(&question("How much salt?"));
    (library.begin_turn(vault, asked, replied.clone()).await.unwrap(), replied.id)
}

fn mark(at: u32) -> CitationMark {
    CitationMark::new(at, at + 3, Number(1))
}

// B46
#[tokio::test]
async fn an_answer_is_read_whole_from_its_pieces_while_it_streams_and_after_it_was_cut_off() {
    let place = Place::new();
    let (conversation, id);
    {
        let library = place.open();
        (conversation, id) = begun(&library).await;
        let said = |text: &str| (text.to_owned(), String::new());
        for (text, thinking) in [said("Let me look."), (String::new(), "Hm".to_owned())] {
            library.append_text(id, text, Vec::new(), thinking).await.unwrap();
        }
        // Text before a tool call isn't part of the answer's text.
        let step = Step { said: "Let me look.".to_owned(), calls: Vec::new() };
        library.put_steps(id, vec![step], "Hm".to_owned(), None).await.unwrap();
        library.append_text(id, "Salz: ".to_owned(), vec![], ", salt".to_owned()).await.unwrap();
        library.append_text(id, "2 %[1]".to_owned(), vec![mark(9)], String::new()).await.unwrap();
        let archive = library.archive(conversation).await.unwrap();
        for message in [
            library.message(id).await.unwrap().1,
            library.conversation(conversation).await.unwrap().messages.remove(1),
            library.history(conversation, None).await.unwrap().remove(1),
            archive.messages[1].message.clone(),
        ] {
            let message = message.into_answer().unwrap();
            assert_eq!((&*message.text, &*message.thinking), ("Salz: 2 %[1]", "Hm, salt"));
            assert_eq!((message.citations, message.steps.len()), (vec![mark(9)], 1));
        }
    }
    place.closed();
    let library = place.open();
    let message = stored(&library, id).await;
    assert_eq!((&*message.text, &*message.thinking), ("Salz: 2 %[1]", "Hm, salt"));
    assert_eq!((message.citations, message.state), (vec![mark(9)], MessageState::Interrupted));
    assert_eq!(pieces(&library).await, 0);
    let vault = vault(&library).await;
    assert_eq!(library.search_conversations(vault, "salz").await.unwrap().len(), 1);
}

// B46
#[tokio::test]
async fn citations_of_an_interrupted_answer_are_marked() {
    let place = Place::new();
    let id = {
        let library = place.open();
        let (conversation, first) = begun(&library).await;
        let read = |number: u32, name: &str| Reference {
            number: Some(Number(number)),
            path: Some(NotePath::new(name).unwrap()),
            ..Reference::new(Kind::Search, State::Used)
        };
        let earlier = vec![read(3, "Rye.md")];
        library.put_references(first, earlier).await.unwrap();
        let mut ended = answered("", MessageState::Complete);
        (ended.id, ended.references) = (first, vec![read(3, "Rye.md")]);
        library.end_turn(ended, CallReport::default()).await.unwrap();
        let (vault, replied) = (vault(&library).await, answer());
        let asked = AskedQuestion::New {
            conversation: Some(conversation),
            title: "Salt".to_owned(),
            message: question("And now?"),
        };
        library.begin_turn(vault, asked, replied.clone()).await.unwrap();
        let now = vec![read(1, "Salt.md"), read(2, "Oven.md")];
        library.put_references(replied.id, now).await.unwrap();
        let marks = vec![mark(4), CitationMark::new(7, 10, Number(3))];
        library
            .append_text(replied.id, "Two [1][3]".to_owned(), marks, String::new())
            .await
            .unwrap();
        replied.id
    };
    place.closed();
    let library = place.open();
    let message = stored(&library, id).await;
    assert_eq!((message.state, message.citations.len()), (MessageState::Interrupted, 2));
    let states: Vec<_> =
        message.references.iter().map(|it| (it.number.unwrap().0, it.state)).collect();
    // A cited reference of an earlier answer is added.
    assert_eq!(states, [(1, State::Cited), (2, State::Used), (3, State::Cited)]);
}

// B55
#[tokio::test]
async fn a_damaged_library_loses_no_answer_that_was_being_written() {
    let place = Place::new();
    let (conversation, id);
    {
        let library = place.open();
        (conversation, id) = begun(&library).await;
        library.append_text(id, "Two per ".to_owned(), vec![], String::new()).await.unwrap();
        library.append_text(id, "cent[1]".to_owned(), vec![mark(12)], String::new()).await.unwrap();
    }
    place.closed();
    let mut bytes = fs::read(place.file()).unwrap();
    bytes[..100].fill(0xEE);
    fs::write(place.file(), bytes).unwrap();
    let (library, notice) = Library::open(&place.file()).unwrap();
    assert!(notice.unwrap().contains("Nothing is missing."));
    let kept =
        library.conversation(conversation).await.unwrap().messages.remove(1).into_answer().unwrap();
    assert_eq!(
        (kept.id, &*kept.text, kept.citations.clone()),
        (id, "Two per cent[1]", vec![mark(12)])
    );
    assert_eq!((kept.state, pieces(&library).await), (MessageState::Interrupted, 0));
}

#[tokio::test]
async fn an_answer_that_ended_leaves_no_pieces() {
    let place = Place::new();
    let library = place.open();
    let (_, id) = begun(&library).await;
    library.append_text(id, "Two per".to_owned(), vec![], String::new()).await.unwrap();
    assert_eq!(pieces(&library).await, 1);
    let mut ended = answered("Two per cent", MessageState::Complete);
    ended.id = id;
    library.end_turn(ended, CallReport::default()).await.unwrap();
    assert_eq!(library.message(id).await.unwrap().1.text, "Two per cent");
    assert_eq!(pieces(&library).await, 0);
}

async fn pieces(library: &Library) -> i64 {
    let count = "SELECT count(*) FROM journal";
    library.read(|connection| connection.query_row(count, [], |row| row.get(0))).await.unwrap()
}

/// Appending an answer of 30,000 characters, its end included, writes less than a third of the bytes that rewriting
/// it for each piece does. Counts the bytes of SQLite's log, not time.
#[tokio::test]
async fn appending_to_an_answer_writes_less_than_rewriting_it() {
    let written = async |append: bool| {
        let place = Place::new();
        let library = place.open();
        let (_, id) = begun(&library).await;
        // Lets the log only grow, and doesn't wait for the disk.
        let counted = "PRAGMA wal_autocheckpoint = 0; PRAGMA synchronous = off;";
        library.write(move |connection| connection.execute_batch(counted)).await.unwrap();
        let log = || fs::metadata(place.folder.path().join("library.db-wal")).unwrap().len();
        let before = log();
        let mut text = String::new();
        for _ in 0..1_000 {
            text.push_str(PIECE);
            if append {
                library.append_text(id, PIECE.to_owned(), vec![], String::new()).await.unwrap();
            } else {
                let text = text.clone();
                let rewrite = "UPDATE messages SET text = ?2 WHERE id = ?1";
                let write =
                    library.write(move |connection| connection.execute(rewrite, (id, text)));
                write.await.unwrap();
            }
        }
        let mut ended = answered(&text, MessageState::Complete);
        ended.id = id;
        library.end_turn(ended, CallReport::default()).await.unwrap();
        log() - before
    };
    let (appended, rewritten) = (written(true).await, written(false).await);
    println!("appended: {appended} bytes of log, rewritten: {rewritten}");
    assert!(appended * 3 < rewritten, "{appended} {rewritten}");
}
