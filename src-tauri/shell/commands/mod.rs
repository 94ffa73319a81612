//! What the window can ask for. Each command unpacks, calls one function of `app`, and maps what
//! comes back.

pub mod conversations;
pub mod files;
pub mod models;
pub mod notes;
pub mod vault;

use std::path::PathBuf;

use app::App;
use tauri::{AppHandle, Manager, State};

use crate::{
    launch::{self, Launch},
    wire::{self, WireError},
};

/// What a command gives: a value, or an error with a sentence.
pub type Answer<T> = Result<T, WireError>;

/// The app behind the window, or why it couldn't be opened.
pub struct Backend(conversation::Result<App>);

impl Backend {
    /// Keeps what opening the app gave.
    pub fn new(opened: conversation::Result<App>) -> Self {
        Self(opened)
    }

    /// The app behind the window.
    pub fn chat(&self) -> conversation::Result<&App> {
        self.0.as_ref().map_err(Clone::clone)
    }
}

/// The file in which the window keeps its own preferences, such as the widths of its panes.
pub(crate) fn preferences() -> conversation::Result<PathBuf> {
    Ok(app::place::data_dir()?.join("window.json"))
}

/// The file of the window's preferences, to be opened with the store plugin.
#[tauri::command]
#[specta::specta]
pub async fn preferences_file() -> Answer<String> {
    Ok(preferences()?.to_string_lossy().into_owned())
}

/// The app as it starts: the vault named on the command line, else the one that was open last.
#[tauri::command]
#[specta::specta]
pub async fn start(
    app: AppHandle,
    backend: State<'_, Backend>,
    launch: State<'_, Launch>,
) -> Answer<wire::Start> {
    let chat = backend.chat()?;
    let mut notices: Vec<String> = chat.notice().into_iter().collect();
    let mut vault = chat.vault();
    if vault.is_none() {
        let wanted = match &*launch {
            Launch { folder: Some(folder), .. } => Some(folder.clone()),
            Launch { sample: true, .. } => Some(sample_vault(&app)?),
            _ => chat.last_vault().await?,
        };
        if let Some(folder) = wanted {
            match chat.open_vault(&folder).await {
                Ok(opened) => vault = Some(opened),
                Err(error) => notices.push(error.message),
            }
        }
    }
    Ok(wire::Start {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        vault: vault.map(Into::into),
        notice: (!notices.is_empty()).then(|| notices.join(" ")),
        web: chat.has_web(),
    })
}

/// The folder of the user's own copy of the sample vault.
pub(crate) fn sample_vault(app: &AppHandle) -> Answer<PathBuf> {
    let beside_program =
        std::env::current_exe().ok().and_then(|program| Some(program.parent()?.to_owned()));
    // Installed, the resources have a folder of their own; in a build's folder they stand beside
    // the program, which tauri recognises only if that folder has its usual name.
    let shipped = app
        .path()
        .resource_dir()
        .ok()
        .into_iter()
        .chain(beside_program)
        .map(|folder| folder.join("sample-vault"))
        .find(|folder| folder.is_dir());
    let copied = match shipped {
        Some(shipped) => launch::sample_vault(&shipped, &app::place::data_dir()?)
            .map_err(|error| error.to_string()),
        None => Err("it isn't where the app was installed".to_owned()),
    };
    copied.map_err(|reason| {
        conversation::Error::new(
            conversation::Code::NotFound,
            format!("The sample vault can't be opened: {reason}."),
        )
        .into()
    })
}
