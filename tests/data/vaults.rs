//! Parses, renders and chunks real vaults, and checks the exact positions of passages.

use std::collections::BTreeSet;

use index::chunk::{MAX_TOKENS, chunk};
use notes::{LineRange, Note, RenderOptions, render};
use serde_json::Value as Json;

use crate::{agreement, folders, links::byte_at, read_vault};

// B40
#[test]
fn passages_of_every_vault_are_exact() {
    for folder in folders("vaults")
        .into_iter()
        .chain(folders("retrieval").into_iter().map(|set| set.join("vault")))
    {
        let read = read_vault(&folder);
        let (mut chunks, mut cut, mut left) = (0, 0, 0);
        for (path, note) in &read.texts {
            let text = &note.text;
            let lines: Vec<_> = text.split('\n').collect();
            let mut held = vec![false; lines.len()];
            for (chunk, ordinal) in chunk(text).iter().zip(0..) {
                let at = format!("{}: {path}: chunk {ordinal}", folder.display());
                assert_eq!(chunk.ordinal, ordinal, "{at}");
                assert_eq!(chunk.range.of(text), Some(chunk.text.as_str()), "{at}");
                assert!(chunk.tokens <= MAX_TOKENS, "{at}: {} tokens", chunk.tokens);
                assert!(!chunk.text.trim().is_empty(), "{at} is blank");
                let (first, last) = (chunk.lines.start as usize - 1, chunk.lines.end as usize);
                assert_eq!(line_of(text, chunk.range.start), chunk.lines.start, "{at}");
                assert_eq!(line_of(text, chunk.range.end - 1), chunk.lines.end, "{at}");
                let joined = lines[first..last].join("\n");
                if joined.strip_suffix('\r').unwrap_or(&joined) != chunk.text {
                    // Only a line that may exceed a chunk's tokens is split; a token has at least one byte.
                    let long =
                        lines[first..last].iter().any(|line| line.len() > MAX_TOKENS as usize);
                    assert!(long && joined.contains(&chunk.text), "{at}");
                    cut += 1;
                }
                held[first..last].fill(true);
                chunks += 1;
            }
            let matter = notes::parse(text).front_matter.map_or(0, |range| range.end);
            let body = text[..matter].matches('\n').count();
            let blank = |line: &str| line.trim().is_empty();
            let lost = (body..lines.len()).filter(|at| !held[*at] && !blank(lines[*at])).count();
            // Only drawings contain data in these vaults.
            let drawing = path.as_str().ends_with(".excalidraw.md");
            assert!(lost == 0 || drawing, "{}: {path}: {lost} lines are in none", folder.display());
            left += lost;
        }
        println!(
            "{}: {} notes, {chunks} passages, {cut} cut inside a line, {left} lines of drawings left out",
            name(&folder),
            read.texts.len(),
        );
    }
}

/// The line, from 1, of a byte that may be inside a character.
fn line_of(text: &str, byte: usize) -> u32 {
    let ends = text.as_bytes()[..byte].iter().filter(|byte| **byte == b'\n').count();
    u32::try_from(ends).unwrap() + 1
}

/// First and last lines, from 1, of unindented fences.
fn fences(text: &str) -> Vec<(u32, u32)> {
    let mut found = Vec::new();
    let mut open: Option<(u32, &str)> = None;
    for (line, number) in text.lines().zip(1..) {
        match open {
            None => {
                let mark = ["```", "~~~"].into_iter().find(|mark| line.starts_with(mark));
                let ticks = line.len() - line.trim_start_matches(['`', '~']).len();
                // An opening fence has no backtick after its marker.
                if mark.is_some() && !line[ticks..].contains('`') {
                    open = Some((number, &line[..ticks]));
                }
            }
            Some((start, ticks)) => {
                let line = line.trim_end();
                if line.starts_with(ticks) && line.chars().all(|c| ticks.starts_with(c)) {
                    found.push((start, number));
                    open = None;
                }
            }
        }
    }
    found
}

