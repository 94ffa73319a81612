//! The model on this machine that checks citations, if the user chose one.

use parking_lot::Mutex;
use std::{
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

use models::{Resources, Verifier};

use crate::sentences;

/// How long nobody asked it before its weights leave the memory.
pub(super) const IDLE: Duration = Duration::from_secs(180);

/// The verifier that was loaded last.
#[derive(Clone, Default)]
pub(super) struct VerifierCache(Arc<Mutex<Option<CacheEntry>>>);

struct CacheEntry {
    folder: PathBuf,
    verifier: Arc<Verifier>,
}

impl VerifierCache {
    /// The verifier in this folder, loaded if it isn't.
    pub(super) fn get(
        &self,
        folder: &Path,
        resources: Option<&Resources>,
    ) -> std::result::Result<Arc<Verifier>, models::Error> {
        // Held while it loads, so that two turns don't load it twice.
        let mut held = self.0.lock();
        if let Some(loaded) = held.as_ref().filter(|loaded| loaded.folder == folder) {
            return Ok(loaded.verifier.clone());
        }
        let resources = resources.ok_or_else(not_installed)?;
        let verifier = Arc::new(Verifier::load(folder, &resources.runtime)?);
        *held = Some(CacheEntry { folder: folder.to_owned(), verifier: verifier.clone() });
        Ok(verifier)
    }

    /// Forgets one that isn't in this folder.
    pub(super) fn keep_only(&self, folder: Option<&str>) {
        let mut held = self.0.lock();
        held.take_if(|loaded| Some(loaded.folder.as_path()) != folder.map(Path::new));
    }

    pub(super) fn rest(&self) {
        // One that is being loaded is in use.
        if let Some(held) = self.0.try_lock()
            && let Some(loaded) = &*held
        {
            loaded.verifier.rest(IDLE);
        }
    }
}

pub(super) fn not_installed() -> models::Error {
    models::Error {
        code: models::Code::BadSetting,
        message: sentences::MODEL_FILES_GONE.to_string(),
        retry_after: None,
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
