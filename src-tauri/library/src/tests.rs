mod branches;
mod changes;
mod damage;
mod insight;
mod journal;
mod migrations;
mod panics;
mod readers;
mod receipts;
mod stored;
mod together;

use conversation::{
    Answer, AttachmentId, Author, Check, CitationMark, ContextView, ConversationId, Draft, Error,
    FileText, MessageId, MessageState, Mode, Number, PassageSpan, ProbableSource, Question,
    Receipt, Reference, Scope,
};
use std::{collections::BTreeSet, fs, path::PathBuf};

use models::{CountKind, ProviderKind, Tokens, Usage};
use notes::{ByteRange, ContentHash, LineRange, NotePath};
use tempfile::TempDir;

use super::*;
use conversation::{
    Code, ReferenceId, Settings,
    context::{Budgets, Cut, PartView, Segment},
    reference::{Kind, Passage, State},
};
use grounding::references::Ledger;

struct Place {
    folder: TempDir,
}

impl Place {
    fn new() -> Self {
        Self { folder: TempDir::new().unwrap() }
    }

    fn file(&self) -> PathBuf {
        self.folder.path().join("library.db")
    }

    fn open(&self) -> Library {
        let (library, notice) = Library::open(&self.file()).unwrap();
        assert_eq!(notice, None);
        library
    }

    /// Waits until nobody has the library open: its thread closes it a moment after the last handle is dropped.
    fn closed(&self) {
        let lock = fs::File::open(self.folder.path().join("library.db-lock")).unwrap();
        while lock.try_lock().is_err() {
            std::thread::sleep(std::time::Duration::from_millis(2));
        }
    }

    fn names(&self) -> BTreeSet<String> {
        fs::read_dir(self.folder.path())
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect()
    }
}

pub fn question(text: &str) -> Question {
    let mut question = Question::new(MessageId::new(), text.to_owned(), now());
    question.mode = Mode::Notes;
    question
}

pub fn answered(text: &str, state: MessageState) -> Answer {
    let mut answer = Answer::new(MessageId::new(), text.to_owned(), now());
    (answer.mode, answer.state) = (Mode::Notes, state);
    answer
}

fn answer() -> Answer {
    answered("", MessageState::Streaming)
}

pub fn reference(path: &str, text: &str, number: Option<u32>, state: State) -> Reference {
    let path = NotePath::new(path).unwrap();
    Reference {
        number: number.map(Number),
        wikilink: format!("[[{}]]", path.stem()),
        title: path.stem().to_owned(),
        path: Some(path),
        passage: Some(Passage {
            lines: LineRange { start: 3, end: 4 },
            range: ByteRange { start: 10, end: 10 + text.len() },
            hash: ContentHash::of(text),
            text: text.to_owned(),
            heading_path: vec!["Dough".to_owned()],
            columns: None,
            part: None,
            tokens: Tokens(7),
        }),
        snippet: text.to_owned(),
        match_reason: "found by: salt".to_owned(),
        ..Reference::new(Kind::Search, state)
    }
}

async fn stored(library: &Library, answer: MessageId) -> Answer {
    library.message(answer).await.unwrap().1.into_answer().unwrap()
}

fn new_question(message: &Question) -> AskedQuestion {
    let title = "How much salt?".to_owned();
    AskedQuestion::New { conversation: None, title, message: message.clone() }
}

fn next_question(conversation: ConversationId, message: &Question) -> AskedQuestion {
    let (conversation, title) = (Some(conversation), String::new());
    AskedQuestion::New { conversation, title, message: message.clone() }
}

async fn vault(library: &Library) -> VaultId {
    library.open_vault(std::path::Path::new("/vaults/bread")).await.unwrap()
}

