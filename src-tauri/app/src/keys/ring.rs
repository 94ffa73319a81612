//! The app's keys. Those of this run are in memory; others come from the keychain on first use, on its own thread.

use parking_lot::{Mutex, MutexGuard};
use std::{
    collections::{BTreeSet, HashMap},
    sync::{Arc, mpsc},
    time::Duration,
};

use models::{Key, ProviderKind};
use tokio::sync::oneshot;

use super::{KeyPlace, KeyStore, KeyStoreError, Origin};
use crate::followers::{Follower, Followers};
use crate::sentences;
use conversation::{Code, Error, Result};
use library::Library;

/// Maximum wait for a locked keychain: the system asks the user for its password meanwhile.
const PATIENCE: Duration = Duration::from_secs(60);

#[derive(Clone)]
pub struct Keys {
    shared: Arc<Shared>,
}

struct Shared {
    store: Arc<dyn KeyStore>,
    patience: Duration,
    /// Started on first use. Calls run in order, so that the later of two changes wins.
    thread: Mutex<Option<mpsc::Sender<Job>>>,
    state: Mutex<State>,
    library: Library,
    followers: Followers<Origin>,
}

type Job = Box<dyn FnOnce(&dyn KeyStore) + Send>;

#[derive(Default)]
struct State {
    loaded: HashMap<Origin, LoadedKey>,
    /// The addresses with a key in the keychain. Asking for others could prompt people without keys for a password.
    in_keychain: BTreeSet<Origin>,
}

struct LoadedKey {
    key: Key,
    place: KeyPlace,
}

impl Keys {
    pub(crate) async fn open(store: Arc<dyn KeyStore>, library: Library) -> Result<Self> {
        let kept = library.kept_keys().await?;
        let kept = kept.iter().filter_map(|origin| Origin::of(origin).ok()).collect();
        let state = Mutex::new(State { in_keychain: kept, ..State::default() });
        let shared = Shared {
            store,
            patience: PATIENCE,
            thread: Mutex::default(),
            state,
            library,
            followers: Followers::default(),
        };
        Ok(Self { shared: Arc::new(shared) })
    }

    #[cfg(test)]
    pub(crate) fn with_patience(mut self, patience: Duration) -> Self {
        if let Some(shared) = Arc::get_mut(&mut self.shared) {
            shared.patience = patience;
        }
        self
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.shared.state.lock()
    }

    /// Stores a key, in the system's keychain if possible, and returns its place; `None` removes it.
    pub async fn set(&self, address: &str, key: Option<String>) -> Result<Option<KeyPlace>> {
        let origin = Origin::of(address)?;
        let done = match key {
            Some(key) => {
                let key = Key::from(key);
                self.put(&origin, &key).await.map(Some)
            }
            None => self.remove(&origin).await.map(|()| None),
        };
        // A removed key isn't used any more, even if the keychain still has it.
        let told = self.shared.followers.tell(&origin).await;
        let place = done?;
        told.map(|()| place)
    }

    pub fn place(&self, address: &str) -> Option<KeyPlace> {
        let origin = Origin::of(address).ok()?;
        let state = self.state();
        match state.loaded.get(&origin) {
            Some(loaded) => Some(loaded.place.clone()),
            None => state.in_keychain.contains(&origin).then_some(KeyPlace::Keychain),
        }
    }

