//! Where the app keeps its state.

use std::{
    ffi::OsString,
    path::{Path, PathBuf},
};

use conversation::{Code, Error, Result};
use notes::private;

/// The name of the app's folder among those of other apps; the same as in `tauri.conf.json`.
const IDENTIFIER: &str = "app.marginalia.desktop";

/// The folder of the app's state: what `MARGINALIA_DATA` names, else the system's place for it. The
/// window and the terminal share it.
pub fn data_dir() -> Result<PathBuf> {
    match named() {
        Some(folder) => Ok(folder.into()),
        None => dirs::data_dir()
            .map(|folder| folder.join(IDENTIFIER))
            .ok_or_else(|| Error::new(Code::Library, crate::sentences::NO_HOME)),
    }
}

/// Whether the app's state is in the system's place for it.
pub fn is_usual() -> bool {
    named().is_none()
}

fn named() -> Option<OsString> {
    std::env::var_os("MARGINALIA_DATA").filter(|folder| !folder.is_empty())
}

/// Makes the folder of the app's state, for its user alone, and takes from others what they may do with
/// what earlier versions left in it. Only what is known to be the app's is changed: somebody may name
/// a folder that has other things in it.
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

/// The folder of the files that come with the app and are no part of the program: the built-in
/// embedding model and its runtime. Looked for in `folders`, then beside the program.
pub fn resources(folders: impl IntoIterator<Item = PathBuf>) -> Option<PathBuf> {
    let program = std::env::current_exe().ok();
    let beside = program.as_deref().and_then(Path::parent).map(Path::to_owned);
    // Where Linux packages put what belongs to a program in /usr/bin, and macOS has it in an app.
    let installed = ["../lib/Marginalia", "../Resources"];
    let installed = beside.iter().flat_map(|folder| installed.map(|place| folder.join(place)));
    folders
        .into_iter()
        .chain(beside.clone())
        .chain(installed)
        .find(|folder| folder.join("embedding").is_dir())
}

/// The folder of the engine's library among `resources`, if it came with the app.
pub(crate) fn engine(resources: Option<&Path>) -> Option<PathBuf> {
    resources.map(|folder| folder.join("engine")).filter(|folder| folder.is_dir())
}
