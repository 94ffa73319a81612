//! Errors as the fronts show them: a sentence for people, a code for the window, the causes for the log.

use std::{error::Error as StdError, fmt, iter, sync::Arc};

use language::Words;
use serde::{Deserialize, Serialize};

use crate::sentences;

/// The result of asking the app for something.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// The kind of a failure. The list is closed, because the window offers a way out for each.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type), serde(rename = "ErrorCode"))]
pub enum Code {
    /// The folder can't be opened as a vault.
    NotAVault,
    NoVault,
    /// A path leads out of the vault.
    OutsideVault,
    /// The note, conversation or other thing isn't there.
    NotFound,
    /// A file is there and can't be read.
    Unreadable,
    /// A note was changed since a change to it was made ready.
    Changed,
    /// A note that was to be made is there already.
    Exists,
    /// A note can't be written: no right to, or no room.
    Unwritable,
    TooLarge,
    /// A file isn't of a kind that can be attached.
    UnsupportedFile,
    /// The request can't fit the model's window.
    DoesNotFit,
    /// What the user gave isn't valid.
    BadInput,
    /// No model is chosen, and none was found.
    NoModel,
    /// The model's server failed; its own code says how.
    Model(crate::model::Code),
    Index,
    Library,
    Internal,
}

/// A failure: what happened, in a sentence, and of what kind. `{:#}` formats it with its causes.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type), serde(rename = "Failure"))]
pub struct Error {
    pub code: Code,
    #[cfg_attr(feature = "specta", specta(type = String))]
    pub message: Words,
    /// What was tried, a line each; for a model that can't be reached.
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

    /// Keeps the error that led to this one.
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
                // Many sentences have their cause's words in them.
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
