#[cfg(test)]
mod tests;

use jiff::Timestamp;
use rusqlite::{Row, params};

use super::{Library, columns::Time, texts};
use conversation::{ConversationId, ReferenceId, Result, reference::Passage};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeptPage {
    pub url: String,
    pub title: String,
    pub published: Option<String>,
    pub fetched: Timestamp,
    pub text: String,
}

impl Library {
    /// Stores pages for a conversation; an unchanged text isn't stored again.
    pub async fn keep_pages(
        &self,
        conversation: ConversationId,
        pages: Vec<KeptPage>,
    ) -> Result<()> {
        self.transact(move |transaction| {
            for page in &pages {
                let text = texts::put(transaction, &page.text)?;
                transaction
                    .prepare_cached(
                        "INSERT OR IGNORE INTO pages (conversation, url, title, published, fetched, text)
                         VALUES (?, ?, ?, ?, ?, ?)",
                    )?
                    .execute(params![
                        conversation,
                        page.url,
                        page.title,
                        page.published,
                        Time(page.fetched),
                        text
                    ])?;
            }
            Ok(())
        })
        .await
    }

    /// The stored page that contains a reference's passage. `None` if the conversation was imported or the reference
    /// isn't to a page.
    pub async fn page_of(
        &self,
        reference: ReferenceId,
        passage: &Passage,
    ) -> Result<Option<KeptPage>> {
        let (range, words) = (passage.range, passage.text.clone());
        self.read(move |connection| {
            let kept: Vec<(KeptPage, i64)> = connection
                .prepare_cached(
                    "SELECT p.url, p.title, p.published, p.fetched, p.text
                     FROM message_references r
                     JOIN pages p ON p.conversation = r.conversation AND p.url = r.source
                     WHERE r.id = ? ORDER BY p.fetched DESC",
                )?
                .query_map(params![reference], read)?
                .collect::<rusqlite::Result<_>>()?;
            for (page, text) in kept {
                let text = texts::get(connection, text)?;
                if text.get(range.start..range.end) == Some(&*words) {
                    return Ok(Some(KeptPage { text, ..page }));
                }
            }
            Ok(None)
        })
        .await
    }
}

fn read(row: &Row<'_>) -> rusqlite::Result<(KeptPage, i64)> {
    let page = KeptPage {
        url: row.get(0)?,
        title: row.get(1)?,
        published: row.get(2)?,
        fetched: row.get::<_, Time>(3)?.0,
        text: String::new(),
    };
    Ok((page, row.get(4)?))
}
