//! Claims that give a row of a table the cell of another row: “Bellows has 64 GB” where 64 GB is in Anvil's row.

use std::ops::Range;

use super::view::View;
use crate::text::token::Token;

/// Minimum share of a cell's words in the claim.
const NAMED: f32 = 0.5;

/// The row that the claim is about, if the claim gives it another row's cell: in the same column, its own cell has
/// none of the claim's words.
pub(crate) fn contradicting_row(view: &View<'_>) -> Option<usize> {
    tables(view).into_iter().find_map(|rows| in_table(view, rows))
}

/// The tables of the passage, as ranges of sentences without the heads.
fn tables(view: &View<'_>) -> Vec<Range<usize>> {
    let sentences = &view.passage.sentences;
    let mut tables: Vec<Range<usize>> = Vec::new();
    for at in (0..sentences.len()).filter(|at| !sentences[*at].cells.is_empty()) {
        match tables.last_mut() {
            Some(table) if table.end == at => table.end += 1,
            _ => tables.push(at..at + 1),
        }
    }
    tables.iter().map(|table| table.start + 1..table.end).filter(|table| table.len() > 1).collect()
}

fn in_table(view: &View<'_>, table: Range<usize>) -> Option<usize> {
    let rows: Vec<&[Vec<Token>]> =
        view.passage.sentences[table.clone()].iter().map(|row| &*row.cells).collect();
    let has_stem = |cell: &[Token], stem: &str| cell.iter().any(|token| token.stem == stem);
    // A word of every row, such as a unit, tells none of them apart.
    let is_shared = |column: usize, stem: &str| {
        let mut cells = rows.iter().filter_map(|row| row.get(column)).filter(|it| !it.is_empty());
        cells.all(|cell| has_stem(cell, stem))
    };
    let tells = |column: usize, token: &Token| token.counts() && !is_shared(column, &token.stem);
    let share = |column: usize, cell: &[Token]| {
        let (mut all, mut named) = (0.0, 0.0);
        for token in cell.iter().filter(|token| tells(column, token)) {
            all += 1.0;
            named += f32::from(u8::from(is_named(view, token)));
        }
        if all > 0.0 { named / all } else { 0.0 }
    };
    let share_of = |row: &&[Vec<Token>]| -> Vec<f32> {
        row.iter().enumerate().map(|(column, cell)| share(column, cell)).collect()
    };
    let shares: Vec<Vec<f32>> = rows.iter().map(share_of).collect();
    let is_named_at = |row: usize, column: usize| shares[row].get(column) >= Some(&NAMED);
    let columns = shares.iter().map(Vec::len).max()?;
    // The first column with a cell of the claim tells which rows it is about.
    let key = (0..columns).find(|column| (0..rows.len()).any(|row| is_named_at(row, *column)))?;
    let subjects: Vec<usize> = (0..rows.len()).filter(|row| is_named_at(*row, key)).collect();
    let [subject] = subjects[..] else { return None };
    let has = |row: usize, token: &Token| {
        rows[row].iter().flatten().any(|other| other.counts() && other.stem == token.stem)
    };
    let is_wrong = |column: usize| {
        let own = shares[subject].get(column).copied().unwrap_or_default();
        let others = (0..rows.len()).filter(|row| *row != subject && is_named_at(*row, column));
        let is_elsewhere = |row: usize| {
            let cell = rows[row][column].iter();
            let mut named = cell.filter(|token| tells(column, token) && is_named(view, token));
            !named.any(|token| has(subject, token))
        };
        own == 0.0
            && rows[subject].get(column).is_some_and(|cell| !cell.is_empty())
            && others.into_iter().any(is_elsewhere)
    };
    (key + 1..columns).any(is_wrong).then_some(table.start + subject)
}

/// A denied word gives the row no cell: “The Dunlin doesn't have a red sail.”
fn is_named(view: &View<'_>, token: &Token) -> bool {
    let mut said = view.claim.tokens.iter().filter(|other| other.counts() && !other.denied);
    said.any(|other| other.stem == token.stem)
}
