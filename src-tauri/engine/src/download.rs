//! Getting a model of the catalogue: over HTTPS into the models' folder, from where it stopped the last
//! time, and counted as there only when its size and its SHA-256 are the catalogue's.

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

/// Downloads a model into a folder, and streams the progress. Nothing is sent before the stream is
/// polled; dropping it ends the download, as cancelling does. It needs a tokio runtime.
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
    // The ending is chained behind the progress, so there is one, and nothing after it. Both are
    // polled together: the progress only comes while the work goes on.
    let run = run.shared();
    let work = run.clone().into_stream().filter_map(|_| std::future::ready(None));
    futures::stream::select(progress, work).chain(run.into_stream()).boxed()
}
