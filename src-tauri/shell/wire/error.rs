//! Failures as the window sees them.

use conversation::Code;
use serde::Serialize;
use specta::Type;

/// A failure: a code to act on, a sentence to show.
#[derive(Debug, Clone, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct WireError {
    /// What kind; see `conversation::Code` and `models::Code`.
    pub code: ErrorCode,
    /// A sentence.
    pub message: String,
    /// What was tried, a line each.
    pub tried: Vec<String>,
}

/// Every kind of failure that the window may have to offer something for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum ErrorCode {
    NotAVault,
    NoVault,
    OutsideVault,
    NotFound,
    Unreadable,
    Changed,
    Exists,
    Unwritable,
    TooLarge,
    UnsupportedFile,
    DoesNotFit,
    BadInput,
    NoModel,
    Refused,
    UnknownHost,
    Tls,
    Unauthorized,
    ModelMissing,
    RateLimited,
    ServerError,
    TimedOut,
    BrokenStream,
    InvalidReply,
    ContextOverflow,
    ContentRefused,
    NoCredit,
    BadRequest,
    BadSetting,
    Index,
    Library,
    Internal,
}

impl From<conversation::Error> for WireError {
    fn from(error: conversation::Error) -> Self {
        Self { code: error.code.into(), message: error.message, tried: error.tried }
    }
}

impl From<Code> for ErrorCode {
    fn from(code: Code) -> Self {
        use models::Code as M;
        match code {
            Code::NotAVault => Self::NotAVault,
            Code::NoVault => Self::NoVault,
            Code::OutsideVault => Self::OutsideVault,
            Code::NotFound => Self::NotFound,
            Code::Unreadable => Self::Unreadable,
            Code::Changed => Self::Changed,
            Code::Exists => Self::Exists,
            Code::Unwritable => Self::Unwritable,
            Code::TooLarge => Self::TooLarge,
            Code::UnsupportedFile => Self::UnsupportedFile,
            Code::DoesNotFit => Self::DoesNotFit,
            Code::BadInput => Self::BadInput,
            Code::NoModel => Self::NoModel,
            Code::Model(M::Refused) => Self::Refused,
            Code::Model(M::UnknownHost) => Self::UnknownHost,
            Code::Model(M::Tls) => Self::Tls,
            Code::Model(M::Unauthorized) => Self::Unauthorized,
            Code::Model(M::ModelMissing) => Self::ModelMissing,
            Code::Model(M::RateLimited) => Self::RateLimited,
            Code::Model(M::ServerError) => Self::ServerError,
            Code::Model(M::TimedOut) => Self::TimedOut,
            Code::Model(M::BrokenStream) => Self::BrokenStream,
            Code::Model(M::InvalidReply) => Self::InvalidReply,
            Code::Model(M::ContextOverflow) => Self::ContextOverflow,
            Code::Model(M::ContentRefused) => Self::ContentRefused,
            Code::Model(M::NoCredit) => Self::NoCredit,
            Code::Model(M::BadRequest) => Self::BadRequest,
            Code::Model(M::BadSetting) => Self::BadSetting,
            Code::Index => Self::Index,
            Code::Library => Self::Library,
            Code::Internal => Self::Internal,
        }
    }
}
