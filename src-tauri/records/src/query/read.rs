//! Reads a query from text: `prop:status=open rating>=4 task:open due<2026-04-01 links:[[X]] sort:-rating`.

use std::fmt;

use language::say;

use super::{
    Aggregate, AggregateKind, Comparison, Condition, DATE, NAME, Query, STATE, Sort, Target, Test,
};
use crate::{Period, RecordKind, Value, fold};

/// Where a query's text can't be read, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParseError {
    /// The part of the text that isn't understood.
    pub part: String,
    pub reason: String,
}

impl fmt::Display for ParseError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}: {}", self.part, self.reason)
    }
}

impl std::error::Error for ParseError {}

/// A token of a query, with its quotes removed.
struct Token {
    text: String,
    /// The text began with a quote.
    quoted: bool,
}

impl Query {
    /// Reads a query. Plain words must occur in a record's text or title. `OR` binds more tightly than a space.
    pub fn read(text: &str) -> Result<Self, ParseError> {
        let mut query = Self::of(RecordKind::Note);
        let mut groups: Vec<Vec<Condition>> = Vec::new();
        let mut joins = false;
        let mut names_notes = false;
        for token in tokens(text) {
            names_notes |= token.text == "notes" && !token.quoted;
            if token.text == "OR" && !token.quoted {
                joins = true;
                continue;
            }
            query.take(&token)?;
            for condition in query.filter.drain(..) {
                match groups.last_mut().filter(|_| joins) {
                    Some(group) => group.push(condition),
                    None => groups.push(vec![condition]),
                }
            }
            joins = false;
        }
        let (any, all): (Vec<_>, Vec<_>) = groups.into_iter().partition(|group| group.len() > 1);
        query.any = any;
        query.filter = all.concat();
        // `notes due<2026-05-01` is about a property of notes.
        let mut conditions = query.filter.iter().chain(query.any.iter().flatten());
        if names_notes && conditions.all(|it| it.target != Target::State) {
            query.of = RecordKind::Note;
        }
        Ok(query)
    }

    fn take(&mut self, token: &Token) -> Result<(), ParseError> {
        let text = token.text.as_str();
        let (negated, body) = match text.strip_prefix('-') {
            Some(body) if !body.is_empty() && !token.quoted => (true, body),
            _ => (false, text),
        };
        let wrong = |reason: String| ParseError { part: text.to_owned(), reason };
        if token.quoted {
            self.filter.push(Condition::new(Target::Text, Test::Contains(vec![fold(text)])));
            return Ok(());
        }
        match body {
            "count" => {
                self.aggregate = Some(Aggregate::COUNT);
                return Ok(());
            }
            "tasks" => {
                self.of = RecordKind::Task;
                return Ok(());
            }
            "rows" => {
                self.of = RecordKind::Row;
                return Ok(());
            }
            "notes" => {
                self.of = RecordKind::Note;
                return Ok(());
            }
            _ => {}
        }
        if let Some((name, value)) = body.split_once(':')
            && self.take_operator(name, value, negated).map_err(wrong)?
        {
            return Ok(());
        }
        let body = body.strip_prefix("prop:").unwrap_or(body);
        let condition = match condition(body) {
            Some(read) => read.map_err(wrong)?,
            None => (Target::Text, Test::Contains(vec![fold(body)])),
        };
        let (target, test) = condition;
        if matches!(&target, Target::Key(key) if is_task_key(key)) {
            self.of = RecordKind::Task;
        }
        let negated = negated ^ body_is_negated(body);
        self.filter.push(Condition { target, test, negated });
        Ok(())
    }

