//! What of search others need to have citations verified.

use std::{path::Path, sync::Arc};

use models::LoadVerifier;
use tokio_util::sync::CancellationToken;

use super::{Retrieval, verifier::IDLE};
use conversation::Result;
use retrieval::blocking;

impl Retrieval {
    /// Loads the verifier in `folder` and tries it; gives its name.
    pub async fn try_verifier(&self, folder: &Path) -> Result<String> {
        let load = self.verifier(folder);
        blocking(move || Ok(load()?.name().to_owned())).await
    }

    /// What loads the verifier in this folder.
    pub(crate) fn verifier(&self, folder: &Path) -> LoadVerifier {
        let (cache, folder) = (self.shared.verifier.clone(), folder.to_owned());
        let resources = self.shared.resources.read().clone();
        Arc::new(move || cache.get(&folder, resources.as_ref()))
    }

    /// A while after the turn has left, has its verifier give back its memory, unless another turn has asked
    /// it by then.
    pub(crate) fn rest_verifier_after(&self, left: CancellationToken) {
        let cache = self.shared.verifier.clone();
        self.shared.runtime.spawn(async move {
            left.cancelled().await;
            tokio::time::sleep(IDLE).await;
            cache.rest();
        });
    }
}
