use std::{ops::Range, time::Instant};

use similar::Algorithm;

use super::ops::changed;

/// Maximum unchanged words between two changes that merge.
const WORDS_BETWEEN: usize = 2;

/// Minimum share of unchanged words; below it, the whole text is replaced.
const LEAST_KEPT: f32 = 0.25;

pub(super) fn changes<'a>(
    old: &str,
    new: &'a str,
    until: Option<Instant>,
) -> Vec<(Range<usize>, &'a str)> {
    let (old_tokens, new_tokens) = (tokens(old), tokens(new));
    let ops =
        similar::capture_diff_slices_deadline(Algorithm::Myers, &old_tokens, &new_tokens, until);
    let bounds = |tokens: &[&str]| {
        let mut end = 0;
        let ends = tokens.iter().map(|token| {
            end += token.len();
            end
        });
        std::iter::once(0).chain(ends).collect::<Vec<usize>>()
    };
    let (old_at, new_at) = (bounds(&old_tokens), bounds(&new_tokens));
    let mut joined: Vec<(Range<usize>, Range<usize>)> = Vec::new();
    let (mut kept, mut at) = (0, 0);
    for (old_range, new_range) in changed(&ops) {
        let same = &old_tokens[at..old_range.start];
        kept += count(same);
        at = old_range.end;
        let ends = same.iter().any(|token| {
            matches!(
                *token,
                "." | "!" | "?" | "。" | "！" | "？" | "｡" | "؟" | "۔" | "؛" | "।" | "॥"
            ) || token.contains('\n')
        });
        let old_range = old_at[old_range.start]..old_at[old_range.end];
        let new_range = new_at[new_range.start]..new_at[new_range.end];
        match joined.last_mut() {
            Some((last_old, last_new)) if !ends && count(same) <= WORDS_BETWEEN => {
                (last_old.end, last_new.end) = (old_range.end, new_range.end);
            }
            _ => joined.push((old_range, new_range)),
        }
    }
    kept += count(&old_tokens[at..]);
    let words = count(&old_tokens).min(count(&new_tokens));
    if joined.len() > 1 && (kept as f32) < LEAST_KEPT * words as f32 {
        return vec![(0..old.len(), new)];
    }
    joined.into_iter().map(|(old_range, new_range)| (old_range, &new[new_range])).collect()
}

fn count(tokens: &[&str]) -> usize {
    tokens.iter().filter(|token| token.contains(char::is_alphanumeric)).count()
}

/// Maximum bytes of a link that counts as one word; limits the search for a closing bracket.
const LONGEST_LINK: usize = 4096;

fn stands_alone(c: char) -> bool {
    matches!(c, '\u{e00}'..='\u{eff}' | '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{ac00}'..='\u{d7af}')
}

/// Words, whole links, runs of blanks, and other single characters.
pub(super) fn tokens(text: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = match link(rest) {
            Some(length) => length,
            None if stands_alone(first) => first.len_utf8(),
            None if first.is_alphanumeric() => {
                rest.find(|c: char| !c.is_alphanumeric() || stands_alone(c)).unwrap_or(rest.len())
            }
            None if first.is_whitespace() && first != '\n' => {
                rest.find(|c: char| !c.is_whitespace() || c == '\n').unwrap_or(rest.len())
            }
            None => first.len_utf8(),
        };
        let (token, behind) = rest.split_at(length);
        tokens.push(token);
        rest = behind;
    }
    tokens
}

fn link(text: &str) -> Option<usize> {
    // Called for each word of a text, which may be one long line: the first letter rules most out.
    if !text.starts_with(['[', '!', 'h']) {
        return None;
    }
    let marked = text.strip_prefix('!').unwrap_or(text);
    let before = text.len() - marked.len();
    let near = &marked[..marked.floor_char_boundary(LONGEST_LINK)];
    let line = near.split('\n').next().unwrap_or(near);
    if line.starts_with("[[") {
        return line.find("]]").map(|end| before + end + 2);
    }
    if line.starts_with('[') {
        let open = line.find("](")?;
        let inside = !line[1..open].contains('[');
        return line[open..].find(')').filter(|_| inside).map(|end| before + open + end + 1);
    }
    let is_address = text.starts_with("http://") || text.starts_with("https://");
    is_address.then(|| {
        text.find(|c: char| c.is_whitespace() || matches!(c, ')' | '>' | ']')).unwrap_or(text.len())
    })
}
