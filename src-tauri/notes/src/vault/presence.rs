use cap_fs_ext::MetadataExt;
use cap_std::{ambient_authority, fs::Dir};
use language::Words;

use super::Vault;
use crate::{Error, Result, sentences};

impl Vault {
    /// True if Obsidian keeps its settings here, as in every vault of its own.
    pub fn is_of_obsidian(&self) -> bool {
        self.inner.dir.metadata(".obsidian").is_ok_and(|settings| settings.is_dir())
    }

    /// Checks that the path still leads to the opened folder; otherwise a new [`Vault`] is needed. The handle outlives
    /// a removed or unmounted folder and then lists nothing, which must not look like deleted notes.
    pub fn check_presence(&self) -> Result<()> {
        let gone =
            |reason: Words| Error::NotAVault { path: self.root().display().to_string(), reason };
        let now = Dir::open_ambient_dir(self.root(), ambient_authority())
            .and_then(|dir| dir.dir_metadata())
            .map_err(|error| gone(error.to_string().into()))?;
        let held = self.inner.dir.dir_metadata().map_err(|error| gone(error.to_string().into()))?;
        if (now.dev(), now.ino()) == (held.dev(), held.ino()) {
            Ok(())
        } else {
            Err(gone(sentences::OTHER_FOLDER.into()))
        }
    }
}
