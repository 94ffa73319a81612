use conversation::{
    Answer, MessageState, Question,
    reference::{Kind, Number, Passage, Reference, State},
};
use library::{AskedQuestion, CallReport, NoteMove, VaultId, now};
use models::Tokens;
use notes::{ByteRange, ContentHash, LineRange, NotePath};

use super::*;

async fn ask(
    library: &Library,
    vault: VaultId,
    conversation: Option<ConversationId>,
    text: &str,
) -> (ConversationId, Question, Answer) {
    let mut question = Question::new(MessageId::new(), text.to_owned(), now());
    question.references = vec![Reference {
        path: Some(NotePath::new("Salt.md").unwrap()),
        ..Reference::new(Kind::Direct, State::Considered)
    }];
    let mut answer = Answer::new(MessageId::new(), String::new(), now());
    answer.state = MessageState::Streaming;
    let message = question.clone();
    let title = "Salt".to_owned();
    let asked = AskedQuestion::New { conversation, title, message };
    let id = library.begin_turn(vault, asked, answer.clone()).await.unwrap();
    (id, question, answer)
}

async fn end(library: &Library, mut answer: Answer, text: &str) {
    answer.state = MessageState::Complete;
    answer.text = text.to_owned();
    // Each answer has its own number and passage.
    answer.references = vec![Reference {
        number: Some(Number(text.bytes().map(u32::from).sum())),
        path: Some(NotePath::new("Salt.md").unwrap()),
        passage: Some(Passage {
            lines: LineRange { start: 1, end: 1 },
            range: ByteRange { start: 0, end: text.len() },
            hash: ContentHash::of(text),
            text: text.to_owned(),
            heading_path: Vec::new(),
            columns: None,
            part: None,
            tokens: Tokens(1),
        }),
        ..Reference::new(Kind::Search, State::Used)
    }];
    library.end_turn(answer, CallReport::default()).await.unwrap();
}

#[tokio::test]
async fn a_cached_history_equals_the_librarys() {
    let folder = tempfile::TempDir::new().unwrap();
    let (library, _) = Library::open(&folder.path().join("library.db")).unwrap();
    let vault = library.open_vault(folder.path()).await.unwrap();
    let histories = Histories::default();
    let check = async |id, before, expected: &str| {
        let held = histories.of(&library, id, before).await.unwrap();
        assert_eq!(*held.messages, library.history(id, before).await.unwrap());
        let numbers = Ledger::new(library.numbers(id).await.unwrap());
        assert_eq!(held.ledger, numbers);
        let texts: Vec<&str> = held.messages.iter().map(|message| message.text.as_str()).collect();
        assert_eq!(texts.join(" "), expected);
    };
    let (id, one, answer) = ask(&library, vault, None, "q1").await;
    // An unfinished answer is read again.
    check(id, None, "q1 ").await;
    end(&library, answer.clone(), "a1").await;
    check(id, None, "q1 a1").await;
    let (_, two, second) = ask(&library, vault, Some(id), "q2").await;
    check(id, Some(two.id), "q1 a1").await;
    end(&library, second, "a2").await;
    check(id, None, "q1 a1 q2 a2").await;
    check(id, Some(one.id), "").await;
    check(id, Some(two.id), "q1 a1").await;

    // Another branch.
    let mut other = Answer::new(MessageId::new(), String::new(), now());
    other.state = MessageState::Streaming;
    let again = AskedQuestion::Kept { conversation: id, message: one.id };
    library.begin_turn(vault, again, other.clone()).await.unwrap();
    end(&library, other, "b1").await;
    check(id, None, "q1 b1").await;
    library.switch_branch(answer.id).await.unwrap();
    check(id, None, "q1 a1 q2 a2").await;

    // A note that was moved.
    let (from, to) = (NotePath::new("Salt.md").unwrap(), NotePath::new("Sea.md").unwrap());
    let moved = NoteMove { from, to: to.clone(), staying: Vec::new() };
    library.notes_moved(vault, vec![moved]).await.unwrap();
    check(id, None, "q1 a1 q2 a2").await;
    let held = histories.of(&library, id, None).await.unwrap();
    assert_eq!(held.messages[0].references[0].path, Some(to));

    // Another conversation.
    let (elsewhere, _, answer) = ask(&library, vault, None, "x").await;
    end(&library, answer, "y").await;
    check(elsewhere, None, "x y").await;
    check(id, None, "q1 a1 q2 a2").await;
}
