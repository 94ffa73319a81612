//! Stores the window's preferences, such as pane widths, and the last language, for messages before the window loads.

use std::{path::PathBuf, sync::Arc};

use tauri::{AppHandle, Runtime};
use tauri_plugin_store::{Store, StoreExt};

const SPOKEN: &str = "spoken";

pub fn file() -> conversation::Result<PathBuf> {
    Ok(app::place::data_dir()?.join("window.json"))
}

/// Opens the store, so that the page needs no permission for it, and restores the last language, at first English.
pub fn open<R: Runtime>(app: &AppHandle<R>) -> Result<(), Box<dyn std::error::Error>> {
    let kept = app.store(file()?)?.get(SPOKEN);
    let language = kept.and_then(|kept| serde_json::from_value(kept).ok());
    language::set_current(language.unwrap_or_default());
    Ok(())
}

/// The colours that the user chose for the window.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Theme {
    #[default]
    System,
    Light,
    Dark,
}

pub fn theme<R: Runtime>(app: &AppHandle<R>) -> Theme {
    let store = file().ok().and_then(|file| app.get_store(file));
    let appearance = store.and_then(|store| store.get("appearance")).unwrap_or_default();
    let theme = appearance.get("theme").cloned().unwrap_or_default();
    serde_json::from_value(theme).unwrap_or_default()
}

/// Saves the current language for the next start. A failure costs a sentence in English.
pub fn keep_language<R: Runtime>(app: &AppHandle<R>) {
    let store: Option<Arc<Store<R>>> = file().ok().and_then(|file| app.get_store(file));
    if let (Some(store), Ok(spoken)) = (store, serde_json::to_value(language::current())) {
        store.set(SPOKEN, spoken);
    }
}
