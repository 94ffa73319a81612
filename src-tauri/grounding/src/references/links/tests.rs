use std::sync::Arc;

use notes::Anchor;

use super::*;

fn catalog() -> Catalog {
    let note = |path: &str, text: &str| {
        (NotePath::new(path).expect("a path"), Arc::new(notes::parse(text)))
    };
    Catalog::new(
        [
            note("a.md", "# Apple\n\ntext"),
            note("b.md", "text"),
            note("dir/N.md", "## H\n\ntext ^id"),
            note("one/Rye.md", "---\naliases: [Secale]\n---\ntext"),
            note("two/Rye.md", "text"),
        ],
        [NotePath::new("photo.png").expect("a path")],
    )
}

/// A reference as a line: link, path, anchor, others or suggestions.
fn line(reference: &Reference) -> String {
    let paths =
        |paths: &[NotePath]| paths.iter().map(NotePath::as_str).collect::<Vec<_>>().join(" ");
    let path = reference.path.as_ref().map_or("none", NotePath::as_str);
    let mut line = format!("{} {path}", reference.wikilink);
    match &reference.anchor {
        Some(Anchor::Heading(headings)) => line.push_str(&format!(" #{}", headings.join("#"))),
        Some(Anchor::Block(id)) => line.push_str(&format!(" ^{id}")),
        None => {}
    }
    if !reference.others.is_empty() {
        line.push_str(&format!(", or {}", paths(&reference.others)));
    }
    if !reference.suggestions.is_empty() {
        line.push_str(&format!(", perhaps {}", paths(&reference.suggestions)));
    }
    line
}

#[track_caller]
fn check(text: &str, expect: &[&str]) {
    let found: Vec<String> = direct_references(text, &catalog()).iter().map(line).collect();
    assert_eq!(found, expect, "{text:?}");
}

// B1
#[test]
fn links_in_order_with_their_text_verbatim() {
    check("See [[A]] and [[B|b]].", &["[[A]] a.md", "[[B|b]] b.md"]);
    check("See [[B|b]], then [[ A ]].", &["[[B|b]] b.md", "[[ A ]] a.md"]);
    check("No links.", &[]);
    let references = direct_references("See [[A]].", &catalog());
    assert_eq!(references[0].title, "Apple");
    assert_eq!((references[0].kind, references[0].state), (Kind::Direct, State::Used));
}

// B2
#[test]
fn every_form_of_a_link_keeps_its_anchor() {
    check("[[N#H]]", &["[[N#H]] dir/N.md #H"]);
    check("[[N#^id]]", &["[[N#^id]] dir/N.md ^id"]);
    check("[[dir/N]]", &["[[dir/N]] dir/N.md"]);
    check("[[N.md]]", &["[[N.md]] dir/N.md"]);
    check("[n](dir/N.md#H)", &["[n](dir/N.md#H) dir/N.md #H"]);
    check("![[N]]", &["![[N]] dir/N.md"]);
}

// B3
#[test]
fn an_ambiguous_name_says_which_notes_it_could_be() {
    for _ in 0..3 {
        check("[[Rye]]", &["[[Rye]] one/Rye.md, or two/Rye.md"]);
    }
}

// B4
#[test]
fn a_broken_link_has_no_path_and_suggests() {
    let references = direct_references("[[Secale]] and [[#here]]", &catalog());
    assert_eq!(references[0].state, State::Broken);
    assert_eq!(references[0].path, None);
    assert_eq!(references[0].title, "Secale");
    assert_eq!(
        references[0].suggestions.first().map(NotePath::as_str),
        Some("one/Rye.md"),
        "an alias's note is what was meant"
    );
    assert_eq!(
        referenced_documents("[[Secale]]", &references[..1], Some("read_note")),
        "[[Secale]]\n\nReferenced Documents:\n- [[Secale]]: Warning - Document not found"
    );
}

// B5
#[test]
fn links_in_code_are_no_links() {
    check("`[[A]]` and\n\n```\n[[B]]\n```\n\nand [[N]]", &["[[N]] dir/N.md"]);
    check("---\n[[A]]\n---\n[[B]]", &["[[A]] a.md", "[[B]] b.md"]);
}

// B7
#[test]
fn two_links_to_one_note_make_one_reference() {
    check("[[A]], [[a.md]], [[a#x|y]] and [[B]]", &["[[A]] a.md", "[[B]] b.md"]);
    assert_eq!(direct_references("[[Nope]] [[nope]] [[Other]]", &catalog()).len(), 2);
}

#[test]
fn an_image_is_no_document() {
    check("![[photo.png]] and [[A]]", &["[[A]] a.md"]);
}

// B6
#[test]
fn links_are_listed_below_the_question_with_their_summaries() {
    let text = "See [[A]], [[B|b]] and [[X]].";
    let mut references = direct_references(text, &catalog());
    references[0].summary = Some("About apples.".to_owned());
    let with_tool = referenced_documents(text, &references, Some("read_note"));
    assert_eq!(
        with_tool,
        "See [[A]], [[B|b]] and [[X]].\n\
         \n\
         Referenced Documents:\n\
         - [[A]] (a.md): About apples.\n\
         - [[B|b]] (b.md)\n\
         - [[X]]: Warning - Document not found\n\
         Please read these documents using the read_note tool if you need more information."
    );
    let without = referenced_documents(text, &references, None);
    assert_eq!(with_tool.rsplit_once('\n').map(|lines| lines.0), Some(without.as_str()));
    assert_eq!(referenced_documents("Plain.\n", &[], Some("read_note")), "Plain.\n");
}
