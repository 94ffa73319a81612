use notes::{ByteRange, ContentHash, LineRange, NotePath};

use crate::{
    AttachmentId, Passage, Reference,
    model::Tokens,
    reference::{Kind, Number, State},
};

fn passage(start: usize, text: &str) -> Passage {
    Passage {
        lines: LineRange { start: 1, end: 1 },
        range: ByteRange { start, end: start + text.len() },
        hash: ContentHash::of(text),
        text: text.to_owned(),
        heading_path: Vec::new(),
        columns: None,
        part: None,
        tokens: Tokens(1),
    }
}

fn of_note(path: &str, passage: Option<Passage>) -> Reference {
    let path = Some(NotePath::new(path).unwrap());
    Reference { path, passage, ..Reference::new(Kind::Search, State::Used) }
}

#[test]
fn the_ledger_knows_where_a_reference_comes_from() {
    let id = AttachmentId::new();
    let new = |kind| Reference::new(kind, State::Used);
    let check = |reference: Reference, source: Option<&str>| {
        assert_eq!(reference.source().as_deref(), source, "{reference:?}");
        // Without a passage there is no number.
        assert_eq!(reference.key(), None);
        let text = Reference { passage: Some(passage(0, "text")), ..reference };
        let key = source.map(|source| (source.to_owned(), ContentHash::of("text")));
        assert_eq!(text.key(), key);
    };
    check(of_note("a/Salt.md", None), Some("a/Salt.md"));
    let attachment = Some(id);
    check(Reference { attachment, ..new(Kind::Attachment) }, Some(&id.to_string()));
    let url = Some("https://example.org/salt".to_owned());
    check(Reference { url, ..new(Kind::Web) }, Some("https://example.org/salt"));
    check(new(Kind::Memory), Some("memory"));
    check(Reference::new(Kind::Direct, State::Broken), None);
}

#[test]
fn a_passage_covers_what_is_part_of_it() {
    let whole = "Salt keeps. Salt keeps.";
    let check = |all: &Reference, part: &Reference, expect: bool| {
        assert_eq!(all.covers(part), expect, "{all:?}\n{part:?}");
    };
    let all = of_note("Salt.md", Some(passage(10, whole)));
    check(&all, &all.clone(), true);
    check(&all, &of_note("Salt.md", Some(passage(10, "Salt keeps."))), true);
    check(&all, &of_note("Salt.md", Some(passage(22, "Salt keeps."))), true);
    // The same text elsewhere is the same passage to the ledger.
    check(&all, &of_note("Salt.md", Some(passage(90, whole))), true);
    // Another place, another text (the note changed), another note, no passage.
    check(&all, &of_note("Salt.md", Some(passage(23, "Salt keeps."))), false);
    check(&all, &of_note("Salt.md", Some(passage(9, "Salt keeps."))), false);
    check(&all, &of_note("Salt.md", Some(passage(10, "Salt kept."))), false);
    check(&all, &of_note("Pepper.md", Some(passage(10, "Salt keeps."))), false);
    check(&all, &of_note("Salt.md", None), false);
    check(&of_note("Salt.md", None), &all, false);
    check(&of_note("Salt.md", Some(passage(10, "Salt keeps."))), &all, false);
}

#[test]
fn a_number_is_written_as_a_plain_number() {
    assert_eq!(Number(12).to_string(), "12");
    assert_eq!(serde_json::to_string(&Number(12)).unwrap(), "12");
}
