//! Models that run on this machine without a server: listing, downloading, adding and removing them.

use engine::download::Adding;
use futures::StreamExt;
use models::PullEvent;
use tauri::{State, ipc::Channel};

use super::{Answer, Backend};
use crate::{
    consent::{Consent, PathToken},
    sentences,
    views::{LocalModelsView, RunningModelView},
};

/// The models of the catalogue, downloaded or not, and the user's own model files.
#[tauri::command]
#[specta::specta]
pub async fn local_models(backend: State<'_, Backend>) -> Answer<LocalModelsView> {
    let models = &backend.app()?.models;
    let (offers, own) = models.offers().await?;
    Ok(LocalModelsView::new(&models.folder(), offers, own))
}

/// Downloads a model of the catalogue and sends the progress through `channel`. Returns when the download ends.
#[tauri::command]
#[specta::specta]
pub async fn get_model(
    backend: State<'_, Backend>,
    id: String,
    channel: Channel<PullEvent>,
) -> Answer<()> {
    let mut events = backend.app()?.models.get(&id);
    while let Some(event) = events.next().await {
        if channel.send(event).is_err() {
            // The window closed. Dropping the stream stops the download; the partial file stays.
            break;
        }
    }
    Ok(())
}

#[tauri::command]
#[specta::specta]
pub async fn stop_getting(backend: State<'_, Backend>, id: String) -> Answer<()> {
    backend.app()?.models.stop_getting(&id);
    Ok(())
}

/// Removes a model or its partial download.
#[tauri::command]
#[specta::specta]
pub async fn remove_model(backend: State<'_, Backend>, id: String) -> Answer<()> {
    backend.app()?.models.remove(&id).await?;
    Ok(())
}

/// Opens a dialog in which the user chooses a model's file.
#[tauri::command]
#[specta::specta]
pub async fn choose_model_file(consent: State<'_, Consent>) -> Answer<Option<PathToken>> {
    Ok(consent.desktop().model().await.map(|file| consent.give(&file)))
}

/// Adds a model's file that the user chose or dropped, as a copy in the models' folder or by its path. Returns the
/// model's id.
#[tauri::command]
#[specta::specta]
pub async fn add_model(
    backend: State<'_, Backend>,
    consent: State<'_, Consent>,
    token: u32,
    copied: bool,
) -> Answer<String> {
    let file = consent.take(token)?;
    let adding = if copied { Adding::Copy } else { Adding::Reference };
    Ok(backend.app()?.models.add(&file, adding).await?.id)
}

/// Opens a dialog in which the user chooses the folder for models; returns false if the user cancels. Moves no files.
#[tauri::command]
#[specta::specta]
pub async fn choose_models_folder(
    backend: State<'_, Backend>,
    consent: State<'_, Consent>,
) -> Answer<bool> {
    let chosen = consent.desktop().folder(sentences::CHOOSE_MODELS.text()).await;
    let Some(folder) = chosen else { return Ok(false) };
    let models_folder = Some(folder.to_string_lossy().into_owned());
    backend.app()?.settings.change(|settings| settings.models_folder = models_folder).await?;
    Ok(true)
}

/// Uses the app's own folder for models again. Moves no files.
#[tauri::command]
#[specta::specta]
pub async fn reset_models_folder(backend: State<'_, Backend>) -> Answer<()> {
    backend.app()?.settings.change(|settings| settings.models_folder = None).await
}

/// The model in memory, if any.
#[tauri::command]
#[specta::specta]
pub async fn running_model(backend: State<'_, Backend>) -> Answer<Option<RunningModelView>> {
    Ok(backend.app()?.models.running().await?.map(Into::into))
}

/// Frees the model's memory. The next question loads it again.
#[tauri::command]
#[specta::specta]
pub async fn unload_model(backend: State<'_, Backend>) -> Answer<()> {
    backend.app()?.models.unload();
    Ok(())
}
