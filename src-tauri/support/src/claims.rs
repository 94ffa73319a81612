//! Splits an answer into sentences, and finds the citations of each.

use std::ops::Range;

use unicode_segmentation::UnicodeSegmentation;

use conversation::{CitationMark, model::said::ends_sentence, reference::Number};
use language::MONTHS;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Claim {
    /// Bytes of the answer, including marks and Markdown.
    pub range: Range<usize>,
    /// The sentence without marks and Markdown.
    pub text: String,
    /// The cited numbers without duplicates, in the order of their marks.
    pub numbers: Vec<Number>,
}

/// Words whose full stop ends no sentence. Single letters count, too.
const ABBREVIATIONS: [&str; 36] = [
    "mr", "mrs", "ms", "dr", "prof", "st", "vs", "etc", "e.g", "i.e", "cf", "no", "nr", "fig",
    "ca", "approx", "p", "pp", "vol", "jr", "sr", "z.b", "bzw", "d.h", "usw", "u.a", "ca", "abb",
    "sra", "srta", "ud", "ej", "pág", "env", "av", "c.-à-d",
];

/// The sentences that have marks, in order.
///
/// A mark belongs to the sentence around it or directly before it (`It rises. [1]`); one that opens a line belongs to
/// the following sentence. List items, table rows and headings end with their line; the lines of a paragraph belong
/// together.
pub(crate) fn claims(answer: &str, marks: &[CitationMark]) -> Vec<Claim> {
    let mut all = every_sentence(answer, marks);
    all.retain(|claim| !claim.numbers.is_empty());
    all
}

/// All sentences of a Markdown text, in order, without code.
pub fn sentences(text: &str) -> Vec<Claim> {
    every_sentence(text, &[])
}

/// All sentences, in order, also without citations.
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

/// The blocks of a text, in bytes; no sentence crosses their borders.
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

/// The length in bytes of a list or quotation marker at the beginning of a line.
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
    // The block without marks, and a map of its bytes to the answer's.
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

/// The sentences of a text, which together cover it.
fn split(text: &str) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    let mut is_open = false;
    // Unicode's rules know all full stops and question marks, but end no sentence at an Arabic semicolon.
    let sentences = text.split_sentence_bound_indices().flat_map(|(start, sentence)| {
        sentence.split_inclusive('؛').scan(start, |at, part| {
            let from = *at;
            *at += part.len();
            Some((from, part))
        })
    });
    for (start, sentence) in sentences {
        let end = start + sentence.len();
        let goes_on =
            is_open || found.last().is_some_and(|last| is_ordinal(&text[last.clone()], sentence));
        match found.last_mut() {
            // A part without letters and digits, such as a dash or closing quote, belongs to the sentence before.
            Some(last) if goes_on || !sentence.contains(char::is_alphanumeric) => last.end = end,
            _ => found.push(start..end),
        }
        // Soft line breaks and abbreviations end no sentence.
        let kept = sentence.trim_end();
        let ends = |c: char| ends_sentence(c) || matches!(c, ':' | '"' | '”' | '»' | '*' | ')');
        is_open = !kept.ends_with(ends) || is_abbreviation(kept);
    }
    found
}

/// Words after an ordinal in German, beside the months: “am 5. Mai”, “im 19. Jahrhundert”.
const AFTER_ORDINALS: [&str; 4] = ["Jänner", "Jahrhundert", "Jahrhunderte", "Jahrhunderten"];

fn is_ordinal(before: &str, after: &str) -> bool {
    let number = before
        .trim_end()
        .strip_suffix('.')
        .map_or("", |rest| &rest[rest.trim_end_matches(|c: char| c.is_ascii_digit()).len()..]);
    let next = after.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
    let follows =
        |word: &str| AFTER_ORDINALS.contains(&word) || MONTHS.iter().any(|month| month.de == word);
    let bare = next.strip_suffix('s').unwrap_or(next);
    (1..=2).contains(&number.len()) && (follows(next) || follows(bare))
}

fn is_abbreviation(sentence: &str) -> bool {
    let Some(rest) = sentence.strip_suffix('.') else { return false };
    let word = rest.rsplit(|c: char| c.is_whitespace() || c == '(').next().unwrap_or_default();
    let letters = word.chars().count();
    (letters == 1 && word.chars().all(char::is_alphabetic))
        || ABBREVIATIONS.contains(&word.to_lowercase().as_str())
}

/// Punctuation that follows its word directly.
const AFTER_NO_SPACE: [char; 14] =
    ['.', ',', ';', ':', '!', '?', '。', '！', '？', '؟', '،', '؛', '۔', '।'];

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
            // Keeps only the text of a link: `[text](address)`, `[[Note|text]]`.
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
                    // Drops the space that a removed mark left before punctuation.
                    if AFTER_NO_SPACE.contains(&character) {
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
