//! Circles in a tree of files.
//!
//! The rule: in every folder, what lies in it (a file, or a folder with all that is inside) and the
//! folder's own file (`mod.rs`, `x.rs` beside `x/`) name each other in one direction. That no two
//! files name each other in a circle follows.

use std::collections::{BTreeMap, BTreeSet};

/// That one file names something of another.
#[derive(Debug, Clone)]
pub struct Arrow {
    /// The place in the tree of the file that names, part by part. A folder's own file has the place
    /// of the folder.
    pub from: Vec<String>,
    /// The place of the file that is named.
    pub to: Vec<String>,
    /// Where it is named, as `file:line`.
    pub at: String,
    /// What is named.
    pub what: String,
}

/// A circle among what lies in one folder.
#[derive(Debug)]
pub struct Circle {
    /// The folder's place, joined by `/`; empty for the root.
    pub folder: String,
    /// Those in the circle, with their arrows, line by line.
    pub text: String,
}

/// What the folder's own file is called.
const OWN: &str = "(its own file)";

/// Places of one arrow that are listed.
const LISTED: usize = 4;

/// All circles, folder by folder.
pub fn circles(arrows: &[Arrow]) -> Vec<Circle> {
    let folders: BTreeSet<&[String]> = arrows
        .iter()
        .flat_map(|arrow| [&arrow.from, &arrow.to])
        .flat_map(|place| (0..=place.len()).map(|depth| &place[..depth]))
        .collect();
    folders.into_iter().flat_map(|folder| circles_in(folder, arrows)).collect()
}

type Pairs<'a> = BTreeMap<(&'a str, &'a str), Vec<&'a Arrow>>;

fn circles_in(folder: &[String], arrows: &[Arrow]) -> Vec<Circle> {
    let part = |place: &'_ [String]| -> Option<String> {
        let rest = place.strip_prefix(folder)?;
        Some(rest.first().map_or(OWN, |part| part).to_owned())
    };
    let named: Vec<(String, String, &Arrow)> = arrows
        .iter()
        .filter_map(|arrow| Some((part(&arrow.from)?, part(&arrow.to)?, arrow)))
        .filter(|(from, to, _)| from != to)
        .collect();
    let mut pairs = Pairs::new();
    for (from, to, arrow) in &named {
        pairs.entry((from, to)).or_default().push(arrow);
    }
    let mut seen = BTreeSet::new();
    let parts: BTreeSet<&str> = pairs.keys().flat_map(|(from, to)| [*from, *to]).collect();
    let mut found = Vec::new();
    for part in parts {
        if seen.contains(part) {
            continue;
        }
        let onward = reached(part, &pairs);
        let circle: BTreeSet<&str> =
            onward.iter().copied().filter(|other| reached(other, &pairs).contains(part)).collect();
        if circle.contains(part) {
            found.push(Circle { folder: folder.join("/"), text: spelled(&circle, &pairs) });
            seen.extend(circle);
        }
    }
    found
}

/// All that can be reached from `start` by one arrow or more.
fn reached<'a>(start: &str, pairs: &Pairs<'a>) -> BTreeSet<&'a str> {
    let mut found = BTreeSet::new();
    let mut open = vec![start];
    while let Some(part) = open.pop() {
        for (_, to) in pairs.keys().filter(|(from, _)| *from == part) {
            if found.insert(*to) {
                open.push(to);
            }
        }
    }
    found
}

fn spelled(circle: &BTreeSet<&str>, pairs: &Pairs) -> String {
    let mut lines = vec![circle.iter().copied().collect::<Vec<_>>().join(", ")];
    let inside = |(from, to): &(&str, &str)| circle.contains(from) && circle.contains(to);
    for ((from, to), arrows) in pairs.iter().filter(|(pair, _)| inside(pair)) {
        lines.push(format!("    {from} → {to}: {} times", arrows.len()));
        lines.extend(
            arrows.iter().take(LISTED).map(|Arrow { at, what, .. }| format!("      {at}: {what}")),
        );
    }
    lines.join("\n")
}

#[test]
fn circles_are_found_between_files_and_between_folders() {
    let check = |arrows: &[(&str, &str)], expect: &[&str]| {
        let place = |text: &str| text.split('/').map(str::to_owned).collect();
        let arrows: Vec<_> = arrows
            .iter()
            .map(|(from, to)| Arrow {
                from: place(from),
                to: place(to),
                at: String::new(),
                what: String::new(),
            })
            .collect();
        let found: Vec<_> = circles(&arrows)
            .into_iter()
            .map(|circle| format!("{}: {}", circle.folder, circle.text.lines().next().unwrap()))
            .collect();
        assert_eq!(found, expect, "{arrows:?}");
    };
    check(&[("a", "b"), ("b", "c"), ("a", "c")], &[]);
    check(&[("a", "b"), ("b", "a")], &[": a, b"]);
    check(&[("a", "b"), ("b", "c"), ("c", "a"), ("c", "d")], &[": a, b, c"]);
    // No two files, but two folders.
    check(&[("a/x", "b/y"), ("b/z", "a/w")], &[": a, b"]);
    check(&[("a/x", "a/y"), ("a/y", "a/x"), ("b", "a/x")], &["a: x, y"]);
    // A folder's own file is one of those that lie in it.
    check(&[("a", "a/x"), ("a/y", "a")], &[]);
    check(&[("a", "a/x"), ("a/x", "a")], &["a: (its own file), x"]);
    check(&[("a", "a/x/1"), ("a/x/2", "a")], &["a: (its own file), x"]);
}
