use proptest::prelude::*;

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
    let (source, target) = (source.map(path), LinkTarget::parse(link));
    let found = catalog.resolve(source.as_ref(), &target);
    assert_eq!(catalog.target(source.as_ref(), &target), found.path(), "{link}");
    match found {
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
    check(&["LICENSE", "LICENSE.md"], "s.md", &[("license", "LICENSE.md")]);
    check(&["plan.txt", "plan.markdown"], "s.md", &[("plan", "-"), ("plan.TXT", "plan.txt")]);
    // Markdown to other programs, nothing to Obsidian: only chosen where nothing else matches.
    check(&["a/post.mdx"], "s.md", &[("post", "a/post.mdx"), ("a/post", "a/post.mdx")]);
    check(&["post.mdx", "long/er/post.md"], "s.md", &[("post", "long/er/post.md")]);
    // Letters whose case is not one for one.
    check(&["ΟΔΥΣΣΕΥΣ.md"], "s.md", &[("Οδυσσευς", "ΟΔΥΣΣΕΥΣ.md")]);
    check(&["İstanbul.md"], "s.md", &[("i\u{307}stanbul", "İstanbul.md"), ("istanbul", "-")]);
    check(&["ﬁne.md"], "s.md", &[("FINE", "ﬁne.md")]);
    // Another width is another name, in any case.
    check(&["Ａ.md"], "s.md", &[("ａ", "Ａ.md"), ("a", "-")]);
    // Composed or not, in folders too.
    check(
        &["e\u{301}t/e\u{301}.md"],
        "\u{e9}t/s.md",
        &[("É", "e\u{301}t/e\u{301}.md"), ("ÉT/É", "e\u{301}t/e\u{301}.md")],
    );
    check(&["\u{1112}\u{1161}\u{11ab}.md"], "s.md", &[("한", "\u{1112}\u{1161}\u{11ab}.md")]);
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
fn a_link_with_several_targets_lists_them_all() {
    let files = ["bb/T.md", "aa/T.md", "cc/T.md", "long/T.md"];
    check(&files, "s.md", &[("T", "aa/T.md or bb/T.md or cc/T.md")]);
    let mut turned = files;
    turned.reverse();
    check(&turned, "s.md", &[("T", "aa/T.md or bb/T.md or cc/T.md")]);
    let built = catalog(&[]).with(turned.map(|file| (path(file), Arc::default())), []);
    assert_eq!(find(&built, None, "T"), "aa/T.md or bb/T.md or cc/T.md");
    // Where the disk distinguishes case, the spelling decides; another spelling is a tie.
    check(&["A.md", "a.md"], "s.md", &[("a", "a.md"), ("A", "A.md"), ("A.MD", "A.md or a.md")]);
    check(
        &["x/Ab.md", "x/ab.md", "x/AB.md"],
        "s.md",
        &[("ab", "x/ab.md"), ("x/Ab", "x/Ab.md"), ("aB", "x/AB.md or x/Ab.md or x/ab.md")],
    );
    check(&["x/\u{e9}.md", "x/e\u{301}.md"], "s.md", &[("e\u{301}", "x/e\u{301}.md")]);
    // No tie: one is in the own folder, or at the root, or has the shorter path.
    check(&["aa/T.md", "bb/T.md", "T.md"], "s.md", &[("T", "T.md"), ("bb/T", "bb/T.md")]);
    check(&["aa/T.md", "bb/T.md"], "bb/s.md", &[("T", "bb/T.md"), ("./T", "bb/T.md")]);
    check(&["aa/T.md", "b/T.md", "cc/T.md"], "s.md", &[("T", "b/T.md")]);
    // Length is counted as Obsidian counts it: composed, in UTF-16 units.
    check(&["e\u{301}x/T.md", "abc/T.md"], "s.md", &[("T", "e\u{301}x/T.md")]);
    check(&["😀/T.md", "ab/T.md"], "s.md", &[("T", "ab/T.md or 😀/T.md")]);
}

// B4: a broken link has suggestions, the likeliest first.
#[test]
fn suggestions_for_broken_links() {
    let texts = [
        ("Sourdough starter.md", ""),
        ("Sour cream.md", ""),
        ("Hydration.md", ""),
        ("x/Bread-Baking.md", ""),
        ("Levain.md", "---\naliases: Sourdoh starter\n---\n"),
        ("Café menu.md", ""),
        ("Straße nach Köln.md", ""),
        ("Протокол встречи.md", ""),
        ("東京旅行.md", ""),
        ("東京.md", ""),
        ("2024-03-01 Planning meeting.md", ""),
        ("projects/Atlas.md", "# Project Atlas overview\n"),
        ("archive/Atlas notes.md", ""),
        ("people/Ann.md", ""),
        ("places/Ann.md", ""),
        ("Zettelkasten method.md", ""),
        ("zk.md", "---\ntitle: Slip box\n---\n"),
    ];
    let note = |(name, text): (&str, &str)| (path(name), Arc::new(parse(text)));
    let catalog = Catalog::new(texts.map(note), []);
    let check = |source: &str, link: &str, expect: &[&str]| {
        let target = LinkTarget::parse(link);
        let Resolution::Broken { suggestions } = catalog.resolve(Some(&path(source)), &target)
        else {
            panic!("{link} isn't broken");
        };
        let found: Vec<_> = suggestions.iter().map(NotePath::as_str).collect();
        assert_eq!(found, expect, "{link}");
    };
    // Typing errors; a note with the name as an alias ranks before one with a similar name.
    check("s.md", "Sourdoh starter", &["Levain.md", "Sourdough starter.md"]);
    check("s.md", "Hydratoin", &["Hydration.md"]);
    check("s.md", "hydrations", &["Hydration.md"]);
    check("s.md", "Zettelkastn methode", &["Zettelkasten method.md"]);
    check("s.md", "Протокол встречь", &["Протокол встречи.md"]);
    // Marks, spaces, accents, widths.
    check("s.md", "bread baking", &["x/Bread-Baking.md"]);
    check("s.md", "cafe_menu", &["Café menu.md"]);
    check("s.md", "Strasse nach Koln", &["Straße nach Köln.md"]);
    check("s.md", "Ｈｙｄｒａｔｉｏｎ", &["Hydration.md"]);
    // A file that moved or was renamed.
    check("s.md", "nowhere/Hydration.md", &["Hydration.md"]);
    check("s.md", "Planning meeting 2024-03-01", &["2024-03-01 Planning meeting.md"]);
    check("s.md", "Planning meeting", &["2024-03-01 Planning meeting.md"]);
    check("s.md", "Baking bread", &["x/Bread-Baking.md"]);
    check("s.md", "Project Atlas", &["projects/Atlas.md"]);
    check("s.md", "Starter", &["Levain.md", "Sourdough starter.md"]);
    check("s.md", "東京 旅行", &["東京旅行.md", "東京.md"]);
    check("s.md", "東亰", &[]);
    // A title, and the folder that is nearer.
    check("s.md", "Slip box", &["zk.md"]);
    check("places/s.md", "Anna", &["places/Ann.md", "people/Ann.md"]);
    check("s.md", "people/Anna", &["people/Ann.md", "places/Ann.md"]);
    // No similar name.
    check("s.md", "Quantum", &[]);
    check("s.md", "x", &[]);
    check("s.md", "|", &[]);
    check("s.md", "👍", &[]);
}

// A name without a letter or a digit is like nothing, and like no other such name.
#[test]
fn a_name_of_marks_alone_is_never_suggested() {
    let catalog = catalog(&["!!!.md", "….md", "Salt.md"]);
    for link in ["!!", "…/?", "Sallt"] {
        let suggestions = match catalog.resolve(None, &LinkTarget::parse(link)) {
            Resolution::Broken { suggestions } => suggestions,
            found => panic!("{link}: {found:?}"),
        };
        let expect = if link == "Sallt" { vec![path("Salt.md")] } else { Vec::new() };
        assert_eq!(suggestions, expect, "{link}");
    }
}

#[test]
fn suggestions_among_very_many_names() {
    let name = |number: usize| path(&format!("{}/Note {number}.md", number % 100));
    let mut notes: Vec<_> = (0..20_000).map(|number| (name(number), Arc::default())).collect();
    notes.push((path("Nettle soup.md"), Arc::default()));
    let catalog = Catalog::new(notes, []);
    let count = |link: &str| match catalog.resolve(None, &LinkTarget::parse(link)) {
        Resolution::Broken { suggestions } => suggestions,
        found => panic!("{link}: {found:?}"),
    };
    assert_eq!(count("Nettel soup"), [path("Nettle soup.md")]);
    assert_eq!(count("Note").len(), 5);
    assert_eq!(count("Note 123456 of all").len(), 5);
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

/// Paths as a vault has them, few of them different in more than case, folder or form.
fn paths() -> impl Strategy<Value = Vec<NotePath>> {
    let part = prop::sample::select(vec![
        "a", "A", "b", "note", "Note", "sub", "\u{e9}", "e\u{301}", "n.1", "x y", "日本", "ß", "ss",
    ]);
    let end = prop::sample::select(vec![".md", ".md", ".md", ".MD", ".png", ".canvas", ""]);
    let one = (prop::collection::vec(part, 1..4), end)
        .prop_map(|(parts, end)| NotePath::new(&format!("{}{end}", parts.join("/"))).unwrap());
    prop::collection::btree_set(one, 1..12).prop_map(|paths| paths.into_iter().collect())
}

fn catalog_of(paths: &[NotePath]) -> Catalog {
    let (notes, files): (Vec<_>, Vec<_>) = paths.iter().cloned().partition(NotePath::is_note);
    Catalog::new(notes.into_iter().map(|path| (path, Arc::default())), files)
}

proptest! {
    #[test]
    fn a_whole_path_finds_its_file(paths in paths(), source in 0usize..12) {
        let catalog = catalog_of(&paths);
        let source = &paths[source % paths.len()];
        // A note may omit its `.md`, so it ranks before a file without an extension.
        let shadowed = |path: &NotePath| {
            let note = crate::text::fold(&format!("{path}.md"));
            paths.iter().any(|other| crate::text::fold(other.as_str()).ends_with(&note))
        };
        for path in paths.iter().filter(|path| !shadowed(path)) {
            for link in [format!("[[{path}]]"), format!("[[/{path}]]"), format!("[x](<{path}>)")] {
                let note = parse(&link);
                let found = catalog.resolve(Some(source), &note.links[0].target);
                prop_assert_eq!(found, Resolution::Resolved { path: path.clone() }, "{}", link);
            }
        }
    }

    #[test]
    fn a_name_finds_a_file_of_that_name_and_the_same_always(paths in paths()) {
        let catalog = catalog_of(&paths);
        let mut turned = paths.clone();
        turned.reverse();
        let other = catalog_of(&turned);
        for path in &paths {
            let target = LinkTarget::parse(path.file_name());
            let found = catalog.resolve(None, &target);
            let named = found.path().unwrap().file_name();
            let file = crate::text::fold(path.file_name());
            let end = crate::text::fold(named);
            prop_assert!(end == file || end == format!("{file}.md"), "{} for {}", named, path);
            prop_assert_eq!(&found, &other.resolve(None, &target));
            if let Resolution::Ambiguous { chosen, others } = found {
                prop_assert!(!others.is_empty() && !others.contains(&chosen));
                prop_assert!(others.iter().all(|other| chosen < *other));
            }
        }
    }

    #[test]
    fn a_changed_catalog_is_like_a_new_one(
        before in paths(),
        after in paths(),
        gone in prop::collection::vec(any::<bool>(), 12),
    ) {
        let gone: Vec<_> = before.iter().zip(gone).filter(|(_, gone)| *gone).collect();
        let gone: Vec<_> = gone.into_iter().map(|(path, _)| path.clone()).collect();
        let (notes, files): (Vec<_>, Vec<_>) = after.iter().cloned().partition(NotePath::is_note);
        let notes: Vec<_> = notes.into_iter().map(|path| (path, Arc::default())).collect();
        let changed = catalog_of(&before).with(notes, gone.clone()).with_files(files);
        let mut all = before.clone();
        all.retain(|path| !gone.contains(path));
        all.extend(after.iter().cloned());
        let fresh = catalog_of(&all);
        prop_assert!(changed.notes().eq(fresh.notes()));
        prop_assert!(changed.files().eq(fresh.files()));
        for path in before.iter().chain(&after) {
            for text in [path.as_str(), path.file_name(), path.stem()] {
                let target = LinkTarget::parse(text);
                prop_assert_eq!(changed.resolve(None, &target), fresh.resolve(None, &target));
            }
        }
    }
}
