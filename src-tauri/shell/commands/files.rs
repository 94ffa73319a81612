//! Exports and imports of conversations and receipts. The user chooses each file in a dialog.

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

/// Writes a conversation into a file that the user chooses, and returns the file's path. The dialog suggests `name`.
#[tauri::command]
#[specta::specta]
pub async fn export_conversation(
    backend: State<'_, Backend>,
    consent: State<'_, Consent>,
    id: ConversationId,
    format: Format,
    name: String,
) -> Answer<Option<String>> {
    let conversations = &backend.app()?.conversations;
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

/// Writes the receipts of all model calls of an answer into a file that the user chooses, and returns the file's
/// path. A name that ends with `.md` gives Markdown, any other JSON.
#[tauri::command]
#[specta::specta]
pub async fn export_receipt(
    backend: State<'_, Backend>,
    consent: State<'_, Consent>,
    answer: MessageId,
) -> Answer<Option<String>> {
    let conversations = &backend.app()?.conversations;
    let Some(path) = consent.desktop().export("Receipt.json").await else { return Ok(None) };
    let is_markdown = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("md"));
    let format = if is_markdown { Format::Markdown } else { Format::Json };
    write(&path, &conversations.export_receipt(answer, format).await?).await?;
    Ok(Some(path.to_string_lossy().into_owned()))
}

/// Writes the ratings of verdicts with their texts, one JSON object a line, into a file that the user chooses, and
/// returns the file's path.
#[tauri::command]
#[specta::specta]
pub async fn export_ratings(
    backend: State<'_, Backend>,
    consent: State<'_, Consent>,
) -> Answer<Option<String>> {
    let ratings = &backend.app()?.ratings;
    let Some(path) = consent.desktop().export("Ratings.jsonl").await else { return Ok(None) };
    write(&path, &ratings.export().await?).await?;
    Ok(Some(path.to_string_lossy().into_owned()))
}

/// Imports the conversations of a file that the user chooses into the open vault.
#[tauri::command]
#[specta::specta]
pub async fn import_conversations(
    backend: State<'_, Backend>,
    consent: State<'_, Consent>,
) -> Answer<Option<Vec<ImportedConversation>>> {
    let conversations = &backend.app()?.conversations;
    match consent.desktop().import().await {
        Some(path) => conversations.import(&path).await.map(Some),
        None => Ok(None),
    }
}

/// Writes `text` into the file at `path`: completely, or not at all.
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
            // An existing file of this name isn't ours to remove.
            if error.kind() != io::ErrorKind::AlreadyExists {
                let _ = tokio::fs::remove_file(&beside).await;
            }
            Err(refused(error))
        }
    }
}

/// A temporary file in the same folder; the process id keeps other runs of the app from using the same name.
fn beside(path: &Path) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}.part", std::process::id()));
    path.with_file_name(name)
}