// B40
#[test]
fn no_passage_of_a_vault_begins_inside_a_code_block_that_fits() {
    let (mut seen, mut large) = (0, 0);
    let mut broken = Vec::new();
    for folder in folders("vaults") {
        let read = read_vault(&folder);
        for (path, note) in &read.texts {
            let lines: Vec<_> = note.text.lines().collect();
            let chunks = chunk(&note.text);
            for (start, end) in fences(&note.text) {
                let block = lines[start as usize - 1..end as usize].join("\n");
                // A token has at least one byte, so a block this short always fits.
                if block.len() > MAX_TOKENS as usize {
                    large += 1;
                    continue;
                }
                seen += 1;
                let inside = |line: u32| line > start && line <= end;
                if chunks.iter().any(|chunk| inside(chunk.lines.start)) {
                    broken.push(format!("{}/{path}:{start}", name(&folder)));
                }
            }
        }
    }
    println!("{seen} code blocks kept whole, {large} larger ones not looked at");
    assert!(broken.is_empty(), "passages begin inside code blocks:\n{}", broken.join("\n"));
}

#[test]
fn every_note_of_every_vault_renders() {
    for folder in folders("vaults") {
        let read = read_vault(&folder);
        let mut bytes = 0;
        for (path, note) in &read.texts {
            let texts = |path: &notes::NotePath| Ok(read.texts[path].text.clone());
            let options = RenderOptions {
                catalog: Some(&read.catalog),
                source: Some(path),
                image_base: "vault://localhost/",
                lines_before: 0,
                texts: Some(&texts),
            };
            let html = render(&note.text, &options);
            let last = note.text.lines().count() as u32;
            for lines in html.split("data-lines=\"").skip(1) {
                let (first, end) = lines.split_once('"').unwrap().0.split_once('-').unwrap();
                let (first, end): (u32, u32) = (first.parse().unwrap(), end.parse().unwrap());
                let at = format!("{}: {path}: lines {first}-{end} of {last}", folder.display());
                assert!(1 <= first && first <= end && end <= last, "{at}");
            }
            let broken = tests::hostile::broken_rules(&html);
            assert!(broken.is_empty(), "{}: {path}: {broken:?}", folder.display());
            bytes += html.len();
        }
        println!("{}: {} notes, {bytes} bytes of HTML", name(&folder), read.texts.len());
    }
}

fn name(folder: &std::path::Path) -> String {
    let parts: Vec<_> = folder.iter().rev().take(2).filter_map(|part| part.to_str()).collect();
    match parts[..] {
        ["vault", set] => set.to_owned(),
        _ => parts[0].to_owned(),
    }
}

/// Obsidian's items and ours, a line each.
type Said = (Vec<String>, Vec<String>);

/// Compares one kind of item over all dumps.
fn compare(kind: &str, known: &[(&str, &str)], said: impl Fn(&Dump) -> Said) {
    let mut total = 0;
    let mut differing = Vec::new();
    for dump in dumps() {
        let (theirs, ours) = said(&dump);
        total += theirs.len();
        let mut left = ours;
        for thing in theirs {
            match left.iter().position(|other| *other == thing) {
                Some(at) => {
                    left.remove(at);
                }
                None => differing.push((format!("{}: {thing}", dump.name), "not found".to_owned())),
            }
        }
        for thing in left {
            total += 1;
            let how = "found, but not by Obsidian".to_owned();
            differing.push((format!("{}: {thing}", dump.name), how));
        }
    }
    agreement(&format!("{kind} of the dumps"), total, &differing, known);
}

/// Obsidian's cache of one note.
struct Dump {
    name: String,
    text: String,
    note: Note,
    json: Json,
}

impl Dump {
    fn list(&self, name: &str) -> Vec<Json> {
        self.json["cachedMetadata"][name].as_array().cloned().unwrap_or_default()
    }

