//! The model on this machine that checks citations, if the user chose one.

use std::{
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use models::{LoadVerifier, Resources, Verifier};
use tokio_util::sync::CancellationToken;

use super::Retrieval;
use conversation::Result;
use retrieval::blocking;

/// How long nobody asked it before its weights leave the memory.
const IDLE: Duration = Duration::from_secs(180);

/// The verifier that was loaded last, with its folder.
#[derive(Clone, Default)]
pub(super) struct VerifierCache(Arc<Mutex<Option<(PathBuf, Arc<Verifier>)>>>);

impl VerifierCache {
    /// The verifier in this folder, loaded if it isn't.
    fn get(
        &self,
        folder: &Path,
        resources: Option<&Resources>,
    ) -> std::result::Result<Arc<Verifier>, models::Error> {
        // Held while it loads, so that two turns don't load it twice.
        let mut held = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((known, verifier)) = &*held
            && known == folder
        {
            return Ok(verifier.clone());
        }
        let resources = resources.ok_or_else(super::meaning::not_installed)?;
        let verifier = Arc::new(Verifier::load(folder, &resources.runtime)?);
        *held = Some((folder.to_owned(), verifier.clone()));
        Ok(verifier)
    }

    /// Forgets one that isn't in this folder.
    pub(super) fn keep_only(&self, folder: Option<&str>) {
        let mut held = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        held.take_if(|(known, _)| Some(known.as_path()) != folder.map(Path::new));
    }

    fn rest(&self) {
        // One that is being loaded is in use.
        if let Ok(held) = self.0.try_lock()
            && let Some((_, verifier)) = &*held
        {
            verifier.rest(IDLE);
        }
    }
}

impl Retrieval {
    /// Loads the verifier in `folder` and tries it; gives its name.
    ///
    /// # Errors
    /// If there is none that can be used, with a sentence that says why.
    pub async fn try_verifier(&self, folder: &Path) -> Result<String> {
        let load = self.verifier(folder);
        blocking(move || Ok(load()?.name().to_owned())).await
    }

    /// What loads the verifier in this folder.
    pub(crate) fn verifier(&self, folder: &Path) -> LoadVerifier {
        let (cache, folder) = (self.shared.verifier.clone(), folder.to_owned());
        let resources =
            self.shared.resources.read().unwrap_or_else(PoisonError::into_inner).clone();
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

#[cfg(test)]
mod tests {
    use super::*;

    fn fixture(name: &str) -> PathBuf {
        root().join("tests/fixtures/verifier").join(name)
    }

    fn root() -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
    }

    #[test]
    fn a_verifier_is_loaded_once_and_forgotten_when_another_is_chosen() {
        let resources = Resources::under(&root().join("resources"));
        let cache = VerifierCache::default();
        let get = |name| cache.get(&fixture(name), Some(&resources)).unwrap();
        let first = get("score");
        assert!(Arc::ptr_eq(&first, &get("score")));
        cache.keep_only(fixture("score").to_str());
        assert!(Arc::ptr_eq(&first, &get("score")));
        cache.keep_only(None);
        assert!(!Arc::ptr_eq(&first, &get("score")));
        assert_eq!(get("labels").name(), "labels");
        assert!(cache.get(&fixture("none"), Some(&resources)).is_err());
        assert!(cache.get(&fixture("score"), None).is_err());
    }
}
