//! Finds the words of each hit that matched the query. A hit lists them as the reason why it was found.

use std::{collections::HashSet, ops::Range};

use rusqlite::Connection;

use super::{
    query::{Query, TermKind},
    results::{Hit, are_forms},
};
use crate::{
    forms::Stems,
    words::{Segment, composed, indexed_and_spelled, normal, pairs, plain, segments, words_of},
};

/// Marks around matches. No text contains them: [`normal`] makes control characters spaces.
const OPEN: char = '\u{1}';
const CLOSE: char = '\u{2}';

const MAX_WORDS: usize = 24;

/// A hit's searched texts in the order of the index's columns: title, headings, names, path
/// and body. Of a note's names, only the tags are here; the index also has its aliases.
pub(super) struct Passage([String; COLUMNS]);

const COLUMNS: usize = 5;

impl Passage {
    pub(super) fn of(hit: &Hit, tags: &str) -> Self {
        Self([
            hit.title.clone(),
            hit.heading_path
                .iter()
                .chain(&hit.columns)
                .map(String::as_str)
                .collect::<Vec<_>>()
                .join(" / "),
            tags.to_owned(),
            format!("{} / {}", hit.path.folder(), hit.path.stem()),
            hit.text.clone(),
        ])
    }
}

/// The distinct words of each passage that `query` matched, as the passage spells them. None
/// without an FTS5 `expression`. SQLite compares words, accents and English endings: it highlights
/// the passages in a temporary table with the index's tokenizer. This module compares the stems of
/// other languages, and words in scripts without spaces.
pub(super) fn words(
    connection: &Connection,
    query: &Query,
    expression: Option<&str>,
    passages: &[Passage],
) -> rusqlite::Result<Vec<Vec<String>>> {
    let mut found = vec![MatchedWords::default(); passages.len()];
    let mut spelled = Vec::new();
    let Some(expression) = expression else {
        return Ok(found.into_iter().map(|found| found.words).collect());
    };
    connection.execute("DELETE FROM probe", [])?;
    for (at, Passage(columns)) in (0_i64..).zip(passages) {
        let columns = columns.each_ref().map(|text| indexed_and_spelled(text));
        let [title, headings, names, path, body] = columns.each_ref().map(|(text, _)| text);
        connection
            .prepare_cached(
                "INSERT INTO probe (rowid, title, headings, names, path, body)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
            )?
            .execute((at, title, headings, names, path, body))?;
        spelled.push(columns.map(|(_, spelled)| spelled));
    }
    let mut select = connection.prepare_cached(
        "SELECT rowid, highlight(probe, 0, ?2, ?3), highlight(probe, 1, ?2, ?3),
                highlight(probe, 2, ?2, ?3), highlight(probe, 3, ?2, ?3),
                highlight(probe, 4, ?2, ?3)
         FROM probe WHERE probe MATCH ?1",
    )?;
    let mut rows = select.query((expression, OPEN.to_string(), CLOSE.to_string()))?;
    while let Some(row) = rows.next()? {
        let at = row.get::<_, u32>(0)? as usize;
        let (Some(found), Some(spelled)) = (found.get_mut(at), spelled.get(at)) else { continue };
        for (column, spelled) in spelled.iter().enumerate() {
            let text: String = row.get(column + 1)?;
            for marked in marked(&text, spelled) {
                let marked = marked.trim();
                // In scripts without spaces the tokens are pairs of characters; `QueryPairs` joins them to words below.
                if segments(marked).all(|part| matches!(part, Segment::Spaced(_))) {
                    found.push(marked);
                }
            }
        }
    }
    add_stems(query, passages, &mut found);
    if !query.runs.is_empty() {
        let query_pairs = QueryPairs::new(query);
        for (found, Passage(columns)) in found.iter_mut().zip(passages) {
            let mut stretches = MatchedWords::default();
            for column in columns {
                query_pairs.add_matches(column, &mut stretches);
            }
            // A match that is also part of a longer one is mostly a chance match.
            let all = &stretches.words;
            let is_part =
                |word: &String| all.iter().any(|other| other != word && other.contains(word));
            for word in all.iter().filter(|word| !is_part(word)) {
                found.push(word);
            }
        }
    }
    Ok(found.into_iter().map(|found| found.words).collect())
}

/// Puts a passage's words into the order of the question's, with its capitals. Words that it doesn't have follow.
pub(super) fn as_asked(mut words: Vec<String>, question: &str) -> Vec<String> {
    let question = composed(question);
    let asked: Vec<&str> = words_of(&question).collect();
    let place = |word: &String| {
        let first = plain(words_of(word).next()?);
        asked.iter().position(|asked| are_forms(&plain(asked), &first))
    };
    words.sort_by_cached_key(|word| place(word).unwrap_or(asked.len()));
    for word in &mut words {
        let lower = word.to_lowercase();
        if let Some(asked) = asked.iter().find(|asked| asked.to_lowercase() == lower) {
            *word = (*asked).to_owned();
        }
    }
    words
}

/// The words and phrases between marks in `text`, an indexed text, as the passage spells them.
/// `spelled` is the second result of [`indexed_and_spelled`].
fn marked(text: &str, spelled: &[(Range<usize>, String)]) -> Vec<String> {
    let mut found = Vec::new();
    // The number of bytes before `piece`, not counting marks: `spelled` has positions in the text
    // without marks.
    let mut at = 0;
    for (number, piece) in text.split(OPEN).enumerate() {
        let (inside, after) = match number {
            0 => ("", piece),
            _ => piece.split_once(CLOSE).unwrap_or((piece, "")),
        };
        if number > 0 {
            found.push(as_spelled(inside, at, spelled));
        }
        at += inside.len() + after.len();
    }
    found
}

