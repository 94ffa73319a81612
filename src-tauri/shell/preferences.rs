//! The file in which the window keeps its own preferences, such as the widths of its panes, and the language of the
//! last time, for what is said before the window tells its own.

use std::{path::PathBuf, sync::Arc};

use tauri::{AppHandle, Runtime};
use tauri_plugin_store::{Store, StoreExt};

const SPOKEN: &str = "spoken";

pub fn file() -> conversation::Result<PathBuf> {
    Ok(app::place::data_dir()?.join("window.json"))
}

/// Opens the file, so that the window needs no permission to open or make another one, and speaks the language that
/// was spoken the last time; the first time, English.
pub fn open<R: Runtime>(app: &AppHandle<R>) -> Result<(), Box<dyn std::error::Error>> {
    let kept = app.store(file()?)?.get(SPOKEN);
    let language = kept.and_then(|kept| serde_json::from_value(kept).ok());
    language::set_current(language.unwrap_or_default());
    Ok(())
}

/// Keeps the language that is spoken for the next start. Losing it costs a sentence in English.
pub fn keep_language<R: Runtime>(app: &AppHandle<R>) {
    let store: Option<Arc<Store<R>>> = file().ok().and_then(|file| app.get_store(file));
    if let (Some(store), Ok(spoken)) = (store, serde_json::to_value(language::current())) {
        store.set(SPOKEN, spoken);
    }
}
