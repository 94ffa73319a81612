//! The grammar of the queries that a model may write for a question.

use std::{
    collections::BTreeMap,
    fmt::{self, Display, Formatter},
};

use records::{
    Aggregate, AggregateKind, Comparison, Condition, Period, Query, RecordKind, Sort, Target, Test,
};

use super::offer::{Offer, OfferedKey};

/// The parts of a query that the model may write. As text, the grammar is in GBNF.
#[derive(Debug, Default)]
pub(super) struct Grammar {
    pub(super) kinds: Vec<String>,
    pub(super) conditions: Vec<Phrase>,
    pub(super) orders: Vec<String>,
    pub(super) figures: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Phrase {
    pub(super) text: String,
    /// The text behind the number, for a condition with a number.
    pub(super) behind_number: Option<String>,
}

impl Grammar {
    /// `None` without any condition.
    pub(super) fn of(offer: &Offer) -> Option<Self> {
        let mut grammar = Self::default();
        grammar.add_names(offer);
        grammar.add_dates(&Target::Date, &offer.periods);
        grammar.figures.push("count".to_owned());
        for key in &offer.keys {
            grammar.add_key(key, &offer.periods);
        }
        (!grammar.conditions.is_empty()).then_some(grammar)
    }

    fn add_names(&mut self, offer: &Offer) {
        let Offer { tags, folders, names, words, has_tasks, has_rows, .. } = offer;
        let named = [
            (Target::Tag, tags),
            (Target::Folder, folders),
            (Target::About, names),
            (Target::LinksTo, names),
        ];
        for (target, names) in named {
            for name in names {
                self.add(target.clone(), Test::Is(vec![name.clone()]));
            }
        }
        for word in words {
            self.add(Target::Text, Test::Contains(vec![word.clone()]));
        }
        if *has_tasks {
            self.kinds.push("tasks".to_owned());
            for state in ["open", "done"] {
                self.add_text(format!("task:{state}"), None);
            }
        }
        if *has_rows {
            self.kinds.push("rows".to_owned());
        }
    }

    fn add_dates(&mut self, target: &Target, periods: &[Period]) {
        for period in periods {
            for test in [Test::Within(*period), Test::Before(*period), Test::After(*period)] {
                self.add(target.clone(), test);
            }
        }
    }

    fn add_key(&mut self, key: &OfferedKey, periods: &[Period]) {
        let OfferedKey { name, values, is_number, is_date } = key;
        let target = Target::Key(name.clone());
        self.add(target.clone(), Test::Exists);
        for value in values {
            self.add(target.clone(), Test::Is(vec![value.clone()]));
        }
        if *is_date {
            self.add_dates(&target, periods);
        }
        if *is_number {
            let example = text_of(target, Test::Compare(Comparison::AtLeast, 7.0));
            if let Some((begin, end)) = example.as_deref().and_then(|it| it.rsplit_once(">=7")) {
                for operator in ["=", ">=", "<=", ">", "<"] {
                    self.add_text(format!("{begin}{operator}"), Some(end.to_owned()));
                }
            }
            let kinds =
                [AggregateKind::Sum, AggregateKind::Mean, AggregateKind::Min, AggregateKind::Max];
            self.figures.extend(kinds.into_iter().filter_map(|kind| {
                let aggregate = Some(Aggregate { kind, key: Some(name.clone()) });
                text_of_query(&Query { aggregate, ..Query::of(RecordKind::Note) })
            }));
        }
        if *is_number || *is_date {
            self.orders.extend([true, false].into_iter().filter_map(|descending| {
                let sort = vec![Sort { key: name.clone(), descending }];
                text_of_query(&Query { sort, ..Query::of(RecordKind::Note) })
            }));
        }
    }

    fn add(&mut self, target: Target, test: Test) {
        if let Some(text) = text_of(target, test) {
            self.add_text(text, None);
        }
    }

