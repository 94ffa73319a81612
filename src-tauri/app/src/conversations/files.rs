#[cfg(test)]
mod tests;

use std::fs::{File, OpenOptions};
use std::io::{self, Read};
use std::path::Path;

use jiff::tz::TimeZone;

use super::Conversations;
use crate::sentences;
use conversation::{AnswerId, Code, ConversationId, Error, Result};
use library::export::{self, ConversationFile, Format, ImportedConversation};
use library::now;
use retrieval::blocking;

const MAX_IMPORT_BYTES: u64 = 256 * 1024 * 1024;

impl Conversations {
    /// JSON has everything, Markdown the shown branch.
    pub async fn export(&self, conversation: ConversationId, format: Format) -> Result<String> {
        let archive = self.library.archive(conversation).await?;
        blocking(move || match format {
            Format::Json => export::json(vec![archive]),
            Format::Markdown => Ok(export::markdown(&archive)),
        })
        .await
    }

    pub async fn export_receipt(&self, answer: AnswerId, format: Format) -> Result<String> {
        let receipts = self.library.receipts(answer).await?;
        match format {
            Format::Json => export::receipts_json(&receipts),
            Format::Markdown => Ok(export::receipts_markdown(&receipts)),
        }
    }

    /// Imports conversations into the open vault. Marks their messages as imported, and drops instructions for
    /// models; `notes` says what was dropped.
    pub async fn import(&self, file: &Path) -> Result<Vec<ImportedConversation>> {
        let vault = self.vaults.vault()?.id;
        let file = file.to_owned();
        let read = blocking(move || {
            let text = read_file(&file, MAX_IMPORT_BYTES)?;
            export::read(&text, now(), &TimeZone::system())
        })
        .await?;
        let (archives, told): (Vec<_>, Vec<_>) = read
            .into_iter()
            .map(|ConversationFile { archive, notes }| {
                let messages = u32::try_from(archive.messages.len()).unwrap_or(u32::MAX);
                let title = archive.title.clone();
                (archive, (title, messages, notes))
            })
            .unzip();
        let ids = self.library.put_archives(vault, archives).await?;
        let of = |((title, messages, notes), conversation)| ImportedConversation {
            conversation,
            title,
            messages,
            notes,
        };
        Ok(told.into_iter().zip(ids).map(of).collect())
    }
}

fn read_file(path: &Path, most: u64) -> Result<String> {
    let refused = |error: io::Error| {
        Error::new(Code::Unreadable, || sentences::import_unreadable(path, &error)).because(error)
    };
    let file = open(path).map_err(refused)?;
    let about = file.metadata().map_err(refused)?;
    if !about.is_file() {
        return Err(Error::bad_input(|| sentences::import_not_a_file(path)));
    }
    let mut bytes = Vec::new();
    // The file may grow while it is read.
    file.take(most + 1).read_to_end(&mut bytes).map_err(refused)?;
    if bytes.len() as u64 > most {
        let told = || sentences::import_too_large(path, most / (1024 * 1024));
        return Err(Error::bad_input(told));
    }
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        Error::bad_input(|| sentences::import_not_text(path, at))
    })
}

/// Doesn't wait for the other end of a pipe.
fn open(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        let flags = rustix::fs::OFlags::NONBLOCK.bits();
        options.custom_flags(i32::try_from(flags).unwrap_or_default());
    }
    options.open(path)
}
