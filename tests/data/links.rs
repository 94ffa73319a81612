//! Compares links with Obsidian's own parsing and resolution.

use std::{collections::BTreeMap, fs, path::PathBuf, sync::Arc};

use notes::{Anchor, Catalog, Link, LinkKind, LinkTarget, NotePath, Resolution};
use serde_json::Value as Json;

use crate::{agreement, data, json, read_vault};

fn path(text: &str) -> NotePath {
    NotePath::new(text).unwrap()
}

fn texts(value: &Json) -> Vec<&str> {
    value.as_array().unwrap().iter().map(|text| text.as_str().unwrap()).collect()
}

/// A target in Obsidian's form: path and subpath.
fn spelled(target: &LinkTarget) -> String {
    match &target.anchor {
        Some(Anchor::Heading(names)) => format!("{}#{}", target.path, names.join("#")),
        Some(Anchor::Block(id)) => format!("{}#^{id}", target.path),
        None => target.path.clone(),
    }
}

// B2, B3
#[test]
fn every_resolution_case_is_answered_as_obsidian_answers() {
    const KNOWN: [(&str, &str); 0] = [];
    let cases = json("links/cases.json");
    let cases = cases["resolution"].as_array().unwrap();
    let mut differing = Vec::new();
    for case in cases {
        let (notes, files): (Vec<_>, Vec<_>) =
            texts(&case["files"]).into_iter().map(path).partition(NotePath::is_note);
        let note = |path| (path, Arc::default());
        let catalog = Catalog::new(notes.into_iter().map(note), files);
        let (source, link) = (case["source"].as_str().unwrap(), case["link"].as_str().unwrap());
        let resolution = catalog.resolve(Some(&path(source)), &LinkTarget::parse(link));
        let key = format!("{link} from {source}");
        // Rule 15: candidates of equal length are undecided, and the answer says so.
        if case["note"].as_str().is_some_and(|note| note.starts_with("equal length")) {
            let (chosen, others) = (path("aa/Tie.md"), vec![path("bb/Tie.md")]);
            assert_eq!(resolution, Resolution::Ambiguous { chosen, others }, "{key}");
            continue;
        }
        let found = resolution.path().map(NotePath::as_str);
        if found != case["dest"].as_str() {
            differing.push((key, format!("{found:?}, Obsidian {}", case["dest"])));
        }
    }
    agreement("resolution cases", cases.len(), &differing, &KNOWN);
}

// B2, B5
#[test]
fn every_parsing_case_finds_the_links_that_obsidian_finds() {
    const KNOWN: [(&str, &str); 0] = [];
    let cases = json("links/cases.json");
    let cases = cases["parsing"].as_array().unwrap();
    let mut differing = Vec::new();
    for case in cases {
        let text = case["text"].as_str().unwrap();
        let note = notes::parse(text);
        let (properties, body): (Vec<_>, Vec<_>) =
            note.links.iter().partition(|link| link.kind == LinkKind::Property);
        let targets = |links: &[&Link]| -> Vec<_> {
            links.iter().map(|link| spelled(&link.target)).collect()
        };
        let in_body = case.get("links").is_none_or(|links| targets(&body) == texts(links));
        let in_front =
            case.get("frontmatter_links").is_none_or(|links| targets(&properties) == texts(links));
        let shown = case.get("display").is_none_or(|shown| {
            body.first().and_then(|link| link.shown.as_deref()) == shown.as_str()
        });
        if !(in_body && in_front && shown) {
            differing.push((text.to_owned(), format!("{:?}", note.links)));
        }
    }
    agreement("parsing cases", cases.len(), &differing, &KNOWN);
}

pub fn dumps() -> Vec<(PathBuf, Json)> {
    let folder = data().join("links/obsidian-tasks");
    let mut paths: Vec<_> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "json"));
    paths.sort();
    let read = |path: PathBuf| {
        let dump = serde_json::from_str(&fs::read_to_string(&path).unwrap()).unwrap();
        (path, dump)
    };
    paths.into_iter().map(read).collect()
}

/// Converts Obsidian's UTF-16 offsets to bytes.
pub fn byte_at(text: &str, unit: u64) -> usize {
    let mut units = 0;
    text.char_indices()
        .find(|(_, c)| {
            let here = units;
            units += c.len_utf16() as u64;
            here >= unit
        })
        .map_or(text.len(), |(at, _)| at)
}

