//! Settings, and the models that can be used.

use app::{App, Trial, keys::KeyPlace};
use conversation::{Settings, settings::ServerSetting};
use futures::StreamExt;
use models::PullEvent;
use tauri::{State, ipc::Channel};

use super::{Answer, Backend};
use crate::{
    consent::Consent,
    views::{ModelsView, ServerView},
};

#[tauri::command]
#[specta::specta]
pub async fn get_settings(backend: State<'_, Backend>) -> Answer<Settings> {
    Ok(backend.chat()?.settings.get())
}

/// The instructions that a model gets unless the user wrote others.
#[tauri::command]
#[specta::specta]
pub async fn default_instructions() -> Answer<String> {
    Ok(grounding::context::DEFAULT_INSTRUCTIONS.to_owned())
}

/// Keeps new settings. The user is asked outside the page about servers that weren't in them, and before the
/// web is searched by another service or with fewer questions.
#[tauri::command]
#[specta::specta]
pub async fn set_settings(
    backend: State<'_, Backend>,
    consent: State<'_, Consent>,
    settings: Settings,
) -> Answer<()> {
    let chat = backend.chat()?;
    models::check_settings(&settings)?;
    let now = chat.settings.get();
    consent.web(&now.web, &settings.web).await?;
    allow(chat, &consent, &settings.addresses()).await?;
    // A folder is chosen in a dialog, never named by the page.
    let quick_ask = settings.quick_ask;
    chat.settings.set(Settings { models_folder: now.models_folder, ..settings }).await?;
    if quick_ask != now.quick_ask {
        consent.offer_quick_ask(quick_ask).await;
    }
    Ok(())
}

/// Makes sure that the user allows these addresses to be asked: those of the settings are, and the
/// servers that were found on this machine.
pub(super) async fn allow(chat: &App, consent: &Consent, addresses: &[&str]) -> Answer<()> {
    if addresses.is_empty() {
        // Nothing is looked for: a preview asks at every keystroke.
        return Ok(());
    }
    let settings = chat.settings.get();
    let found = chat.models.found_here().await;
    let mut known = settings.addresses();
    known.extend(found.iter().map(String::as_str));
    consent.servers(&known, addresses).await
}

/// Keeps the key of an address, or removes it, and says where it is kept. The user is asked first where
/// it would go unencrypted to another machine.
#[tauri::command]
#[specta::specta]
pub async fn set_key(
    backend: State<'_, Backend>,
    consent: State<'_, Consent>,
    address: String,
    key: Option<String>,
) -> Answer<Option<KeyPlace>> {
    let key = key.filter(|key| !key.trim().is_empty());
    if key.is_some() {
        consent.key(&address).await?;
    }
    backend.chat()?.keys.set(&address, key).await
}

/// Where the keys of these addresses are kept.
#[tauri::command]
#[specta::specta]
pub async fn key_places(
    backend: State<'_, Backend>,
    addresses: Vec<String>,
) -> Answer<Vec<Option<KeyPlace>>> {
    let chat = backend.chat()?;
    Ok(addresses.iter().map(|address| chat.keys.place(address)).collect())
}

#[tauri::command]
#[specta::specta]
pub async fn find_models(backend: State<'_, Backend>) -> Answer<ModelsView> {
    Ok(backend.chat()?.models.list().await.into())
}

/// Looks what kind of server is at an address.
#[tauri::command]
#[specta::specta]
pub async fn look_at_server(
    backend: State<'_, Backend>,
    consent: State<'_, Consent>,
    address: String,
) -> Answer<ServerView> {
    let chat = backend.chat()?;
    allow(chat, &consent, &[&address]).await?;
    Ok(chat.models.look_at(&address).await?.into())
}

/// Asks a model of a server something small, or of the app's own engine if no server is named.
#[tauri::command]
#[specta::specta]
pub async fn try_model(
    backend: State<'_, Backend>,
    consent: State<'_, Consent>,
    server: Option<ServerSetting>,
    model: String,
) -> Answer<Trial> {
    let chat = backend.chat()?;
    let address = server.as_ref().map(|server| server.base_url.as_str());
    allow(chat, &consent, address.as_slice()).await?;
    chat.models.trial(server.as_ref(), &model).await
}

/// Has a server load a model, and tells how far that is through `channel`; returns at its end.
#[tauri::command]
#[specta::specta]
pub async fn pull_model(
    backend: State<'_, Backend>,
    consent: State<'_, Consent>,
    server: ServerSetting,
    model: String,
    channel: Channel<PullEvent>,
) -> Answer<()> {
    let chat = backend.chat()?;
    allow(chat, &consent, &[&server.base_url]).await?;
    let mut events = chat.models.pull(server, &model);
    while let Some(event) = events.next().await {
        if channel.send(event).is_err() {
            // The window is gone. Dropping the stream closes the connection.
            break;
        }
    }
    Ok(())
}

#[tauri::command]
#[specta::specta]
pub async fn stop_pull(
    backend: State<'_, Backend>,
    server: ServerSetting,
    model: String,
) -> Answer<()> {
    backend.chat()?.models.stop_pull(&server, &model);
    Ok(())
}
