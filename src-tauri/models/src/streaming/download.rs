//! Downloads a catalogued model ourselves, with the same steps as a server's pull.

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
        let told = || sentences::not_in_the_catalogue(name, &known);
        let error = Error::new(Code::ModelMissing, told);
        return stream::iter([PullEvent::Failed(error)]).boxed();
    };
    let events = engine::download::download(model, folder, Patience::default(), cancel);
    events.map(|event| told(event, model)).boxed()
}

fn told(event: DownloadEvent, model: &CatalogueModel) -> PullEvent {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_model_that_isn_t_in_the_catalogue_fails_with_those_that_are() {
        let folder = ModelFolder::new("nowhere");
        let events: Vec<_> = download("gpt-9", &folder, CancellationToken::new()).collect().await;
        let [PullEvent::Failed(error)] = &events[..] else { panic!("{events:?}") };
        assert_eq!(error.code, Code::ModelMissing);
        assert!(error.message.starts_with("There is no model gpt-9 to get."), "{error}");
        assert!(error.message.contains("qwen3.5-4b, "), "{error}");
    }

    #[test]
    fn each_step_of_a_download_is_a_step_of_a_pull() {
        let model = &Catalogue::built_in().models[0];
        let progress = |status: &str, completed, total| PullEvent::Progress {
            status: status.into(),
            completed,
            total,
        };
        let full = FileError::Full { folder: "/m".into() };
        for (event, expect) in [
            (DownloadEvent::Progress { completed: 1, total: 9 }, progress("downloading", 1, 9)),
            (DownloadEvent::Checking, progress("checking", model.bytes(), model.bytes())),
            (DownloadEvent::Done("/m/a.gguf".into()), PullEvent::Done),
            (DownloadEvent::Cancelled, PullEvent::Cancelled),
            (DownloadEvent::Failed(full.clone()), PullEvent::Failed(file_error(&full))),
        ] {
            assert_eq!(told(event, model), expect);
        }
        assert_eq!(file_error(&full).code, Code::BadSetting);
    }
}
