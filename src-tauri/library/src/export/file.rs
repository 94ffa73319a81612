use serde::Serialize;

use crate::{Archive, sentences};
use conversation::{Code, Error, Result};

#[derive(Debug, Clone, PartialEq)]
pub struct ConversationFile {
    pub archive: Archive,
    pub notes: Vec<String>,
}

pub(super) fn pretty(value: &impl Serialize) -> Result<String> {
    serde_json::to_string_pretty(value).map(|json| json + "\n").map_err(|error| {
        Error::new(Code::Internal, || sentences::export::not_written(&error)).because(error)
    })
}
