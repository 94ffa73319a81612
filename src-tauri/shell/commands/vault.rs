//! Opening a vault.

use std::path::PathBuf;

use serde::Serialize;
use specta::Type;
use tauri::{AppHandle, State};

use super::{Answer, Backend};
use crate::wire;

/// Opens a folder as the vault.
#[tauri::command]
#[specta::specta]
pub async fn open_vault(backend: State<'_, Backend>, path: String) -> Answer<wire::Vault> {
    Ok(backend.chat()?.open_vault(&PathBuf::from(path)).await?.into())
}

/// Opens the sample vault.
#[tauri::command]
#[specta::specta]
pub async fn open_sample_vault(app: AppHandle, backend: State<'_, Backend>) -> Answer<wire::Vault> {
    let folder = super::sample_vault(&app)?;
    Ok(backend.chat()?.open_vault(&folder).await?.into())
}

/// What was dropped on the window: a folder to open, or files to attach.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Type)]
pub struct Dropped {
    /// The first folder.
    pub folder: Option<String>,
    /// The files.
    pub files: Vec<String>,
}

/// Tells folders from files in what was dropped.
#[tauri::command]
#[specta::specta]
pub async fn look_at_drop(paths: Vec<String>) -> Dropped {
    let mut dropped = Dropped::default();
    for path in paths {
        if tokio::fs::metadata(&path).await.is_ok_and(|metadata| metadata.is_dir()) {
            dropped.folder.get_or_insert(path);
        } else {
            // What isn't a file any more is refused, with its name, when it is attached.
            dropped.files.push(path);
        }
    }
    dropped
}

/// Lets the index rest, or go on.
#[tauri::command]
#[specta::specta]
pub async fn set_index_paused(backend: State<'_, Backend>, paused: bool) -> Answer<()> {
    let chat = backend.chat()?;
    if paused {
        chat.pause_index();
    } else {
        chat.resume_index();
    }
    Ok(())
}

/// Tries again what couldn't be read or embedded.
#[tauri::command]
#[specta::specta]
pub async fn retry_index(backend: State<'_, Backend>) -> Answer<()> {
    let chat = backend.chat()?;
    chat.look_again();
    Ok(chat.try_meaning_again().await?)
}

/// Rebuilds the index. Vectors are kept.
#[tauri::command]
#[specta::specta]
pub async fn rebuild_index(backend: State<'_, Backend>) -> Answer<()> {
    Ok(backend.chat()?.rebuild_index().await?)
}
