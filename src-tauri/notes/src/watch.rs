//! Changes on disk, as they happen.

use crate::{NotePath, Result, Vault};

/// What changed in the vault.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Change {
    /// These files were made, changed, renamed or removed; look at each again.
    Paths(Vec<NotePath>),
    /// Too much changed, or events were lost: look at everything again.
    Everything,
}

/// A running watch. Dropping it stops the watching.
#[derive(Debug)]
pub struct Watch {
    _private: (),
}

impl Watch {
    /// Watches `vault` and calls `on_change` from a thread of its own, with a storm of changes
    /// gathered into one [`Change::Everything`].
    ///
    /// # Errors
    /// [`crate::Error::Watch`] if the system can't watch the folder.
    pub fn start(vault: &Vault, on_change: impl Fn(Change) + Send + 'static) -> Result<Self> {
        let _ = (vault, on_change);
        todo!()
    }
}
