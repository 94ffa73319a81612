//! Downloads a model of the catalogue over HTTPS into the models' folder. It resumes after an interruption, and
//! checks the size and SHA-256 against the catalogue.

mod error;
mod event;
mod fetch;
mod folder;
mod part;
#[cfg(test)]
mod tests;

use futures::channel::mpsc::unbounded;
use futures::stream::BoxStream;
use futures::{FutureExt, StreamExt};
use tokio_util::sync::CancellationToken;

use crate::catalogue::CatalogueModel;

pub use crate::sentences::download::size;
pub use error::Error;
pub use event::{DownloadEvent, Patience};
pub use folder::{Adding, LocalModel, ModelFolder};

/// Streams the progress of a download. Nothing is sent before the stream is polled; dropping it cancels. Needs a
/// tokio runtime.
pub fn download(
    model: &CatalogueModel,
    folder: &ModelFolder,
    patience: Patience,
    cancel: CancellationToken,
) -> BoxStream<'static, DownloadEvent> {
    let (model, folder) = (model.clone(), folder.clone());
    let (sink, progress) = unbounded();
    let run = async move {
        tokio::select! {
            biased;
            () = cancel.cancelled() => DownloadEvent::Cancelled,
            result = fetch::model(&model, &folder, &patience, &sink) => {
                drop(sink);
                result.map_or_else(DownloadEvent::Failed, DownloadEvent::Done)
            }
        }
    };
    // Polls `run` beside the progress, which needs it to run, and again after the progress for its final event. So
    // there is exactly one final event, and it is the last.
    let run = run.shared();
    let work = run.clone().into_stream().filter_map(|_| std::future::ready(None));
    futures::stream::select(progress, work).chain(run.into_stream()).boxed()
}
