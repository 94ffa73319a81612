//! Conversations and receipts as files, and files as conversations.

use jiff::tz::TimeZone;

use super::App;
use conversation::{AnswerId, ConversationId, Result};
use library::export::{self, Format, Imported};
use library::now;
use retrieval::blocking;

impl App {
    /// A conversation as a file's text: as JSON with everything that it has, or as Markdown with the
    /// branch that is shown.
    ///
    /// # Errors
    /// If it isn't there or the library fails.
    pub async fn export(&self, conversation: ConversationId, format: Format) -> Result<String> {
        let archive = self.shared.library.archive(conversation).await?;
        blocking(move || match format {
            Format::Json => export::json(vec![archive]),
            Format::Markdown => Ok(export::markdown(&archive)),
        })
        .await
    }

    /// The receipts of an answer's model calls as a file's text.
    ///
    /// # Errors
    /// If it has none or the library fails.
    pub async fn export_receipt(&self, answer: AnswerId, format: Format) -> Result<String> {
        let receipts = self.shared.library.receipts(answer).await?;
        match format {
            Format::Json => export::receipts_json(&receipts),
            Format::Markdown => Ok(export::receipts_markdown(&receipts)),
        }
    }

    /// Keeps the conversations of a file in the open vault, all or none of them: of our own JSON, or
    /// of a `chat_sessions.json` as earlier apps wrote it.
    ///
    /// # Errors
    /// If the file can't be understood (the sentence says where), no vault is open, or the library
    /// fails.
    pub async fn import(&self, text: String) -> Result<Vec<Imported>> {
        let vault = self.open_vault_now()?.id;
        let read = blocking(move || export::read(&text, now(), &TimeZone::system())).await?;
        let archives = read.iter().map(|read| read.archive.clone()).collect();
        let ids = self.shared.library.put_archives(vault, archives).await?;
        Ok(read
            .into_iter()
            .zip(ids)
            .map(|(read, conversation)| Imported {
                conversation,
                messages: u32::try_from(read.archive.messages.len()).unwrap_or(u32::MAX),
                title: read.archive.title,
                notes: read.notes,
            })
            .collect())
    }
}
