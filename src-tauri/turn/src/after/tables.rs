//! Compares sentences that cite a computed table with its figures.

use conversation::{
    Answer, Support,
    reference::{Reference, Table},
};
use records::{Query, RecordKind, Value};
use retrieval::reading::names_rows;
use support::spelled_numbers;

/// Corrects the verdict of marks that cite a table: its figures are exact. A sentence whose figures are all in the
/// table is supported; one with another figure where the table has a result, or with another number of rows, is
/// contradicted.
pub(super) fn settle(answer: &mut Answer) {
    let text = answer.text.clone();
    let checks = answer.checks.clone();
    let references = answer.head.references.clone();
    for mark in &mut answer.citations {
        let of = |reference: &&Reference| reference.number == Some(mark.number);
        let Some(table) = references.iter().find(of).and_then(|it| it.table.as_ref()) else {
            continue;
        };
        let around = checks.iter().find(|check| check.start <= mark.start && mark.end <= check.end);
        let Some(check) = around else { continue };
        let Some(sentence) = text.get(check.start as usize..check.end as usize) else { continue };
        if let Some(verdict) = verdict(sentence, table) {
            mark.support = Some(verdict);
        }
    }
}

/// A number in a sentence, with the text behind it.
struct Figure<'a> {
    value: f64,
    behind: &'a str,
}

/// The figures of a text in digits, without those of dates and of citations such as `[3]`.
fn figures(text: &str) -> Vec<Figure<'_>> {
    let is_between = |it: char| it.is_whitespace() || matches!(it, '/' | '(' | ')' | ';');
    let mut end = 0;
    let words = text.split_inclusive(is_between).filter_map(|piece| {
        end += piece.len();
        let word = piece.trim_end_matches(is_between);
        let word = word.split('[').next().filter(|word| !word.is_empty())?;
        let bare = word.trim_matches(|it: char| !it.is_alphanumeric() && !"-€$£%".contains(it));
        // What follows “12,” isn't what is counted.
        let behind = if word.ends_with([',', '.', ':']) { "" } else { &text[end..] };
        Some(Figure { value: Value::new(bare).number?, behind })
    });
    words.collect()
}

fn numbers(text: &str) -> Vec<f64> {
    figures(text).into_iter().map(|figure| figure.value).collect()
}

/// Maximum words between a number and the noun that it counts: “12 other films”.
const BEFORE_NOUN: usize = 2;

impl Figure<'_> {
    /// The words up to the end of the clause.
    fn clause(&self) -> impl Iterator<Item = &str> {
        let clause = self.behind.split(['.', ',', ';', ':', '!', '?', '(', ')', '–', '—']).next();
        let words = clause.unwrap_or_default().split_whitespace();
        words.map(|word| word.split('[').next().unwrap_or(word)).filter(|word| !word.is_empty())
    }

    /// Whether it counts the table's rows: “12 films with Tom”.
    fn counts(&self, query: &Query) -> bool {
        self.clause().take(BEFORE_NOUN).any(|word| names_rows(query, word))
    }

    /// Whether nothing restricts the count: “12 films in total”, „12 Filme gesehen“.
    fn counts_all(&self, query: &Query) -> bool {
        let is_noun = |word: &str| names_rows(query, word);
        let adds_nothing = |word: &str| {
            let is_participle = word.starts_with("ge") && word.ends_with(['t', 'n']);
            is_participle || word == "total" || language::is_function_word(word)
        };
        self.counts(query)
            && self.clause().skip_while(|word| !is_noun(word)).skip(1).all(adds_nothing)
    }
}

