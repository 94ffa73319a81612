//! Reads the command line, and makes the user's copy of the sample vault.

use crate::{links, sentences};
use std::{
    ffi::OsString,
    path::{Path, PathBuf},
    process::ExitCode,
};

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Launch {
    pub folder: Option<PathBuf>,
    pub sample: bool,
    /// A `marginalia://` link that started the app.
    pub link: Option<String>,
    pub quick_ask: bool,
}

impl Launch {
    /// Reads `marginalia [--sample] [--quick-ask] [FOLDER | LINK]`.
    pub fn from_args(args: impl Iterator<Item = OsString>) -> Result<Self, String> {
        let mut launch = Self::default();
        for arg in args {
            if arg == "--sample" {
                launch.sample = true;
            } else if arg == "--quick-ask" {
                launch.quick_ask = true;
            } else if links::is_link(&arg.to_string_lossy()) {
                launch.link = Some(arg.to_string_lossy().into_owned());
            } else if arg.to_string_lossy().starts_with('-') {
                return Err(sentences::unknown_option(&arg.to_string_lossy()));
            } else {
                launch.folder = Some(arg.into());
            }
        }
        Ok(launch)
    }
}

/// The arguments of a second start, without the program. Relative paths are resolved against `folder`.
pub fn from_elsewhere(arguments: Vec<String>, folder: &Path) -> impl Iterator<Item = OsString> {
    arguments.into_iter().skip(1).map(move |argument| {
        let is_path = !argument.starts_with('-') && !links::is_link(&argument);
        if is_path { OsString::from(folder.join(argument)) } else { OsString::from(argument) }
    })
}

#[allow(clippy::print_stderr)]
pub fn complain(message: &str) -> ExitCode {
    eprintln!("{message}");
    ExitCode::from(2)
}

/// The user's editable copy of the shipped sample vault, which updates of the app don't change.
pub fn sample_vault(shipped: &Path, data: &Path) -> std::io::Result<PathBuf> {
    let copy = data.join("Sample vault");
    if !copy.is_dir() {
        // Copy to a temporary folder and rename, so that an interrupted copy isn't mistaken for a complete one.
        let partial = data.join("Sample vault.partial");
        if partial.exists() {
            std::fs::remove_dir_all(&partial)?;
        }
        copy_folder(shipped, &partial)?;
        std::fs::rename(&partial, &copy)?;
    }
    Ok(copy)
}

fn copy_folder(from: &Path, to: &Path) -> std::io::Result<()> {
    std::fs::create_dir_all(to)?;
    for entry in std::fs::read_dir(from)? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy_folder(&entry.path(), &target)?;
        } else {
            std::fs::copy(entry.path(), target)?;
        }
    }
    Ok(())
}
