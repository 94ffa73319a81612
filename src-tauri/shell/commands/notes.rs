//! Reading and finding notes.

use ::notes::NotePath;
use tauri::{AppHandle, State};
use tauri_plugin_opener::OpenerExt;

use super::{Answer, Backend};
use crate::wire;

/// How many related notes stand under a note.
const RELATED: usize = 6;

/// The notes in path order; only those at `paths` that are still there, if paths are given.
#[tauri::command]
#[specta::specta]
pub async fn list_notes(
    backend: State<'_, Backend>,
    paths: Option<Vec<String>>,
) -> Answer<Vec<wire::NoteEntry>> {
    let chat = backend.chat()?;
    let notes = match paths {
        None => chat.notes().await?,
        // A path that can't be a note's has none.
        Some(paths) => {
            let paths: Vec<_> = paths.iter().filter_map(|path| NotePath::new(path).ok()).collect();
            chat.notes_at(&paths)?
        }
    };
    Ok(notes.into_iter().map(Into::into).collect())
}

/// A note for the reader, at a place (`A#B` or `^id`) if one is given.
#[tauri::command]
#[specta::specta]
pub async fn open_note(
    backend: State<'_, Backend>,
    path: String,
    anchor: Option<String>,
) -> Answer<wire::Note> {
    let path = NotePath::new(&path).map_err(conversation::Error::from)?;
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
    mode: wire::WireSearchMode,
) -> Answer<wire::Found> {
    Ok(backend.chat()?.search(&query, mode.into(), limit as usize).await?.into())
}

/// Why a note isn't among the passages that match best, or where it is, in a sentence.
#[tauri::command]
#[specta::specta]
pub async fn why_not(
    backend: State<'_, Backend>,
    query: String,
    path: String,
    limit: u32,
    mode: wire::WireSearchMode,
) -> Answer<String> {
    let path = NotePath::new(&path).map_err(conversation::Error::from)?;
    let reason = backend.chat()?.why_not(&query, &path, mode.into(), limit as usize).await?;
    Ok(reason.to_string())
}

/// Notes that have to do with a note, the nearest first.
#[tauri::command]
#[specta::specta]
pub async fn related_notes(
    backend: State<'_, Backend>,
    path: String,
) -> Answer<Vec<wire::RelatedNote>> {
    let path = NotePath::new(&path).map_err(conversation::Error::from)?;
    let related = backend.chat()?.related(&path, RELATED).await?;
    Ok(related.into_iter().map(Into::into).collect())
}

/// Kinds of files that a system may run when they are opened, by their extension: programs, scripts,
/// installers, and links that start something.
const RUNNING: &str = "action appimage applescript app bash bat bin cmd com command cpl csh deb desktop \
    exe fish gadget hta htm html inf ins jar js jse ksh lnk mht mhtml msc msi msp mst out pif pkg pl \
    ps1 psm1 py pyc pyw rb reg rpm run scf scpt scr sh shb shtml svg swf terminal tool url vb vbe \
    vbs webloc workflow ws wsc wsf wsh xht xhtml xml zsh";

/// Opens a file of the vault in the program that the system has for it, unless that could run it:
/// what a link in a note names isn't always what the user thinks it is.
#[tauri::command]
#[specta::specta]
pub async fn open_note_outside(
    app: AppHandle,
    backend: State<'_, Backend>,
    path: String,
) -> Answer<()> {
    let path = NotePath::new(&path).map_err(conversation::Error::from)?;
    // Windows doesn't see blanks and dots at the end of a name.
    let name = path.file_name().trim_end_matches(['.', ' ']).to_ascii_lowercase();
    let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension);
    if RUNNING.split_whitespace().any(|running| running == extension) {
        return Err(conversation::Error::new(
            conversation::Code::UnsupportedFile,
            format!(
                "{path} isn't opened from here: opening such a file can run what is in it. If you \
                 trust it, open it from your file manager."
            ),
        )
        .into());
    }
    let file = backend.chat()?.file_on_disk(&path).await?;
    app.opener().open_path(file.to_string_lossy(), None::<&str>).map_err(|error| {
        conversation::Error::new(
            conversation::Code::Unreadable,
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
        conversation::Error::new(
            conversation::Code::BadInput,
            format!("{url} isn't opened: {reason}."),
        )
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
