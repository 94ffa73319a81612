//! The sample vault, which users see first: its links resolve, and the demonstrations' questions have answers in it.

use std::{collections::BTreeSet, path::Path, sync::Arc};

use conversation::reference::Reference;
use notes::{Catalog, NotePath, Resolution, ScanOptions, Vault};
use serde::Deserialize;

#[derive(Deserialize)]
struct Question {
    question: String,
    note: String,
    answer_contains: String,
}

fn sample() -> notes::Result<Vault> {
    Vault::open(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../sample-vault"))
}

#[test]
fn every_link_leads_somewhere_but_the_two_notes_that_are_still_to_be_written() {
    let vault = sample().unwrap();
    let scan = vault.scan(&ScanOptions::default()).unwrap();
    assert!((40..=60).contains(&scan.notes.len()), "{} notes", scan.notes.len());
    let parsed: Vec<_> = scan
        .notes
        .iter()
        .map(|entry| {
            let text = vault.read_note(&entry.path).unwrap().text;
            (entry.path.clone(), Arc::new(notes::parse(&text)))
        })
        .collect();
    let catalog = Catalog::new(parsed.clone(), scan.files.into_iter().map(|entry| entry.path));
    let (mut broken, mut ambiguous) = (BTreeSet::new(), BTreeSet::new());
    for (path, note) in &parsed {
        assert!(note.warnings.is_empty(), "{path}: {:?}", note.warnings);
        for link in &note.links {
            match catalog.resolve(Some(path), &link.target) {
                Resolution::Resolved { path: found } => {
                    let anchored = link.target.anchor.as_ref().is_none_or(|anchor| {
                        catalog.note(&found).is_some_and(|note| note.lines_of(anchor).is_some())
                    });
                    assert!(anchored, "{path}: {} names a place that isn't there", link.raw);
                }
                Resolution::Ambiguous { .. } => {
                    ambiguous.insert(link.target.path.clone());
                }
                Resolution::Broken { .. } => {
                    broken.insert(link.target.path.clone());
                }
            }
        }
    }
    assert_eq!(Vec::from_iter(broken), ["Freshly milled flour", "Panettone"]);
    assert!(ambiguous.is_subset(&BTreeSet::from(["Rye".to_owned()])), "{ambiguous:?}");
}

#[test]
fn the_questions_have_their_answers_in_the_vault() {
    let vault = sample().unwrap();
    let questions: Vec<Question> =
        serde_json::from_str(include_str!("../../fixtures/sample-questions.json")).unwrap();
    assert!(questions.len() >= 10);
    for Question { question, note, answer_contains } in questions {
        let text = vault.read_note(&NotePath::new(&note).unwrap()).unwrap().text;
        assert!(text.contains(&answer_contains), "“{question}”: {note} has no {answer_contains:?}");
    }
}

// The same check as for the larger data sets, for clones without those.
#[tokio::test]
async fn the_questions_are_sent_the_notes_that_answer_them() {
    let vault = Path::new(env!("CARGO_MANIFEST_DIR")).join("../sample-vault");
    let asker = tests::evidence::Asker::over(&vault).await;
    let questions: Vec<Question> =
        serde_json::from_str(include_str!("../../fixtures/sample-questions.json")).unwrap();
    let (mut notes, mut words) = (0, 0);
    for Question { question, note, answer_contains } in &questions {
        let sent = asker.sent(&[question]).await;
        let of_note = |one: &&Reference| one.path.as_ref().is_some_and(|it| it.as_str() == note);
        let found: Vec<_> = sent.iter().filter(of_note).collect();
        let has = |one: &&Reference| {
            one.passage.as_ref().is_some_and(|it| it.text.contains(answer_contains))
        };
        notes += usize::from(!found.is_empty());
        words += usize::from(found.into_iter().any(|one| has(&one)));
    }
    let share = |count: usize| count as f64 / questions.len() as f64;
    let figures = [("note sent", share(notes)), ("answer sent", share(words))];
    tests::floors::check("sample-vault", &figures);
}
