//! Queries over the vault's records, `.base` files and Dataview queries.

use conversation::{Error, Result, reference::Table};
use index::ViewTable;
use jiff::{Timestamp, tz::TimeZone};
use notes::NotePath;
use records::{Dataview, Query};
use retrieval::{Reading, VaultHandle, blocking};

use super::Retrieval;
use crate::sentences;

/// Rows of the first page of a table.
const FIRST_PAGE: usize = 1_000;

/// Maximum rows of a later page.
const LARGEST_PAGE: usize = 10_000;

impl Retrieval {
    /// Answers a query, written as in the search box.
    pub async fn table(&self, query: &str) -> Result<Table> {
        let query =
            Query::read(query).map_err(|error| Error::bad_input(move || error.to_string()))?;
        let index = self.vault_now()?.index;
        blocking(move || {
            let (table, problems) = index.table_and_problems(&query)?;
            match table.rows.is_empty() && !problems.is_empty() {
                true => Err(Error::bad_input(problems.join(" "))),
                false => Ok(table),
            }
        })
        .await
    }

    fn vault_now(&self) -> Result<VaultHandle> {
        Ok(self.shared.vaults.vault()?.handle().at(now()))
    }

    /// The table's page that begins with row `from`; `None` if the query only has words, which are searched in texts.
    pub async fn table_of_search(&self, query: &str, from: u32) -> Result<Option<TablePage>> {
        match Query::read(query) {
            Ok(read) if read.is_words() => Ok(None),
            _ => Ok(Some(TablePage::new(self.table(query).await?, from))),
        }
    }

    /// The query as which a question asked now is read. `None` if it is searched as text.
    pub async fn read(&self, question: &str) -> Result<Option<String>> {
        let vault = self.vault_now()?;
        let question = question.to_owned();
        blocking(move || {
            let reading = Reading::in_vault(&question, &vault, now())?;
            Ok(reading.query.map(|query| query.to_string()))
        })
        .await
    }

    /// Ways to complete the last word of a query, with the vault's keys and values.
    pub async fn completions(&self, query: &str) -> Result<Vec<String>> {
        let index = self.shared.vaults.vault()?.handle().index;
        let query = query.to_owned();
        blocking(move || Ok(index.vocabulary()?.completions(&query))).await
    }

    /// A view of a `.base` file, the named one or the first; or the result of a Dataview query. `this` is the note that
    /// contains it. The page of its table begins with row `from`.
    pub async fn base_table(
        &self,
        source: TableSource,
        view: Option<String>,
        this: Option<NotePath>,
        from: u32,
    ) -> Result<BaseView> {
        let vault = self.vault_now()?;
        blocking(move || match source {
            TableSource::Base { path } => {
                let found = vault.index.base_view(&path, view.as_deref(), this.as_ref())?;
                let ViewTable { view, views, table, problems } = found;
                let TablePage { table, rows } = TablePage::new(table, from);
                Ok(BaseView { view, views, table, rows, problems })
            }
            TableSource::Dataview { text } => {
                let table = dataview_table(&vault, &text, this.as_ref())?;
                let TablePage { table, rows } = TablePage::new(table, from);
                let (view, views, problems) = Default::default();
                Ok(BaseView { view, views, table, rows, problems })
            }
        })
        .await
    }
}

fn dataview_table(vault: &VaultHandle, text: &str, this: Option<&NotePath>) -> Result<Table> {
    let today = now().to_zoned(TimeZone::system()).date();
    let Dataview { query, columns } = Dataview::read(text, today, this).map_err(|part| {
        let part = shortened(&part);
        Error::bad_input(move || sentences::shown_as_code(&part))
    })?;
    let mut table = vault.index.table(&query)?;
    if !columns.is_empty() {
        for row in &mut table.rows {
            let values = columns.iter().map(|(at, _)| row.values.get(*at).cloned());
            row.values = values.map(Option::unwrap_or_default).collect();
        }
        let names = columns
            .into_iter()
            .map(|(at, name)| name.or_else(|| table.columns.get(at).cloned()).unwrap_or_default());
        table.columns = names.collect();
    }
    // The number of rows is shown anyway.
    table.result = None;
    Ok(table)
}

/// The first words of a part of a query, on one line.
fn shortened(part: &str) -> String {
    const LONGEST: usize = 60;
    language::beginning(&language::one_line(part), LONGEST)
}

/// The time of a question that is asked now.
fn now() -> Timestamp {
    turn::asked_at(library::now())
}

/// The place of a table's description.
#[derive(Debug, Clone, PartialEq, Eq, serde::Deserialize)]
#[serde(tag = "type", rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum TableSource {
    Base { path: NotePath },
    Dataview { text: String },
}

/// Rows of a table for the window, which gets a large table page by page.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct TablePage {
    pub table: Table,
    /// Number of rows of the whole table.
    pub rows: u32,
}

impl TablePage {
    /// Each page doubles the number of known rows, up to a limit: a window that sorts needs all of them soon.
    fn new(mut table: Table, from: u32) -> Self {
        let all = table.rows.len();
        let from = from as usize;
        table.rows.drain(..from.min(all));
        table.rows.truncate(from.clamp(FIRST_PAGE, LARGEST_PAGE));
        Self { table, rows: u32::try_from(all).unwrap_or(u32::MAX) }
    }
}

/// A view of a `.base` file, or the result of a Dataview query, which has no name and no views.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct BaseView {
    pub view: String,
    /// The names of all views of the file.
    pub views: Vec<String>,
    /// A page of the table.
    pub table: Table,
    /// Number of rows of the whole table.
    pub rows: u32,
    /// Sentences about parts that weren't understood.
    pub problems: Vec<String>,
}
