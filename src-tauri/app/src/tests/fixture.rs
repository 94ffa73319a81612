//! Handles for tests, each built only on those below it.

use std::{fs, path::PathBuf, sync::Arc};

use conversation::{ConversationId, Settings};
use library::Library;
use models::Calibrations;
use notes::{FollowMode, NotePath};
use tempfile::TempDir;
use tokio::sync::broadcast;

use crate::{
    changes::Changes,
    edits::Edits,
    keys::{InMemory, KeyStore, Keys},
    model_choice::Models,
    search::Retrieval,
    settings::SettingsStore,
    vaults::Vaults,
};

/// A folder with a library and a vault of two notes.
pub(crate) struct Ground {
    pub(crate) folder: TempDir,
    pub(crate) library: Library,
}

impl Ground {
    pub(crate) fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("vault")).unwrap();
        let (library, _) = Library::open(&folder.path().join("library.db")).unwrap();
        let ground = Self { folder, library };
        ground.write("Rye.md", "Rye bread rests.\n");
        ground.write("Salt.md", "# Salt\n\nTwo per cent of salt, as for [[Rye]].\n");
        ground
    }

    pub(crate) fn root(&self) -> PathBuf {
        self.folder.path().join("vault")
    }

    pub(crate) fn write(&self, note: &str, text: &str) {
        fs::write(self.root().join(note), text).unwrap();
    }

    pub(crate) fn read(&self, note: &str) -> String {
        fs::read_to_string(self.root().join(note)).unwrap()
    }

    pub(crate) async fn settings(&self) -> SettingsStore {
        SettingsStore::open(self.library.clone()).await.unwrap()
    }

    pub(crate) async fn keys(&self, store: Arc<dyn KeyStore>) -> Keys {
        Keys::open(store, self.library.clone()).await.unwrap()
    }

    /// Keys are in memory, and servers on this machine aren't searched.
    pub(crate) async fn models(&self, settings: &SettingsStore) -> Models {
        let keys = self.keys(Arc::new(InMemory::default())).await;
        models(settings, &keys, &self.folder)
    }

    /// No vault is open. Only the test triggers scans.
    pub(crate) async fn vaults(&self, settings: &SettingsStore) -> Vaults {
        let data = self.folder.path().join("data");
        let news = broadcast::channel(64).0;
        let vaults = Vaults::new(data, self.library.clone(), settings.clone(), news);
        vaults.set_following(FollowMode::Off);
        vaults
    }

    pub(crate) async fn opened(&self, settings: &SettingsStore) -> Vaults {
        let vaults = self.vaults(settings).await;
        vaults.open(&self.root()).await.unwrap();
        vaults.synced().await.unwrap();
        vaults
    }

    /// Changes without a listener.
    pub(crate) fn changes(&self, settings: &SettingsStore, vaults: &Vaults) -> Changes {
        let edits = Edits::new(self.library.clone(), vaults.clone());
        let (library, news) = (self.library.clone(), broadcast::channel(64).0);
        Changes::new(library, settings.clone(), vaults.clone(), edits, news)
    }

    pub(crate) async fn retrieval(&self, settings: &SettingsStore, vaults: &Vaults) -> Retrieval {
        let keys = self.keys(Arc::new(InMemory::default())).await;
        let models = models(settings, &keys, &self.folder);
        let library = self.library.clone();
        Retrieval::new(library, settings.clone(), &keys, models, vaults.clone())
    }
}

pub(crate) fn models(settings: &SettingsStore, keys: &Keys, folder: &TempDir) -> Models {
    let folder = folder.path().join("models");
    let models = Models::new(settings.clone(), keys.clone(), folder, Calibrations::default());
    models.set_places(Vec::new());
    models
}

pub(crate) fn excluding(glob: &str) -> Settings {
    Settings { exclude: vec![glob.to_owned()], ..Settings::default() }
}

pub(crate) fn path(path: &str) -> NotePath {
    NotePath::new(path).unwrap()
}

pub(crate) fn nowhere() -> ConversationId {
    ConversationId::new()
}
