//! Conversations and receipts as files, where the user's dialog says.

#[cfg(test)]
mod tests;

use std::{
    io,
    path::{Path, PathBuf},
};

use conversation::{Code, ConversationId, Error, MessageId};
use library::export::{Format, ImportedConversation};
use notes::private;
use tauri::State;
use tokio::io::AsyncWriteExt;

use super::{Answer, Backend};
use crate::consent::{Consent, file_name};
use crate::sentences;

/// Writes a conversation into a file that the user chooses, and returns its path. The dialog calls it
/// `name` at first.
#[tauri::command]
#[specta::specta]
pub async fn export_conversation(
    backend: State<'_, Backend>,
    consent: State<'_, Consent>,
    id: ConversationId,
    format: Format,
    name: String,
) -> Answer<Option<String>> {
    let conversations = &backend.chat()?.conversations;
    let ending = match format {
        Format::Json => "json",
        Format::Markdown => "md",
    };
    let Some(path) = consent.desktop().export(&file_name(&name, ending)).await else {
        return Ok(None);
    };
    write(&path, &conversations.export(id, format).await?).await?;
    Ok(Some(path.to_string_lossy().into_owned()))
}

/// Writes the receipts of all calls of an answer into a file that the user chooses, and returns its
/// path: as Markdown if the file is to be that, else as JSON.
#[tauri::command]
#[specta::specta]
pub async fn export_receipt(
    backend: State<'_, Backend>,
    consent: State<'_, Consent>,
    answer: MessageId,
) -> Answer<Option<String>> {
    let conversations = &backend.chat()?.conversations;
    let Some(path) = consent.desktop().export("Receipt.json").await else { return Ok(None) };
    let is_markdown = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("md"));
    let format = if is_markdown { Format::Markdown } else { Format::Json };
    write(&path, &conversations.export_receipt(answer, format).await?).await?;
    Ok(Some(path.to_string_lossy().into_owned()))
}

/// Keeps the conversations of a file that the user chooses in the open vault.
#[tauri::command]
#[specta::specta]
pub async fn import_conversations(
    backend: State<'_, Backend>,
    consent: State<'_, Consent>,
) -> Answer<Option<Vec<ImportedConversation>>> {
    let conversations = &backend.chat()?.conversations;
    match consent.desktop().import().await {
        Some(path) => conversations.import(&path).await.map(Some),
        None => Ok(None),
    }
}

/// Writes `text` into the file at `path`, which has it whole or is as it was.
async fn write(path: &Path, text: &str) -> conversation::Result<()> {
    let refused = |error: io::Error| {
        Error::new(Code::Unwritable, || sentences::not_written(path, &error)).because(error)
    };
    let beside = beside(path);
    let written = async {
        let mut file = tokio::fs::OpenOptions::from(private::options())
            .write(true)
            .create_new(true)
            .open(&beside)
            .await?;
        file.write_all(text.as_bytes()).await?;
        file.sync_all().await?;
        tokio::fs::rename(&beside, path).await
    };
    match written.await {
        Ok(()) => Ok(()),
        Err(error) => {
            // What was there already isn't ours to clear away.
            if error.kind() != io::ErrorKind::AlreadyExists {
                let _ = tokio::fs::remove_file(&beside).await;
            }
            Err(refused(error))
        }
    }
}

/// A name in the same folder that nobody has.
fn beside(path: &Path) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}.part", std::process::id()));
    path.with_file_name(name)
}
