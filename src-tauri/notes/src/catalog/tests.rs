use super::*;
use crate::parse;

fn path(text: &str) -> NotePath {
    NotePath::new(text).unwrap()
}

/// A catalog of empty notes and of the files that aren't notes.
fn catalog(files: &[&str]) -> Catalog {
    let (notes, others): (Vec<_>, Vec<_>) =
        files.iter().map(|file| path(file)).partition(NotePath::is_note);
    Catalog::new(notes.into_iter().map(|path| (path, Arc::default())), others)
}

/// Where `link` leads from `source`: a path, `a or b` if it could be both, or `-`.
fn find(catalog: &Catalog, source: Option<&str>, link: &str) -> String {
    let source = source.map(path);
    match catalog.resolve(source.as_ref(), &LinkTarget::parse(link)) {
        Resolution::Resolved { path } => path.to_string(),
        Resolution::Ambiguous { chosen, others } => {
            others.iter().fold(chosen.to_string(), |all, other| format!("{all} or {other}"))
        }
        Resolution::Broken { .. } => "-".to_owned(),
    }
}

fn check(files: &[&str], source: &str, cases: &[(&str, &str)]) {
    let catalog = catalog(files);
    for (link, expect) in cases {
        assert_eq!(
            find(&catalog, Some(source), link),
            *expect,
            "{link} from {source} in {files:?}"
        );
    }
}

// B2: rule 2, an empty path is the note itself.
#[test]
fn a_link_without_a_path_is_the_note_itself() {
    check(&["d/s.md"], "d/s.md", &[("#h", "d/s.md"), ("#^b", "d/s.md")]);
    assert_eq!(find(&catalog(&["a.md"]), None, "#h"), "-");
}

// B2: rules 3, 4 and 12, case, extensions and Unicode forms.
#[test]
fn names_compare_folded_and_only_md_may_be_left_out() {
    check(
        &["Log.md", "s.md"],
        "s.md",
        &[("log", "Log.md"), ("LOG.MD", "Log.md"), ("Log#x", "Log.md")],
    );
    check(
        &["dash.canvas", "doc.pdf"],
        "s.md",
        &[("dash", "-"), ("doc", "-"), ("DOC.PDF", "doc.pdf")],
    );
    check(&["dash.md", "dash.base"], "s.md", &[("dash", "dash.md"), ("dash.base", "dash.base")]);
    check(
        &["N.1.md", "Dr. X.md"],
        "s.md",
        &[("N.1", "N.1.md"), ("n.1.md", "N.1.md"), ("dr. x", "Dr. X.md")],
    );
    check(
        &["Gru\u{308}n.md"],
        "s.md",
        &[("Gr\u{fc}n", "Gru\u{308}n.md"), ("GR\u{dc}N", "Gru\u{308}n.md")],
    );
    check(&["Gr\u{fc}n.md"], "s.md", &[("Gru\u{308}n", "Gr\u{fc}n.md")]);
    check(&["Straße.md"], "s.md", &[("STRASSE", "Straße.md")]);
    check(
        &["post.mdx", "LICENSE", "LICENSE.md"],
        "s.md",
        &[("post", "-"), ("license", "LICENSE.md")],
    );
}

// B2: rule 5, the root, then the own folder, then the shortest path.
#[test]
fn the_order_among_candidates() {
    check(&["N.md", "b/N.md", "b/s.md"], "b/s.md", &[("N", "N.md")]);
    check(&["a/b/N.md", "b/N.md", "z/N.md"], "s.md", &[("b/N", "b/N.md")]);
    check(&["a/T.md", "b/T.md", "b/s.md"], "b/s.md", &[("T", "b/T.md")]);
    check(
        &["a/b/N.md", "zzzz/N.md", "zzzz/deep/s.md", "b/N.md"],
        "zzzz/deep/s.md",
        &[("N", "b/N.md")],
    );
    check(&["a/b/N.md", "zzzzzz/N.md"], "s.md", &[("N", "a/b/N.md")]);
}

// B2: rule 6, a path matches the end of a path, at a folder's boundary.
#[test]
fn a_path_matches_as_a_suffix() {
    check(
        &["x/sub/note.md", "x/img/p.png"],
        "s.md",
        &[
            ("sub/note", "x/sub/note.md"),
            ("SUB/Note.md", "x/sub/note.md"),
            ("ub/note", "-"),
            ("img/p.png", "x/img/p.png"),
        ],
    );
}

// B2: rule 7, `./`, `../` and `/` are exact.
#[test]
fn relative_and_rooted_paths_are_exact() {
    check(
        &["a/T.md", "b/T.md", "c/Only.md"],
        "b/s.md",
        &[
            ("./T", "b/T.md"),
            ("../a/T.md", "a/T.md"),
            ("./Only", "-"),
            ("../../a/T", "-"),
            ("/a/T", "a/T.md"),
            ("/T", "-"),
            ("/Only", "-"),
        ],
    );
}