/// Replaces the plain words in `stretch` by the passage's own spellings. `stretch` begins at byte
/// `start` of the indexed text.
fn as_spelled(stretch: &str, start: usize, spelled: &[(Range<usize>, String)]) -> String {
    let end = start + stretch.len();
    let first = spelled.partition_point(|(range, _)| range.end <= start);
    let mut out = String::with_capacity(stretch.len());
    let mut at = start;
    for (range, word) in spelled[first..].iter().take_while(|(range, _)| range.start < end) {
        out.push_str(stretch.get(at - start..range.start.max(at) - start).unwrap_or(""));
        out.push_str(word);
        at = range.end.min(end);
    }
    out.push_str(stretch.get(at - start..).unwrap_or(""));
    out
}

/// Adds the words that matched by their stem or as a compound. The temporary table's `stems` column
/// is empty, because SQLite couldn't tell which word has a stem.
fn add_stems(query: &Query, passages: &[Passage], found: &mut [MatchedWords]) {
    let stems = query.terms.iter().filter(|term| term.kind == TermKind::Stem);
    let (parts, stems): (Vec<&str>, Vec<&str>) =
        stems.map(|term| term.fts.as_str()).partition(|fts| fts.ends_with('*'));
    let query_stems: HashSet<&str> = stems.iter().map(|stem| stem.trim_matches('"')).collect();
    let parts: Vec<&str> = parts.iter().map(|part| part.trim_matches(['"', ' ', '*'])).collect();
    if query_stems.is_empty() {
        return;
    }
    let first = |word: &str| plain(word).chars().next();
    let firsts: HashSet<Option<char>> = query_stems.iter().map(|stem| first(stem)).collect();
    for (found, Passage(columns)) in found.iter_mut().zip(passages) {
        let Some(stems) = columns.last().and_then(|text| Stems::of(text)) else { continue };
        for text in columns {
            for word in words_of(&composed(text)) {
                let begins = word.chars().next().map(|char| first(char.encode_utf8(&mut [0; 4])));
                let may_match = stems.changes_beginnings()
                    || begins.is_some_and(|begin| firsts.contains(&begin));
                if may_match
                    && stems.token(word).is_some_and(|token| query_stems.contains(token.as_str()))
                {
                    found.push(word);
                } else if !parts.is_empty()
                    && let Some(compound) = stems.compound(word)
                    && parts.iter().any(|part| compound.starts_with(part))
                {
                    found.push(word);
                }
            }
        }
    }
}

#[derive(Default, Clone)]
struct MatchedWords {
    words: Vec<String>,
    seen: HashSet<String>,
}

impl MatchedWords {
    fn push(&mut self, word: &str) {
        // A pictogram is indexed as its code, such as `u1f600` (`words::symbol_word`). Nobody wrote that word.
        let is_symbol_word = word.len() > 4
            && word.strip_prefix('u').is_some_and(|hex| u32::from_str_radix(hex, 16).is_ok());
        if !word.is_empty()
            && !is_symbol_word
            && self.words.len() < MAX_WORDS
            && self.seen.insert(word.to_lowercase())
        {
            self.words.push(word.to_owned());
        }
    }
}

/// The query's words in scripts without spaces, as the overlapping pairs of characters that the index has, and the
/// words of one character.
struct QueryPairs<'a> {
    pairs: HashSet<&'a str>,
    singles: HashSet<&'a str>,
}

impl<'a> QueryPairs<'a> {
    fn new(query: &'a Query) -> Self {
        let mut query_pairs = Self { pairs: HashSet::new(), singles: HashSet::new() };
        for run in &query.runs {
            if run.chars().count() == 1 {
                query_pairs.singles.insert(run);
            } else {
                query_pairs.pairs.extend(pairs(run));
            }
        }
        query_pairs
    }

    /// Adds the longest stretches of `text` that the query's pairs cover, and the characters that
    /// are words of the query by themselves.
    fn add_matches(&self, text: &str, found: &mut MatchedWords) {
        let text = normal(text);
        for segment in segments(&text) {
            match segment {
                Segment::Run(run) => {
                    let mut start = None;
                    let mut end = 0;
                    for (at, first) in run.char_indices() {
                        let next = at + first.len_utf8();
                        if self.singles.contains(&run[at..next]) {
                            found.push(&run[at..next]);
                        }
                        let pair_end = next + run[next..].chars().next().map_or(0, char::len_utf8);
                        if pair_end > next && self.pairs.contains(&run[at..pair_end]) {
                            start.get_or_insert(at);
                            end = pair_end;
                        } else if let Some(from) = start
                            && end <= next
                        {
                            found.push(&run[from..end]);
                            start = None;
                        }
                    }
                    if let Some(from) = start {
                        found.push(&run[from..end]);
                    }
                }
                Segment::Symbol(symbol) => {
                    let symbol = symbol.to_string();
                    if self.singles.contains(symbol.as_str()) {
                        found.push(&symbol);
                    }
                }
                Segment::Spaced(_) => {}
            }
        }
    }
}