pub fn receipt(answer: MessageId, request: &str, parts: &[&str]) -> Receipt {
    Receipt {
        answer,
        created: now(),
        provider: ProviderKind::OpenAi,
        server: "http://127.0.0.1:8080".to_owned(),
        model: "small".to_owned(),
        request: request.to_owned(),
        context: ContextView {
            window: Tokens(4096),
            reserve: Tokens(1024),
            budgets: Budgets::of(Tokens(4096)),
            parts: parts
                .iter()
                .map(|text| PartView {
                    segment: Segment::Messages,
                    label: "Your question".to_owned(),
                    origin: None,
                    number: None,
                    item: None,
                    tokens: Tokens(3),
                    count: CountKind::Estimated,
                    text: (*text).to_owned(),
                    call: None,
                })
                .collect(),
            cuts: vec![Cut {
                label: "[4] Rye".to_owned(),
                tokens: Tokens(90),
                reason: "It didn't fit.".to_owned(),
                removed: None,
            }],
            few_passages: None,
            lent: Tokens(0),
            total: Tokens(30),
            free: Tokens(3042),
            compact: None,
            refusal: None,
            searched_for: None,
            auxiliary: false,
        },
        usage: None,
        deleted_marks: Vec::new(),
        problems: vec!["The search failed.".to_owned()],
        imported: false,
        cost: None,
    }
}

// B49
#[tokio::test]
async fn a_conversation_comes_back_as_it_was_written() {
    let place = Place::new();
    let mut asked = question("How much salt goes into [[Dough]]?");
    asked.references = vec![reference("Dough.md", "Salt: 2 %.", None, State::Used)];
    let mut replied = answer();
    let conversation;
    {
        let library = place.open();
        let vault = vault(&library).await;
        let file = library
            .add_attachment(NewFile::text("list.txt", Tokens(2), FileText::plain("salt")))
            .await
            .unwrap();
        asked.attachments = vec![file];
        conversation =
            library.begin_turn(vault, new_question(&asked), replied.clone()).await.unwrap();
        library.begin_receipt(receipt(replied.id, "{}", &[]), Vec::new(), None).await.unwrap();
        replied.text = "Two per cent [1].".to_owned();
        replied.citations = vec![CitationMark::new(13, 16, Number(1))];
        replied.thinking = "Salt is by flour.".to_owned();
        replied.state = MessageState::Failed;
        replied.error = Some(Error {
            tried: vec!["http://127.0.0.1:8080: broke".to_owned()],
            ..Error::new(Code::Model(models::Code::BrokenStream), "The connection broke.")
        });
        replied.model = Some("small".to_owned());
        replied.notices = vec!["A notice.".to_owned()];
        replied.references = vec![
            reference("Dough.md", "Salt: 2 %.", Some(1), State::Cited),
            reference("Rye.md", "Rye likes salt.", None, State::Considered),
        ];
        library.end_turn(replied.clone(), CallReport::default()).await.unwrap();
        replied.has_receipt = true;
    }
    let library = place.open();
    let kept = library.conversation(conversation).await.unwrap();
    assert_eq!(kept.title, "How much salt?");
    assert_eq!(kept.messages, [asked.clone().into(), replied.clone().into()]);
    let vault = vault(&library).await;
    let list = library.conversations(vault).await.unwrap();
    assert_eq!(list.len(), 1);
    assert_eq!((list[0].id, list[0].messages), (conversation, 2));
    assert_eq!(library.last_conversation(vault).await.unwrap(), Some(conversation));
    assert_eq!(library.message(replied.id).await.unwrap(), (conversation, replied.clone().into()));
    assert_eq!(library.reference(replied.references[1].id).await.unwrap(), replied.references[1]);
}