// B2, B5
#[test]
fn links_stand_where_obsidian_sees_them() {
    const KNOWN: [(&str, &str); 0] = [];
    let mut total = 0;
    let mut differing = Vec::new();
    let dumps = dumps();
    for (file, dump) in &dumps {
        let text = dump["fileContents"].as_str().unwrap();
        let cache = &dump["cachedMetadata"];
        let list = |name: &str| cache[name].as_array().cloned().unwrap_or_default();
        let place = |link: &Json, edge: &str| {
            byte_at(text, link["position"][edge]["offset"].as_u64().unwrap())
        };
        // The dumps have no offsets for links in front matter, so their order is compared.
        let described = |link: &Json, kind: &str| {
            let at = match kind {
                "property" => String::new(),
                _ => format!("{}..{}", place(link, "start"), place(link, "end")),
            };
            let (original, target) = (link["original"].as_str(), link["link"].as_str());
            format!("{kind} {at} {} → {}", original.unwrap(), target.unwrap())
        };
        let theirs: Vec<_> =
            [("links", "link"), ("embeds", "embed"), ("frontmatterLinks", "property")]
                .into_iter()
                .flat_map(|(name, kind)| {
                    list(name).iter().map(|link| described(link, kind)).collect::<Vec<_>>()
                })
                .collect();
        let ours: Vec<_> = notes::parse(text)
            .links
            .iter()
            .map(|link| {
                let at = format!("{}..{}", link.range.start, link.range.end);
                assert_eq!(link.range.of(text), Some(link.raw.as_str()), "{}", file.display());
                let (kind, at) = match link.kind {
                    LinkKind::Wikilink | LinkKind::Markdown => ("link", at),
                    LinkKind::Embed => ("embed", at),
                    LinkKind::Property => ("property", String::new()),
                };
                format!("{kind} {at} {} → {}", link.raw, spelled(&link.target))
            })
            .collect();
        total += theirs.len();
        let name = file.file_stem().unwrap().to_str().unwrap();
        for link in theirs.iter().filter(|link| !ours.contains(link)) {
            differing.push((format!("{name}: {link}"), "not found".to_owned()));
        }
        for link in ours.iter().filter(|link| !theirs.contains(link)) {
            total += 1;
            differing.push((format!("{name}: {link}"), "found, but not by Obsidian".to_owned()));
        }
    }
    agreement(&format!("links of {} dumps", dumps.len()), total, &differing, &KNOWN);
}

// B2
#[test]
fn a_vault_has_the_links_that_obsidian_resolved() {
    const KNOWN: [(&str, &str); 1] = [(
        "How To/Find tasks in notes with particular tag.md → Test Data/yaml_all_property_types_populated.md",
        "a plain link to a note that is there: the dump must be older than this note",
    )];
    let vault = read_vault(&data().join("vaults/tasks-demo"));
    let lists = [
        json("links/obsidian-tasks/metadataCache/resolvedLinks.json"),
        json("links/obsidian-tasks/metadataCache/unresolvedLinks.json"),
    ];
    let mut total = 0;
    let mut differing = Vec::new();
    let mut without = 0;
    for source in vault.texts.keys() {
        let Some(resolved) = lists[0].get(source.as_str()) else {
            without += 1;
            continue;
        };
        let unresolved = &lists[1][source.as_str()];
        let mut theirs: BTreeMap<String, i64> = BTreeMap::new();
        for (list, prefix) in [(resolved, ""), (unresolved, "broken ")] {
            for (dest, count) in list.as_object().unwrap() {
                theirs.insert(format!("{prefix}{dest}"), count.as_i64().unwrap());
            }
        }
        let mut ours: BTreeMap<String, i64> = BTreeMap::new();
        for link in &vault.catalog.note(source).unwrap().links {
            let dest = match vault.catalog.resolve(Some(source), &link.target).path() {
                Some(path) => path.to_string(),
                None => format!("broken {}", link.target.path),
            };
            *ours.entry(dest).or_default() += 1;
        }
        let dests: std::collections::BTreeSet<_> = theirs.keys().chain(ours.keys()).collect();
        for dest in dests {
            total += 1;
            if theirs.get(dest) != ours.get(dest) {
                let how = format!("{:?}, Obsidian {:?}", ours.get(dest), theirs.get(dest));
                differing.push((format!("{source} → {dest}"), how));
            }
        }
    }
    println!("{} notes of the vault are in no list", without);
    agreement("resolved links of tasks-demo", total, &differing, &KNOWN);
}
