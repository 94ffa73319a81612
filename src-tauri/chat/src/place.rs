//! Where the app keeps its state.

use std::path::PathBuf;

use crate::{Code, Error, Result};

/// The name of the app's folder among those of other apps; the same as in `tauri.conf.json`.
const IDENTIFIER: &str = "app.marginalia.desktop";

/// The folder of the app's state: what `MARGINALIA_DATA` names, else the system's place for it. The
/// window and the terminal share it.
///
/// # Errors
/// If the system tells no place, as for a user without a home folder.
pub fn data_dir() -> Result<PathBuf> {
    match std::env::var_os("MARGINALIA_DATA") {
        Some(folder) if !folder.is_empty() => Ok(folder.into()),
        _ => dirs::data_dir().map(|folder| folder.join(IDENTIFIER)).ok_or_else(|| {
            Error::new(
                Code::Library,
                "There is no home folder to keep conversations in. Name a folder in MARGINALIA_DATA.",
            )
        }),
    }
}
