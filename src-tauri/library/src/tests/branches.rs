use super::*;
use conversation::{Compaction, ConversationId, MessageId, MessageState};

/// Ids that sort before all others: an answer gets its id before its question does.
fn earlier() -> MessageId {
    static GIVEN: std::sync::atomic::AtomicU64 = std::sync::atomic::AtomicU64::new(0);
    let n = GIVEN.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
    format!("01900000-0000-7000-8000-{n:012}").parse().unwrap()
}

async fn turn(
    library: &Library,
    vault: VaultId,
    question: AskedQuestion,
    text: &str,
) -> (ConversationId, MessageId) {
    let mut replied = answer();
    replied.id = earlier();
    let conversation = library.begin_turn(vault, question, replied.clone()).await.unwrap();
    replied.text = text.to_owned();
    replied.state = MessageState::Complete;
    let id = replied.id;
    library.end_turn(replied, CallReport::default()).await.unwrap();
    (conversation, id)
}

async fn texts(library: &Library, id: ConversationId) -> String {
    let messages = library.conversation(id).await.unwrap().messages;
    messages.iter().map(|message| message.text.as_str()).collect::<Vec<_>>().join(" ")
}

// B49
#[tokio::test]
async fn editing_and_asking_again_make_branches_that_can_be_shown() {
    let place = Place::new();
    let library = place.open();
    let vault = vault(&library).await;
    let [one, two, three] = ["q1", "q2", "q3"].map(question);
    let (id, first) = turn(&library, vault, new_question(&one), "a1").await;
    turn(&library, vault, next_question(id, &two), "a2").await;
    assert_eq!(texts(&library, id).await, "q1 a1 q2 a2");

    // Another answer to the first question, though it isn't the last.
    let again = AskedQuestion::Kept { conversation: id, message: one.id };
    let (_, other) = turn(&library, vault, again, "b1").await;
    assert_eq!(texts(&library, id).await, "q1 b1");
    let shown = library.conversation(id).await.unwrap().messages;
    assert_eq!(shown[0].branches, []);
    assert_eq!(shown[1].branches, [first, other]);
    assert_eq!(library.message(first).await.unwrap().1.branches, [first, other]);

    // An edit of the second question.
    let edited =
        AskedQuestion::Edited { conversation: id, instead_of: two.id, message: three.clone() };
    turn(&library, vault, edited, "a3").await;
    assert_eq!(texts(&library, id).await, "q1 a1 q3 a3");
    let shown = library.conversation(id).await.unwrap().messages;
    assert_eq!(shown[2].branches, [two.id, three.id]);
    assert_eq!(shown[3].branches, []);

    // An edit of the first question.
    let root = question("r1");
    let edited =
        AskedQuestion::Edited { conversation: id, instead_of: one.id, message: root.clone() };
    turn(&library, vault, edited, "c1").await;
    assert_eq!(texts(&library, id).await, "r1 c1");
    let shown = library.conversation(id).await.unwrap().messages;
    assert_eq!(shown[0].branches, [one.id, root.id]);

    for (message, expected) in [
        (two.id, "q1 a1 q2 a2"),
        (other, "q1 b1"),
        (first, "q1 a1 q3 a3"),
        (root.id, "r1 c1"),
        (one.id, "q1 a1 q3 a3"),
    ] {
        assert_eq!(library.switch_branch(message).await.unwrap(), id);
        assert_eq!(texts(&library, id).await, expected);
    }
    // The list counts the shown messages.
    assert_eq!(library.conversations(vault).await.unwrap()[0].messages, 4);

    let history = async |before: Option<MessageId>| {
        let messages = library.history(id, before).await.unwrap();
        messages.iter().map(|message| message.text.clone()).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(history(None).await, "q1 a1 q3 a3");
    let shown = library.conversation(id).await.unwrap().messages;
    let shown_last = shown.last().map(|message| message.id);
    assert_eq!(history(Some(two.id)).await, "q1 a1");
    assert_eq!(history(Some(other)).await, "q1");
    assert_eq!(history(Some(root.id)).await, "");
    for (known, expected) in [
        (Some(first), (true, "q3 a3")),
        (Some(one.id), (true, "a1 q3 a3")),
        (Some(two.id), (false, "q1 a1 q3 a3")),
        (shown_last, (true, "")),
    ] {
        let held = ReadCursor { message: known, ..ReadCursor::default() };
        let read = library.continuation(id, None, held).await.unwrap();
        let texts: Vec<_> = read.messages.iter().map(|message| message.text.as_str()).collect();
        assert_eq!((read.continues, texts.join(" ").as_str()), expected);
    }
    let elsewhere = library.history(ConversationId::new(), Some(two.id)).await.unwrap_err();
    assert_eq!(elsewhere.code, Code::NotFound);
}

#[tokio::test]
async fn only_a_question_is_asked_again_or_edited() {
    let place = Place::new();
    let library = place.open();
    let vault = vault(&library).await;
    let asked = question("q1");
    let (id, answered) = turn(&library, vault, new_question(&asked), "a1").await;
    let (elsewhere, _) = turn(&library, vault, new_question(&question("x")), "y").await;
    for question in [
        AskedQuestion::Kept { conversation: id, message: answered },
        AskedQuestion::Kept { conversation: elsewhere, message: asked.id },
        AskedQuestion::Edited { conversation: id, instead_of: answered, message: question("no") },
    ] {
        let error = library.begin_turn(vault, question, answer()).await.unwrap_err();
        assert_eq!(error.code, Code::NotFound);
    }
    assert_eq!(texts(&library, id).await, "q1 a1");
}

#[tokio::test]
async fn a_page_has_the_messages_before_one_and_tells_how_many_are_earlier() {
    let place = Place::new();
    let library = place.open();
    let vault = vault(&library).await;
    let (id, _) = turn(&library, vault, new_question(&question("q0")), "a0").await;
    for n in 1..6 {
        let asked = question(&format!("q{n}"));
        turn(&library, vault, next_question(id, &asked), &format!("a{n}")).await;
    }
    let whole = library.conversation(id).await.unwrap().messages;
    let page = async |before: Option<usize>, limit: u32| {
        let before = before.map(|at| whole[at].id);
        library.conversation_page(id, before, limit).await.unwrap()
    };
    for (before, limit, range, earlier) in [
        (None, 5, 7..12, 7),
        (None, 12, 0..12, 0),
        (None, 99, 0..12, 0),
        (Some(7), 5, 2..7, 2),
        (Some(2), 5, 0..2, 0),
        (Some(0), 5, 0..0, 0),
        (None, 0, 0..0, 0),
    ] {
        let page = page(before, limit).await;
        assert_eq!(page.conversation.messages, whole[range], "{before:?}, {limit}");
        assert_eq!(page.earlier, earlier, "{before:?}, {limit}");
    }
    let error = library.conversation_page(id, Some(MessageId::new()), 5).await.unwrap_err();
    assert_eq!(error.code, Code::NotFound);
}

// B30
#[tokio::test]
async fn summaries_count_where_their_messages_are_shown() {
    let place = Place::new();
    let library = place.open();
    let vault = vault(&library).await;
    let [one, two] = ["q1", "q2"].map(question);
    let (id, first) = turn(&library, vault, new_question(&one), "a1").await;
    let (_, second) = turn(&library, vault, next_question(id, &two), "a2").await;
    let compaction = |through: MessageId, summary: &str| Compaction {
        id: conversation::CompactionId::new(),
        through,
        summary: summary.to_owned(),
        found: vec!["[1] Salt".to_owned()],
        quotes: vec![conversation::KeyQuote {
            question: "How much salt?".to_owned(),
            answer: String::new(),
        }],
        messages: 2,
        before: Tokens(900),
        after: Tokens(30),
        model: "small".to_owned(),
        created: now(),
        edited: false,
    };
    let (early, late) = (compaction(first, "one"), compaction(second, "two"));
    library.put_compaction(id, early.clone()).await.unwrap();
    library.put_compaction(id, late.clone()).await.unwrap();
    let shown = async || library.conversation(id).await.unwrap().compactions;
    assert_eq!(shown().await, [early.clone(), late.clone()]);
    let page = library.conversation_page(id, None, 1).await.unwrap();
    assert_eq!(page.conversation.compactions.len(), 2);

    let edited =
        AskedQuestion::Edited { conversation: id, instead_of: two.id, message: question("q3") };
    turn(&library, vault, edited, "a3").await;
    assert_eq!(shown().await, std::slice::from_ref(&early));
    assert_eq!(library.compactions(id).await.unwrap(), [early.clone(), late.clone()]);

    library.edit_compaction(early.id, "my words".to_owned(), Tokens(12)).await.unwrap();
    let mine = Compaction {
        summary: "my words".to_owned(),
        after: Tokens(12),
        edited: true,
        ..early.clone()
    };
    assert_eq!(shown().await, [mine]);
    library.undo_compaction(early.id).await.unwrap();
    assert_eq!(shown().await, []);
    assert_eq!(library.compactions(id).await.unwrap(), [late]);
    let nowhere = conversation::CompactionId::new();
    for error in [
        library.undo_compaction(nowhere).await.unwrap_err(),
        library.edit_compaction(nowhere, String::new(), Tokens(0)).await.unwrap_err(),
    ] {
        assert_eq!(error.code, Code::NotFound);
    }
}
