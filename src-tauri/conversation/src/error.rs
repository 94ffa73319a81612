//! The error type of the app: a sentence for people, a code for the window, and the causes for the log.

use std::{error::Error as StdError, fmt, iter, sync::Arc};

use language::Words;
use serde::{Deserialize, Serialize};

use crate::sentences;

pub type Result<T, E = Error> = std::result::Result<T, E>;

/// The kind of a failure. The window offers a remedy for each kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type), serde(rename = "ErrorCode"))]
pub enum Code {
    /// The folder can't be opened as a vault.
    NotAVault,
    NoVault,
    /// A path leads out of the vault.
    OutsideVault,
    /// The note, conversation or other object doesn't exist.
    NotFound,
    /// A file exists but can't be read.
    Unreadable,
    /// A note was edited after a change to it was prepared.
    Changed,
    /// A new note's path is taken.
    Exists,
    /// A note can't be written: no permission, or no disk space.
    Unwritable,
    TooLarge,
    /// Files of this kind can't be attached.
    UnsupportedFile,
    /// The request can't fit the model's window.
    DoesNotFit,
    /// The user's input isn't valid.
    BadInput,
    /// No model is chosen, and none was found.
    NoModel,
    /// The model's server failed; the inner code has the reason.
    Model(crate::model::Code),
    Index,
    Library,
    Internal,
}

/// A failure. `{}` formats its sentence, `{:#}` also the causes.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type), serde(rename = "Failure"))]
pub struct Error {
    pub code: Code,
    #[cfg_attr(feature = "specta", specta(type = String))]
    pub message: Words,
    /// For a model that can't be reached: the failed attempts, a line each.
    #[serde(default)]
    pub tried: Vec<String>,
    #[serde(skip)]
    #[cfg_attr(feature = "specta", specta(skip))]
    pub source: Option<Arc<dyn StdError + Send + Sync>>,
}

impl Error {
    pub fn new(code: Code, message: impl Into<Words>) -> Self {
        Self { code, message: message.into(), tried: Vec::new(), source: None }
    }

    pub fn bad_input(message: impl Into<Words>) -> Self {
        Self::new(Code::BadInput, message)
    }

    pub fn defect(panic: impl StdError + Send + Sync + 'static) -> Self {
        Self::new(Code::Internal, || sentences::defect(&panic)).because(panic)
    }

    /// Adds the cause.
    #[must_use]
    pub fn because(self, source: impl StdError + Send + Sync + 'static) -> Self {
        Self { source: Some(Arc::new(source)), ..self }
    }
}

impl PartialEq for Error {
    /// Causes can't be compared.
    fn eq(&self, other: &Self) -> bool {
        (self.code, &self.message, &self.tried) == (other.code, &other.message, &other.tried)
    }
}

impl Eq for Error {}

impl fmt::Display for Error {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = self.message.to_string();
        if out.alternate() {
            for cause in iter::successors(StdError::source(self), |cause| (**cause).source()) {
                let cause = cause.to_string();
                // Many sentences already include the words of their cause.
                if !text.contains(&cause) {
                    text = format!("{}: {cause}", text.trim_end_matches('.'));
                }
            }
        }
        out.write_str(&text)
    }
}

impl StdError for Error {
    fn source(&self) -> Option<&(dyn StdError + 'static)> {
        self.source.as_deref().map(|source| source as _)
    }
}

impl From<crate::model::Error> for Error {
    fn from(error: crate::model::Error) -> Self {
        Self::new(Code::Model(error.code), error.message.clone()).because(error)
    }
}

impl From<notes::Error> for Error {
    fn from(error: notes::Error) -> Self {
        let code = match &error {
            notes::Error::NotAVault { .. } => Code::NotAVault,
            notes::Error::OutsideVault { .. }
            | notes::Error::Hidden(_)
            | notes::Error::HiddenTarget(_) => Code::OutsideVault,
            notes::Error::NotFound(_) => Code::NotFound,
            notes::Error::TooLarge { .. } => Code::TooLarge,
            notes::Error::Changed(_) => Code::Changed,
            notes::Error::Exists(_) => Code::Exists,
            notes::Error::BadName { .. } | notes::Error::BadEdit { .. } => Code::BadInput,
            notes::Error::Unwritable { .. } | notes::Error::NoRoom { .. } => Code::Unwritable,
            _ => Code::Unreadable,
        };
        Self::new(code, || error.to_string()).because(error)
    }
}
