//! Settings, and the models that can be used.

use tauri::State;

use super::{Answer, Backend};
use crate::wire;

/// The settings.
#[tauri::command]
#[specta::specta]
pub async fn get_settings(backend: State<'_, Backend>) -> Answer<wire::Settings> {
    Ok(backend.chat()?.settings().into())
}

/// Keeps new settings.
#[tauri::command]
#[specta::specta]
pub async fn set_settings(backend: State<'_, Backend>, settings: wire::Settings) -> Answer<()> {
    Ok(backend.chat()?.set_settings(settings.into()).await?)
}

/// Sets a server's key for as long as the app runs.
#[tauri::command]
#[specta::specta]
pub async fn set_key(
    backend: State<'_, Backend>,
    of: wire::WireKeyOf,
    key: Option<String>,
) -> Answer<()> {
    backend.chat()?.set_key(of.into(), key.filter(|key| !key.trim().is_empty()));
    Ok(())
}

/// Looks for models.
#[tauri::command]
#[specta::specta]
pub async fn find_models(backend: State<'_, Backend>) -> Answer<wire::Models> {
    Ok(backend.chat()?.models().await.into())
}
