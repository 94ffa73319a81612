//! Files of a vault other than notes, in places that read whole notes.

use std::io::Read as _;

use conversation::{FileGroup, reference::Reference};
use index::{Control, Index, SyncScope};
use library::Project;
use notes::{ScanOptions, Vault};
use retrieval::{SearchSetup, Sources, project};

use crate::fixture::{Place, path};

/// A vault with these files, read by the app's worker process.
fn sources(files: &[(&str, &str)], groups: &[FileGroup]) -> (Place, Sources) {
    let place = Place::with(files);
    let vault = Vault::open(&place.vault()).unwrap();
    let index =
        Index::open(&place.folder().join("index.db"), vault.clone(), ScanOptions::default())
            .unwrap();
    index.sync(SyncScope::All, &mut |_| {}).unwrap();
    let mut read = |name: String, mut file: std::fs::File, limits| {
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).unwrap();
        Ok(documents::read(&bytes, &name, limits, &mut |_| {}))
    };
    index.read_documents(groups, &mut read, &Control::default(), &mut |_| {}).unwrap();
    let catalog = index.catalog();
    let setup = SearchSetup::default();
    (place, Sources { vault, index, catalog, setup, whole: Default::default() })
}

const OFFICE: &[FileGroup] = &[FileGroup::Office, FileGroup::Text];

fn texts<'a>(references: &'a [Reference]) -> Vec<(&'a str, &'a str)> {
    let text = |it: &'a Reference| it.passage.as_ref().map_or("", |passage| passage.text.trim());
    references.iter().map(|it| (it.wikilink.as_str(), text(it))).collect()
}

// B91
#[test]
fn of_all_that_match_files_are_read_as_text() {
    let (_place, sources) = sources(
        &[("Salt.md", "Two per cent of salt."), ("letter.rtf", r"{\rtf1\ansi Salt is dear.}")],
        OFFICE,
    );
    let (matching, left) = sources.matching_notes("salt", 9).unwrap();
    assert_eq!((matching.len(), left), (2, 0));
    let (passages, notices) = sources.all_passages(&matching);
    assert!(notices.is_empty(), "{notices:?}");
    let mut found = texts(&passages);
    found.sort_unstable();
    assert_eq!(found, [("[[Salt]]", "Two per cent of salt."), ("[[letter.rtf]]", "Salt is dear.")]);
}

// B82, B91
#[test]
fn a_project_has_the_files_of_its_folders() {
    let (_place, sources) = sources(
        &[
            ("Bread/Rye.md", "Rye and water."),
            ("Bread/letter.rtf", r"{\rtf1\ansi The mill sends rye.}"),
            ("Bread/late.odt", "PK\u{3}\u{4} and no more"),
            ("Papers/one.rtf", r"{\rtf1\ansi Spelt.}"),
            ("Pictures/oven.png", "no image"),
        ],
        OFFICE,
    );
    let project = |notes: &[&str]| Project {
        name: "Bread".to_owned(),
        notes: notes.iter().map(|it| path(it)).collect(),
        ..Project::new()
    };
    let whole = project::read(&sources, project(&["Bread", "Papers"]), &[], "Who sends rye?");
    assert_eq!(
        texts(&whole.part.documents),
        [
            ("[[Rye]]", "Rye and water."),
            ("[[letter.rtf]]", "The mill sends rye."),
            ("[[one.rtf]]", "Spelt.")
        ]
    );
    assert!(whole.notices.is_empty(), "{:?}", whole.notices);
    let hits = texts(&whole.hits).into_iter().map(|(link, _)| link).collect::<Vec<_>>();
    assert!(hits.contains(&"[[letter.rtf]]"), "{hits:?}");

    let extent = project::extent(&sources, &project(&["Bread", "Papers"]), &[]);
    assert_eq!((extent.notes, extent.files, extent.notices.len()), (1, 2, 1));
    assert!(extent.notices[0].contains(": 1."), "{:?}", extent.notices);

    // Files that a saved search finds belong to the project too.
    let searched = Project { search: "mill".to_owned(), ..project(&[]) };
    let found = project::read(&sources, searched, &[], "mill").part.documents;
    assert_eq!(texts(&found), [("[[letter.rtf]]", "The mill sends rye.")]);

    let check = |place: &str, said: &str| {
        let notices = project::read(&sources, project(&[place]), &[], "rye").notices;
        assert!(notices.len() == 1 && notices[0].contains(said), "{notices:?}");
    };
    check("Pictures", "can be read");
    check("Gone", "isn't in the vault any more");
}

// B91
#[test]
fn a_canvas_of_the_vault_is_found() {
    let canvas =
        r#"{"nodes":[{"id":"a","type":"text","text":"Where the oven stands"}],"edges":[]}"#;
    let (_place, sources) = sources(&[("Plan.canvas", canvas)], OFFICE);
    let found = sources.search("Where does the oven stand?").unwrap();
    let links: Vec<&str> = found.shown.iter().map(|it| it.wikilink.as_str()).collect();
    assert!(links.contains(&"[[Plan.canvas]]"), "{links:?}");
}
