//! Queries over the vault's records, `.base` files and Dataview queries.

use conversation::{Code, Error, Result, reference::Table};
use jiff::{civil::DateTime, tz::TimeZone};
use notes::NotePath;
use records::{Dataview, Query};
use retrieval::{AskedView, AskingDay, Reading, VaultHandle, bases::ViewTable, blocking};

use super::Retrieval;
use crate::sentences;

impl Retrieval {
    /// Answers a query, written as in the search box.
    pub async fn table(&self, query: &str) -> Result<Table> {
        let query = Query::read(query)
            .map_err(|error| Error::new(Code::BadInput, move || error.to_string()))?;
        let index = self.shared.vaults.vault()?.handle().index;
        blocking(move || Ok(index.table(&query)?)).await
    }

    /// Like [`Retrieval::table`]; `None` if the query only has words, which are searched in texts.
    pub async fn table_of_search(&self, query: &str) -> Result<Option<Table>> {
        match Query::read(query) {
            Ok(read) if read.is_words() => Ok(None),
            _ => self.table(query).await.map(Some),
        }
    }

    /// The query as which a question asked now is read. `None` if it is searched as text.
    pub async fn read(&self, question: &str) -> Result<Option<String>> {
        let vault = self.shared.vaults.vault()?.handle();
        let question = question.to_owned();
        blocking(move || {
            let asked = AskingDay::at(turn::asked_at(library::now()), &vault);
            let reading = Reading::of(&question, &vault.index, asked)?;
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
    /// contains it.
    pub async fn base_table(
        &self,
        source: TableSource,
        view: Option<String>,
        this: Option<NotePath>,
    ) -> Result<BaseView> {
        let vault = self.shared.vaults.vault()?.handle();
        blocking(move || match source {
            TableSource::Base { path } => {
                let asked = AskedView { path, view, now: now() };
                let found = asked.table(&vault.vault, &vault.index, this.as_ref())?;
                let ViewTable { view, views, table, problems } = found;
                Ok(BaseView { view, views, table, problems })
            }
            TableSource::Dataview { text } => dataview_view(&vault, &text, this.as_ref()),
        })
        .await
    }
}

fn dataview_view(vault: &VaultHandle, text: &str, this: Option<&NotePath>) -> Result<BaseView> {
    let Dataview { query, columns } = Dataview::read(text, now().date(), this).map_err(|part| {
        let part = shortened(&part);
        Error::new(Code::BadInput, move || sentences::shown_as_code(&part))
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
    Ok(BaseView { view: String::new(), views: Vec::new(), table, problems: Vec::new() })
}

/// The first words of a part of a query, on one line.
fn shortened(part: &str) -> String {
    const LONGEST: usize = 60;
    let part = part.split_whitespace().collect::<Vec<_>>().join(" ");
    match part.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &part[..end]),
        None => part,
    }
}

/// The time of the question, as a local time.
fn now() -> DateTime {
    turn::asked_at(library::now()).to_zoned(TimeZone::system()).datetime()
}

/// The place of a table's description.
#[derive(Debug, Clone, PartialEq, Eq, serde::Deserialize)]
#[serde(tag = "type", rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum TableSource {
    Base { path: NotePath },
    Dataview { text: String },
}

/// A view of a `.base` file, or the result of a Dataview query, which has no name and no views.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct BaseView {
    pub view: String,
    /// The names of all views of the file.
    pub views: Vec<String>,
    pub table: Table,
    /// Sentences about parts that weren't understood.
    pub problems: Vec<String>,
}