#[tokio::test]
async fn a_citation_that_was_put_right_stays_so_and_can_be_taken_back_later() {
    let place = Place::new();
    let (asked, mut replied) = (question("How much salt?"), answer());
    let nobody = MessageId::new();
    {
        let library = place.open();
        let vault = vault(&library).await;
        library.begin_turn(vault, new_question(&asked), replied.clone()).await.unwrap();
        let put_right = |answer: &mut Answer| answer.put_right(0);
        let streaming = library.change_citations(replied.id, put_right).await.unwrap();
        assert!(streaming.citations.is_empty(), "its end will say what it cites");
        replied.text = "Two per cent [1].".to_owned();
        replied.state = MessageState::Complete;
        replied.citations = vec![CitationMark::new(13, 16, Number(1))];
        let evidence = vec![PassageSpan { number: Number(2), start: 0, end: 4 }];
        replied.checks = vec![Check { evidence: evidence.clone(), ..Check::new(0, 17) }];
        replied.probably = vec![ProbableSource { start: 0, end: 17, number: Number(2), evidence }];
        replied.references = vec![
            reference("Rye.md", "Rye is sticky.", Some(1), State::Cited),
            reference("Dough.md", "Salt: 2 %.", Some(2), State::Used),
        ];
        library.end_turn(replied.clone(), CallReport::default()).await.unwrap();
        let changes = library.changes();
        let corrected = library.change_citations(replied.id, put_right).await.unwrap();
        assert_eq!(corrected.cited_text(), "Two per cent [2].");
        assert!(library.changes() > changes, "who holds the message reads it again");
        let error = library.change_citations(nobody, put_right).await.unwrap_err();
        assert_eq!(error.code, Code::NotFound);
    }
    let library = place.open();
    let kept = stored(&library, replied.id).await;
    assert_eq!(
        (&kept.text[..], kept.cited_text().as_ref()),
        ("Two per cent [1].", "Two per cent [2].")
    );
    assert_eq!((&kept.checks, &kept.probably), (&replied.checks, &replied.probably));
    let states: Vec<_> = kept.references.iter().map(|reference| reference.state).collect();
    assert_eq!(states, [State::Used, State::Cited]);
    let back = library.change_citations(replied.id, |message| message.take_back(0)).await.unwrap();
    assert_eq!(back, replied);
    assert_eq!(stored(&library, replied.id).await, replied);
}

// B46
#[tokio::test]
async fn an_answer_that_was_being_written_is_interrupted_at_the_next_start() {
    let place = Place::new();
    let (asked, replied) = (question("How much salt?"), answer());
    let conversation;
    {
        let library = place.open();
        let vault = vault(&library).await;
        conversation =
            library.begin_turn(vault, new_question(&asked), replied.clone()).await.unwrap();
        library
            .append_text(replied.id, "Two per".to_owned(), Vec::new(), String::new())
            .await
            .unwrap();
        // For a second app on the same library, the first one is still writing.
        let second = place.open();
        let kept = second.conversation(conversation).await.unwrap();
        assert_eq!(kept.messages[1].state(), MessageState::Streaming);
    }
    place.closed();
    let library = place.open();
    let kept = library.conversation(conversation).await.unwrap();
    assert_eq!(kept.messages[1].state(), MessageState::Interrupted);
    assert_eq!(kept.messages[1].text, "Two per");
}

// B15
#[tokio::test]
async fn the_ledger_is_rebuilt_over_the_whole_conversation() {
    let place = Place::new();
    let conversation;
    {
        let library = place.open();
        let vault = vault(&library).await;
        let (first, second, third) = (answer(), answer(), answer());
        let asked = question("one");
        conversation =
            library.begin_turn(vault, new_question(&asked), first.clone()).await.unwrap();
        library
            .put_references(first.id, vec![reference("a.md", "A", Some(1), State::Used)])
            .await
            .unwrap();
        let again = AskedQuestion::Kept { conversation, message: asked.id };
        library.begin_turn(vault, again, second.clone()).await.unwrap();
        library
            .put_references(
                second.id,
                vec![
                    reference("a.md", "A", Some(1), State::Used),
                    reference("b.md", "B", Some(2), State::Used),
                    reference("c.md", "C", None, State::Considered),
                ],
            )
            .await
            .unwrap();
        // The first answer is on another branch now, but its numbers still count.
        let shown = library.conversation(conversation).await.unwrap().messages;
        assert_eq!(
            shown.iter().map(|message| message.id).collect::<Vec<_>>(),
            [asked.id, second.id]
        );
        library
            .begin_turn(vault, next_question(conversation, &question("two")), third)
            .await
            .unwrap();
        assert_eq!(library.conversation(conversation).await.unwrap().messages.len(), 4);
    }
    let library = place.open();
    let mut ledger = Ledger::new(library.numbers(conversation).await.unwrap());
    assert_eq!(ledger.number("b.md", ContentHash::of("B")), Number(2));
    assert_eq!(ledger.number("a.md", ContentHash::of("A")), Number(1));
    assert_eq!(ledger.number("c.md", ContentHash::of("C")), Number(3));
}

