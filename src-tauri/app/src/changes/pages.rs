#[cfg(test)]
mod tests;

use conversation::{Change, Code, Error, ReferenceId, Result, Wish, reference::Kind};
use library::KeptPage;
use notes::NotePath;
use retrieval::blocking;

use super::{Changes, answers::free_path, tables::AnsweredTable};
use crate::sentences::changes as sentences;

/// The part of a reference that can become a note.
enum Content {
    Page(KeptPage),
    Table(AnsweredTable),
}

impl Changes {
    /// A free path for the web page or the table of a reference as a new note, named after the page or the question.
    pub async fn reference_path(&self, reference: ReferenceId) -> Result<NotePath> {
        let vault = self.vaults.vault()?.handle();
        let title = match self.content_of(reference).await? {
            Content::Page(page) => page.title,
            Content::Table(table) => table.question.text,
        };
        blocking(move || free_path(&vault.vault, &title)).await
    }

    /// Proposes the web page or the table of a reference, as stored, as a note that names its source.
    pub async fn propose_reference(
        &self,
        reference: ReferenceId,
        path: NotePath,
    ) -> Result<Change> {
        match self.content_of(reference).await? {
            Content::Page(page) => {
                let wish = Wish::Create { path, text: note_of(&page) };
                self.propose(wish, Changes::by_hand()).await
            }
            Content::Table(table) => self.propose_table(table, path).await,
        }
    }

    async fn content_of(&self, reference: ReferenceId) -> Result<Content> {
        let found = self.library.reference(reference).await?;
        if let Some(table) = found.table {
            let question = self.library.answered_question(reference).await?;
            let question = question.ok_or_else(|| Error::bad_input(sentences::NOT_AN_ANSWER))?;
            return Ok(Content::Table(AnsweredTable { table, question, number: found.number }));
        }
        let passage = found.passage.filter(|_| found.kind == Kind::Web);
        let passage = passage.ok_or_else(|| Error::bad_input(sentences::NOT_A_PAGE))?;
        let page = self.library.page_of(reference, &passage).await?;
        let page = page.ok_or_else(|| Error::new(Code::NotFound, sentences::PAGE_NOT_STORED))?;
        Ok(Content::Page(page))
    }
}

fn note_of(page: &KeptPage) -> String {
    let title = match page.title.trim() {
        "" => &page.url,
        title => title,
    };
    // A JSON string is valid YAML.
    let quoted = |text: &str| serde_json::Value::from(text).to_string();
    let mut lines = vec!["---".to_owned(), format!("source: {}", quoted(&page.url))];
    lines.push(format!("fetched: {}", page.fetched.strftime("%Y-%m-%d")));
    lines.extend(page.published.as_ref().map(|date| format!("published: {}", quoted(date))));
    lines.push("---".to_owned());
    let text = page.text.trim();
    // A page without a heading gets its title as heading.
    let head = if text.starts_with("# ") { String::new() } else { format!("# {title}\n\n") };
    format!("{}\n\n{head}{text}\n", lines.join("\n"))
}