    pub(crate) fn add_follower<F: Follower<Origin> + 'static>(&self, follower: &Arc<F>) {
        self.shared.followers.add(follower);
    }

    pub(crate) async fn get(&self, address: &str) -> Result<Option<Key>, models::Error> {
        let Ok(origin) = Origin::of(address) else { return Ok(None) };
        {
            let state = self.state();
            if let Some(loaded) = state.loaded.get(&origin) {
                return Ok(Some(loaded.key.clone()));
            }
            if !state.in_keychain.contains(&origin) {
                return Ok(None);
            }
        }
        self.find(&origin).await.map_err(|why| {
            let told = || sentences::keys::key_not_read(&origin, &why);
            models::Error::new(models::Code::Unauthorized, told)
        })
    }

    /// Asks the keychain although no key is known: it may have one from elsewhere.
    pub(crate) async fn search(&self, address: &str) -> Option<Key> {
        let origin = Origin::of(address).ok()?;
        self.find(&origin).await.ok()?
    }

    async fn find(&self, origin: &Origin) -> Result<Option<Key>, KeyStoreError> {
        let wanted = origin.clone();
        let found = self.call(move |store| store.get(&wanted)).await?;
        let other = {
            let mut state = self.state();
            match &found {
                Some(key) => {
                    let loaded = LoadedKey { key: key.clone(), place: KeyPlace::Keychain };
                    state.loaded.insert(origin.clone(), loaded);
                    state.in_keychain.insert(origin.clone())
                }
                // Somebody removed it from the keychain.
                None => state.in_keychain.remove(origin),
            }
        };
        if other && let Err(error) = self.remember().await {
            tracing::warn!(%error, "which keys are kept couldn't be written down");
        }
        Ok(found)
    }

    async fn put(&self, origin: &Origin, key: &str) -> Result<KeyPlace> {
        let key = Key::from(key.trim());
        let server = models::Server {
            kind: ProviderKind::OpenAi,
            base_url: origin.as_str().to_owned(),
            key: Some(key.clone()),
        };
        server.connect().map_err(|error| Error { code: Code::BadInput, ..error.into() })?;
        let (at, kept) = (origin.clone(), key.clone());
        let place = match self.call(move |store| store.put(&at, &kept)).await {
            Ok(()) => KeyPlace::Keychain,
            Err(why) => KeyPlace::ThisRun(sentences::keys::key_for_this_run(&why)),
        };
        {
            let mut state = self.state();
            match &place {
                KeyPlace::Keychain => state.in_keychain.insert(origin.clone()),
                // The keychain may have an older key, which the next run doesn't use.
                KeyPlace::ThisRun(_) => state.in_keychain.remove(origin),
            };
            state.loaded.insert(origin.clone(), LoadedKey { key, place: place.clone() });
        }
        self.remember().await?;
        Ok(place)
    }

    /// Removes a key, also from the keychain. This run stops using it even if that fails.
    async fn remove(&self, origin: &Origin) -> Result<()> {
        let kept = {
            let mut state = self.state();
            let loaded = state.loaded.remove(origin);
            // A keychain that timed out may have stored the key later.
            loaded.is_some() || state.in_keychain.contains(origin)
        };
        if !kept {
            return Ok(());
        }
        let at = origin.clone();
        let removed = self.call(move |store| store.remove(&at)).await;
        let was_kept = match &removed {
            Ok(()) => self.state().in_keychain.remove(origin),
            Err(_) => self.state().in_keychain.contains(origin),
        };
        match removed {
            Ok(()) if was_kept => self.remember().await,
            Err(why) if was_kept => {
                let told = || sentences::keys::key_not_removed(origin, &why);
                Err(Error::bad_input(told).because(why))
            }
            _ => Ok(()),
        }
    }

    async fn remember(&self) -> Result<()> {
        let kept =
            self.state().in_keychain.iter().map(|origin| origin.as_str().to_owned()).collect();
        self.shared.library.put_kept_keys(kept).await
    }

    async fn call<T: Send + 'static>(
        &self,
        ask: impl FnOnce(&dyn KeyStore) -> Result<T, KeyStoreError> + Send + 'static,
    ) -> Result<T, KeyStoreError> {
        let (reply, answer) = oneshot::channel();
        let job: Job = Box::new(move |store| {
            let _ = reply.send(ask(store));
        });
        self.submit(job)?;
        match tokio::time::timeout(self.shared.patience, answer).await {
            Ok(Ok(answered)) => answered,
            Ok(Err(_)) => Err(KeyStoreError(sentences::keys::KEYCHAIN_FAILED.to_string())),
            Err(_) => Err(KeyStoreError(sentences::keys::keychain_silent(self.shared.patience))),
        }
    }

    fn submit(&self, job: Job) -> Result<(), KeyStoreError> {
        let failed = || KeyStoreError(sentences::keys::KEYCHAIN_NOT_ASKED.to_string());
        let mut thread = self.shared.thread.lock();
        let sender = match &*thread {
            Some(sender) => sender,
            None => {
                let (sender, jobs) = mpsc::channel::<Job>();
                let store = self.shared.store.clone();
                // Not a thread of the runtime: it waits for those at the end, and a keychain may block forever.
                std::thread::Builder::new()
                    .name("keychain".to_owned())
                    .spawn(move || jobs.iter().for_each(|job| job(&*store)))
                    .map_err(|_| failed())?;
                thread.insert(sender)
            }
        };
        sender.send(job).map_err(|_| failed())
    }
}
