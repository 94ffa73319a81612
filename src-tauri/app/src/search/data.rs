//! Queries over the vault's records, and `.base` files.

use conversation::{Code, Error, Result, reference::Table};
use jiff::tz::TimeZone;
use notes::NotePath;
use records::Query;
use retrieval::{AskedView, AskingDay, Reading, bases::ViewTable, blocking};

use super::Retrieval;

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
        let now = turn::asked_at(library::now()).to_zoned(TimeZone::system()).datetime();
        let asked = AskedView { path: path.clone(), view, now };
        blocking(move || {
            let found = asked.table(&vault.vault, &vault.index, this.as_ref())?;
            let ViewTable { view, views, table, problems } = found;
            Ok(BaseView { view, views, table, problems })
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
