//! What can go wrong with the index.

/// The result of asking the index.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Why the index could not be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The database refused.
    #[error("the search index in {path} can't be used: {source}")]
    Database {
        /// The index's file.
        path: String,
        /// What SQLite said.
        source: rusqlite::Error,
    },
    /// The index's file or folder refused.
    #[error("the search index in {path} can't be used: {source}")]
    File {
        /// The index's file.
        path: String,
        /// What the system said.
        source: std::io::Error,
    },
    /// The vault refused.
    #[error(transparent)]
    Vault(#[from] notes::Error),
    /// The embedding model failed.
    #[error(transparent)]
    Model(#[from] models::Error),
    /// A vector of another model.
    #[error("a vector has {got} numbers where the index's have {wanted}")]
    Dimensions {
        /// How many the index's vectors have.
        wanted: usize,
        /// How many this one has.
        got: usize,
    },
    /// It was given up by whoever began it.
    #[error("it was given up")]
    Cancelled,
    /// A vector that can't be compared with others.
    #[error("the embedding model gave a vector that says nothing: {0}")]
    NoDirection(#[from] crate::vectors::NoDirection),
    /// The index is closing.
    #[error("the search index is closing")]
    Closed,
    /// A defect of ours: a job panicked. It is undone, and the next one runs.
    #[error("a step of the search index failed unexpectedly: {0}")]
    Panicked(String),
}

impl Error {
    /// The error of a job that panicked with `panic`.
    pub fn panicked(panic: &(dyn std::any::Any + Send)) -> Self {
        let text = panic.downcast_ref::<String>().map(String::as_str);
        let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
        Self::Panicked(text.unwrap_or("no reason was given").to_owned())
    }

    /// Whether the index's file itself is broken, so that making it anew helps.
    pub(crate) fn is_damage(&self) -> bool {
        matches!(self, Self::Database { source, .. } if crate::store::is_damage(source))
    }
}