    /// Reads `name:value` if `name` is an operator of the language.
    fn take_operator(&mut self, name: &str, value: &str, negated: bool) -> Result<bool, String> {
        let one = |target: Target, values: Vec<String>| Condition {
            target,
            test: Test::Is(values),
            negated,
        };
        let values = || value.split('|').map(|it| fold(unlinked(it))).collect::<Vec<_>>();
        let key = || {
            let is_key = !value.is_empty();
            is_key.then(|| value.to_owned()).ok_or_else(|| {
                say! { en: "a key must follow the colon", de: "nach dem Doppelpunkt fehlt ein Name" }
            })
        };
        let name = fold(name);
        match &*name {
            "task" => {
                self.of = RecordKind::Task;
                if !matches!(&*fold(value), "" | "any" | "all" | "*") {
                    self.filter.push(one(Target::State, states(value)?));
                }
            }
            "tag" | "note-tag" => {
                let tags = value.split('|').map(|it| fold(it.trim_start_matches('#'))).collect();
                let target = if name == "tag" { Target::Tag } else { Target::NoteTag };
                self.filter.push(one(target, tags));
            }
            "folder" => self.filter.push(one(Target::Folder, values())),
            "titled" => self.filter.push(Condition {
                target: Target::Name,
                test: Test::Contains(values()),
                negated,
            }),
            "name" => self.filter.push(one(Target::Name, values())),
            "path" => self.filter.push(Condition {
                target: Target::Path,
                test: Test::Contains(values()),
                negated,
            }),
            "links" | "links-to" => self.filter.push(one(Target::LinksTo, values())),
            "linked-from" => self.filter.push(one(Target::LinkedFrom, values())),
            "about" => self.filter.push(one(Target::About, values())),
            // Names of views may contain bars.
            "view" => {
                let view = value.trim_start_matches("[[").trim_end_matches("]]").to_owned();
                self.filter.push(one(Target::View, vec![view]));
            }
            "date" | "on" => {
                let test = Test::Within(period(value)?);
                self.filter.push(Condition { target: Target::Date, test, negated });
            }
            "before" => {
                let test = Test::Before(period(value)?);
                self.filter.push(Condition { target: Target::Date, test, negated });
            }
            "after" => {
                let test = Test::After(period(value)?);
                self.filter.push(Condition { target: Target::Date, test, negated });
            }
            "has" if fold(value) == BROKEN_LINKS => {
                self.filter.push(Condition {
                    target: Target::LinksTo,
                    test: Test::Exists,
                    negated,
                });
            }
            "has" if fold(value) == BACKLINKS => {
                self.filter.push(Condition {
                    target: Target::LinkedFrom,
                    test: Test::Exists,
                    negated,
                });
            }
            "has" => {
                let target = target_of(&key()?);
                self.filter.push(Condition { target, test: Test::Exists, negated });
            }
            "is" => {
                let target = target_of(&key()?);
                self.filter.push(Condition { target, test: Test::True, negated });
            }
            "sort" => {
                for key in key()?.split(',') {
                    let (key, descending) = match key.strip_prefix('-') {
                        Some(key) => (key, true),
                        None => (key, false),
                    };
                    self.sort.push(Sort { key: key.trim().to_owned(), descending });
                }
            }
            "group" => self.group = Some(key()?),
            "limit" => {
                let limit = value.parse().map_err(|_| {
                    say! { en: "a number must follow the colon", de: "nach dem Doppelpunkt fehlt eine Zahl" }
                })?;
                self.limit = Some(limit);
            }
            "columns" | "show" => {
                self.columns = key()?.split(',').map(|it| it.trim().to_owned()).collect();
            }
            "sum" => self.aggregate(AggregateKind::Sum, key()?),
            "avg" | "average" | "mean" => self.aggregate(AggregateKind::Mean, key()?),
            "average-sum" => self.aggregate(AggregateKind::MeanOfSums, key()?),
            "median" => self.aggregate(AggregateKind::Median, key()?),
            "min" => self.aggregate(AggregateKind::Min, key()?),
            "max" => self.aggregate(AggregateKind::Max, key()?),
            "latest" => self.aggregate(AggregateKind::Latest, key()?),
            "common" => self.aggregate(AggregateKind::Common, key()?),
            "distinct" => self.aggregate(AggregateKind::Distinct, key()?),
            "share" => self.aggregate(AggregateKind::Share, key()?),
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn aggregate(&mut self, kind: AggregateKind, key: String) {
        self.aggregate = Some(Aggregate { kind, key: Some(key) });
    }
}

/// What `has:` asks for notes with links that lead nowhere.
pub(super) const BROKEN_LINKS: &str = "broken-links";

/// What `has:` asks for notes that another note links to.
pub(super) const BACKLINKS: &str = "backlinks";

/// True if a condition on this key asks for tasks, unless the query names notes.
pub(super) fn is_task_key(key: &str) -> bool {
    matches!(key, "due" | "scheduled")
}

/// What a condition on a key of this name tests.
pub fn target_of(key: &str) -> Target {
    match &*fold(key) {
        NAME | "title" | "file.name" => Target::Name,
        "tag" | "tags" | "file.tags" => Target::Tag,
        "folder" | "file.folder" => Target::Folder,
        "path" | "file.path" => Target::Path,
        DATE => Target::Date,
        STATE => Target::State,
        _ => Target::Key(key.to_owned()),
    }
}

fn body_is_negated(body: &str) -> bool {
    body.find(['=', '<', '>', ':', '!']).is_some_and(|at| body[at..].starts_with("!="))
}

/// `key=value`, `key!=value`, `key>=4`, `key:value`. `None` for a word.
fn condition(body: &str) -> Option<Result<(Target, Test), String>> {
    let at = body.find(['=', '<', '>', ':', '~']).filter(|at| *at > 0)?;
    let at = if body[..at].ends_with('!') { at - 1 } else { at };
    let operator = ["!=", ">=", "<=", "==", "=", ">", "<", ":", "~"]
        .into_iter()
        .find(|operator| body[at..].starts_with(operator))?;
    let (key, value) = (body[..at].trim(), body[at + operator.len()..].trim());
    if key.is_empty() || key.contains("//") || value.starts_with("//") {
        return None;
    }
    let target = target_of(key);
    Some(test(operator, value, &target).map(|test| (target, test)))
}

fn test(operator: &str, value: &str, target: &Target) -> Result<Test, String> {
    let empty =
        || say! { en: "a value must follow “{operator}”", de: "nach „{operator}“ fehlt ein Wert" };
    if value.is_empty() {
        return if operator == ":" { Ok(Test::Exists) } else { Err(empty()) };
    }
    if matches!(operator, "=" | "==" | "!=" | ":") {
        if let Some((first, last)) = value.split_once("..").filter(|_| value.contains('-')) {
            return range(first, last);
        }
        if *target == Target::Date {
            return Ok(Test::Within(period(value)?));
        }
        // Paths that differ only in case are different notes.
        let read = |it: &str| match target {
            Target::Path => unlinked(it).to_owned(),
            _ => fold(unlinked(it)),
        };
        return Ok(Test::Is(value.split('|').map(read).collect()));
    }
    if operator == "~" {
        return Ok(Test::Yearly(period(value)?));
    }
    let read = Value::new(value);
    if let Some(period) = read.period {
        return Ok(match operator {
            "<" => Test::Before(period),
            ">" => Test::After(period),
            // “Until the end of the period” is “before the day behind it”.
            "<=" => Test::Within(Period { first: jiff::civil::Date::MIN, last: period.last }),
            _ => Test::Within(Period { first: period.first, last: jiff::civil::Date::MAX }),
        });
    }
    let comparison = match operator {
        "<" => Comparison::Less,
        "<=" => Comparison::AtMost,
        ">" => Comparison::More,
        _ => Comparison::AtLeast,
    };
    if read.number.is_none() && matches!(target, Target::Key(_)) && is_name(value) {
        return Ok(Test::Against(comparison, value.to_owned()));
    }
    let number = read.number.or_else(|| value.parse().ok()).ok_or_else(|| {
        say! {
            en: "“{operator}” needs a number or a date, such as 4 or 2026-04-01",
            de: "„{operator}“ braucht eine Zahl oder ein Datum, etwa 4 oder 2026-04-01",
        }
    })?;
    Ok(Test::Compare(comparison, number))
}

/// Whether a value may be the name of a key.
fn is_name(value: &str) -> bool {
    let is_inner = |it: char| it.is_alphanumeric() || matches!(it, ' ' | '-' | '_' | '.');
    value.starts_with(char::is_alphabetic) && value.chars().all(is_inner)
}

fn range(first: &str, last: &str) -> Result<Test, String> {
    let (first, last) = (period(first)?, period(last)?);
    let days = Period::days(first.first, last.last);
    days.map(Test::Within).ok_or_else(|| {
        say! { en: "the range ends before it begins", de: "der Zeitraum endet, bevor er beginnt" }
    })
}

fn period(value: &str) -> Result<Period, String> {
    if let Some((first, last)) = value.split_once("..") {
        let (first, last) = (period(first)?, period(last)?);
        return Period::days(first.first, last.last).ok_or_else(|| {
            say! { en: "the range ends before it begins", de: "der Zeitraum endet, bevor er beginnt" }
        });
    }
    let year = value.parse().ok().filter(|it| (1000..=9999).contains(it)).and_then(Period::year);
    year.or_else(|| Period::read(value)).ok_or_else(|| {
        say! {
            en: "“{value}” isn't a date, such as 2026-04-01, 2026-04 or 2026-W14",
            de: "„{value}“ ist kein Datum, etwa 2026-04-01, 2026-04 oder 2026-W14",
        }
    })
}

fn states(value: &str) -> Result<Vec<String>, String> {
    let state = |it: &str| match &*fold(it) {
        "open" | "todo" => Ok(vec!["open".to_owned(), "in progress".to_owned()]),
        "done" | "completed" | "closed" => Ok(vec!["done".to_owned()]),
        "cancelled" | "canceled" => Ok(vec!["cancelled".to_owned()]),
        "in progress" | "started" => Ok(vec!["in progress".to_owned()]),
        other => Err(say! {
            en: "a task is open, in progress, done or cancelled, not “{other}”",
            de: "eine Aufgabe ist open, in progress, done oder cancelled, nicht „{other}“",
        }),
    };
    value.split('|').map(state).collect::<Result<Vec<_>, _>>().map(|found| found.concat())
}

/// A link's target without brackets.
fn unlinked(value: &str) -> &str {
    let value = value.trim();
    let inner = value.strip_prefix("[[").and_then(|it| it.strip_suffix("]]"));
    inner.map_or(value, |inner| inner.split('|').next().unwrap_or(inner))
}

/// Splits at spaces outside quotes and brackets. Quotes in `key:"two words"` belong to the token.
fn tokens(text: &str) -> Vec<Token> {
    let mut found = Vec::new();
    let mut token = String::new();
    let (mut quote, mut brackets, mut quoted) = (None::<char>, 0_u32, false);
    for char in text.chars() {
        match (char, quote) {
            (char, Some(end)) if char == end => quote = None,
            (char, Some(_)) => token.push(char),
            ('"' | '“' | '„', None) => {
                quoted |= token.is_empty();
                quote = Some(match char {
                    '"' => '"',
                    '„' => '“',
                    _ => '”',
                });
            }
            ('[', None) => {
                brackets += 1;
                token.push('[');
            }
            (']', None) => {
                brackets = brackets.saturating_sub(1);
                token.push(']');
            }
            (char, None) if char.is_whitespace() && brackets == 0 => {
                if !token.is_empty() {
                    found.push(Token { text: std::mem::take(&mut token), quoted });
                }
                quoted = false;
            }
            (char, None) => token.push(char),
        }
    }
    if !token.is_empty() {
        found.push(Token { text: token, quoted });
    }
    found
}
