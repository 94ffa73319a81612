//! Real vaults: everything in them parses, renders and falls into passages with exact places.

use index::chunk::{MAX_TOKENS, chunk};
use notes::{RenderOptions, render};

use crate::{folders, read_vault};

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
                    // Only a line that may have more tokens than a chunk can hold is cut: a token
                    // has a byte at least.
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
            // Of these vaults' notes only drawings hold data.
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

/// The line, from 1, of a byte that may lie inside a character.
fn line_of(text: &str, byte: usize) -> u32 {
    let ends = text.as_bytes()[..byte].iter().filter(|byte| **byte == b'\n').count();
    u32::try_from(ends).unwrap() + 1
}

/// A fence at the margin with all its lines, from 1.
fn fences(text: &str) -> Vec<(u32, u32)> {
    let mut found = Vec::new();
    let mut open: Option<(u32, &str)> = None;
    for (line, number) in text.lines().zip(1..) {
        match open {
            None => {
                let mark = ["```", "~~~"].into_iter().find(|mark| line.starts_with(mark));
                let ticks = line.len() - line.trim_start_matches(['`', '~']).len();
                // What follows the ticks of an opening fence has no tick.
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
                // Every token has a byte at least: what is this short surely fits.
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
            let options = RenderOptions {
                catalog: Some(&read.catalog),
                source: Some(path),
                image_base: "vault://localhost/",
            };
            let html = render(&note.text, &options);
            let last = note.text.lines().count() as u32;
            for lines in html.split("data-lines=\"").skip(1) {
                let (first, end) = lines.split_once('"').unwrap().0.split_once('-').unwrap();
                let (first, end): (u32, u32) = (first.parse().unwrap(), end.parse().unwrap());
                let at = format!("{}: {path}: lines {first}-{end} of {last}", folder.display());
                assert!(1 <= first && first <= end && end <= last, "{at}");
            }
            let broken = crate::hostile::broken_rules(&html);
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
