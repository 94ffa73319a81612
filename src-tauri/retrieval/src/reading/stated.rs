//! A property in the question's own words for it: “notes where status = done”, “files with rating 5”.

use index::{KeyEntry, Result};
use records::{Condition, Query, RecordKind, Target, fold};

use super::{
    keys::is_tag_key,
    reader::{Reader, is_filler},
    words::Word,
};

const NOTES: &str = "note notes file files page pages document documents notiz notizen datei dateien seite seiten dokument dokumente";

/// They stand between the notes and the key.
const LEADS: &str = "where with whose having that have has which the a property field key frontmatter in wo mit deren bei \
    denen die haben eigenschaft feld der dem";

/// They stand between the key and the value.
const COPULAS: &str = "is are equals equal to ist sind gleich";

const OPERATORS: [&str; 11] = ["==", "!=", ">=", "<=", "≥", "≤", "=", ":", ">", "<", ""];

/// Maximum words before the notes, and of a key.
const MOST_BEFORE: usize = 4;
const LONGEST_KEY: usize = 4;

/// Whether a question has an operator of a query. Read as words, “rating > 4” would be a rating of 4.
pub(super) fn has_operator(question: &str) -> bool {
    question.contains(['=', '<', '>', '≥', '≤'])
}

impl Reader<'_> {
    /// Notes by a key as they write it and one of its values, with nothing else in the question.
    pub(super) fn stated(&mut self, question: &str) -> Result<Option<Query>> {
        let is_small =
            |word: &Word| is_filler(&word.folded) || language::is_function_word(&word.folded);
        let noun = self.words.iter().take(MOST_BEFORE).position(|word| word.is(NOTES));
        let Some(noun) = noun.filter(|at| self.words[..*at].iter().all(is_small)) else {
            return Ok(None);
        };
        let leads = self.words[noun + 1..].iter().take_while(|word| word.is(LEADS)).count();
        let mut query = Query::of(RecordKind::Note);
        self.take_count(&mut query);
        let at = noun + 1 + leads;
        let found = (1..=LONGEST_KEY).rev().find_map(|length| self.stated_at(question, at, length));
        let Some(condition) = found.filter(|_| leads > 0) else { return Ok(None) };
        query.filter.push(condition);
        Ok((self.index.count(&query)? > 0).then_some(query))
    }

    /// The condition whose key has these words.
    fn stated_at(&self, question: &str, at: usize, length: usize) -> Option<Condition> {
        let words = self.words.get(at..at + length)?;
        let name = words.iter().map(|word| &*word.folded).collect::<Vec<_>>().join(" ");
        let is_it = |key: &&KeyEntry| {
            key.notes > 0 && !is_tag_key(&key.key) && key.key.replace(['-', '_'], " ") == name
        };
        let key = self.vocabulary.keys.iter().find(is_it)?;
        let copulas = self.words.get(at + length..)?.iter().take_while(|it| it.is(COPULAS)).count();
        let last = self.words.get((at + length + copulas).checked_sub(1)?)?;
        let rest = question.get(last.range.end..)?.trim();
        let operator = OPERATORS.iter().find(|operator| rest.starts_with(**operator))?;
        let value = rest[operator.len()..].trim().trim_end_matches(['?', '.', '!', '"', '”', '“']);
        let value = value.trim_start_matches(['"', '“', '„']).trim();
        let text = fold(value);
        let is_value =
            key.values.iter().any(|it| it.folded == text || it.link.as_ref() == Some(&text));
        let (operator, compares) = match *operator {
            "≥" => (">=", true),
            "≤" => ("<=", true),
            "" | ":" | "==" => ("=", false),
            other => (other, other.contains(['<', '>'])),
        };
        if value.is_empty() || value.contains('"') || !compares && !is_value {
            return None;
        }
        let query = Query::read(&format!("prop:\"{}{operator}{value}\"", key.name)).ok()?;
        let [condition] = &query.filter[..] else { return None };
        matches!(condition.target, Target::Key(_)).then(|| condition.clone())
    }
}
