//! Who names whom inside a crate, in the window and among the scripts: nobody in a circle.
//!
//! `npm run circles` lists all circles.

use std::collections::BTreeSet;

use super::{
    MEMBERS, Member,
    circles::{Circle, circles},
    holds, imports,
    modules::Crate,
    sources::{read, root, with_extension},
};

/// What isn't Rust: its folder, and the endings of its files.
const OTHERS: [(&str, &[&str]); 2] = [("ui/src/", &["ts", "svelte"]), ("scripts/", &["mjs"])];

/// Types whose methods call one another across files in a circle: the crate, the type, and the reason.
const VISITORS: [(&str, &str, &str); 1] =
    [("notes", "Writer", "writes a tree: each kind of block writes the blocks in it")];

fn there(path: &str) -> Option<String> {
    root().join(path).exists().then(|| read(path))
}

/// A crate, read from each of its roots.
fn crates(member: &Member) -> Vec<Crate> {
    let roots = ["lib.rs", "main.rs", "src/lib.rs", "src/main.rs"]
        .map(|file| format!("{}/{file}", member.sources));
    let roots = roots.iter().filter(|path| there(path).is_some());
    roots.map(|path| Crate::read(path, &there)).collect()
}

/// The circles of a crate, but for those of calls on `self` of the types in `visitors`.
fn circles_but(crates: &[Crate], visitors: &[&str]) -> Vec<Circle> {
    crates.iter().flat_map(|it| circles(&it.arrows(visitors))).collect()
}

#[test]
fn nothing_names_itself_in_a_circle() {
    let (mut broken, mut tell) = (Vec::new(), Vec::new());
    for member in &MEMBERS {
        let crates = crates(member);
        assert!(!crates.is_empty(), "{}: no root was found, so nothing was looked at", member.name);
        let visitors = VISITORS.iter().filter(|(name, ..)| *name == member.name);
        let visitors: Vec<&str> = visitors.map(|(_, of, _)| *of).collect();
        tell.push((member.name, circles_but(&crates, &visitors)));
        for idle in &visitors {
            let others: Vec<&str> = visitors.iter().copied().filter(|it| it != idle).collect();
            if circles_but(&crates, &others).is_empty() {
                broken.push(format!("{idle} makes no circle; take it off the list"));
            }
        }
    }
    for (folder, extensions) in OTHERS {
        let mut files = with_extension(extensions);
        files.retain(|file| file.path.starts_with(folder) && !file.path.contains(".test."));
        let arrows = imports::arrows(folder, &files);
        assert!(!arrows.is_empty(), "{folder}: no import was found");
        tell.push((folder, circles(&arrows)));
    }
    for (name, circles) in tell {
        let told =
            circles.into_iter().map(|Circle { folder, text }| format!("{name}/{folder}: {text}"));
        broken.extend(told);
    }
    holds("In every folder, what lies in it names each other in one direction.", broken);
}

/// Every file that is shipped is looked at.
#[test]
fn every_module_is_reached_from_its_root() {
    let mut broken = Vec::new();
    for member in MEMBERS.iter().filter(|member| member.name != "tests") {
        let crates = crates(member);
        let seen: BTreeSet<&str> = crates.iter().flat_map(Crate::paths).collect();
        broken.extend(
            super::shipped()
                .map(|source| source.path)
                .filter(|path| member.owns(path))
                .filter(|path| !path.contains("/fuzz/") && !path.ends_with("_tests.rs"))
                .filter(|path| !seen.contains(&**path)),
        );
    }
    holds("Every file is reached from lib.rs or main.rs by `mod`.", broken);
}

/// The table is in order: a crate names only those above it in the table.
#[test]
fn no_arrow_between_crates_runs_up() {
    let mut below = BTreeSet::new();
    let mut broken = Vec::new();
    for member in &MEMBERS {
        let up = member.may_name.iter().filter(|name| !below.contains(**name));
        broken.extend(up.map(|name| format!("{} may name {name}", member.name)));
        below.insert(member.name);
    }
    holds("MEMBERS are in order, from the ground up.", broken);
}
