//! Early ends of a turn, or of a part of it.

use conversation::Error;

#[derive(Debug)]
pub(crate) enum Stop {
    Cancelled,
    Failed(Error),
}

pub(crate) type Outcome<T = ()> = Result<T, Stop>;

impl From<Error> for Stop {
    fn from(error: Error) -> Self {
        Self::Failed(error)
    }
}

pub(crate) enum Reply<T> {
    Done(T),
    Cancelled,
    Failed(models::Error),
}

impl<T> Reply<T> {
    /// The reply, if complete. `explain` adds the server and model to an error.
    pub(crate) fn or_stop(self, explain: impl FnOnce(models::Error) -> Error) -> Outcome<T> {
        match self {
            Self::Done(reply) => Ok(reply),
            Self::Cancelled => Err(Stop::Cancelled),
            Self::Failed(error) => Err(explain(error).into()),
        }
    }
}