    fn add_text(&mut self, text: String, behind_number: Option<String>) {
        self.conditions.push(Phrase { text, behind_number });
    }
}

/// The condition as text. `None` if the text reads as another condition, because the key or value has signs of the
/// language.
fn text_of(target: Target, test: Test) -> Option<String> {
    let condition = Condition::new(target, test);
    let text = condition.to_string();
    let read = Query::read(&text).ok()?;
    let [only] = &read.filter[..] else { return None };
    // A period may read as a value; both find the same.
    let is_same = only.target == condition.target && !only.negated && only.to_string() == text;
    // A bar divides alternatives.
    let is_one = !text.contains(|it: char| it.is_control() || it == '|');
    (is_same && is_one).then_some(text)
}

fn text_of_query(query: &Query) -> Option<String> {
    let text = query.to_string();
    Query::read(&text).is_ok_and(|read| read == *query).then_some(text)
}

impl Display for Grammar {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        let Self { kinds, conditions, orders, figures } = self;
        let kind = if kinds.is_empty() { "" } else { r#"(kind " ")? "# };
        let order = if orders.is_empty() { "" } else { r#" (" " order (" limit:" limit)?)?"# };
        let all = r#"condition (" " condition (" " condition (" " condition)?)?)?"#;
        writeln!(out, r#"root ::= "none" | {kind}{all}{order} (" " figure)?"#)?;
        writeln!(out, r#"condition ::= "-"? ({})"#, branches(conditions))?;
        for (name, texts) in [("kind", kinds), ("order", orders), ("figure", figures)] {
            if !texts.is_empty() {
                let texts: Vec<String> = texts.iter().map(|text| literal(text)).collect();
                writeln!(out, "{name} ::= {}", texts.join(" | "))?;
            }
        }
        writeln!(out, r#"number ::= [0-9] [0-9]? [0-9]? [0-9]? [0-9]? ("." [0-9])?"#)?;
        writeln!(out, "limit ::= [1-9] [0-9]?")
    }
}

/// The conditions, joined where they begin with the same key or operator: the fewer ways there are, the faster the engine
/// checks a token.
fn branches(conditions: &[Phrase]) -> String {
    let mut branches: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for Phrase { text, behind_number } in conditions {
        let end = text.find(['=', '<', '>']).or_else(|| Some(text.find(':')? + 1));
        let (head, rest) = text.split_at(end.unwrap_or(0));
        let tail = match behind_number.as_deref() {
            None => literal(rest),
            Some("") => format!("{} number", literal(rest)),
            Some(behind) => format!("{} number {}", literal(rest), literal(behind)),
        };
        branches.entry(head).or_default().push(tail);
    }
    let branches = branches.iter().map(|(head, tails)| match *head {
        "" => tails.join(" | "),
        head => format!("{} ({})", literal(head), tails.join(" | ")),
    });
    branches.collect::<Vec<_>>().join(" | ")
}

fn literal(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    // B125
    #[test]
    fn a_grammar_has_the_keys_and_values_on_offer() {
        let key = |name: &str| OfferedKey { name: name.to_owned(), ..OfferedKey::default() };
        let texts = |all: &[&str]| all.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>();
        let offer = Offer {
            keys: vec![
                // The last two have signs of the language.
                OfferedKey {
                    values: texts(&["done", "to read", "a|b", "\"hi\""]),
                    ..key("status")
                },
                OfferedKey { is_number: true, ..key("my rating") },
                OfferedKey { is_date: true, ..key("seen") },
                // “title” is a word of the language.
                OfferedKey { values: texts(&["Alien"]), ..key("title") },
            ],
            folders: texts(&["films"]),
            // The language has words like the last two.
            words: texts(&["cry", "count", "tasks"]),
            periods: vec![Period::day(date(2026, 3, 19))],
            has_tasks: true,
            ..Offer::default()
        };
        let grammar = Grammar::of(&offer).unwrap();
        let conditions = [
            r#""cry""#,
            r#""date" ("=2026-03-19" | "<2026-03-19" | ">2026-03-19")"#,
            r#""folder:" ("films")"#,
            r#""has:" ("status" | "\"my rating\"" | "seen")"#,
            r#""prop:\"my rating" ("=" number "\"" | ">=" number "\"" | "<=" number "\"" | ">" number "\"" | "<" number "\"")"#,
            r#""prop:\"status" ("=to read\"")"#,
            r#""seen" ("=2026-03-19" | "<2026-03-19" | ">2026-03-19")"#,
            r#""status" ("=done")"#,
            r#""task:" ("open" | "done")"#,
        ]
        .join(" | ");
        let expected = [
            r#"root ::= "none" | (kind " ")? condition (" " condition (" " condition (" " condition)?)?)? (" " order (" limit:" limit)?)? (" " figure)?"#.to_owned(),
            format!(r#"condition ::= "-"? ({conditions})"#),
            r#"kind ::= "tasks""#.to_owned(),
            r#"order ::= "sort:\"-my rating\"" | "sort:\"my rating\"" | "sort:-seen" | "sort:seen""#.to_owned(),
            r#"figure ::= "count" | "sum:\"my rating\"" | "average:\"my rating\"" | "min:\"my rating\"" | "max:\"my rating\"""#.to_owned(),
            r#"number ::= [0-9] [0-9]? [0-9]? [0-9]? [0-9]? ("." [0-9])?"#.to_owned(),
            "limit ::= [1-9] [0-9]?".to_owned(),
        ];
        assert_eq!(grammar.to_string().lines().collect::<Vec<_>>(), expected);
        assert!(Grammar::of(&Offer::default()).is_none());
    }
}
