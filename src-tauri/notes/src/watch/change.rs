//! What changed in a vault.

use crate::NotePath;

/// Maximum number of files in a change that names them: a walk over the vault costs less than looking
/// at more.
pub(super) const STORM: usize = 500;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    pub places: Places,
    /// Files and folders that were renamed, in the order in which they were; see [`identities`].
    /// Those that the system didn't tell as renames aren't among them.
    pub renames: Vec<Rename>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Places {
    /// These files were made, changed, renamed or removed; look at each again.
    Paths(Vec<NotePath>),
    /// Too much changed, or events were lost: look at everything again.
    Everything,
}

/// A file or a folder that has another path now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rename {
    pub from: NotePath,
    pub to: NotePath,
}

impl Change {
    /// Everything may have changed, and no rename is known.
    pub fn everything() -> Self {
        Self { places: Places::Everything, renames: Vec::new() }
    }

    /// This change and the one after it as one.
    #[must_use]
    pub fn then(mut self, next: Self) -> Self {
        self.renames.extend(next.renames);
        self.places = match (self.places, next.places) {
            (Places::Paths(mut paths), Places::Paths(more)) => {
                paths.extend(more);
                paths.sort();
                paths.dedup();
                Places::Paths(paths)
            }
            _ => Places::Everything,
        };
        self
    }
}
