#[cfg(test)]
mod tests;

use conversation::{Change, Code, Error, ReferenceId, Result, Wish, reference::Kind};
use library::KeptPage;
use retrieval::blocking;

use super::{Changes, answers::free_path};
use crate::sentences::changes as sentences;

impl Changes {
    /// Proposes the web page or the table of a reference, as stored, as a note that names its source.
    pub async fn propose_reference(&self, reference: ReferenceId) -> Result<Change> {
        let vault = self.vaults.vault()?.handle();
        let mut found = self.library.reference(reference).await?;
        if let Some(table) = found.table.take() {
            return self.propose_table(table, &found).await;
        }
        let passage = found.passage.filter(|_| found.kind == Kind::Web);
        let passage = passage.ok_or_else(|| Error::new(Code::BadInput, sentences::NOT_A_PAGE))?;
        let page = self.library.page_of(reference, &passage).await?;
        let page = page.ok_or_else(|| Error::new(Code::NotFound, sentences::PAGE_NOT_STORED))?;
        let wish = blocking(move || {
            let path = free_path(&vault.vault, &page.title)?;
            Ok(Wish::Create { path, text: note_of(&page) })
        });
        self.propose(wish.await?, Changes::by_hand()).await
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
