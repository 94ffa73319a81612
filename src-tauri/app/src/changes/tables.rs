//! Proposes a note with a table that the app computed for a question.

#[cfg(test)]
mod tests;

use conversation::{
    Author, Change, Number, Origin, Result, Wish,
    reference::{Table, TableRow},
};
use jiff::tz::TimeZone;
use library::AnsweredQuestion;
use notes::{Catalog, NotePath};
use records::{AggregateKind, Query, RecordKind};
use retrieval::blocking;

use super::Changes;
use crate::sentences::changes as sentences;

/// Maximum bytes of a question that the note quotes.
const LONGEST_QUESTION: usize = 300;

/// Characters with a meaning in wikilinks.
const IN_LINKS: [char; 5] = ['#', '^', '[', ']', '|'];

pub(super) struct AnsweredTable {
    pub(super) table: Table,
    pub(super) question: AnsweredQuestion,
    /// The table's number in the answer.
    pub(super) number: Option<Number>,
}

impl Changes {
    pub(super) async fn propose_table(
        &self,
        found: AnsweredTable,
        path: NotePath,
    ) -> Result<Change> {
        let vault = self.vaults.vault()?.handle();
        let AnsweredTable { table, question, number } = found;
        let rests_on = number.into_iter().collect();
        let origin = Origin { by: Author::User, answer: Some(question.answer), rests_on };
        let wish = blocking(move || {
            let text = note_of(&table, &question, &path, &vault.catalog());
            Ok(Wish::Create { path, text })
        });
        self.propose(wish.await?, origin).await
    }
}

/// The text of the new note at `path`: the question, its time, and the table with links to its notes.
fn note_of(
    table: &Table,
    question: &AnsweredQuestion,
    path: &NotePath,
    catalog: &Catalog,
) -> String {
    let query = Query::read(&table.query).ok();
    // A row of a grouped table is about several notes, so it links to none.
    let is_grouped = query.as_ref().is_some_and(|query| query.group.is_some());
    let when = question.answered.to_zoned(TimeZone::system());
    let when = when.strftime("%Y-%m-%d %H:%M").to_string();
    let words = language::one_line(&question.text);
    let mut text = sentences::table_of(&notes::shortened(&words, LONGEST_QUESTION), &when);
    text.push_str("\n\n");
    if let Some(result) = &table.result {
        text.push_str(&format!("{}: **{}**\n\n", result.label, result.value));
    }
    // A query for the latest record asks for one row of many, so the others aren't missing.
    let is_latest = query.as_ref().is_some_and(is_of_latest);
    if !is_grouped && !is_latest && table.rows.len() < table.total as usize {
        text.push_str(&format!("{}\n\n", sentences::first_rows(table.rows.len(), table.total)));
    }
    text.push_str(&line(table.columns.iter().map(|column| cell(column))));
    text.push_str(&line(table.columns.iter().map(|_| "---".to_owned())));
    // The column with the note's title: a table of tasks has it last.
    let title_column = match query.map(|query| query.of) {
        _ if is_grouped => None,
        Some(RecordKind::Task) => table.columns.len().checked_sub(1),
        _ => Some(0),
    };
    for row in &table.rows {
        text.push_str(&line(row.values.iter().enumerate().map(|(at, value)| {
            let link = (title_column == Some(at)).then(|| link_to(row, value, path, catalog));
            link.flatten().unwrap_or_else(|| cell(value))
        })));
    }
    text
}

fn is_of_latest(query: &Query) -> bool {
    query.aggregate.as_ref().is_some_and(|aggregate| aggregate.kind == AggregateKind::Latest)
}

/// A link to the row's note that shows `title`. `None` if the note is gone or its path can't be in a link.
fn link_to(row: &TableRow, title: &str, path: &NotePath, catalog: &Catalog) -> Option<String> {
    let is_linkable = !row.path.as_str().contains(IN_LINKS);
    catalog.note(&row.path).filter(|_| is_linkable)?;
    let words = language::one_line(&title.replace(IN_LINKS, " "));
    let words = if words.is_empty() { row.path.stem() } else { words.as_str() };
    Some(catalog.link_to(path, &row.path, words, true))
}

fn cell(value: &str) -> String {
    value.replace('\\', "\\\\").replace('|', "\\|").replace(['\n', '\r'], " ")
}

fn line(cells: impl Iterator<Item = String>) -> String {
    format!("| {} |\n", cells.collect::<Vec<_>>().join(" | "))
}
