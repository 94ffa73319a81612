//! Models that run on this machine without a server: what there is, getting one, removing one.

use futures::StreamExt;
use models::PullEvent;
use tauri::{State, ipc::Channel};

use super::{Answer, Backend};
use crate::views::LocalModelsView;

/// The models that can be got, and those that are there.
#[tauri::command]
#[specta::specta]
pub async fn local_models(backend: State<'_, Backend>) -> Answer<LocalModelsView> {
    let models = &backend.chat()?.models;
    let (offers, own) = models.offers().await?;
    Ok(LocalModelsView::new(&models.folder(), offers, own))
}

/// Downloads a model of the catalogue, and tells how far that is through `channel`; returns at its end.
#[tauri::command]
#[specta::specta]
pub async fn get_model(
    backend: State<'_, Backend>,
    id: String,
    channel: Channel<PullEvent>,
) -> Answer<()> {
    let mut events = backend.chat()?.models.get(&id);
    while let Some(event) = events.next().await {
        if channel.send(event).is_err() {
            // The window is gone. Dropping the stream ends the download; what came is kept.
            break;
        }
    }
    Ok(())
}

/// Stops downloading a model.
#[tauri::command]
#[specta::specta]
pub async fn stop_getting(backend: State<'_, Backend>, id: String) -> Answer<()> {
    backend.chat()?.models.stop_getting(&id);
    Ok(())
}

/// Removes a model, or what came of one.
#[tauri::command]
#[specta::specta]
pub async fn remove_model(backend: State<'_, Backend>, id: String) -> Answer<()> {
    backend.chat()?.models.remove(&id).await?;
    Ok(())
}
