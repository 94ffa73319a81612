//! Who names whom inside a crate, in the window and among the scripts: nobody in a circle.
//!
//! `npm run circles` lists all circles.

use std::collections::BTreeSet;

use super::{
    MEMBERS,
    circles::{Circle, circles},
    holds, imports,
    modules::Crate,
    sources::{read, root, with_extension},
};

/// What isn't Rust: its folder, and the endings of its files.
const OTHERS: [(&str, &[&str]); 2] = [("ui/src/", &["ts", "svelte"]), ("scripts/", &["mjs"])];

/// The circles of each part of the house, with its name.
fn all() -> Vec<(&'static str, Vec<Circle>)> {
    let mut found = Vec::new();
    for member in &MEMBERS {
        let roots = ["lib.rs", "main.rs", "src/lib.rs", "src/main.rs"]
            .map(|file| format!("{}/{file}", member.sources));
        let there = |path: &str| root().join(path).exists().then(|| read(path));
        let roots: Vec<_> = roots.iter().filter(|path| there(path).is_some()).collect();
        assert!(!roots.is_empty(), "{}: no root was found, so nothing was looked at", member.name);
        found.push((
            member.name,
            roots.iter().flat_map(|path| circles(&Crate::read(path, &there).arrows())).collect(),
        ));
    }
    for (folder, extensions) in OTHERS {
        let mut files = with_extension(extensions);
        files.retain(|file| file.path.starts_with(folder) && !file.path.contains(".test."));
        let arrows = imports::arrows(folder, &files);
        assert!(!arrows.is_empty(), "{folder}: no import was found");
        found.push((folder, circles(&arrows)));
    }
    found
}

#[test]
fn nothing_names_itself_in_a_circle() {
    let circles = all().into_iter().flat_map(|(name, circles)| {
        circles.into_iter().map(move |Circle { folder, text }| format!("{name}/{folder}: {text}"))
    });
    holds("In every folder, what lies in it names each other in one direction.", circles.collect());
}

/// Every file that is shipped is looked at.
#[test]
fn every_module_is_reached_from_its_root() {
    let mut broken = Vec::new();
    for member in MEMBERS.iter().filter(|member| member.name != "tests") {
        let there = |path: &str| root().join(path).exists().then(|| read(path));
        let mut seen = BTreeSet::new();
        for file in ["lib.rs", "main.rs", "src/lib.rs", "src/main.rs"] {
            let read = Crate::read(&format!("{}/{file}", member.sources), &there);
            seen.extend(read.paths().map(str::to_owned));
        }
        broken.extend(
            super::shipped()
                .map(|source| source.path)
                .filter(|path| member.owns(path) && !path.ends_with("/build.rs"))
                .filter(|path| !path.contains("/fuzz/") && !path.ends_with("_tests.rs"))
                .filter(|path| !seen.contains(path)),
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
