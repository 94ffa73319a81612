#[cfg(test)]
mod tests;

use crate::{Refusal, Unit, builder::Builder, encoding};

/// Maximum rows of a block. Longer tables are split, each with the head, so that a passage names its columns.
pub(crate) const ROWS: usize = 200;

pub(crate) fn read(file: &[u8], out: &mut Builder<'_>) -> Result<(), Refusal> {
    let text = encoding::decode(file);
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .delimiter(separator(&text))
        .from_reader(text.as_bytes());
    out.part(Unit::Whole, None)?;
    let rows = reader.records().map(|record| {
        let record = record.map_err(Refusal::damaged)?;
        Ok(record.iter().map(str::to_owned).collect::<Vec<_>>())
    });
    tables(rows, out)
}

pub(crate) fn tables(
    rows: impl Iterator<Item = Result<Vec<String>, Refusal>>,
    out: &mut Builder<'_>,
) -> Result<(), Refusal> {
    let mut table: Vec<Vec<String>> = Vec::new();
    let mut is_continued = false;
    for row in rows {
        let row = row?;
        if row.iter().all(|cell| cell.trim().is_empty()) {
            continue;
        }
        table.push(row);
        if table.len() > ROWS {
            out.table(&table)?;
            table.truncate(1);
            is_continued = true;
            out.time_left(Unit::Whole, 1)?;
        }
    }
    // The head was already written with earlier rows.
    if is_continued && table.len() == 1 { Ok(()) } else { out.table(&table) }
}

/// The separator with the same count in most of the first lines.
fn separator(text: &str) -> u8 {
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).take(10).collect();
    let count = |line: &str, wanted: u8| {
        let mut quoted = false;
        let is = |byte: u8| {
            quoted ^= byte == b'"';
            !quoted && byte == wanted
        };
        line.bytes().map(is).filter(|found| *found).count()
    };
    let score = |separator: u8| {
        let counts: Vec<usize> = lines.iter().map(|line| count(line, separator)).collect();
        let first = counts.first().copied().unwrap_or_default();
        let same = counts.iter().filter(|count| **count == first && first > 0).count();
        (same, first)
    };
    let all = [b',', b';', b'\t', b'|'];
    let best = all.into_iter().rev().max_by_key(|separator| score(*separator));
    best.filter(|separator| score(*separator).0 > 0).unwrap_or(b',')
}
