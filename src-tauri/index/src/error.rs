use crate::sentences;

pub type Result<T, E = Error> = std::result::Result<T, E>;

#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    #[error("{}", sentences::unusable_index(.path, .source))]
    Database { path: String, source: rusqlite::Error },
    #[error("{}", sentences::unusable_index(.path, .source))]
    File { path: String, source: std::io::Error },
    #[error(transparent)]
    Vault(#[from] notes::Error),
    #[error(transparent)]
    Model(#[from] models::Error),
    #[error("{}", sentences::wrong_dimensions(*.got, *.wanted))]
    Dimensions { wanted: usize, got: usize },
    #[error("{}", sentences::CANCELLED)]
    Cancelled,
    #[error("{}", sentences::vector_without_direction(.0))]
    NoDirection(#[from] NoDirection),
    #[error("{}", sentences::CLOSED)]
    Closed,
    /// A job of the writer's thread panicked. Its transaction was rolled back, and the thread runs the next job.
    #[error("{}", sentences::panicked(.0))]
    Panicked(String),
}

impl Error {
    pub fn panicked(panic: &(dyn std::any::Any + Send)) -> Self {
        let text = panic.downcast_ref::<String>().map(String::as_str);
        let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
        Self::Panicked(text.unwrap_or("no reason was given").to_owned())
    }

    pub(crate) fn is_damage(&self) -> bool {
        matches!(self, Self::Database { source, .. } if is_damage(source))
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NoDirection {
    #[error("{}", sentences::NOT_FINITE)]
    NotNumbers,
    #[error("{}", sentences::ALL_ZERO)]
    Zero,
}

/// True if the index has to be rebuilt.
pub(crate) fn is_damage(error: &rusqlite::Error) -> bool {
    match error {
        rusqlite::Error::SqliteFailure(failure, message) => {
            matches!(
                failure.code,
                rusqlite::ErrorCode::DatabaseCorrupt | rusqlite::ErrorCode::NotADatabase
            ) || message.as_deref().is_some_and(|text| text.starts_with("no such table"))
        }
        _ => false,
    }
}

impl From<Error> for conversation::Error {
    fn from(error: Error) -> Self {
        match error {
            Error::Vault(error) => error.into(),
            error => Self::new(conversation::Code::Index, || error.to_string()).because(error),
        }
    }
}

/// The error for an unreadable value. It counts as damage, so the index is rebuilt.
pub(crate) fn damaged(message: &str) -> rusqlite::Error {
    rusqlite::Error::SqliteFailure(
        rusqlite::ffi::Error::new(rusqlite::ffi::SQLITE_CORRUPT),
        Some(message.to_owned()),
    )
}
