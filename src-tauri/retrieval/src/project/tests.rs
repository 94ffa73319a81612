use std::fs;

use super::*;
use crate::sources::tests::sources;

fn places(paths: &[&str]) -> Vec<NotePath> {
    paths.iter().map(|path| NotePath::new(path).unwrap()).collect()
}

fn paths(references: &[Reference]) -> Vec<&str> {
    references.iter().filter_map(|it| it.path.as_ref()).map(NotePath::as_str).collect()
}

#[test]
fn a_project_of_a_large_vault_finds_its_notes() {
    // All other notes match better than the project's.
    let mut notes: Vec<(String, String)> = (0..300)
        .map(|at| (format!("Else/Bread/{at}.md"), "# Salt\n\nSalt, salt, salt.\n".to_owned()))
        .collect();
    let far = "A long note on flour that says one word of salt, and goes on about water.\n";
    for path in ["Bread/Dough.md", "Single.md", "Breadth/No.md"] {
        notes.push((path.to_owned(), far.to_owned()));
    }
    let notes: Vec<(&str, &str)> = notes.iter().map(|(p, t)| (&**p, &**t)).collect();
    let (_folder, sources) = sources(&notes);
    for (of, expect) in [
        (&["Bread"][..], &["Bread/Dough.md"][..]),
        (&["Bread", "Single.md"], &["Bread/Dough.md", "Single.md"]),
        (&["Gone.md"], &[]),
        (&[], &[]),
    ] {
        let project = Project { notes: places(of), ..Project::new() };
        let found = read(&sources, project, &[], "How much salt?").hits;
        let mut found = paths(&found);
        found.sort_unstable();
        assert_eq!(found, expect, "{of:?}");
    }
}

#[test]
fn a_project_is_read_whole_or_not_at_all() {
    let text = |at: u32| format!("Note {at} says something of its own.\n");
    let notes: Vec<(String, String)> =
        (0..20).map(|at| (format!("P/{at:02}.md"), text(at))).collect();
    let notes: Vec<(&str, &str)> = notes.iter().map(|(p, t)| (&**p, &**t)).collect();
    let (folder, sources) = sources(&notes);
    let project = Project { notes: places(&["P"]), ..Project::new() };
    let (members, _) = members(&sources, &project);
    let (all, counted, notices) = whole(&sources, &members, &[], MOST);
    assert_eq!((all.len(), notices.len()), (20, 0));
    assert!(all.iter().all(|it| it.kind == Kind::Project && it.passage.is_some()), "{all:?}");
    let tokens = all.iter().filter_map(|it| it.passage.as_ref()).map(|it| u64::from(it.tokens.0));
    let tokens: u64 = tokens.sum();
    assert_eq!(counted, tokens);
    assert_eq!(whole(&sources, &members, &[], tokens).0.len(), 20);
    // An unreadable note is reported only once it is reached.
    fs::remove_file(folder.path().join("vault/P/19.md")).unwrap();
    let (none, half, notices) = whole(&sources, &members, &[], tokens / 2);
    assert_eq!((none.len(), half, notices.len()), (0, tokens / 2, 0));
    let (rest, _, notices) = whole(&sources, &members, &[], tokens);
    assert_eq!((rest.len(), notices.len()), (19, 1));
}

fn file(sources: &Sources, name: &str, text: &str) -> CutFile {
    let file = conversation::Attachment {
        id: conversation::AttachmentId::new(),
        name: name.to_owned(),
        bytes: 1,
        tokens: models::Tokens(1),
        hash: notes::ContentHash::of(text),
        image: None,
        extent: conversation::FileExtent::Whole,
    };
    CutFile::new(&sources.whole, file, &conversation::FileText::plain(text.to_owned()))
}

#[test]
fn a_project_has_what_its_places_tags_search_and_files_find() {
    let text = |text: &str| text.to_owned();
    let (_folder, sources) = sources(&[
        ("Bread/Rye.md", "Rye and water.\n"),
        ("Bread/Wheat.md", "---\ntags: [flour]\n---\nWheat.\n"),
        ("Else/Salt.md", "Sea salt.\n"),
        ("Else/Oven.md", "An oven #hot.\n"),
    ]);
    let blank = || Project { name: "Bread".to_owned(), ..Project::new() };
    let check = |project: Project, expect: &[&str], told: &[&str]| {
        let (found, notices) = members(&sources, &project);
        let found: Vec<&str> = found.iter().map(NotePath::as_str).collect();
        assert_eq!(found, expect);
        assert_eq!(notices.len(), told.len(), "{notices:?}");
        for (notice, part) in notices.iter().zip(told) {
            assert!(notice.contains(part), "{notice}");
        }
    };
    check(Project { tags: vec![text("hot")], ..blank() }, &["Else/Oven.md"], &[]);
    check(Project { search: text("sea -oven"), ..blank() }, &["Else/Salt.md"], &[]);
    check(
        Project { notes: places(&["Bread"]), tags: vec![text("flour"), text("hot")], ..blank() },
        &["Bread/Rye.md", "Bread/Wheat.md", "Else/Oven.md"],
        &[],
    );
    check(
        Project {
            notes: places(&["Gone", "Bread/Rye.md"]),
            tags: vec![text("none")],
            search: text("camel"),
            ..blank()
        },
        &["Bread/Rye.md"],
        &["“Gone” of the project “Bread”", "#none", "“camel”"],
    );
    check(blank(), &[], &[]);

    // Files are sent whole, or searched by words in a searched project.
    let files = [
        file(&sources, "Plan.txt", "Bake twelve loaves on Friday."),
        file(&sources, "List.txt", "Buy flour."),
    ];
    let project = Project { notes: places(&["Else/Salt.md"]), ..blank() };
    let all = read(&sources, project.clone(), &files, "When do we bake?");
    let titles: Vec<&str> = all.part.documents.iter().map(|it| &*it.title).collect();
    assert_eq!(titles, ["Plan.txt", "List.txt", "Salt"]);
    let first = &all.part.documents[0];
    assert!(first.attachment.is_some() && first.kind == Kind::Project, "{first:?}");
    let found: Vec<&str> = all.hits.iter().map(|it| &*it.title).collect();
    assert_eq!(found, ["Plan.txt"]);
    let searched = read(&sources, Project { is_searched: true, ..project.clone() }, &files, "bake");
    assert_eq!((searched.part.documents.len(), searched.hits.len()), (0, 1));
    let ProjectExtent { notes, files, tokens, notices } = extent(&sources, &project, &files);
    assert_eq!((notes, files, notices.len()), (1, 2, 0));
    assert!(tokens > 8, "{tokens}");
}
