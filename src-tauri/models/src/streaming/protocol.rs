//! What a protocol makes of a response.

use super::reply::Reply;
use crate::http::Refusal;

/// How a protocol reads the lines of a response.
pub(crate) trait Protocol: Send {
    fn line(&mut self, line: &str, reply: &mut Reply) -> Result<(), Fault>;

    fn end(&mut self, _reply: &mut Reply) -> Result<(), Fault> {
        Ok(())
    }
}

/// Why a line isn't part of an answer.
pub(crate) enum Fault {
    Refusal(Refusal),
    /// It isn't the protocol; this is what came.
    Garbage(String),
}
