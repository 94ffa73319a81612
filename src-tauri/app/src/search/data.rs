//! Queries over the vault's records, and `.base` files.

use conversation::{
    Code, Error, Result,
    reference::{Table, TableRow},
};
use jiff::tz::TimeZone;
use notes::NotePath;
use records::{Base, Query, evaluate};
use retrieval::{AskingDay, Reading, blocking};

use super::Retrieval;
use crate::sentences;

/// Maximum bytes of a `.base` file; people's have a few kilobytes.
const BASE: u64 = 1024 * 1024;

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

    /// A view of a `.base` file as a table: the named one, or the first. `this` is the note that embeds it.
    pub async fn base_table(
        &self,
        path: &NotePath,
        view: Option<String>,
        this: Option<NotePath>,
    ) -> Result<BaseView> {
        let vault = self.shared.vaults.vault()?.handle();
        let path = path.clone();
        blocking(move || {
            let bytes = vault.vault.read(&path, BASE)?;
            let text = String::from_utf8_lossy(&bytes);
            let base = Base::read(&text)
                .map_err(|error| Error::new(Code::BadInput, move || error.to_string()))?;
            let views = base.views.iter().map(|view| view.name.clone()).collect();
            let Some(chosen) = base.view(view.as_deref()) else {
                let name = view.unwrap_or_default();
                return Err(Error::new(Code::BadInput, move || sentences::no_view(&name)));
            };
            let notes = vault.index.base_notes()?;
            let this = this.and_then(|this| notes.iter().find(|note| note.path == this.as_str()));
            let now = turn::asked_at(library::now()).to_zoned(TimeZone::system()).datetime();
            let found = evaluate(&base, chosen, &notes, this, now);
            let rows = found.rows.into_iter().filter_map(|row| {
                let path = NotePath::new(&row.path).ok()?;
                let values = row.group.into_iter().chain(row.values).collect();
                Some(TableRow { path, line: 1, values })
            });
            let rows: Vec<TableRow> = rows.collect();
            let group = chosen.group_by.as_ref().map(|by| by.column.to_string());
            let table = Table {
                query: String::new(),
                columns: group.into_iter().chain(found.columns).collect(),
                rows,
                total: u32::try_from(found.total).unwrap_or(u32::MAX),
                result: None,
            };
            let problems = base.problems.iter().chain(&chosen.problems).chain(&found.problems);
            Ok(BaseView {
                view: chosen.name.clone(),
                views,
                table,
                problems: problems.cloned().collect(),
            })
        })
        .await
    }
}

/// A view of a `.base` file.
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
