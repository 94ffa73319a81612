use std::sync::Arc;

use super::*;

fn path(path: &str) -> NotePath {
    NotePath::new(path).unwrap()
}

fn catalog(notes: &[(&str, &str)]) -> Catalog {
    let parsed = notes.iter().map(|(name, text)| (path(name), Arc::new(notes::parse(text))));
    Catalog::new(parsed, [path("Plan.pdf")])
}

// B95
#[test]
fn links_and_citations_join_the_notes_that_are_there() {
    let catalog = catalog(&[
        ("Dough.md", "[[Salt]] and [[Salt|again]], see [[Rye]]."),
        ("Rye.md", "Alone."),
        ("Salt.md", "For [[Dough]], and [[Nowhere]]."),
    ]);
    let conversation = ConversationId::new();
    let answers = [MessageId::new(), MessageId::new()];
    let met = |answer: usize, note: &str, cited: bool| MetNote {
        conversation,
        answer: Some(answers[answer]),
        title: format!("Question {answer}"),
        path: path(note),
        cited,
    };
    let all = [
        met(0, "Salt.md", true),
        met(0, "Gone.md", true),
        met(1, "Dough.md", false),
        met(1, "Plan.pdf", true),
        met(1, "Salt.md", true),
    ];
    let check = |whole: bool, notes: &[&str], links: &[(u32, u32)], citations: &[(u32, u32)]| {
        let graph = NoteGraph::of(&catalog, all.to_vec(), whole);
        let paths: Vec<_> = graph.notes.iter().map(|note| note.path.as_str()).collect();
        assert_eq!(paths, notes);
        // Either note of a linked pair may come first.
        let sorted = |pairs: &[(u32, u32)]| {
            pairs.iter().map(|&(a, b)| (a.min(b), a.max(b))).collect::<BTreeSet<_>>()
        };
        assert_eq!((sorted(&graph.links), graph.links.len()), (sorted(links), links.len()));
        assert_eq!(graph.citations, citations);
        let titles: Vec<_> = graph.questions.iter().map(|asked| &*asked.title).collect();
        assert_eq!((titles, graph.left_out), (vec!["Question 0", "Question 1"], 0));
    };
    let met_notes = ["Dough.md", "Plan.pdf", "Salt.md"];
    check(false, &met_notes, &[(0, 2)], &[(0, 2), (1, 1), (1, 2)]);
    let every_note = ["Dough.md", "Plan.pdf", "Rye.md", "Salt.md"];
    check(true, &every_note, &[(0, 2), (0, 3)], &[(0, 3), (1, 1), (1, 3)]);
    assert_eq!(NoteGraph::of(&catalog, Vec::new(), false), NoteGraph::default());
}

// B95
#[test]
fn of_too_many_notes_the_least_connected_are_left_out() {
    let mut written: Vec<(String, String)> = (0..MOST_NOTES + 2)
        .map(|number| (format!("{number:05}.md"), "[[Hub]]".to_owned()))
        .collect();
    written[7].1 = String::new();
    written.push(("Hub.md".to_owned(), String::new()));
    let written: Vec<(&str, &str)> =
        written.iter().map(|(name, text)| (&**name, &**text)).collect();
    let graph = NoteGraph::of(&catalog(&written), Vec::new(), true);
    assert_eq!((graph.notes.len(), graph.left_out), (MOST_NOTES, 3));
    let has = |name: &str| graph.notes.iter().any(|note| note.path.as_str() == name);
    assert!(has("Hub.md") && !has("00007.md"));
}

#[test]
fn of_equally_connected_notes_each_folder_has_its_share() {
    let names = (0..MOST_NOTES).map(|number| format!("Archive/{number:05}.md"));
    let names: Vec<String> =
        names.chain((0..9).map(|number| format!("Work/{number}.md"))).collect();
    let mut written: Vec<(&str, &str)> = names.iter().map(|name| (&**name, "[[Hub]]")).collect();
    written.push(("Hub.md", ""));
    let graph = NoteGraph::of(&catalog(&written), Vec::new(), true);
    let of_work = graph.notes.iter().filter(|note| note.path.as_str().starts_with("Work/"));
    assert_eq!((graph.notes.len(), of_work.count()), (MOST_NOTES, 9));
}