// B2: rules 9 and 11, no link by alias and none to folders.
#[test]
fn aliases_and_folders_are_no_targets() {
    let note = Arc::new(parse("---\naliases: [Nickname]\n---\n"));
    let catalog = Catalog::new([(path("dir/index.md"), note)], []);
    for source in [Some("s.md"), None] {
        assert_eq!(find(&catalog, source, "Nickname"), "-");
        assert_eq!(find(&catalog, source, "dir"), "-");
    }
}

// B3: rule 15, candidates of equal length: the first in path order, always, and it says so.
#[test]
fn equal_candidates_are_told() {
    let files = ["bb/T.md", "aa/T.md", "cc/T.md", "long/T.md"];
    check(&files, "s.md", &[("T", "aa/T.md or bb/T.md or cc/T.md")]);
    let mut turned = files;
    turned.reverse();
    check(&turned, "s.md", &[("T", "aa/T.md or bb/T.md or cc/T.md")]);
    let built = catalog(&[]).with(turned.map(|file| (path(file), Arc::default())), []);
    assert_eq!(find(&built, None, "T"), "aa/T.md or bb/T.md or cc/T.md");
    // Where the disk tells case apart, the spelling decides.
    check(&["A.md", "a.md"], "s.md", &[("a", "a.md"), ("A", "A.md")]);
}

// B4: a broken link has suggestions, the note with that alias first.
#[test]
fn suggestions_for_broken_links() {
    let mut notes: Vec<_> = ["Sourdough starter", "Sour cream", "Hydration", "x/Bread-Baking"]
        .iter()
        .map(|name| (path(&format!("{name}.md")), Arc::new(Note::default())))
        .collect();
    notes.push((path("Levain.md"), Arc::new(parse("---\naliases: Sourdoh starter\n---\n"))));
    let catalog = Catalog::new(notes, []);
    let check = |link: &str, expect: &[&str]| {
        let target = LinkTarget::parse(link);
        let Resolution::Broken { suggestions } = catalog.resolve(None, &target) else {
            panic!("{link} isn't broken");
        };
        let found: Vec<_> = suggestions.iter().map(NotePath::as_str).collect();
        assert_eq!(found, expect, "{link}");
    };
    check("Sourdoh starter", &["Levain.md", "Sourdough starter.md"]);
    check("Hydratoin", &["Hydration.md"]);
    check("bread baking", &["x/Bread-Baking.md"]);
    check("nowhere/Hydration.md", &["Hydration.md"]);
    check("Starter", &["Levain.md", "Sourdough starter.md"]);
    check("Quantum", &[]);
    check("|", &[]);
}

#[test]
fn backlinks_follow_changes_and_snapshots_stay() {
    let note = |text: &str| Arc::new(parse(text));
    let first = Catalog::new(
        [
            (path("b.md"), note("[[a]]\n\n[x](a.md) [[#self]]")),
            (path("a.md"), note("---\nup: \"[[b]]\"\n---\n[[a]]")),
        ],
        [path("p.png")],
    );
    let sources = |catalog: &Catalog, to: &str| -> Vec<(String, u32)> {
        let found = catalog.backlinks(&path(to));
        found.iter().map(|back| (back.source.to_string(), back.link.line)).collect()
    };
    assert_eq!(sources(&first, "a.md"), [("b.md".to_owned(), 1), ("b.md".to_owned(), 3)]);
    assert_eq!(sources(&first, "b.md"), [("a.md".to_owned(), 2)]);
    assert_eq!(sources(&first, "p.png"), []);

    let second = first.with([(path("c.md"), note("![[p.png]] [[b]]"))], [path("a.md")]);
    assert_eq!(sources(&second, "b.md"), [("c.md".to_owned(), 1)]);
    assert_eq!(sources(&second, "p.png"), [("c.md".to_owned(), 1)]);
    assert_eq!(find(&second, Some("b.md"), "a"), "-");
    assert_eq!(find(&second.with([], [path("p.png")]), None, "p.png"), "-");
    assert_eq!(find(&second.with_files([path("q.png")]), None, "q.png"), "q.png");
    // The first snapshot is as it was.
    assert_eq!(find(&first, Some("b.md"), "a"), "a.md");
    assert_eq!(first.notes().count(), 2);
    assert_eq!(first.files().count(), 1);
}

#[test]
fn titles() {
    let catalog = Catalog::new(
        [(path("d/a.md"), Arc::new(parse("# Real\n"))), (path("b.1.md"), Arc::default())],
        [],
    );
    assert_eq!(catalog.title(&path("d/a.md")), "Real");
    assert_eq!(catalog.title(&path("b.1.md")), "b.1");
    assert_eq!(catalog.title(&path("gone.md")), "gone");
}
