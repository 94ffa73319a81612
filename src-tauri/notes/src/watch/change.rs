use crate::NotePath;

/// Maximum files that a change names; for more, a walk over the vault costs less than a look at each.
pub(super) const STORM: usize = 500;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    pub places: Places,
    /// In order; see [`identities`]. Only those that the system reported as renames.
    pub renames: Vec<Rename>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Places {
    /// Files that were created, changed, renamed or removed; check each again.
    Paths(Vec<NotePath>),
    /// Too many changes, or lost events; check everything again.
    Everything,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rename {
    pub from: NotePath,
    pub to: NotePath,
}

impl Change {
    pub fn everything() -> Self {
        Self { places: Places::Everything, renames: Vec::new() }
    }

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