    /// Byte range of an item; Obsidian counts in UTF-16 units.
    fn range(&self, thing: &Json) -> (usize, usize) {
        let at =
            |edge: &str| byte_at(&self.text, thing["position"][edge]["offset"].as_u64().unwrap());
        (at("start"), at("end"))
    }

    fn place(&self, thing: &Json) -> String {
        let (start, end) = self.range(thing);
        format!("{start}..{end}")
    }

    /// Line range of an item, from 1.
    fn lines(&self, thing: &Json) -> String {
        let at = |edge: &str| thing["position"][edge]["line"].as_u64().unwrap() + 1;
        format!("{}-{}", at("start"), at("end"))
    }
}

fn dumps() -> Vec<Dump> {
    crate::links::dumps()
        .into_iter()
        .map(|(path, json)| {
            let text = json["fileContents"].as_str().unwrap().to_owned();
            let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
            Dump { name, note: notes::parse(&text), text, json }
        })
        .collect()
}

fn span(lines: LineRange) -> String {
    format!("{}-{}", lines.start, lines.end)
}

// B40
#[test]
fn headings_are_those_that_obsidian_sees() {
    compare("headings", &[], |dump| {
        let theirs = dump.list("headings").into_iter().map(|heading| {
            let line = heading["position"]["start"]["line"].as_u64().unwrap() + 1;
            format!("{line} {} {}", heading["level"], heading["heading"].as_str().unwrap())
        });
        let ours = dump
            .note
            .headings
            .iter()
            .map(|heading| format!("{} {} {}", heading.line, heading.level, heading.markdown));
        (theirs.collect(), ours.collect())
    });
}

#[test]
fn tags_stand_where_obsidian_sees_them() {
    compare("tags", &[], |dump| {
        let theirs = dump.list("tags").into_iter();
        let theirs =
            theirs.map(|tag| format!("{} {}", dump.place(&tag), tag["tag"].as_str().unwrap()));
        let ours = dump.note.tag_marks.iter();
        let ours = ours
            .map(|mark| format!("{}..{} {}", mark.start, mark.end, mark.of(&dump.text).unwrap()));
        (theirs.collect(), ours.collect())
    });
}

fn texts(value: &Json) -> BTreeSet<String> {
    let one = value.as_str().map(str::to_owned);
    let many = value.as_array().into_iter().flatten();
    many.filter_map(|text| Some(text.as_str()?.to_owned())).chain(one).collect()
}

#[test]
fn all_tags_are_those_that_obsidian_lists() {
    const SINGULAR: &str = "`tag` and a comma list in `tags` are read as Obsidian did before 1.9";
    const KNOWN: [(&str, &str); 4] = [
        ("yaml_complex_example: #value1", SINGULAR),
        ("yaml_complex_example: #value2", SINGULAR),
        ("yaml_tags_with_two_values_on_one_line: #value-1-of-2-on-one-line", SINGULAR),
        ("yaml_tags_with_two_values_on_one_line: #value-2-of-2-on-one-line", SINGULAR),
    ];
    compare("tags with the front matter's", &KNOWN, |dump| {
        let theirs = texts(&dump.json["getAllTags"]);
        let ours = dump.note.tags.iter().map(|tag| format!("#{tag}"));
        (theirs.into_iter().collect(), ours.collect())
    });
}

