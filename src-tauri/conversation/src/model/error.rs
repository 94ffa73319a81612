//! Errors of models and their servers: a sentence for people, and a code for the window.

use language::Words;
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type), serde(rename = "ModelErrorCode"))]
pub enum Code {
    Refused,
    /// The host's name isn't known.
    UnknownHost,
    Tls,
    /// The key is missing or wrong (401, 403).
    Unauthorized,
    /// The server doesn't have the model.
    ModelMissing,
    /// Too many requests (429).
    RateLimited,
    /// The server failed (5xx).
    ServerError,
    TimedOut,
    /// The connection broke in the middle of the answer.
    BrokenStream,
    /// The server's reply violates its protocol.
    InvalidReply,
    /// The request is larger than the model's window.
    ContextOverflow,
    /// The rules of the server or the model forbid the question or the answer.
    ContentRefused,
    /// The account of the key has no credit left.
    NoCredit,
    /// The request is wrong in another way (4xx).
    BadRequest,
    /// The address or another setting isn't valid.
    BadSetting,
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
#[error("{message}")]
#[cfg_attr(feature = "specta", derive(specta::Type), serde(rename = "ModelFailure"))]
pub struct Error {
    pub code: Code,
    /// A sentence that names the server and its reply.
    #[cfg_attr(feature = "specta", specta(type = String))]
    pub message: Words,
    /// Seconds to wait before a retry, as the server asks.
    pub retry_after: Option<u32>,
}

impl Error {
    pub fn new(code: Code, message: impl Into<Words>) -> Self {
        Self { code, message: message.into(), retry_after: None }
    }
}
