//! Settings, and the models that can be used.

use futures::StreamExt;
use tauri::{State, ipc::Channel};

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

/// Keeps the key of an address, or removes it, and says where it is kept.
#[tauri::command]
#[specta::specta]
pub async fn set_key(
    backend: State<'_, Backend>,
    address: String,
    key: Option<String>,
) -> Answer<Option<wire::WireKeyPlace>> {
    let key = key.filter(|key| !key.trim().is_empty());
    Ok(backend.chat()?.set_key(&address, key).await?.map(Into::into))
}

/// Where the keys of these addresses are kept.
#[tauri::command]
#[specta::specta]
pub async fn key_places(
    backend: State<'_, Backend>,
    addresses: Vec<String>,
) -> Answer<Vec<Option<wire::WireKeyPlace>>> {
    let chat = backend.chat()?;
    Ok(addresses.iter().map(|address| chat.has_key(address).map(Into::into)).collect())
}

/// Looks for models, at all servers.
#[tauri::command]
#[specta::specta]
pub async fn find_models(backend: State<'_, Backend>) -> Answer<wire::Models> {
    Ok(backend.chat()?.models().await.into())
}

/// Looks what kind of server is at an address.
#[tauri::command]
#[specta::specta]
pub async fn look_at_server(
    backend: State<'_, Backend>,
    address: String,
) -> Answer<wire::FoundServer> {
    Ok(backend.chat()?.look_at(&address).await?.into())
}

/// Asks a model something small.
#[tauri::command]
#[specta::specta]
pub async fn try_model(
    backend: State<'_, Backend>,
    server: wire::ServerSetting,
    model: String,
) -> Answer<wire::WireTrial> {
    Ok(backend.chat()?.try_model(&server.into(), &model).await?.into())
}

/// Has a server load a model, and tells how far that is through `channel`; returns at its end.
#[tauri::command]
#[specta::specta]
pub async fn pull_model(
    backend: State<'_, Backend>,
    server: wire::ServerSetting,
    model: String,
    channel: Channel<wire::WirePull>,
) -> Answer<()> {
    let mut events = backend.chat()?.pull_model(server.into(), &model);
    while let Some(event) = events.next().await {
        if channel.send(event.into()).is_err() {
            // The window is gone. Dropping the stream closes the connection.
            break;
        }
    }
    Ok(())
}

/// Stops loading a model.
#[tauri::command]
#[specta::specta]
pub async fn stop_pull(
    backend: State<'_, Backend>,
    server: wire::ServerSetting,
    model: String,
) -> Answer<()> {
    backend.chat()?.stop_pull(&server.into(), &model);
    Ok(())
}
