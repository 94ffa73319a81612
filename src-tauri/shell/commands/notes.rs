//! Reading and finding notes.

use ::notes::NotePath;
use tauri::{AppHandle, State};
use tauri_plugin_opener::OpenerExt;

use super::{Answer, Backend};
use crate::wire;

/// The notes in path order.
#[tauri::command]
#[specta::specta]
pub async fn list_notes(backend: State<'_, Backend>) -> Answer<Vec<wire::NoteEntry>> {
    Ok(backend.chat()?.notes().await?.into_iter().map(Into::into).collect())
}

/// A note for the reader, at a place (`A#B` or `^id`) if one is given.
#[tauri::command]
#[specta::specta]
pub async fn open_note(
    backend: State<'_, Backend>,
    path: String,
    anchor: Option<String>,
) -> Answer<wire::Note> {
    let path = NotePath::new(&path).map_err(chat::Error::from)?;
    let anchor = anchor.as_deref().and_then(wire::anchor);
    Ok(backend.chat()?.note(&path, anchor.as_ref()).await?.into())
}

/// The note of a reference, at its passage, as both are now.
#[tauri::command]
#[specta::specta]
pub async fn open_reference(
    backend: State<'_, Backend>,
    id: String,
) -> Answer<wire::OpenedReference> {
    Ok(backend.chat()?.open_reference(id.parse()?).await?.into())
}

/// The passages that match best.
#[tauri::command]
#[specta::specta]
pub async fn search_notes(
    backend: State<'_, Backend>,
    query: String,
    limit: u32,
) -> Answer<Vec<wire::Hit>> {
    let hits = backend.chat()?.search(&query, limit as usize).await?;
    Ok(hits.into_iter().map(Into::into).collect())
}

/// Opens a note in the program that the system has for it.
#[tauri::command]
#[specta::specta]
pub async fn open_note_outside(
    app: AppHandle,
    backend: State<'_, Backend>,
    path: String,
) -> Answer<()> {
    let path = NotePath::new(&path).map_err(chat::Error::from)?;
    let file = backend.chat()?.file_on_disk(&path).await?;
    app.opener().open_path(file.to_string_lossy(), None::<&str>).map_err(|error| {
        chat::Error::new(
            chat::Code::Unreadable,
            format!("{path} can't be opened in another program: {error}"),
        )
    })?;
    Ok(())
}

/// Opens an address in the browser, after the user has seen it and said so.
#[tauri::command]
#[specta::specta]
pub async fn open_external(app: AppHandle, url: String) -> Answer<()> {
    let refused = |reason: &str| {
        chat::Error::new(chat::Code::BadInput, format!("{url} isn't opened: {reason}."))
    };
    let parsed = url.parse::<tauri::Url>().map_err(|error| refused(&error.to_string()))?;
    if !matches!(parsed.scheme(), "http" | "https" | "mailto") {
        return Err(refused("only web and mail addresses are").into());
    }
    app.opener()
        .open_url(parsed.as_str(), None::<&str>)
        .map_err(|error| refused(&error.to_string()))?;
    Ok(())
}
