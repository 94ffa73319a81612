//! Finds the lines of a note that are most similar to a passage.
//!
//! First, every window with as many words as the passage is scored by the words in common, in any order; a step of
//! the window has constant cost. Then the best windows are aligned with the passage word by word, and the lines with
//! the greatest likeness are chosen. Likeness is 2·common / (passage + lines), in weights of words.

use std::collections::HashMap;

const LEAST: f32 = 0.5;

/// Maximum windows that are aligned.
const CANDIDATES: usize = 3;

/// Maximum words of a passage that is aligned. A longer one is compared without word order, which is enough for a
/// text of that length.
const ALIGNED: usize = 2_000;

/// Minimum words of a passage that is compared by likeness. Shorter ones resemble too much.
const FEWEST: usize = 3;

/// A word of the note: its index among the passage's words (0 for none), line and weight.
#[derive(Clone, Copy)]
struct Word {
    id: u32,
    line: usize,
    weight: u32,
}

/// The most similar lines, as index and count, with their likeness, if that is at least half. The place closest to
/// `old` wins a tie.
pub(super) fn likeliest(
    lines: &[&str],
    wanted: &[&str],
    old: usize,
) -> Option<(usize, usize, f32)> {
    let mut ids: HashMap<String, u32> = HashMap::new();
    let mut passage: Vec<(u32, u32)> = Vec::new();
    for line in wanted {
        for word in words(line) {
            let weight = weight(&word);
            let next = ids.len() as u32 + 1;
            passage.push((*ids.entry(word).or_insert(next), weight));
        }
    }
    if passage.len() < FEWEST {
        return None;
    }
    let mut note: Vec<Word> = Vec::new();
    for (line, text) in lines.iter().enumerate() {
        for word in words(text) {
            let weight = weight(&word);
            note.push(Word { id: ids.get(&word).copied().unwrap_or(0), line, weight });
        }
    }
    let mut best: Option<(usize, usize, f32)> = None;
    for start in candidates(&passage, ids.len(), &note) {
        // The changed lines may have more or fewer words, so the neighbourhood is included.
        let margin = passage.len() / 2 + 8;
        let (from, to) = whole_lines(&note, start, start + passage.len(), margin);
        let Some(window) = note.get(from..to) else { continue };
        let common = if passage.len() <= ALIGNED {
            aligned(&passage, window)
        } else {
            shared(&passage, ids.len(), window)
        };
        let Some(found) = best_lines(&passage, window, &common) else { continue };
        let better = |best: (usize, usize, f32)| {
            found.2 > best.2 || (found.2 == best.2 && found.0.abs_diff(old) < best.0.abs_diff(old))
        };
        if best.is_none_or(better) {
            best = Some(found);
        }
    }
    best.filter(|(_, _, likeness)| *likeness >= LEAST)
}

/// The lower-case words of a line. In dense scripts each character is a word.
fn words(line: &str) -> impl Iterator<Item = String> {
    line.split(|c: char| !c.is_alphanumeric()).filter(|run| !run.is_empty()).flat_map(|run| {
        if run.is_ascii() {
            return vec![run.to_ascii_lowercase()];
        }
        let mut words = vec![String::new()];
        for c in run.chars() {
            if is_ideographic(c) {
                words.push(c.to_string());
                words.push(String::new());
            } else if let Some(last) = words.last_mut() {
                last.extend(c.to_lowercase());
            }
        }
        words.retain(|word| !word.is_empty());
        words
    })
}

fn is_ideographic(c: char) -> bool {
    matches!(c, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}')
}

/// Short words are common to most texts; long ones are specific.
fn weight(word: &str) -> u32 {
    match word.chars().count() {
        1..=3 if word.bytes().all(|byte| byte.is_ascii_alphabetic()) => 1,
        _ => 4,
    }
}

/// The starts of the best windows, best first and apart from each other.
fn candidates(passage: &[(u32, u32)], kinds: usize, note: &[Word]) -> Vec<usize> {
    let size = passage.len();
    let mut wanted = vec![0_i64; kinds + 1];
    for (id, _) in passage {
        wanted[*id as usize] += 1;
    }
    let mut spare = wanted;
    spare[0] = 0;
    let mut shared = 0_i64;
    let mut scores: Vec<i64> = Vec::new();
    for (at, word) in note.iter().enumerate() {
        let id = word.id as usize;
        if id != 0 {
            spare[id] -= 1;
            if spare[id] >= 0 {
                shared += i64::from(word.weight);
            }
        }
        if at + 1 > size {
            let gone = note[at - size];
            let id = gone.id as usize;
            if id != 0 {
                spare[id] += 1;
                if spare[id] > 0 {
                    shared -= i64::from(gone.weight);
                }
            }
        }
        if at + 1 >= size.min(note.len()) {
            scores.push(shared);
        }
    }
    let mut order: Vec<usize> = Vec::new();
    for _ in 0..CANDIDATES {
        let apart = |at: &usize| order.iter().all(|taken| taken.abs_diff(*at) > size / 2);
        let next = (0..scores.len()).filter(apart).max_by_key(|at| (scores[*at], usize::MAX - at));
        match next {
            Some(next) if scores[next] > 0 => order.push(next),
            _ => break,
        }
    }
    order
}