#[test]
fn front_matter_is_read_as_obsidian_reads_it() {
    const RAW: &str = "the dump has the property as it is written; a comma list gives two aliases";
    const OLD: &str = "any case and `alias` are read as Obsidian did before 1.9";
    const KNOWN: [(&str, &str); 6] = [
        ("empty_yaml: 0..7", "with nothing in it Obsidian lists it only as a section"),
        (
            "yaml_aliases_with_two_values_on_one_line: alias value-1-of-2-on-one-line, value-2-of-2-on-one-line",
            RAW,
        ),
        ("yaml_aliases_with_two_values_on_one_line: alias value-1-of-2-on-one-line", RAW),
        ("yaml_aliases_with_two_values_on_one_line: alias value-2-of-2-on-one-line", RAW),
        ("yaml_complex_example: alias test 1", OLD),
        ("yaml_complex_example: alias test 2", OLD),
    ];
    compare("front matter and aliases", &KNOWN, |dump| {
        let cache = &dump.json["cachedMetadata"];
        let position = &cache["frontmatterPosition"];
        let mut theirs: Vec<String> = Vec::new();
        if !position.is_null() {
            theirs.push(dump.place(&serde_json::json!({ "position": position })));
        }
        theirs.extend(
            texts(&cache["frontmatter"]["aliases"]).into_iter().map(|a| format!("alias {a}")),
        );
        let ours = dump.note.front_matter.iter().map(|range| {
            let end = range.of(&dump.text).unwrap().trim_end().len();
            format!("{}..{end}", range.start)
        });
        let aliases = dump.note.aliases.iter().map(|alias| format!("alias {alias}"));
        (theirs, ours.chain(aliases).collect())
    });
}

#[test]
fn blocks_with_ids_are_those_that_obsidian_sees() {
    compare("block ids", &[], |dump| {
        let theirs = dump.json["cachedMetadata"]["blocks"].as_object().into_iter().flatten();
        let theirs = theirs.map(|(id, block)| format!("{id} {}", dump.lines(block)));
        let ours =
            dump.note.blocks.iter().map(|block| format!("{} {}", block.id, span(block.lines)));
        (theirs.collect(), ours.collect())
    });
}

// Obsidian begins a nested item at its parent's text and extends items over blank lines; ours run from the marker to
// the end of the text.
#[test]
fn tasks_are_those_that_obsidian_sees() {
    compare("tasks", &[], |dump| {
        let theirs = dump.list("listItems").into_iter().filter_map(|item| {
            let (start, end) = dump.range(&item);
            let inside = &dump.text[start..end];
            let start = end - inside.trim_start().len();
            let end = start + inside.trim().len();
            Some(format!("[{}] {start}..{end}", item["task"].as_str()?))
        });
        let ours = dump.note.tasks.iter().map(|task| {
            let (start, end) = (task.range.start, task.range.end);
            assert_eq!(line_of(&dump.text, start), task.lines.start);
            assert_eq!(line_of(&dump.text, end), task.lines.end);
            format!("[{}] {start}..{end}", task.state)
        });
        (theirs.collect(), ours.collect())
    });
}

#[test]
fn callouts_are_those_that_obsidian_sees() {
    compare("callouts", &[], |dump| {
        let sections = dump.list("sections").into_iter();
        let theirs = sections.filter(|section| section["type"] == "callout");
        let theirs = theirs.map(|section| dump.lines(&section));
        // Obsidian lists only the outermost.
        let mut ours: Vec<LineRange> = Vec::new();
        for callout in &dump.note.callouts {
            if ours.last().is_none_or(|outer| callout.lines.start > outer.end) {
                ours.push(callout.lines);
            }
        }
        (theirs.collect(), ours.into_iter().map(span).collect())
    });
}

// The reader marks passages by the lines of blocks, which match Obsidian's sections.
#[test]
fn sections_are_blocks_of_the_rendered_note() {
    let (mut total, mut hidden) = (0, 0);
    let mut differing = Vec::new();
    for dump in dumps() {
        let options =
            RenderOptions { image_base: "vault://localhost/", ..RenderOptions::default() };
        let html = render(&dump.text, &options);
        for section in dump.list("sections") {
            let (kind, lines) = (section["type"].as_str().unwrap(), dump.lines(&section));
            total += 1;
            if matches!(kind, "yaml" | "comment" | "html") {
                hidden += 1;
            } else if !html.contains(&format!("data-lines=\"{lines}\"")) {
                differing
                    .push((format!("{}: {kind} {lines}", dump.name), "no such block".to_owned()));
            }
        }
    }
    println!(
        "{hidden} of {total} sections are front matter, comments and HTML, which have no lines"
    );
    agreement("sections of the dumps", total - hidden, &differing, &[]);
}
