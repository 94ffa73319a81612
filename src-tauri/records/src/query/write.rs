//! Writes a query as the text that reads as the same query.

use std::fmt::{self, Display, Formatter};

use jiff::civil::Date;

use super::{
    Aggregate, AggregateKind, Comparison, Condition, DATE, Query, Target, Test,
    read::{BACKLINKS, BROKEN_LINKS, is_task_key},
};
use crate::{Period, RecordKind};

impl Display for Query {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        let mut parts = Vec::new();
        let mut conditions = self.filter.iter().chain(self.any.iter().flatten());
        let has_task_key =
            conditions.any(|it| matches!(&it.target, Target::Key(key) if is_task_key(key)));
        match self.of {
            RecordKind::Note if has_task_key => parts.push("notes".to_owned()),
            RecordKind::Note => {}
            RecordKind::Task => parts.push("tasks".to_owned()),
            RecordKind::Row => parts.push("rows".to_owned()),
        }
        parts.extend(self.filter.iter().map(ToString::to_string));
        parts.extend(
            self.any
                .iter()
                .map(|any| any.iter().map(ToString::to_string).collect::<Vec<_>>().join(" OR ")),
        );
        if !self.sort.is_empty() {
            let sorts = self.sort.iter().map(|sort| match sort.descending {
                true => format!("-{}", sort.key),
                false => sort.key.clone(),
            });
            parts.push(format!("sort:{}", quoted(&sorts.collect::<Vec<_>>().join(","))));
        }
        parts.extend(self.group.iter().map(|key| format!("group:{}", quoted(key))));
        parts.extend(self.limit.iter().map(|limit| format!("limit:{limit}")));
        parts.extend(self.aggregate.iter().map(ToString::to_string));
        if !self.columns.is_empty() {
            parts.push(format!("columns:{}", quoted(&self.columns.join(","))));
        }
        out.write_str(&parts.join(" "))
    }
}

impl Display for Aggregate {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        let name = match self.kind {
            AggregateKind::Count => return out.write_str("count"),
            AggregateKind::Sum => "sum",
            AggregateKind::Mean => "average",
            AggregateKind::MeanOfSums => "average-sum",
            AggregateKind::Median => "median",
            AggregateKind::Min => "min",
            AggregateKind::Max => "max",
            AggregateKind::Latest => "latest",
            AggregateKind::Common => "common",
            AggregateKind::Distinct => "distinct",
            AggregateKind::Share => "share",
        };
        write!(out, "{name}:{}", quoted(self.key.as_deref().unwrap_or_default()))
    }
}

impl Display for Condition {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        if self.negated {
            out.write_str("-")?;
        }
        let any = |values: &[String]| values.join("|");
        let name = match &self.target {
            Target::Key(key) => return self.of_key(key, out),
            Target::Name => "name",
            Target::Tag => "tag",
            Target::NoteTag => "note-tag",
            Target::Folder => "folder",
            Target::Path => "path",
            Target::LinksTo => "links",
            Target::LinkedFrom => "linked-from",
            Target::About => "about",
            Target::State => "task",
            Target::View => "view",
            Target::Date => return self.of_key("date", out),
            Target::Text => {
                return match &self.test {
                    Test::Contains(values) if values.len() == 1 && !values[0].contains(' ') => {
                        out.write_str(&values[0])
                    }
                    Test::Contains(values) => write!(out, "\"{}\"", any(values)),
                    _ => Ok(()),
                };
            }
        };
        match &self.test {
            Test::Exists if self.target == Target::LinksTo => write!(out, "has:{BROKEN_LINKS}"),
            Test::Exists if self.target == Target::LinkedFrom => write!(out, "has:{BACKLINKS}"),
            Test::Exists => write!(out, "has:{name}"),
            Test::Is(values) if self.target == Target::State => {
                let all = any(values);
                write!(
                    out,
                    "task:{}",
                    quoted(if all == "open|in progress" { "open" } else { &all })
                )
            }
            Test::Is(_) if self.target == Target::Path => self.of_key(name, out),
            Test::Contains(values) if self.target == Target::Name => {
                write!(out, "titled:{}", quoted(&any(values)))
            }
            Test::Is(values) | Test::Contains(values) => {
                write!(out, "{name}:{}", quoted(&any(values)))
            }
            _ => self.of_key(name, out),
        }
    }
}

impl Condition {
    fn of_key(&self, key: &str, out: &mut Formatter<'_>) -> fmt::Result {
        // A condition with a space is one quoted token. Keys and operators don't clash: only operators have a colon.
        let token = |rest: String| match format!("{key}{rest}") {
            token if token.contains(char::is_whitespace) => format!("\"{token}\""),
            token => token,
        };
        let written = match &self.test {
            Test::Exists => return write!(out, "has:{}", quoted(key)),
            Test::True => return write!(out, "is:{}", quoted(key)),
            Test::Is(values) => token(format!("={}", values.join("|"))),
            Test::Contains(values) => token(format!(":{}", values.join("|"))),
            Test::Compare(comparison, number) => token(format!("{}{number}", comparison.sign())),
            Test::Against(comparison, other) => token(format!("{}{other}", comparison.sign())),
            Test::Within(Period { first, last }) if *first == Date::MIN => {
                token(format!("<={last}"))
            }
            Test::Within(Period { first, last }) if *last == Date::MAX => {
                token(format!(">={first}"))
            }
            // “2025” would read as a number.
            Test::Within(Period { first, last })
                if key != DATE
                    && Period::year(first.year())
                        == Some(Period { first: *first, last: *last }) =>
            {
                token(format!("={first}..{last}"))
            }
            Test::Within(period) => token(format!("={}", days(period))),
            Test::Before(period) => token(format!("<{}", period.first)),
            Test::After(period) => token(format!(">{}", period.last)),
            Test::Yearly(period) => token(format!("~{}", days(period))),
        };
        // A leading quote would read as words.
        match written.strip_prefix('"') {
            Some(rest) => write!(out, "prop:\"{rest}"),
            None => out.write_str(&written),
        }
    }
}

impl Comparison {
    pub fn sign(self) -> &'static str {
        match self {
            Self::Less => "<",
            Self::AtMost => "<=",
            Self::More => ">",
            Self::AtLeast => ">=",
        }
    }
}

/// A day, month or year by its name; other periods by their first and last day.
fn days(period: &Period) -> String {
    let Period { first, last } = period;
    if first == last {
        return first.to_string();
    }
    if Period::month(first.year(), first.month()) == Some(*period) {
        return first.strftime("%Y-%m").to_string();
    }
    if Period::year(first.year()) == Some(*period) {
        return first.strftime("%Y").to_string();
    }
    format!("{first}..{last}")
}

fn quoted(value: &str) -> String {
    match value.contains(char::is_whitespace) {
        true => format!("\"{value}\""),
        false => value.to_owned(),
    }
}