/// Extends the range by `margin` words on both sides and then to whole lines, unless these are too long to compare.
fn whole_lines(note: &[Word], from: usize, to: usize, margin: usize) -> (usize, usize) {
    let mut from = from.saturating_sub(margin);
    let mut to = (to + margin).min(note.len());
    let same_line = |a: usize, b: usize| note[a].line == note[b].line;
    let farthest = 4 * margin;
    let (least, most) = (from.saturating_sub(farthest), (to + farthest).min(note.len()));
    while from > least && from < note.len() && same_line(from - 1, from) {
        from -= 1;
    }
    while to > 0 && to < most && same_line(to - 1, to) {
        to += 1;
    }
    (from, to)
}

/// The window's words that match the passage in the alignment with the greatest common weight.
fn aligned(passage: &[(u32, u32)], window: &[Word]) -> Vec<bool> {
    #[derive(Clone, Copy)]
    enum Trace {
        Both,
        Passage,
        Window,
    }
    let width = window.len() + 1;
    let mut came = vec![Trace::Window; (passage.len() + 1) * width];
    let mut above = vec![0_u32; width];
    let mut row = vec![0_u32; width];
    for (i, (id, weight)) in passage.iter().enumerate() {
        for (j, word) in window.iter().enumerate() {
            let cell = &mut came[(i + 1) * width + j + 1];
            let both = if word.id == *id { above[j] + weight } else { 0 };
            let best = above[j + 1].max(row[j]).max(both);
            *cell = if both == best && both > 0 {
                Trace::Both
            } else if above[j + 1] == best {
                Trace::Passage
            } else {
                Trace::Window
            };
            row[j + 1] = best;
        }
        std::mem::swap(&mut above, &mut row);
    }
    let mut common = vec![false; window.len()];
    let (mut i, mut j) = (passage.len(), window.len());
    while i > 0 && j > 0 {
        match came[i * width + j] {
            Trace::Both => {
                common[j - 1] = true;
                i -= 1;
                j -= 1;
            }
            Trace::Passage => i -= 1,
            Trace::Window => j -= 1,
        }
    }
    common
}

/// The window's words that the passage has, each at most as often as there.
fn shared(passage: &[(u32, u32)], kinds: usize, window: &[Word]) -> Vec<bool> {
    let mut spare = vec![0_u32; kinds + 1];
    for (id, _) in passage {
        spare[*id as usize] += 1;
    }
    spare[0] = 0;
    window
        .iter()
        .map(|word| {
            let spare = &mut spare[word.id as usize];
            let common = *spare > 0;
            *spare = spare.saturating_sub(1);
            common
        })
        .collect()
}

fn best_lines(
    passage: &[(u32, u32)],
    window: &[Word],
    common: &[bool],
) -> Option<(usize, usize, f32)> {
    let passage: u32 = passage.iter().map(|(_, weight)| weight).sum();
    // For each line: its index, its weight, and the common weight.
    let mut lines: Vec<(usize, u32, u32)> = Vec::new();
    for (word, common) in window.iter().zip(common) {
        let shared = if *common { word.weight } else { 0 };
        match lines.last_mut() {
            Some(last) if last.0 == word.line => {
                last.1 += word.weight;
                last.2 += shared;
            }
            _ => lines.push((word.line, word.weight, shared)),
        }
    }
    let mut best: Option<(usize, usize, f32)> = None;
    for (at, first) in lines.iter().enumerate().filter(|(_, line)| line.2 > 0) {
        let (mut all, mut shared) = (0, 0);
        for last in &lines[at..] {
            all += last.1;
            shared += last.2;
            let likeness = 2.0 * shared as f32 / (passage + all) as f32;
            if last.2 > 0 && best.is_none_or(|best| likeness > best.2) {
                best = Some((first.0, last.0 - first.0 + 1, likeness));
            }
        }
    }
    best
}
