//! Opening vaults, and their index.

use std::sync::Arc;

use app::VaultInfo;
use index::FileGroupSize;
use tauri::State;

use super::{Answer, Backend, ShippedFolders};
use crate::{
    consent::{Consent, PathToken},
    openings::Openings,
    sentences,
    views::RecentVault,
};

#[tauri::command]
#[specta::specta]
pub async fn choose_folder(consent: State<'_, Consent>) -> Answer<Option<PathToken>> {
    Ok(consent
        .desktop()
        .folder(sentences::CHOOSE_VAULT.text())
        .await
        .map(|folder| consent.give(&folder)))
}

/// Opens a folder that the user chose or dropped as the vault.
#[tauri::command]
#[specta::specta]
pub async fn open_vault(
    backend: State<'_, Backend>,
    consent: State<'_, Consent>,
    openings: State<'_, Arc<Openings>>,
    token: u32,
) -> Answer<VaultInfo> {
    let folder = consent.take(token)?;
    openings.open(&backend.app()?.vaults, &folder).await
}

/// Vaults that were open before, the last one first, without the open one and missing folders. A token opens each
/// once, without a dialog, because the user chose the folder earlier.
#[tauri::command]
#[specta::specta]
pub async fn recent_vaults(
    backend: State<'_, Backend>,
    consent: State<'_, Consent>,
) -> Answer<Vec<RecentVault>> {
    let app = backend.app()?;
    let open = app.vaults.current().map(|vault| vault.root);
    let mut recent = Vec::new();
    for root in app.vaults.recent().await? {
        if open.as_ref() != Some(&root)
            && tokio::fs::metadata(&root).await.is_ok_and(|at| at.is_dir())
        {
            let place = root.display().to_string();
            let PathToken { token, name } = consent.give(&root);
            recent.push(RecentVault { token, name, root: place });
        }
    }
    Ok(recent)
}

#[tauri::command]
#[specta::specta]
pub async fn open_sample_vault(
    backend: State<'_, Backend>,
    shipped: State<'_, ShippedFolders>,
    openings: State<'_, Arc<Openings>>,
) -> Answer<VaultInfo> {
    let folder = super::sample_vault(&shipped)?;
    openings.open(&backend.app()?.vaults, &folder).await
}

/// Pauses or resumes reading and embedding. Searches still work.
#[tauri::command]
#[specta::specta]
pub async fn set_index_paused(backend: State<'_, Backend>, paused: bool) -> Answer<()> {
    let app = backend.app()?;
    if paused {
        app.vaults.pause_index();
    } else {
        app.vaults.resume_index();
    }
    Ok(())
}

/// Scans the folder for changes, and retries passages and models that failed.
#[tauri::command]
#[specta::specta]
pub async fn retry_index(backend: State<'_, Backend>) -> Answer<()> {
    let app = backend.app()?;
    app.vaults.rescan();
    app.retrieval.try_meaning_again().await
}

/// Number and size of the open vault's files other than notes, by kind.
#[tauri::command]
#[specta::specta]
pub async fn document_sizes(backend: State<'_, Backend>) -> Answer<Vec<FileGroupSize>> {
    backend.app()?.vaults.document_sizes().await
}

#[tauri::command]
#[specta::specta]
pub async fn rebuild_index(backend: State<'_, Backend>) -> Answer<()> {
    backend.app()?.vaults.rebuild_index()
}
