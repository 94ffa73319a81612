//! Opening a vault.

use app::VaultInfo;
use tauri::State;

use super::{Answer, Backend, ShippedFolders};
use crate::consent::{Consent, PathToken};

/// Has the user choose a folder.
#[tauri::command]
#[specta::specta]
pub async fn choose_folder(consent: State<'_, Consent>) -> Answer<Option<PathToken>> {
    let chosen = consent.desktop().folder("Choose a folder of notes").await;
    Ok(chosen.map(|folder| consent.give(folder)))
}

/// Opens a folder that the user chose or dropped as the vault.
#[tauri::command]
#[specta::specta]
pub async fn open_vault(
    backend: State<'_, Backend>,
    consent: State<'_, Consent>,
    token: u32,
) -> Answer<VaultInfo> {
    let folder = consent.take(token)?;
    backend.chat()?.vaults.open(&folder).await
}

/// Opens the sample vault.
#[tauri::command]
#[specta::specta]
pub async fn open_sample_vault(
    backend: State<'_, Backend>,
    shipped: State<'_, ShippedFolders>,
) -> Answer<VaultInfo> {
    let folder = super::sample_vault(&shipped)?;
    backend.chat()?.vaults.open(&folder).await
}

/// Lets the index rest, or go on.
#[tauri::command]
#[specta::specta]
pub async fn set_index_paused(backend: State<'_, Backend>, paused: bool) -> Answer<()> {
    let chat = backend.chat()?;
    if paused {
        chat.vaults.pause_index();
    } else {
        chat.vaults.resume_index();
    }
    Ok(())
}

/// Tries again what couldn't be read or embedded.
#[tauri::command]
#[specta::specta]
pub async fn retry_index(backend: State<'_, Backend>) -> Answer<()> {
    let chat = backend.chat()?;
    chat.vaults.look_again();
    chat.retrieval.try_meaning_again().await
}

/// Rebuilds the index. Vectors are kept.
#[tauri::command]
#[specta::specta]
pub async fn rebuild_index(backend: State<'_, Backend>) -> Answer<()> {
    backend.chat()?.vaults.rebuild_index()
}
