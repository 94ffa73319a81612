//! Settings, keys, and the models of servers.

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
    Ok(backend.app()?.settings.get())
}

/// Default instructions for models, for a user who wrote none.
#[tauri::command]
#[specta::specta]
pub async fn default_instructions() -> Answer<String> {
    Ok(grounding::context::DEFAULT_INSTRUCTIONS.to_owned())
}

/// Saves the settings. Dialogs outside the page ask the user about new servers, about another service for web
/// searches, and before the app asks less often about web requests.
#[tauri::command]
#[specta::specta]
pub async fn set_settings(
    backend: State<'_, Backend>,
    consent: State<'_, Consent>,
    settings: Settings,
) -> Answer<()> {
    let app = backend.app()?;
    models::check_settings(&settings)?;
    let now = app.settings.get();
    consent.web(&now.web, &settings.web).await?;
    allow(app, &consent, &settings.addresses()).await?;
    let quick_ask = settings.quick_ask;
    let set = |stored: &mut Settings| {
        // A model that was chosen while a dialog was open stays.
        let chosen =
            if settings.chosen == now.chosen { stored.chosen.take() } else { settings.chosen };
        // The page can't change the models' folder: the user chooses it in a dialog.
        *stored = Settings { chosen, models_folder: stored.models_folder.take(), ..settings };
    };
    app.settings.change(set).await?;
    if quick_ask != now.quick_ask {
        consent.offer_quick_ask(quick_ask).await;
    }
    Ok(())
}

/// Asks the user to allow requests to `addresses`, except those in the settings and the servers found on this
/// machine.
pub(super) async fn allow(app: &App, consent: &Consent, addresses: &[&str]) -> Answer<()> {
    if addresses.is_empty() {
        // Skips the search for servers, because a preview comes here at every keystroke.
        return Ok(());
    }
    let settings = app.settings.get();
    let found = app.models.found_here().await;
    let mut known = settings.addresses();
    known.extend(found.iter().map(String::as_str));
    consent.servers(&known, addresses).await
}

/// Stores the key of an address and returns its place; an empty key or `None` removes it. A dialog asks the user
/// before storing a key that would go unencrypted to another machine.
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
    backend.app()?.keys.set(&address, key).await
}

/// The place of each address's key, in order; `None` without a key.
#[tauri::command]
#[specta::specta]
pub async fn key_places(
    backend: State<'_, Backend>,
    addresses: Vec<String>,
) -> Answer<Vec<Option<KeyPlace>>> {
    let app = backend.app()?;
    Ok(addresses.iter().map(|address| app.keys.place(address)).collect())
}

#[tauri::command]
#[specta::specta]
pub async fn find_models(backend: State<'_, Backend>) -> Answer<ModelsView> {
    Ok(backend.app()?.models.list().await.into())
}

/// Detects the kind of server at an address and lists its models.
#[tauri::command]
#[specta::specta]
pub async fn look_at_server(
    backend: State<'_, Backend>,
    consent: State<'_, Consent>,
    address: String,
) -> Answer<ServerView> {
    let app = backend.app()?;
    allow(app, &consent, &[&address]).await?;
    Ok(app.models.look_at(&address).await?.into())
}

/// Tests a model with a small question. Without `server`, it is a model of the app's own engine.
#[tauri::command]
#[specta::specta]
pub async fn try_model(
    backend: State<'_, Backend>,
    consent: State<'_, Consent>,
    server: Option<ServerSetting>,
    model: String,
) -> Answer<Trial> {
    let app = backend.app()?;
    let address = server.as_ref().map(|server| server.base_url.as_str());
    allow(app, &consent, address.as_slice()).await?;
    app.models.trial(server.as_ref(), &model).await
}

/// Makes a server download a model and sends the progress through `channel`. Returns when the download ends.
#[tauri::command]
#[specta::specta]
pub async fn pull_model(
    backend: State<'_, Backend>,
    consent: State<'_, Consent>,
    server: ServerSetting,
    model: String,
    channel: Channel<PullEvent>,
) -> Answer<()> {
    let app = backend.app()?;
    allow(app, &consent, &[&server.base_url]).await?;
    let mut events = app.models.pull(server, &model);
    while let Some(event) = events.next().await {
        if channel.send(event).is_err() {
            // The window closed. Dropping the stream closes the connection, which stops the download.
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
    backend.app()?.models.stop_pull(&server, &model);
    Ok(())
}
