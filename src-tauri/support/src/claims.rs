//! The sentences of an answer that cite passages.

use std::ops::Range;

use unicode_segmentation::UnicodeSegmentation;

use conversation::{CitationMark, reference::Number};

/// A sentence of an answer, and the passages that it cites.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Claim {
    /// Where it stands in the answer, in bytes, with its marks and its Markdown.
    pub range: Range<usize>,
    /// What it says, without marks and Markdown.
    pub text: String,
    /// The numbers that it cites, each once, in the order of their marks.
    pub numbers: Vec<Number>,
}

/// Words after which a full stop ends no sentence, besides single letters.
const ABBREVIATIONS: [&str; 36] = [
    "mr", "mrs", "ms", "dr", "prof", "st", "vs", "etc", "e.g", "i.e", "cf", "no", "nr", "fig",
    "ca", "approx", "p", "pp", "vol", "jr", "sr", "z.b", "bzw", "d.h", "usw", "u.a", "ca", "abb",
    "sra", "srta", "ud", "ej", "pág", "env", "av", "c.-à-d",
];

/// The sentences that have marks, in order.
///
/// A mark belongs to the sentence that it stands in or right behind (`It rises. [1]`); one that
/// opens a line belongs to what follows. An item of a list, a row of a table and a heading end with
/// their line; lines of one paragraph belong together.
pub(crate) fn claims(answer: &str, marks: &[CitationMark]) -> Vec<Claim> {
    let mut all = every_sentence(answer, marks);
    all.retain(|claim| !claim.numbers.is_empty());
    all
}

/// The sentences of any Markdown text, in order, without code.
pub fn sentences(text: &str) -> Vec<Claim> {
    every_sentence(text, &[])
}

/// All sentences, in order, also those that cite nothing.
pub(crate) fn every_sentence(answer: &str, marks: &[CitationMark]) -> Vec<Claim> {
    let mut claims = Vec::new();
    for block in blocks(answer) {
        let inside: Vec<(Range<usize>, Number)> = marks
            .iter()
            .map(|mark| (mark.start as usize..mark.end as usize, mark.number))
            .filter(|(range, _)| block.start <= range.start && range.end <= block.end)
            .collect();
        in_block(answer, &block, &inside, &mut claims);
    }
    claims
}

/// The parts of an answer that no sentence goes beyond, as bytes.
fn blocks(answer: &str) -> Vec<Range<usize>> {
    let mut blocks: Vec<Range<usize>> = Vec::new();
    let mut fence: Option<&str> = None;
    let mut open = false;
    let mut at = 0;
    for line in answer.split_inclusive('\n') {
        let range = at..at + line.len();
        at = range.end;
        let trimmed = line.trim();
        if let Some(marker) = ["```", "~~~"].into_iter().find(|mark| trimmed.starts_with(mark)) {
            match fence {
                Some(opened) if opened == marker => fence = None,
                Some(_) => {}
                None => fence = Some(marker),
            }
            open = false;
            continue;
        }
        if fence.is_some() || trimmed.is_empty() {
            open = false;
            continue;
        }
        let alone = trimmed.starts_with(['#', '|']);
        match blocks.last_mut() {
            Some(last) if open && !alone && opens_item(trimmed).is_none() => last.end = range.end,
            _ => blocks.push(range),
        }
        open = !alone;
    }
    blocks
}

/// What of a line marks an item of a list or a quotation, in bytes.
pub(crate) fn opens_item(line: &str) -> Option<usize> {
    let rest = line.trim_start_matches('>').trim_start();
    let quoted = line.len() - rest.len();
    if let Some(item) = rest.strip_prefix(['-', '*', '+', '•'])
        && item.starts_with([' ', '\t'])
    {
        return Some(line.len() - item.len());
    }
    let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let numbered = (1..=3).contains(&digits) && rest[digits..].starts_with(['.', ')']);
    if numbered && rest[digits + 1..].starts_with([' ', '\t']) {
        return Some(quoted + digits + 1);
    }
    (quoted > 0).then_some(quoted)
}

