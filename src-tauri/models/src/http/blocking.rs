//! Calls that wait, for those who aren't asynchronous.

use std::{fmt::Display, future::Future, sync::OnceLock};

use tokio::runtime::{Builder, Runtime};

use crate::sentences;
use conversation::model::{Code, Error};

/// Runs `work` to its end and waits for it, from any thread.
///
/// The work runs on a runtime that lives as long as the program. So the caller's thread may belong to an asynchronous
/// runtime, where waiting inside it would panic, and connections outlive a single call. An asynchronous caller blocks
/// its thread and should use `spawn_blocking`.
pub(crate) fn wait<T: Send + 'static>(
    work: impl Future<Output = T> + Send + 'static,
) -> Result<T, Error> {
    static RUNTIME: OnceLock<Result<Runtime, String>> = OnceLock::new();
    let runtime = RUNTIME.get_or_init(|| {
        let mut builder = Builder::new_multi_thread();
        builder.worker_threads(1).thread_name("model calls").enable_all();
        builder.build().map_err(|error| error.to_string())
    });
    let failed = |why: &dyn Display| Error::new(Code::ServerError, || sentences::no_calls(why));
    let runtime = runtime.as_ref().map_err(|why| failed(why))?;
    let (tell, told) = std::sync::mpsc::sync_channel(1);
    runtime.spawn(async move {
        let _ = tell.send(work.await);
    });
    told.recv().map_err(|_| failed(&sentences::CALL_DIED))
}
