//! Downloads a catalogued model ourselves, with the same steps as a server's pull.

#[cfg(test)]
mod tests;

use engine::catalogue::{Catalogue, CatalogueModel};
use engine::download::{DownloadEvent, Error as FileError, ModelFolder, Patience};
use futures::StreamExt;
use futures::stream::{self, BoxStream};
use tokio_util::sync::CancellationToken;

use super::PullEvent;
use crate::sentences;
use conversation::model::{Code, Error};

/// Streams the progress. Cancelling or dropping the stream ends the download; the partial file stays for another
/// time.
pub fn download(
    name: &str,
    folder: &ModelFolder,
    cancel: CancellationToken,
) -> BoxStream<'static, PullEvent> {
    let Some(model) = Catalogue::built_in().find(name) else {
        let known = Catalogue::built_in().models.iter().map(|model| model.id.as_str());
        let known = known.collect::<Vec<_>>().join(", ");
        let not_listed = || sentences::not_in_the_catalogue(name, &known);
        let error = Error::new(Code::ModelMissing, not_listed);
        return stream::iter([PullEvent::Failed(error)]).boxed();
    };
    let events = engine::download::download(model, folder, Patience::default(), cancel);
    events.map(|event| pull_event(event, model)).boxed()
}

fn pull_event(event: DownloadEvent, model: &CatalogueModel) -> PullEvent {
    match event {
        DownloadEvent::Progress { completed, total } => {
            PullEvent::Progress { status: "downloading".to_owned(), completed, total }
        }
        DownloadEvent::Checking => PullEvent::Progress {
            status: "checking".to_owned(),
            completed: model.bytes(),
            total: model.bytes(),
        },
        DownloadEvent::Done(_) => PullEvent::Done,
        DownloadEvent::Cancelled => PullEvent::Cancelled,
        DownloadEvent::Failed(error) => PullEvent::Failed(file_error(&error)),
    }
}

pub fn file_error(error: &FileError) -> Error {
    let code = match error {
        FileError::Unreachable { .. } => Code::Refused,
        FileError::Stalled { .. } => Code::TimedOut,
        FileError::Refused { .. } | FileError::Missing { .. } => Code::ModelMissing,
        FileError::OtherSize { .. } | FileError::OtherHash { .. } => Code::InvalidReply,
        FileError::NoRoom { .. } | FileError::Full { .. } | FileError::Unusable { .. } => {
            Code::BadSetting
        }
        FileError::Busy { .. } | FileError::NoModel(_) | FileError::Exists { .. } => {
            Code::BadRequest
        }
    };
    Error::new(code, || error.to_string())
}