fn in_block(
    answer: &str,
    block: &Range<usize>,
    marks: &[(Range<usize>, Number)],
    claims: &mut Vec<Claim>,
) {
    // The block without its marks, and where each byte of it stands in the answer.
    let mut text = String::new();
    let mut places: Vec<(usize, usize)> = Vec::new();
    let mut at = block.start;
    let trimmed = answer[block.clone()].trim_start();
    let indent = block.len() - trimmed.len();
    at += indent + opens_item(trimmed).unwrap_or(0);
    let heading = answer[at..block.end].len()
        - answer[at..block.end].trim_start_matches(['#', '|', ' ']).len();
    at += heading;
    let mut stands: Vec<usize> = Vec::new();
    for (range, _) in marks {
        places.push((text.len(), at));
        text.push_str(&answer[at.min(range.start)..range.start]);
        stands.push(text.len());
        at = range.end;
    }
    places.push((text.len(), at));
    text.push_str(&answer[at..block.end]);
    let in_answer = |byte: usize| {
        let (from, to) = places[places.partition_point(|(from, _)| *from <= byte).max(1) - 1];
        to + (byte - from)
    };

    for sentence in split(&text) {
        let body = &text[sentence.clone()];
        let mut numbers: Vec<Number> = Vec::new();
        let mut range = in_answer(sentence.start)..in_answer(sentence.start);
        let end = sentence.start + body.trim_end().len();
        if end > sentence.start {
            range.end = in_answer(end - 1) + 1;
        }
        for ((mark, number), stand) in marks.iter().zip(&stands) {
            let before = text[..*stand].trim_end().len();
            let belongs = match before {
                0 => sentence.start == 0,
                before => sentence.contains(&(before - 1)),
            };
            if belongs {
                range = range.start.min(mark.start)..range.end.max(mark.end);
                if !numbers.contains(number) {
                    numbers.push(*number);
                }
            }
        }
        claims.push(Claim { range, text: plain(body), numbers });
    }
}

/// The sentences of a text, which cover it.
fn split(text: &str) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    let mut goes_on = false;
    for (start, sentence) in text.split_sentence_bound_indices() {
        let end = start + sentence.len();
        match found.last_mut() {
            // What has no letter and no digit is no sentence of its own: a dash, a closing quote.
            Some(last) if goes_on || !sentence.contains(char::is_alphanumeric) => last.end = end,
            _ => found.push(start..end),
        }
        // Soft line breaks end no sentence, and neither do abbreviations.
        let kept = sentence.trim_end();
        goes_on = !kept
            .ends_with(['.', '!', '?', '。', '！', '？', '…', ':', '"', '”', '»', '*', ')'])
            || is_abbreviation(kept);
    }
    found
}

fn is_abbreviation(sentence: &str) -> bool {
    let Some(rest) = sentence.strip_suffix('.') else { return false };
    let word = rest.rsplit(|c: char| c.is_whitespace() || c == '(').next().unwrap_or_default();
    let letters = word.chars().count();
    (letters == 1 && word.chars().all(char::is_alphabetic))
        || ABBREVIATIONS.contains(&word.to_lowercase().as_str())
}

/// A text without the signs of Markdown that are no words.
pub(crate) fn plain(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(character) = rest.chars().next() {
        let taken = match character {
            '*' | '`' | '~' => character.len_utf8(),
            '_' if !plain.ends_with(char::is_alphanumeric)
                || !rest[1..].starts_with(char::is_alphanumeric) =>
            {
                1
            }
            // Of a link its text is left: `[text](address)`, `[[Note|text]]`.
            '[' | ']' => match rest.strip_prefix("](").and_then(|after| after.find(')')) {
                Some(end) => "](".len() + end + 1,
                None => 1,
            },
            _ => {
                if character.is_whitespace() || character == '|' {
                    if !plain.ends_with(' ') && !plain.is_empty() {
                        plain.push(' ');
                    }
                } else {
                    // Where a mark was taken out before a full stop, its space goes with it.
                    if matches!(character, '.' | ',' | ';' | ':' | '!' | '?') {
                        plain.truncate(plain.trim_end().len());
                    }
                    plain.push(character);
                }
                character.len_utf8()
            }
        };
        rest = &rest[taken..];
    }
    plain.truncate(plain.trim_end().len());
    plain
}
