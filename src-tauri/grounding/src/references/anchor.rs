//! Finds a passage again in a note that may have changed.

mod likeness;
#[cfg(test)]
mod tests;

use std::collections::HashMap;

use notes::{LineRange, is_shortened};

use conversation::reference::Passage;

#[derive(Debug, Clone, PartialEq)]
pub enum Location {
    /// Verbatim at its old lines.
    Unchanged(LineRange),
    /// Verbatim elsewhere in the note.
    Moved(LineRange),
    /// Changed: the most similar lines, with their likeness from 0.5 to 1.
    Changed {
        lines: LineRange,
        likeness: f32,
    },
    /// Missing, but its heading still exists, on this line.
    Heading(LineRange),
    Gone,
}

/// Finds `passage` in the current text: verbatim at its lines, else verbatim elsewhere (closest to the old place),
/// else by a likeness of at least half, else by its heading. Line endings and trailing white space don't count as
/// changes.
pub fn locate(passage: &Passage, text: &str) -> Location {
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    let mut wanted: Vec<&str> = passage.text.lines().map(str::trim_end).collect();
    let mut old_start = passage.lines.start.max(1) as usize - 1;
    while wanted.first().is_some_and(|line| line.is_empty()) {
        wanted.remove(0);
        old_start += 1;
    }
    while wanted.last().is_some_and(|line| line.is_empty()) {
        wanted.pop();
    }
    if !wanted.is_empty() {
        if lines.get(old_start..old_start + wanted.len()) == Some(&wanted[..]) {
            return Location::Unchanged(range(old_start, wanted.len()));
        }
        if let Some(start) = nearest(&lines, &wanted, old_start) {
            return Location::Moved(range(start, wanted.len()));
        }
        if let Some(start) = inside_lines(&lines, &wanted, old_start) {
            let found = range(start, wanted.len());
            return match start == old_start {
                true => Location::Unchanged(found),
                false => Location::Moved(found),
            };
        }
        if let Some((start, count, likeness)) = likeness::likeliest(&lines, &wanted, old_start) {
            return Location::Changed { lines: range(start, count), likeness };
        }
    }
    heading(passage, text)
        .map_or(Location::Gone, |line| Location::Heading(LineRange { start: line, end: line }))
}

/// Finds a passage's sentence in the passage's current `lines`, and returns its own lines. Line breaks don't matter.
/// `None` if it isn't there verbatim, or occurs twice.
pub fn locate_sentence<'a>(
    sentence: &str,
    text: &'a str,
    lines: LineRange,
) -> Option<(&'a str, LineRange)> {
    let wanted: Vec<&str> = sentence.split_whitespace().collect();
    let begins = |line: &&str| line.as_ptr() as usize - text.as_ptr() as usize;
    let mut words: Vec<(usize, usize, &str)> = Vec::new();
    let first = lines.start.max(1) as usize - 1;
    let count = (lines.end as usize).saturating_sub(first);
    for (at, line) in text.lines().enumerate().skip(first).take(count) {
        words.extend(line.split_whitespace().map(|word| (at, begins(&word), word)));
    }
    if wanted.is_empty() {
        return None;
    }
    let is_it =
        |at: &usize| words[*at..].iter().zip(&wanted).all(|((_, _, word), wanted)| word == wanted);
    let mut found = (0..(words.len() + 1).saturating_sub(wanted.len())).filter(is_it);
    let (at, again) = (found.next()?, found.next());
    if again.is_some() {
        return None;
    }
    let (from, start, _) = words.get(at)?;
    let (to, last, word) = words.get(at + wanted.len() - 1)?;
    Some((text.get(*start..last + word.len())?, range(*from, to - from + 1)))
}

fn range(start: usize, count: usize) -> LineRange {
    let line = |index: usize| u32::try_from(index).unwrap_or(u32::MAX);
    LineRange { start: line(start + 1), end: line(start + count) }
}

/// The occurrence of `wanted` in `lines` closest to `old`, by Knuth–Morris–Pratt over whole lines.
fn nearest(lines: &[&str], wanted: &[&str], old: usize) -> Option<usize> {
    // Gives each line a number, because numbers are compared faster than texts. Lines that `wanted`
    // doesn't have are 0.
    let mut ids: HashMap<&str, u32> = HashMap::new();
    let mut wanted_ids = Vec::with_capacity(wanted.len());
    for line in wanted {
        let next = ids.len() as u32 + 1;
        wanted_ids.push(*ids.entry(line).or_insert(next));
    }
    let mut fallback = vec![0; wanted_ids.len()];
    let mut matched = 0;
    for at in 1..wanted_ids.len() {
        while matched > 0 && wanted_ids[at] != wanted_ids[matched] {
            matched = fallback[matched - 1];
        }
        if wanted_ids[at] == wanted_ids[matched] {
            matched += 1;
        }
        fallback[at] = matched;
    }
    let mut best: Option<usize> = None;
    matched = 0;
    for (at, line) in lines.iter().enumerate() {
        let id = ids.get(line).copied().unwrap_or(0);
        while matched > 0 && id != wanted_ids[matched] {
            matched = fallback[matched - 1];
        }
        if id == wanted_ids[matched] {
            matched += 1;
        }
        if matched == wanted_ids.len() {
            let start = at + 1 - matched;
            if best.is_none_or(|best| start.abs_diff(old) < best.abs_diff(old)) {
                best = Some(start);
            }
            matched = fallback[matched - 1];
        }
    }
    best
}

/// Minimum bytes of a line of which a passage may have only a part. If a shorter line has more text
/// than the passage, the line was changed.
const LONG_LINE: usize = 512;

/// The place closest to `old` of a passage that begins or ends inside a long line.
fn inside_lines(lines: &[&str], wanted: &[&str], old: usize) -> Option<usize> {
    let last = wanted.len().checked_sub(1)?;
    let is_here = |start: &usize| {
        wanted.iter().zip(&lines[*start..]).enumerate().all(|(at, (wanted, line))| {
            let is_part = match (at == 0, at == last) {
                (true, true) => line.contains(wanted),
                (true, false) => line.ends_with(wanted),
                (false, true) => line.starts_with(wanted),
                (false, false) => false,
            };
            line == wanted || (line.len() > LONG_LINE && is_part)
        })
    };
    let starts = 0..(lines.len() + 1).saturating_sub(wanted.len());
    starts.filter(is_here).min_by_key(|start| start.abs_diff(old))
}

/// The line of the passage's innermost heading, if it still exists. Of several, one under the same headings wins,
/// then the closest.
fn heading(passage: &Passage, text: &str) -> Option<u32> {
    let same = |heading: &str, name: &str| {
        heading.trim().to_lowercase() == name.trim().to_lowercase()
            || is_shortened(name, heading.trim())
    };
    let (innermost, outer) = passage.heading_path.split_last()?;
    let headings = notes::parse(text).headings;
    let mut path: Vec<(u8, &str)> = Vec::new();
    let mut found: Vec<(bool, u32, u32)> = Vec::new();
    for heading in &headings {
        path.retain(|(level, _)| *level < heading.level);
        if same(&heading.text, innermost) {
            let same_path = path.len() == outer.len()
                && path.iter().zip(outer).all(|((_, text), outer)| same(text, outer));
            let distance = heading.line.abs_diff(passage.lines.start);
            found.push((!same_path, distance, heading.line));
        }
        path.push((heading.level, &heading.text));
    }
    found.into_iter().min().map(|(_, _, line)| line)
}
