#[cfg(test)]
mod tests;

use crate::text::one_line;

/// The first row is the head. Empty rows and trailing columns are omitted; a table of one column becomes lines.
pub(crate) fn markdown(rows: &[Vec<String>]) -> String {
    let rows: Vec<Vec<String>> = rows
        .iter()
        .map(|row| row.iter().map(|cell| one_line(cell)).collect::<Vec<_>>())
        .filter(|row| row.iter().any(|cell| !cell.is_empty()))
        .collect();
    let used =
        |row: &Vec<String>| row.iter().rposition(|cell| !cell.is_empty()).map_or(0, |at| at + 1);
    let width = rows.iter().map(used).max().unwrap_or_default();
    if width <= 1 {
        let cells: Vec<&str> =
            rows.iter().filter_map(|row| row.first()).map(String::as_str).collect();
        return cells.join("\n");
    }
    let mut text = String::new();
    for (at, row) in rows.iter().enumerate() {
        if at > 0 {
            text.push('\n');
        }
        text.push('|');
        for cell in row.iter().map(String::as_str).chain(std::iter::repeat("")).take(width) {
            text.push(' ');
            text.push_str(&cell.replace('|', "\\|"));
            text.push_str(" |");
        }
        if at == 0 {
            text.push_str("\n|");
            text.push_str(&" --- |".repeat(width));
        }
    }
    text
}
