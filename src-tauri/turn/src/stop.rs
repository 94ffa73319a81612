//! How a turn, or a part of it, ends early.

use conversation::Error;

/// The end of a turn before its answer is complete.
#[derive(Debug)]
pub(crate) enum Stop {
    /// The user stopped it.
    Cancelled,
    Failed(Error),
}

/// The result of a part of a turn.
pub(crate) type Outcome<T = ()> = Result<T, Stop>;

impl From<Error> for Stop {
    fn from(error: Error) -> Self {
        Self::Failed(error)
    }
}

/// A model's reply to one request.
pub(crate) enum Reply<T> {
    Done(T),
    Cancelled,
    Failed(models::Error),
}

impl<T> Reply<T> {
    /// The reply, if the model gave one. `explain` adds to a failure where it happened.
    pub(crate) fn or_stop(self, explain: impl FnOnce(models::Error) -> Error) -> Outcome<T> {
        match self {
            Self::Done(reply) => Ok(reply),
            Self::Cancelled => Err(Stop::Cancelled),
            Self::Failed(error) => Err(explain(error).into()),
        }
    }
}
