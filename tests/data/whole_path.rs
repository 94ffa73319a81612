//! From questions to opened passages, over a real vault and with the scripted model.

#[path = "../tests/it"]
mod it {
    pub mod fixture;
}

use std::{
    collections::{BTreeMap, BTreeSet},
    path::Path,
};

use app::{App, Standing};
use conversation::{
    Answer, Mode,
    reference::{Kind, State},
};
use it::fixture::{ask, collect, conversation, finished, settings, started};
use notes::{ContentHash, ScanOptions, Vault};
use tests::model_server::{Script, ScriptedServer};
use turn::{AskRequest, At};

use crate::data;

const QUESTIONS: [&str; 4] = [
    "How do I open today's daily note?",
    "Where does Foam look for templates of a new note?",
    "What is a placeholder link?",
    "How do I open today's daily note with a keyboard shortcut?",
];

fn bytes(vault: &Path) -> BTreeMap<String, ContentHash> {
    let vault = Vault::open(vault).unwrap();
    let scan = vault.scan(&ScanOptions::default()).unwrap();
    let files = scan.notes.iter().chain(&scan.files);
    files
        .map(|file| {
            let bytes = vault.read(&file.path, u64::MAX).unwrap();
            (file.path.to_string(), ContentHash::of(bytes))
        })
        .collect()
}

/// Every citation of the answer opens its passage word for word in its note.
async fn check_citations(app: &App, vault: &Vault, answer: &Answer) {
    assert!(!answer.citations.is_empty(), "no citation: {}", answer.text);
    for mark in &answer.citations {
        let shown = &answer.text[mark.start as usize..mark.end as usize];
        assert_eq!(shown, format!("[{}]", mark.number));
        let reference =
            answer.references.iter().find(|one| one.number == Some(mark.number)).unwrap();
        assert_eq!(reference.state, State::Cited);
        let passage = reference.passage.as_ref().unwrap();
        let path = reference.path.as_ref().unwrap();
        let note = vault.read_note(path).unwrap();
        assert_eq!(passage.range.of(&note.text), Some(passage.text.as_str()), "{path}");

        let opened = app.reader.open_reference(reference.id, Vec::new()).await.unwrap();
        assert_eq!(opened.standing, Standing::Unchanged, "{path}");
        let view = opened.note.unwrap();
        assert_eq!(&view.path, path);
        assert_eq!(view.target, Some(passage.lines), "{path}");
    }
}

// B15, B38, B49
#[tokio::test]
async fn questions_to_a_real_vault_get_cited_answers_that_open() {
    let folder = data().join("vaults/foam-docs");
    let before = bytes(&folder);
    let home = tempfile::tempdir().unwrap();
    let server = ScriptedServer::start(Script::default()).await.unwrap();
    let vault = Vault::open(&folder).unwrap();

    let app = App::open(home.path()).await.unwrap();
    app.vaults.open(&folder).await.unwrap();
    let status = app.vaults.synced().await.unwrap();
    println!("foam-docs: {} notes, {} passages", status.indexed, status.chunks);
    assert!(status.failed.is_empty(), "{:?}", status.failed);
    app.settings.set(settings(&server.url())).await.unwrap();

    let mut id = None;
    let mut passages = BTreeMap::new();
    for (question, turn) in QUESTIONS.into_iter().zip(0..) {
        let request = AskRequest { at: At::End(id), ..ask(question, Mode::Notes) };
        let events = collect(app.turns.ask(request)).await;
        id = Some(conversation(&events));
        let answer = finished(&events);
        println!("{question}\n  {}", answer.text);
        check_citations(&app, &vault, &answer).await;
        // A passage has one number throughout the conversation.
        for reference in &answer.references {
            if let (Some(number), Some(path), Some(passage)) =
                (reference.number, &reference.path, &reference.passage)
            {
                println!(
                    "  [{number}] {:?} {path}:{}-{}",
                    reference.state, passage.lines.start, passage.lines.end
                );
                let known = passages.entry((path.clone(), passage.hash)).or_insert(number);
                assert_eq!(*known, number, "{path}");
            }
        }
        let receipt = app.conversations.receipts(answer.id).await.unwrap().pop().unwrap();
        assert_eq!(
            receipt.request,
            server.requests()[turn].body,
            "the receipt isn't what was sent"
        );
    }
    let numbers: BTreeSet<_> = passages.values().map(|number| number.0).collect();
    assert_eq!(numbers.len(), passages.len(), "a number means two passages");
    assert_eq!(numbers.first(), Some(&1));

    // A note linked in the question is read whatever the search finds.
    let request = AskRequest { at: At::End(id), ..ask("Sum up [[daily-notes]].", Mode::None) };
    let events = collect(app.turns.ask(request)).await;
    let linked = started(&events).1.head.references;
    assert_eq!(linked.len(), 1);
    assert_eq!(linked[0].kind, Kind::Direct);
    assert_eq!(linked[0].path.as_ref().unwrap().as_str(), "user/features/daily-notes.md");
    check_citations(&app, &vault, &finished(&events)).await;

    // All of it survives a restart.
    let kept = app.conversations.get(id.unwrap()).await.unwrap();
    assert_eq!(kept.messages.len(), 2 * (QUESTIONS.len() + 1));
    drop(app);
    let again = App::open(home.path()).await.unwrap();
    again.vaults.open(&folder).await.unwrap();
    assert_eq!(again.conversations.get(kept.id).await.unwrap(), kept);

    assert_eq!(bytes(&folder), before, "a byte of the vault changed");
}
