//! Whether the vault's folder is still the one that was opened.

use cap_fs_ext::MetadataExt;
use cap_std::{ambient_authority, fs::Dir};

use super::Vault;
use crate::{Error, Result, sentences};

impl Vault {
    /// Whether Obsidian keeps settings of its own in the folder, as it does in every vault of its own.
    pub fn is_of_obsidian(&self) -> bool {
        self.inner.dir.metadata(".obsidian").is_ok_and(|settings| settings.is_dir())
    }

    /// Checks that the vault's path leads to the folder that was opened. The handle outlives the
    /// folder: of one that was removed or unmounted it lists nothing, which must not pass for a
    /// vault whose notes were all deleted. When this fails and the folder can be opened again, a
    /// new [`Vault`] is needed.
    ///
    /// # Errors
    /// [`Error::NotAVault`] if the folder is gone, or another one stands in its place.
    pub fn check_presence(&self) -> Result<()> {
        let gone =
            |reason: String| Error::NotAVault { path: self.root().display().to_string(), reason };
        let now = Dir::open_ambient_dir(self.root(), ambient_authority())
            .and_then(|dir| dir.dir_metadata())
            .map_err(|error| gone(error.to_string()))?;
        let held = self.inner.dir.dir_metadata().map_err(|error| gone(error.to_string()))?;
        if (now.dev(), now.ino()) == (held.dev(), held.ino()) {
            Ok(())
        } else {
            Err(gone(sentences::OTHER_FOLDER.to_string()))
        }
    }
}
