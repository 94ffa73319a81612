//! Parses a user's query.

use std::collections::HashSet;

use conversation::FileGroup;
use notes::NotePath;

use crate::{
    forms,
    words::{
        Segment, composed, folded, is_word_char, normal, pairs, plain, segments, symbol_word,
        words_of,
    },
};

/// Maximum terms; more cost time without clarifying the query.
const MAX_TERMS: usize = 96;
/// Maximum phrases, exclusions and filters, each: SQLite's expressions have limits.
const MAX_CONDITIONS: usize = 32;

#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Query {
    pub(crate) terms: Vec<Term>,
    /// Quoted phrases; all must occur.
    pub(crate) required: Vec<String>,
    pub(crate) forbidden: Vec<String>,
    pub(crate) filters: Vec<Filter>,
    /// The notes and folders to search as a JSON list; `None` for all.
    pub(crate) within: Option<String>,
    /// Stretches in scripts without spaces, for highlighting.
    pub(crate) runs: Vec<String>,
    /// The words that the user didn't write in their plain form, as (plain form, user's spelling).
    pub(crate) spelled: Vec<(String, String)>,
    pub(crate) plain: String,
    /// While parsing, the plain form of the last word. `None` after anything that separates it from the next word: a
    /// phrase, a filter, an exclusion, a script without spaces.
    previous: Option<String>,
    neighbours: Vec<Term>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Term {
    pub(crate) fts: String,
    /// The plain word, if it is one; very common words may be dropped.
    pub(crate) word: Option<String>,
    pub(crate) kind: TermKind,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TermKind {
    /// Words, pairs of characters and phrases that the user wrote.
    Typed,
    /// Two neighbouring words as a phrase: passages that have them side by side rank higher.
    Neighbours,
    /// A word without its ending.
    Stem,
}

impl Term {
    /// The words of a word or a phrase.
    pub(crate) fn words(&self) -> impl Iterator<Item = &str> {
        words_of(&self.fts)
    }

    fn typed(fts: String, word: Option<String>) -> Self {
        Self { fts, word, kind: TermKind::Typed }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Filter {
    pub(crate) kind: FilterKind,
    pub(crate) value: String,
    pub(crate) negated: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum FilterKind {
    Tag,
    Path,
    On,
    Before,
    After,
    Type,
    Page,
}

const FILTERS: [(&str, FilterKind); 7] = [
    ("tag:", FilterKind::Tag),
    ("path:", FilterKind::Path),
    ("date:", FilterKind::On),
    ("before:", FilterKind::Before),
    ("after:", FilterKind::After),
    ("type:", FilterKind::Type),
    ("page:", FilterKind::Page),
];

impl FilterKind {
    fn value(self, text: &str) -> Option<String> {
        let value = match self {
            Self::Tag | Self::Path => folded(text.trim_start_matches('#')),
            Self::On | Self::Before | Self::After | Self::Page => text.to_owned(),
            Self::Type => folded(text.trim_start_matches('.')),
        };
        let is_value = match self {
            Self::Tag | Self::Path => !value.is_empty(),
            Self::On | Self::Before | Self::After => is_date(&value),
            Self::Type => !endings(&value).is_empty() || is_note(&value),
            Self::Page => pages(&value).is_some(),
        };
        is_value.then_some(value)
    }
}

pub(crate) fn is_note(kind: &str) -> bool {
    matches!(kind, "note" | "notes" | "md" | "markdown")
}

/// The extensions of a kind: an extension itself, or a group's name.
pub(crate) fn endings(kind: &str) -> Vec<&'static str> {
    let groups = FileGroup::ALL.into_iter().filter(|group| match group {
        FileGroup::Pdf => false,
        FileGroup::Office => kind == "office",
        FileGroup::Books => matches!(kind, "book" | "books"),
        FileGroup::Web => kind == "web",
        FileGroup::Text => kind == "text",
        FileGroup::Pictures => matches!(kind, "picture" | "pictures"),
    });
    let of_groups = groups.flat_map(FileGroup::endings);
    let all = FileGroup::ALL.into_iter().flat_map(FileGroup::endings);
    of_groups.chain(all.filter(|ending| **ending == kind)).copied().collect()
}

pub(crate) fn pages(text: &str) -> Option<(u32, u32)> {
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    let (first, last) = (first.parse().ok()?, last.parse().ok()?);
    (first <= last).then_some((first, last))
}

fn is_date(text: &str) -> bool {
    let is_number = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    let parts: Vec<&str> = text.split('-').collect();
    parts.len() <= 3
        && parts.iter().zip([4, 2, 2]).all(|(part, digits)| part.len() == digits && is_number(part))
}

impl Filter {
    pub(crate) fn shown(&self) -> String {
        let sign = if self.negated { "-" } else { "" };
        let name = FILTERS.iter().find(|(_, kind)| *kind == self.kind).map_or("", |(name, _)| name);
        format!("{sign}{name}{}", self.value)
    }
}

impl Query {
    /// Parses words, `"phrases"`, `-exclusions`, `tag:name`, `path:part`, `date:2026-03`.
    pub(crate) fn parse(text: &str) -> Self {
        let written = normal(text);
        let mut query = Self::default();
        let mut rest = written.as_ref();
        loop {
            rest = rest.trim_start();
            if rest.is_empty() {
                break;
            }
            rest = query.item(rest);
        }
        query.add_derived_terms(text);
        query.required.truncate(MAX_CONDITIONS);
        query.forbidden.truncate(MAX_CONDITIONS);
        query.filters.truncate(MAX_CONDITIONS);
        query
    }

    /// Limits the query to these notes and folders; empty for all.
    pub(crate) fn within(mut self, places: &[NotePath]) -> Self {
        let places: Vec<&str> = places.iter().map(NotePath::as_str).collect();
        self.within = (!places.is_empty()).then(|| serde_json::json!(places).to_string());
        self
    }

    /// The plain forms of the distinct words.
    pub(crate) fn words(&self) -> HashSet<&str> {
        self.terms.iter().filter_map(|term| term.word.as_deref()).collect()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.terms.is_empty() && self.forbidden.is_empty() && self.filters.is_empty()
    }

    pub(crate) fn chooses_notes(&self) -> bool {
        self.within.is_some() || !self.filters.is_empty()
    }

    pub(crate) fn has_conditions(&self) -> bool {
        self.chooses_notes() || !(self.required.is_empty() && self.forbidden.is_empty())
    }

    /// A query of `text`'s words, without operators, under this query's conditions.
    pub(crate) fn asked_as(&self, text: &str) -> Self {
        let mut query = Self {
            required: self.required.clone(),
            forbidden: self.forbidden.clone(),
            filters: self.filters.clone(),
            within: self.within.clone(),
            ..Self::default()
        };
        for word in normal(text).split_whitespace() {
            query.say(word);
            query.word(word, false);
        }
        query.add_derived_terms(text);
        query
    }

    /// Adds phrases, stems and spellings, after all words were read. `text` is the query as typed.
    fn add_derived_terms(&mut self, text: &str) {
        self.runs.sort();
        self.runs.dedup();
        for word in words_of(&composed(text)).filter(|word| !word.is_ascii()) {
            self.spelled.extend(forms::spelling(word).map(|(spelling, plain)| (plain, spelling)));
        }
        for term in std::mem::take(&mut self.neighbours) {
            if self.terms.iter().all(|other| other.fts != term.fts) {
                self.push(term);
            }
        }
        for stem in forms::query_stems(&self.plain) {
            self.push(Term { fts: quoted(&stem), word: None, kind: TermKind::Stem });
        }
        for part in forms::query_parts(&self.plain) {
            let fts = format!("{} *", quoted(&part));
            self.push(Term { fts, word: None, kind: TermKind::Stem });
        }
    }

    pub(crate) fn expression(&self, terms: &[usize]) -> Option<String> {
        self.any(terms).map(|any| self.with_required(&format!("({any})")))
    }

    pub(crate) fn any(&self, terms: &[usize]) -> Option<String> {
        (!terms.is_empty()).then(|| self.joined(terms, " OR "))
    }

    /// The `terms` without each word that is also in them as a prefix, which matches more.
    pub(crate) fn without_covered_words(&self, terms: &[usize]) -> Vec<usize> {
        let is_in = |word: &Term| {
            terms.iter().filter_map(|at| self.terms.get(*at)).any(|other| {
                other != word && other.fts.strip_suffix(" *") == Some(word.fts.as_str())
            })
        };
        let is_widest = |at: &usize| self.terms.get(*at).is_some_and(|term| !is_in(term));
        terms.iter().copied().filter(is_widest).collect()
    }

    pub(crate) fn together(&self, terms: &[usize]) -> String {
        self.joined(terms, " AND ")
    }

    fn joined(&self, terms: &[usize], with: &str) -> String {
        let terms = terms.iter().filter_map(|at| self.terms.get(*at));
        terms.map(|term| term.fts.as_str()).collect::<Vec<_>>().join(with)
    }

    pub(crate) fn with_required(&self, expression: &str) -> String {
        let mut expression = format!("({expression})");
        for phrase in &self.required {
            expression = format!("{phrase} AND {expression}");
        }
        expression
    }

    pub(crate) fn negation(&self) -> Option<String> {
        (!self.forbidden.is_empty()).then(|| self.forbidden.join(" OR "))
    }

    fn item<'a>(&mut self, text: &'a str) -> &'a str {
        let (negated, body) = match text.strip_prefix('-') {
            Some(body) if body.starts_with(|char: char| is_word_char(char) || is_quote(char)) => {
                (true, body)
            }
            _ => (false, text),
        };
        for (name, kind) in FILTERS {
            if let Some(value) = strip_prefix_ignoring_case(body, name)
                && let Some((value, rest)) = filter_value(value)
                && let Some(value) = kind.value(value)
            {
                self.filters.push(Filter { kind, value, negated });
                self.previous = None;
                return rest;
            }
        }
        if let Some((quoted, rest)) = quotation(body)
            && let Some(phrase) = phrase(quoted)
        {
            if negated {
                self.forbidden.push(phrase);
            } else {
                self.say(quoted);
                self.note_runs(quoted);
                self.previous = None;
                self.required.push(phrase.clone());
                self.push(Term::typed(phrase, None));
            }
            return rest;
        }
        let end = body
            .char_indices()
            .find(|&(at, char)| at > 0 && (char.is_whitespace() || is_quote(char)))
            .map_or(body.len(), |(at, _)| at);
        let (word, rest) = body.split_at(end);
        if negated {
            self.previous = None;
            self.forbidden.extend(phrase(word));
        } else {
            self.say(word);
            self.word(word, rest.is_empty());
        }
        rest
    }

    fn say(&mut self, words: &str) {
        if !self.plain.is_empty() {
            self.plain.push(' ');
        }
        self.plain.push_str(words);
    }

    /// `typing` marks the last word, which may be incomplete.
    fn word(&mut self, word: &str, typing: bool) {
        self.note_runs(word);
        self.note_neighbours(word);
        let mut parts = Vec::new();
        for segment in segments(word) {
            match segment {
                Segment::Spaced(spaced) => parts.extend(
                    words_of(&plain(spaced))
                        .map(|part| Term::typed(quoted(part), Some(part.to_owned()))),
                ),
                Segment::Run(run) => {
                    let mut whole: Vec<&str> = pairs(run).collect();
                    if whole.len() > 1 {
                        whole.pop();
                        parts.extend(whole.iter().map(|pair| Term::typed(quoted(pair), None)));
                    } else {
                        parts.push(Term::typed(format!("{} *", quoted(run)), None));
                    }
                }
                Segment::Symbol(symbol) => {
                    parts.push(Term::typed(quoted(&symbol_word(symbol)), None));
                }
            }
        }
        let is_compound =
            parts.len() > 1 && word.chars().all(|char| matches!(class_of(char), Some(true) | None));
        if typing
            && word.ends_with(is_word_char)
            && let Some(Term { word: Some(last), .. }) = parts.last().cloned()
            && last.chars().nth(1).is_some()
        {
            parts.push(Term::typed(format!("{} *", quoted(&last)), Some(last)));
        }
        for part in parts {
            self.push(part);
        }
        // “well-known” also matches as the phrase of its parts, which ranks higher.
        if is_compound && let Some(fts) = phrase(word) {
            self.push(Term::typed(fts, None));
        }
    }

    /// Records the phrase of each word and the word before it.
    fn note_neighbours(&mut self, word: &str) {
        for segment in segments(word) {
            let Segment::Spaced(spaced) = segment else {
                self.previous = None;
                continue;
            };
            for word in words_of(&plain(spaced)) {
                let before = self.previous.replace(word.to_owned());
                if let Some(before) = before.filter(|before| before != word) {
                    let fts = quoted(&format!("{before} {word}"));
                    self.neighbours.push(Term { fts, word: None, kind: TermKind::Neighbours });
                }
            }
        }
    }

    fn push(&mut self, term: Term) {
        if self.terms.len() < MAX_TERMS && !self.terms.contains(&term) {
            self.terms.push(term);
        }
    }

    fn note_runs(&mut self, text: &str) {
        for segment in segments(text) {
            match segment {
                Segment::Run(run) => self.runs.push(run.to_owned()),
                Segment::Symbol(symbol) => self.runs.push(symbol.to_string()),
                Segment::Spaced(_) => {}
            }
        }
    }
}

/// Whether a character is from a script with spaces; `None` for separators.
fn class_of(char: char) -> Option<bool> {
    if !is_word_char(char) {
        return None;
    }
    let mut buffer = [0; 4];
    let text: &str = char.encode_utf8(&mut buffer);
    Some(matches!(segments(text).next(), Some(Segment::Spaced(_))))
}

fn phrase(text: &str) -> Option<String> {
    let mut tokens: Vec<String> = Vec::new();
    let mut open_end = None;
    for segment in segments(text) {
        match segment {
            Segment::Spaced(spaced) => {
                for word in words_of(&plain(spaced)) {
                    tokens.push(word.to_owned());
                    open_end = None;
                }
            }
            Segment::Run(run) => {
                tokens.extend(pairs(run).map(str::to_owned));
                open_end = Some(run.chars().count());
            }
            Segment::Symbol(symbol) => {
                tokens.push(symbol_word(symbol));
                open_end = None;
            }
        }
    }
    // The run may continue in a text, so its last character can't be a token.
    let prefix = match open_end {
        Some(1) => " *",
        Some(_) => {
            tokens.pop();
            ""
        }
        None => "",
    };
    (!tokens.is_empty()).then(|| format!("{}{prefix}", quoted(&tokens.join(" "))))
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('"', "\"\""))
}

fn is_quote(char: char) -> bool {
    matches!(char, '"' | '“' | '”' | '„' | '«' | '»')
}

fn quotation(text: &str) -> Option<(&str, &str)> {
    let body = text.strip_prefix(is_quote)?;
    let end = body.find(is_quote)?;
    let rest = &body[end..];
    Some((&body[..end], rest.strip_prefix(is_quote).unwrap_or(rest)))
}

fn filter_value(text: &str) -> Option<(&str, &str)> {
    if let Some(found) = quotation(text) {
        return Some(found);
    }
    let end = text.find(char::is_whitespace).unwrap_or(text.len());
    (end > 0).then(|| text.split_at(end))
}

fn strip_prefix_ignoring_case<'a>(text: &'a str, prefix: &str) -> Option<&'a str> {
    let head = text.get(..prefix.len())?;
    head.eq_ignore_ascii_case(prefix).then(|| &text[prefix.len()..])
}
