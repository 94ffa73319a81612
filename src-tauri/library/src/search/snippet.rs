//! The part of a text around its first match, with the places of all matches.

use index::words::{self, TOKENIZER, is_word_char, normal};
use rusqlite::Connection;

use super::{
    folding::{FoldedWords, folded},
    query::Query,
};

/// Maximum characters of a snippet.
const LONGEST: usize = 200;
/// Maximum characters before the first match.
const BEFORE: usize = 60;

/// Marks around matches. No text contains them: `normal` makes them spaces.
const OPEN: char = '\u{1}';
const CLOSE: char = '\u{2}';

/// The words and stretches of text to highlight for a query.
pub(super) struct Words {
    words: FoldedWords,
    runs: Vec<String>,
}

impl Words {
    /// The words of `texts` that the query matches. SQLite finds them, because its tokenizer decides about endings and
    /// accents: it highlights the texts in a temporary table.
    pub(super) fn of(
        connection: &Connection,
        query: &Query,
        expression: &str,
        texts: &[&str],
    ) -> rusqlite::Result<Self> {
        connection.execute_batch(&format!(
            "CREATE VIRTUAL TABLE IF NOT EXISTS temp.probe USING fts5(text, tokenize=\"{TOKENIZER}\");
             DELETE FROM temp.probe;"
        ))?;
        for text in texts {
            connection
                .prepare_cached("INSERT INTO temp.probe (text) VALUES (?)")?
                .execute([words::indexed(text)])?;
        }
        let mut words = FoldedWords::new();
        let mut select = connection.prepare_cached(
            "SELECT highlight(probe, 0, ?2, ?3) FROM temp.probe WHERE probe MATCH ?1",
        )?;
        let mut rows = select.query((expression, OPEN.to_string(), CLOSE.to_string()))?;
        while let Some(row) = rows.next()? {
            let text: String = row.get(0)?;
            for marked in text.split(OPEN).skip(1) {
                let marked = marked.split(CLOSE).next().unwrap_or_default();
                words.extend(marked.split(|char| !is_word_char(char)).map(folded));
            }
        }
        words.remove("");
        connection.execute("DELETE FROM temp.probe", [])?;
        Ok(Self { words, runs: query.runs.clone() })
    }

    /// The snippet, and the byte ranges of its matches.
    pub(super) fn snippet(&self, text: &str) -> (String, Vec<(u32, u32)>) {
        let found = self.found(text);
        let first = found.first().map_or(0, |(start, _)| *start);
        let mut from =
            text[..first].char_indices().rev().take(BEFORE).last().map_or(first, |at| at.0);
        if from > 0 {
            let word = text[from..first].find(char::is_whitespace).map(|at| from + at);
            from = word.map_or(from, |at| at + text[at..].len() - text[at..].trim_start().len());
        }
        let mut snippet = String::new();
        if from > 0 {
            snippet.push('…');
        }
        let shift = snippet.len();
        // Without the two ellipses.
        let room = LONGEST - 2;
        let mut end = text[from..].char_indices().nth(room).map_or(text.len(), |(at, _)| from + at);
        if text[end..].starts_with(is_word_char)
            && let Some(space) = text[from..end].rfind(char::is_whitespace)
            && space > room / 2
        {
            end = from + space;
        }
        // One byte replaces one byte, so that offsets stay valid.
        let is_control = |char: char| char.is_ascii_whitespace() || char.is_ascii_control();
        snippet.extend(text[from..end].chars().map(|c| if is_control(c) { ' ' } else { c }));
        let trimmed = snippet.trim_end().len();
        snippet.truncate(trimmed);
        if end < text.len() {
            snippet.push('…');
        }
        let place = |at: usize| u32::try_from(at - from + shift).unwrap_or(u32::MAX);
        let marks = found
            .into_iter()
            .filter(|(start, stop)| *start >= from && *stop <= end)
            .map(|(start, stop)| (place(start), place(stop)))
            .collect();
        (snippet, marks)
    }

    fn found(&self, text: &str) -> Vec<(usize, usize)> {
        let mut found = Vec::new();
        let mut word_start = None;
        for (at, char) in text.char_indices().chain([(text.len(), ' ')]) {
            match (word_start, is_word_char(char)) {
                (None, true) => word_start = Some(at),
                (Some(start), false) => {
                    if self.words.contains(&folded(&normal(&text[start..at]))) {
                        found.push((start, at));
                    }
                    word_start = None;
                }
                _ => {}
            }
        }
        for run in &self.runs {
            let whole = text.match_indices(run.as_str()).map(|(at, _)| (at, at + run.len()));
            let mut places: Vec<_> = whole.collect();
            if places.is_empty() && run.chars().nth(1).is_some() {
                places = words::pairs(run)
                    .filter(|pair| pair.chars().nth(1).is_some())
                    .flat_map(|pair| text.match_indices(pair))
                    .map(|(at, pair)| (at, at + pair.len()))
                    .collect();
            }
            found.extend(places);
        }
        found.sort_unstable();
        let mut joined: Vec<(usize, usize)> = Vec::new();
        for (start, end) in found {
            match joined.last_mut() {
                Some(last) if start < last.1 => last.1 = last.1.max(end),
                _ => joined.push((start, end)),
            }
        }
        joined
    }
}