#[tokio::test]
async fn a_library_of_a_newer_version_is_refused_and_left_alone() {
    let place = Place::new();
    drop(place.open());
    let connection = rusqlite::Connection::open(place.file()).unwrap();
    connection.pragma_update(None, "user_version", 99).unwrap();
    drop(connection);
    let error = Library::open(&place.file()).err().unwrap();
    assert_eq!(error.code, Code::Library);
    assert!(error.message.contains("newer"), "{error}");
    let connection = rusqlite::Connection::open(place.file()).unwrap();
    let version: i64 =
        connection.pragma_query_value(None, "user_version", |row| row.get(0)).unwrap();
    assert_eq!(version, 99);
}

#[tokio::test]
async fn a_missing_row_is_an_error() {
    let place = Place::new();
    let library = place.open();
    let vault = vault(&library).await;
    let nowhere = ConversationId::new();
    let errors = [
        library.conversation(nowhere).await.unwrap_err(),
        library
            .begin_turn(vault, next_question(nowhere, &question("?")), answer())
            .await
            .unwrap_err(),
        library
            .begin_turn(
                vault,
                AskedQuestion::Kept { conversation: nowhere, message: MessageId::new() },
                answer(),
            )
            .await
            .unwrap_err(),
        library.reference(ReferenceId::new()).await.unwrap_err(),
        library.message(MessageId::new()).await.unwrap_err(),
        library.attachments(vec![AttachmentId::new()]).await.unwrap_err(),
    ];
    for error in errors {
        assert_eq!(error.code, Code::NotFound, "{error}");
    }
    assert_eq!(library.conversations(vault).await.unwrap(), []);
}

#[tokio::test]
async fn vaults_settings_and_drafts_are_kept() {
    let place = Place::new();
    let settings = Settings { exclude: vec!["a".to_owned()], ..Settings::default() };
    {
        let library = place.open();
        assert_eq!(library.settings().await.unwrap(), Settings::default());
        assert_eq!(library.recent_vaults(9).await.unwrap(), Vec::<PathBuf>::new());
        library.put_settings(settings.clone()).await.unwrap();
        let first = vault(&library).await;
        library.open_vault(std::path::Path::new("/vaults/rye")).await.unwrap();
        assert_eq!(vault(&library).await, first);
        let file = library
            .add_attachment(NewFile::text("flour.txt", Tokens(2), FileText::plain("flour")))
            .await
            .unwrap();
        let draft = Draft { attachments: vec![file.id, AttachmentId::new()], ..draft("How much") };
        library.put_draft(first, None, draft).await.unwrap();
    }
    let library = place.open();
    assert_eq!(library.settings().await.unwrap(), settings);
    assert_eq!(
        library.recent_vaults(9).await.unwrap(),
        ["/vaults/bread", "/vaults/rye"].map(PathBuf::from)
    );
    assert_eq!(library.recent_vaults(1).await.unwrap(), [PathBuf::from("/vaults/bread")]);
    let vault = vault(&library).await;
    let kept = library.draft(vault, None).await.unwrap().unwrap();
    assert_eq!((&*kept.text, kept.mode), ("How much", Mode::None));
    assert!(kept.passages_only && kept.work);
    // A missing file doesn't affect the rest of the draft.
    assert_eq!(kept.attachments.iter().map(|file| &*file.name).collect::<Vec<_>>(), ["flour.txt"]);
    // A scope is stored even without text.
    library.put_draft(vault, None, draft("")).await.unwrap();
    let narrowed = library.draft(vault, None).await.unwrap().unwrap();
    assert_eq!((&*narrowed.text, narrowed.scope), ("", draft("").scope));
    let nothing = Draft { scope: Scope::default(), ..draft("") };
    library.put_draft(vault, None, nothing).await.unwrap();
    assert_eq!(library.draft(vault, None).await.unwrap(), None);
    assert_eq!(library.draft(vault, Some(ConversationId::new())).await.unwrap(), None);
}

fn draft(text: &str) -> Draft<AttachmentId> {
    let text = text.to_owned();
    Draft {
        text,
        mode: Mode::None,
        scope: Scope { places: Vec::new(), tags: vec!["bread".to_owned()] },
        passages_only: true,
        work: true,
        attachments: Vec::new(),
    }
}
