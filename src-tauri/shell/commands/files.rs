//! Conversations and receipts as files, where the user's dialog says.

use std::{
    io,
    path::{Path, PathBuf},
};

use conversation::{Code, Error};
use tauri::State;
use tokio::io::AsyncWriteExt;

use super::{Answer, Backend};
use crate::wire::{Imported, WireExport};

/// Writes a conversation into a file.
#[tauri::command]
#[specta::specta]
pub async fn export_conversation(
    backend: State<'_, Backend>,
    id: String,
    format: WireExport,
    path: String,
) -> Answer<()> {
    let text = backend.chat()?.export(id.parse()?, format.into()).await?;
    Ok(write(Path::new(&path), &text).await?)
}

/// Writes the receipts of all calls of an answer into a file.
#[tauri::command]
#[specta::specta]
pub async fn export_receipt(
    backend: State<'_, Backend>,
    answer: String,
    format: WireExport,
    path: String,
) -> Answer<()> {
    let text = backend.chat()?.export_receipt(answer.parse()?, format.into()).await?;
    Ok(write(Path::new(&path), &text).await?)
}

/// Keeps the conversations of a file in the open vault.
#[tauri::command]
#[specta::specta]
pub async fn import_conversations(
    backend: State<'_, Backend>,
    path: String,
) -> Answer<Vec<Imported>> {
    let text = read(Path::new(&path)).await?;
    Ok(backend.chat()?.import(text).await?.into_iter().map(Into::into).collect())
}

/// Writes `text` into the file at `path`, which has it whole or is as it was.
async fn write(path: &Path, text: &str) -> conversation::Result<()> {
    let refused = |error: io::Error| {
        Error::new(Code::Unwritable, format!("{} can't be written: {error}.", path.display()))
    };
    let beside = beside(path);
    let written = async {
        let mut file =
            tokio::fs::OpenOptions::new().write(true).create_new(true).open(&beside).await?;
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

async fn read(path: &Path) -> conversation::Result<String> {
    let bytes = tokio::fs::read(path).await.map_err(|error| {
        Error::new(Code::Unreadable, format!("{} can't be read: {error}.", path.display()))
    })?;
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        Error::new(
            Code::BadInput,
            format!("{} isn't text in UTF-8: byte {at} is no part of it.", path.display()),
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    // B49
    #[tokio::test]
    async fn a_file_is_written_whole_or_not_at_all() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("Salt.md");
        write(&path, "One").await.unwrap();
        write(&path, "Two").await.unwrap();
        assert_eq!(read(&path).await.unwrap(), "Two");

        let nowhere = folder.path().join("nowhere").join("Salt.md");
        let error = write(&nowhere, "Three").await.unwrap_err();
        assert_eq!(error.code, Code::Unwritable);
        assert!(error.message.contains("Salt.md"), "{error}");

        // A folder can't be replaced, and nothing of the attempt is left.
        std::fs::create_dir(folder.path().join("Rye.md")).unwrap();
        assert!(write(&folder.path().join("Rye.md"), "Four").await.is_err());
        let left: Vec<_> =
            std::fs::read_dir(folder.path()).unwrap().map(|it| it.unwrap().file_name()).collect();
        assert_eq!(left.len(), 2, "{left:?}");
    }

    #[tokio::test]
    async fn what_is_no_text_is_refused_with_the_place() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("chat.json");
        std::fs::write(&path, b"[1, \xff]").unwrap();
        let error = read(&path).await.unwrap_err();
        assert_eq!(
            (error.code, error.message.contains("byte 4")),
            (Code::BadInput, true),
            "{error}"
        );
        let error = read(&folder.path().join("none.json")).await.unwrap_err();
        assert_eq!(error.code, Code::Unreadable);
    }
}
