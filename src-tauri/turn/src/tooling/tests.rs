use super::*;
use crate::{bare_input, intent::Intent};
use conversation::{Passage, reference::Kind};
use grounding::context::ProjectPart;
use notes::{ByteRange, ContentHash, LineRange, NotePath};

/// A passage of a project's note, of this many tokens.
fn reference(path: &str, tokens: u32) -> Reference {
    let text = format!("{path} {tokens}");
    let passage = Passage {
        lines: LineRange { start: 1, end: 1 },
        range: ByteRange { start: 0, end: 0 },
        hash: ContentHash::of(&text),
        text,
        heading_path: Vec::new(),
        tokens: Tokens(tokens),
    };
    Reference {
        path: Some(NotePath::new(path).unwrap()),
        passage: Some(passage),
        ..Reference::new(Kind::Project, State::Used)
    }
}

/// A turn in a project of these passages, of which one is found, and one elsewhere.
fn gathered(documents: Vec<Reference>) -> Gathered {
    let mut input = bare_input(Tokens(8_000), Tokens(1_000));
    let (name, instructions) = ("Bread".to_owned(), String::new());
    input.project = Some(ProjectPart { name, instructions, documents });
    input.hits = vec![reference("Else.md", 10)];
    Gathered {
        input,
        intent: Intent::Answer,
        rest: Vec::new(),
        project_hits: vec![reference("Bread/Salt.md", 10)],
        files: Vec::new(),
        turn_ends: Vec::new(),
        notices: Vec::new(),
        sent: Vec::new(),
        searched: true,
    }
}

#[test]
fn a_project_goes_in_whole_or_by_what_was_found_of_it() {
    fn check(documents: &[u32], whole: usize, hits: &[&str]) {
        let documents = documents.iter().map(|&tokens| reference("Bread/Salt.md", tokens));
        let mut gathered = gathered(documents.collect());
        hold_project(&mut gathered);
        let input = &gathered.input;
        assert_eq!(input.project.as_ref().unwrap().documents.len(), whole);
        let paths: Vec<&str> =
            input.hits.iter().filter_map(|hit| Some(hit.path.as_ref()?.as_str())).collect();
        assert_eq!(paths, hits);
    }
    // 0.6 of the 7,000 tokens that are usable are 4,200.
    check(&[4_000, 199], 2, &["Else.md"]);
    check(&[4_000, 200], 0, &["Bread/Salt.md", "Else.md"]);
    // Too large for all models: its passages weren't even read.
    check(&[], 0, &["Bread/Salt.md", "Else.md"]);
}

#[test]
fn what_is_found_in_a_project_is_support() {
    let mut gathered = gathered(Vec::new());
    gathered.input.hits.clear();
    assert!(!gathered.has_no_support());
    gathered.project_hits.clear();
    assert!(gathered.has_no_support());
}
