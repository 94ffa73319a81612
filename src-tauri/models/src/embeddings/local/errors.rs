use std::{fmt::Display, path::Path};

use crate::sentences;
use conversation::model::{Code, Error};

pub(super) fn unusable(file: &Path, reason: impl Display) -> Error {
    Error::new(Code::BadSetting, || sentences::embeddings::no_meaning(file, &reason))
}

pub(super) fn failed(reason: impl Display) -> Error {
    Error::new(Code::ServerError, || sentences::embeddings::embedding_failed(&reason))
}
