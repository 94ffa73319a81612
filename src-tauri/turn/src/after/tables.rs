//! Compares sentences that cite a computed table with its figures.

use conversation::{
    Answer, Support,
    reference::{Reference, Table},
};
use records::Value;

/// Corrects the verdict of marks that cite a table: its figures are exact. A sentence whose figures are all in the
/// table is supported; one with another figure where the table has a result is contradicted.
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

/// The figures of a text, without those of dates and of citations such as `[3]`.
fn numbers(text: &str) -> Vec<f64> {
    let words = text.split(|it: char| it.is_whitespace() || matches!(it, '/' | '(' | ')' | ';'));
    let words = words.filter(|word| !word.starts_with('['));
    let bare = words.map(|word| {
        let word = word.split('[').next().unwrap_or(word);
        word.trim_matches(|it: char| !it.is_alphanumeric() && !"-€$£%".contains(it))
    });
    bare.filter_map(|word| Value::new(word).number).collect()
}

/// `None` for a sentence without figures.
fn verdict(sentence: &str, table: &Table) -> Option<Support> {
    let said: Vec<f64> = numbers(sentence);
    if said.is_empty() {
        return None;
    }
    let is_near = |one: f64, other: f64| (one - other).abs() < 0.006;
    let cells = table.rows.iter().flat_map(|row| &row.values);
    let mut known: Vec<f64> = cells.flat_map(|cell| numbers(cell)).collect();
    known.push(f64::from(table.total));
    known.extend(table.result.iter().flat_map(|result| numbers(&result.value)));
    let is_known = |number: &f64| {
        known.iter().any(|other| {
            // A rounded figure says the same.
            is_near(*other, *number)
                || is_near((other * 10.0).round() / 10.0, *number)
                || is_near(other.round(), *number)
        })
    };
    let unknown = said.iter().filter(|number| !is_known(number)).count();
    match unknown {
        0 => Some(Support::Supported),
        _ if table.result.is_some() => Some(Support::Contradicted),
        _ => Some(Support::Unsupported),
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
        ];
        for (sentence, expected) in cases {
            assert_eq!(verdict(sentence, &table), expected, "{sentence}");
        }
        let without = Table { result: None, ..table };
        assert_eq!(verdict("You rated it 12.", &without), Some(Support::Unsupported));
    }
}
