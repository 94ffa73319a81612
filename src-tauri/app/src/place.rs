//! Where the app keeps its state.

use std::path::{Path, PathBuf};

use conversation::{Code, Error, Result};

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

/// The folder of the files that come with the app and are no part of the program: the built-in
/// embedding model and its runtime. Looked for in `folders`, then beside the program.
pub fn resources(folders: impl IntoIterator<Item = PathBuf>) -> Option<PathBuf> {
    let program = std::env::current_exe().ok();
    let beside = program.as_deref().and_then(Path::parent).map(Path::to_owned);
    // Where Linux packages put what belongs to a program in /usr/bin.
    let installed = beside.as_ref().map(|folder| folder.join("../lib/Marginalia"));
    folders
        .into_iter()
        .chain(beside)
        .chain(installed)
        .find(|folder| folder.join("embedding").is_dir())
}
