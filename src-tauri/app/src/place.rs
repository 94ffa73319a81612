//! The app's folders.

use std::{
    ffi::OsString,
    path::{Path, PathBuf},
};

use conversation::{Code, Error, Result};
use notes::private;

/// The name of the app's folder, as in `tauri.conf.json`.
const IDENTIFIER: &str = "app.marginalia.desktop";

/// `MARGINALIA_DATA`, else the system's folder for app data. The window and the terminal share it.
pub fn data_dir() -> Result<PathBuf> {
    match named() {
        Some(folder) => Ok(folder.into()),
        None => dirs::data_dir()
            .map(|folder| folder.join(IDENTIFIER))
            .ok_or_else(|| Error::new(Code::Library, crate::sentences::NO_HOME)),
    }
}

pub fn is_usual() -> bool {
    named().is_none()
}

fn named() -> Option<OsString> {
    std::env::var_os("MARGINALIA_DATA").filter(|folder| !folder.is_empty())
}

/// Changes only files known to be the app's: the folder may have others.
pub(crate) fn make_private(data: &Path) -> std::io::Result<()> {
    private::folder(data)?;
    for name in ["library", "window"] {
        private::restrict_files(data, name);
    }
    let index = data.join("index");
    private::folder(&index)?;
    private::restrict_files(&index, "");
    Ok(())
}

/// Folder of bundled files, such as the built-in embedding model: in `folders`, else beside the program.
pub fn resources(folders: impl IntoIterator<Item = PathBuf>) -> Option<PathBuf> {
    let program = std::env::current_exe().ok();
    let beside = program.as_deref().and_then(Path::parent).map(Path::to_owned);
    // Linux packages with a program in /usr/bin, and apps of macOS.
    let installed = ["../lib/Marginalia", "../Resources"];
    let installed = beside.iter().flat_map(|folder| installed.map(|place| folder.join(place)));
    folders
        .into_iter()
        .chain(beside.clone())
        .chain(installed)
        .find(|folder| folder.join("embedding").is_dir())
}

pub(crate) fn engine(resources: Option<&Path>) -> Option<PathBuf> {
    resources.map(|folder| folder.join("engine")).filter(|folder| folder.is_dir())
}