/// `None` for a sentence without figures.
fn verdict(sentence: &str, table: &Table) -> Option<Support> {
    let query = Query::read(&table.query).unwrap_or_else(|_| Query::of(RecordKind::Note));
    let mut said = figures(sentence);
    let spelled = spelled_numbers(sentence)
        .into_iter()
        .map(|(range, value)| Figure { value: f64::from(value), behind: &sentence[range.end..] });
    // Other numbers in words are too often no figures of the table: “two of a kind”.
    let is_figure = |figure: &Figure<'_>| {
        let stands_alone = || table.result.is_some() && figure.clause().next().is_none();
        figure.counts(&query) || stands_alone()
    };
    said.extend(spelled.filter(is_figure));
    if said.is_empty() {
        return None;
    }
    let is_near = |one: f64, other: f64| (one - other).abs() < 0.006;
    // A rounded figure says the same.
    let is_same = |known: f64, number: f64| {
        is_near(known, number)
            || is_near((known * 10.0).round() / 10.0, number)
            || is_near(known.round(), number)
    };
    let is_one_of = |known: &[f64], number: f64| known.iter().any(|it| is_same(*it, number));
    let total = f64::from(table.total);
    let mut totals = vec![total];
    totals.extend(query.limit.map(f64::from));
    totals.extend(table.result.iter().flat_map(|result| numbers(&result.value)));
    let cells = table.rows.iter().flat_map(|row| &row.values);
    let mut known: Vec<f64> = cells.flat_map(|cell| numbers(cell)).collect();
    known.extend(&totals);
    let is_unknown = |figure: &&Figure<'_>| !is_one_of(&known, figure.value);
    // A name before the number may restrict the count: “In May you saw 3 films”.
    let has_name = |figure: &Figure<'_>| {
        let before = &sentence[..sentence.len() - figure.behind.len()];
        before.split_whitespace().skip(1).any(|word| word.starts_with(char::is_uppercase))
    };
    let miscounts = match &said[..] {
        [one] => !is_one_of(&totals, one.value) && one.counts_all(&query) && !has_name(one),
        _ => false,
    };
    let exceeds = |figure: &Figure<'_>| figure.value > total && figure.counts(&query);
    let mut unknown = said.iter().filter(is_unknown).peekable();
    let is_contradicted = miscounts
        || unknown.peek().is_some() && table.result.is_some()
        || said.iter().filter(is_unknown).any(exceeds);
    match unknown.peek() {
        _ if is_contradicted => Some(Support::Contradicted),
        None => Some(Support::Supported),
        Some(_) => Some(Support::Unsupported),
    }
}

#[cfg(test)]
mod tests {
    use conversation::reference::TableResult;

    use super::*;

    // B126
    #[test]
    fn a_figure_that_differs_from_the_table_is_contradicted() {
        let result = TableResult { label: "count".to_owned(), value: "10".to_owned(), of: 10 };
        let table = Table {
            query: "tag:film count".to_owned(),
            columns: vec!["Note".to_owned(), "rating".to_owned()],
            rows: Vec::new(),
            total: 10,
            result: Some(result),
        };
        let cases = [
            ("You watched 10 films in May.", Some(Support::Supported)),
            ("You watched 12 films.", Some(Support::Contradicted)),
            ("You watched films.", None),
            ("You watched ten films.", Some(Support::Supported)),
            ("You watched twelve films.", Some(Support::Contradicted)),
            ("Du hast zwölf Filme gesehen.", Some(Support::Contradicted)),
            ("In all, it was twelve [1].", Some(Support::Contradicted)),
            ("You watched films of two kinds.", None),
        ];
        for (sentence, expected) in cases {
            assert_eq!(verdict(sentence, &table), expected, "{sentence}");
        }
        let without = Table { result: None, query: "tag:film".to_owned(), ..table };
        let cases = [
            ("You rated it 12.", Some(Support::Unsupported)),
            ("You have 10 films [1].", Some(Support::Supported)),
            ("You have 9 films [1].", Some(Support::Contradicted)),
            ("You have nine movies in total.", Some(Support::Contradicted)),
            ("You have nine notes: Alien and others.", Some(Support::Contradicted)),
            ("Es sind neun Filme.", Some(Support::Contradicted)),
            // Some of the rows.
            ("You saw 3 films with Tom.", Some(Support::Unsupported)),
            ("In the rainy May you saw 3 films.", Some(Support::Unsupported)),
            ("You saw 3 films, and later 4 films.", Some(Support::Unsupported)),
            // More than all.
            ("You saw 11 films with Tom.", Some(Support::Contradicted)),
            ("It took two of us.", None),
        ];
        for (sentence, expected) in cases {
            assert_eq!(verdict(sentence, &without), expected, "{sentence}");
        }
    }
}
