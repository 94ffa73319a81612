//! A computed table as evidence, within the notes that the user chose.

use conversation::{
    Result, Scope,
    reference::{Kind, Passage, Reference, State, Table},
};
use models::{Encoding, TokenCounter};
use notes::{ByteRange, ContentHash, LineRange};
use records::{Condition, Query, RecordKind, Target, Test, fold};

use crate::{Sources, sentences};

/// Maximum rows that a model gets. The result is of all.
const ROWS: usize = 60;

/// Maximum characters of a value.
const VALUE: usize = 200;

/// Maximum rows that are stored with an answer. The total and the result are of all.
const STORED_ROWS: usize = 1_000;

/// A query's table as evidence.
pub fn table_reference(mut table: Table) -> Reference {
    table.rows.truncate(STORED_ROWS);
    Reference {
        title: sentences::TABLE_TITLE.to_string(),
        match_reason: table.query.clone(),
        snippet: sentences::rows(table.total),
        passage: Some(table_passage(&table)),
        table: Some(table),
        ..Reference::new(Kind::Table, State::Used)
    }
}

/// The result, then the rows as a Markdown table.
fn table_passage(table: &Table) -> Passage {
    let text = written(table);
    let lines = u32::try_from(text.lines().count()).unwrap_or(u32::MAX);
    Passage {
        lines: LineRange { start: 1, end: lines.max(1) },
        range: ByteRange { start: 0, end: text.len() },
        hash: ContentHash::of(&text),
        heading_path: Vec::new(),
        columns: None,
        part: None,
        tokens: TokenCounter::for_encoding(Encoding::O200k).count(&text).tokens,
        text,
    }
}

fn written(table: &Table) -> String {
    let mut text = String::from("Computed from the notes, exact and complete.");
    if let Some(result) = &table.result {
        text.push_str(&format!(" {}: {}.", result.label, result.value));
    }
    let shown = table.rows.len().min(ROWS);
    if shown < table.total as usize {
        text.push_str(&format!(" The first {shown} of {} rows:", table.total));
    } else {
        text.push_str(&format!(" Number of rows: {}.", table.total));
    }
    text.push_str("\n\n");
    let row = |cells: &[String]| {
        let cells = cells.iter().map(|cell| cell_text(cell));
        format!("| {} |\n", cells.collect::<Vec<_>>().join(" | "))
    };
    text.push_str(&row(&table.columns));
    text.push_str(&format!("|{}\n", " --- |".repeat(table.columns.len())));
    for one in table.rows.iter().take(shown) {
        text.push_str(&row(&one.values));
    }
    text.trim_end().to_owned()
}

fn cell_text(cell: &str) -> String {
    language::beginning(&cell.replace('|', "\\|").replace(['\n', '\r'], " "), VALUE)
}

impl Sources {
    /// A query's table as evidence, but no view without rows, and notices about the views of `.base` files that it uses.
    pub fn computed(&self, query: &Query) -> Result<(Option<Reference>, Vec<String>)> {
        let query = self.within_scope(query.clone());
        let (table, mut notices) = self.index.table_and_problems(&query)?;
        let title = query.view().map(|(file, view)| match view {
            "" => file.to_owned(),
            view => format!("{file} › {view}"),
        });
        if let Some(title) = title.as_deref().filter(|_| table.rows.is_empty()) {
            if notices.is_empty() {
                notices.push(sentences::view_without_rows(title));
            }
            return Ok((None, notices));
        }
        let mut reference = table_reference(table);
        if let Some(title) = title {
            reference.title = title;
        }
        Ok((Some(reference), notices))
    }

    /// The query within the notes, folders and tags that the user chose.
    #[must_use]
    pub fn within_scope(&self, mut query: Query) -> Query {
        let Scope { places, tags } = &self.setup.scope;
        let condition = |target, values| Condition::new(target, Test::Is(values));
        let places: Vec<String> = places.iter().map(ToString::to_string).collect();
        let places = (!places.is_empty()).then(|| condition(Target::Path, places));
        let tags = tags.iter().map(|tag| match query.of {
            RecordKind::Note => condition(Target::Tag, vec![fold(tag)]),
            // The user chose notes, not tasks with a tag of their own.
            RecordKind::Task | RecordKind::Row => condition(Target::NoteTag, vec![fold(tag)]),
        });
        let conditions: Vec<Condition> = places.into_iter().chain(tags).collect();
        for condition in conditions {
            // A follow-up's query already has it.
            if !query.filter.contains(&condition) {
                query.filter.push(condition);
            }
        }
        query
    }
}

#[cfg(test)]
mod tests {
    use conversation::reference::TableRow;
    use notes::NotePath;

    use super::*;

    // B125
    #[test]
    fn a_model_gets_the_first_rows_of_a_large_table_and_the_number_of_all() {
        let row = |number: u32| TableRow {
            path: NotePath::new("Log.md").unwrap(),
            line: number,
            values: vec![format!("Task {number}")],
        };
        let table = Table {
            query: "task:open".to_owned(),
            columns: vec!["Text".to_owned()],
            rows: (1..=50_000).map(row).collect(),
            total: 50_000,
            result: None,
        };
        let Reference { passage, table, .. } = table_reference(table);
        let text = passage.unwrap().text;
        assert!(text.contains(" The first 60 of 50000 rows:"), "{text}");
        assert_eq!(text.lines().filter(|line| line.starts_with("| Task ")).count(), ROWS);
        let stored = table.unwrap();
        assert_eq!((stored.rows.len(), stored.total), (STORED_ROWS, 50_000));
    }
}
