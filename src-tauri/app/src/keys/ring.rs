//! The keys that the app has: those of this run at hand, the others in the keychain, which is asked
//! when one is needed first, on a thread of its own and with a time limit.

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

/// How long a locked keychain may take: the system asks the user for its password meanwhile.
const PATIENCE: Duration = Duration::from_secs(60);

/// The app's keys. Clones share them.
#[derive(Clone)]
pub struct Keys {
    shared: Arc<Shared>,
}

struct Shared {
    store: Arc<dyn KeyStore>,
    patience: Duration,
    /// The thread that asks the store, once there is one: calls follow each other, so that of two
    /// changes the later one stands.
    thread: Mutex<Option<mpsc::Sender<Job>>>,
    state: Mutex<State>,
    library: Library,
    followers: Followers<Origin>,
}

type Job = Box<dyn FnOnce(&dyn KeyStore) + Send>;

#[derive(Default)]
struct State {
    held: HashMap<Origin, HeldKey>,
    /// The addresses whose key is in the keychain. Nobody else's keychain is opened: a locked one
    /// would ask people who use no keys for a password.
    kept: BTreeSet<Origin>,
}

struct HeldKey {
    key: Key,
    place: KeyPlace,
}

impl Keys {
    /// Keys that are kept in `store`; `library` says for which addresses.
    pub(crate) async fn open(store: Arc<dyn KeyStore>, library: Library) -> Result<Self> {
        let kept = library.kept_keys().await?;
        let kept = kept.iter().filter_map(|origin| Origin::of(origin).ok()).collect();
        let state = Mutex::new(State { kept, ..State::default() });
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

    /// Keeps the key of an address, in the system's keychain if that can be, and says where it is
    /// kept; `None` removes it.
    ///
    /// # Errors
    /// [`Code::BadInput`] if the address isn't one or the key can't be one; or if the keychain
    /// doesn't let go of a key.
    pub async fn set(&self, address: &str, key: Option<String>) -> Result<Option<KeyPlace>> {
        let origin = Origin::of(address)?;
        let done = match key {
            Some(key) => {
                let key = Key::from(key);
                self.put(&origin, &key).await.map(Some)
            }
            None => self.remove(&origin).await.map(|()| None),
        };
        // A key that is to be removed isn't used any more, even if the keychain still has it.
        let told = self.shared.followers.tell(&origin).await;
        let place = done?;
        told.map(|()| place)
    }

    /// Where the key of an address is kept, if there is one. Asks no keychain.
    pub fn place(&self, address: &str) -> Option<KeyPlace> {
        let origin = Origin::of(address).ok()?;
        let state = self.state();
        match state.held.get(&origin) {
            Some(held) => Some(held.place.clone()),
            None => state.kept.contains(&origin).then_some(KeyPlace::Keychain),
        }
    }

    /// Has `follower` told of each address whose key is set or removed.
    pub(crate) fn add_follower<F: Follower<Origin> + 'static>(&self, follower: &Arc<F>) {
        self.shared.followers.add(follower);
    }

    /// The key for `address`, if there is one.
    pub(crate) async fn get(&self, address: &str) -> Result<Option<Key>, models::Error> {
        let Ok(origin) = Origin::of(address) else { return Ok(None) };
        {
            let state = self.state();
            if let Some(held) = state.held.get(&origin) {
                return Ok(Some(held.key.clone()));
            }
            if !state.kept.contains(&origin) {
                return Ok(None);
            }
        }
        self.find(&origin).await.map_err(|why| {
            let told = || sentences::keys::key_not_read(&origin, &why);
            models::Error::new(models::Code::Unauthorized, told)
        })
    }

    /// The key for an address that wants one, though none is known to be kept: the keychain may
    /// have it from elsewhere.
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
                    let held = HeldKey { key: key.clone(), place: KeyPlace::Keychain };
                    state.held.insert(origin.clone(), held);
                    state.kept.insert(origin.clone())
                }
                // Somebody took it out of the keychain.
                None => state.kept.remove(origin),
            }
        };
        if other && let Err(error) = self.remember().await {
            tracing::warn!(%error, "which keys are kept couldn't be written down");
        }
        Ok(found)
    }

    /// Keeps the key of an address, in the keychain if it can be, and says where it is.
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
                KeyPlace::Keychain => state.kept.insert(origin.clone()),
                // What the keychain may have is an older one, and isn't used in the next run.
                KeyPlace::ThisRun(_) => state.kept.remove(origin),
            };
            state.held.insert(origin.clone(), HeldKey { key, place: place.clone() });
        }
        self.remember().await?;
        Ok(place)
    }

    /// Forgets the key of an address, in the keychain as well.
    ///
    /// # Errors
    /// If the keychain doesn't let it go; it is no longer used in this run all the same.
    async fn remove(&self, origin: &Origin) -> Result<()> {
        let kept = {
            let mut state = self.state();
            let held = state.held.remove(origin);
            // A keychain that didn't answer in time may have taken the key later.
            held.is_some() || state.kept.contains(origin)
        };
        if !kept {
            return Ok(());
        }
        let at = origin.clone();
        let removed = self.call(move |store| store.remove(&at)).await;
        let was_kept = match &removed {
            Ok(()) => self.state().kept.remove(origin),
            Err(_) => self.state().kept.contains(origin),
        };
        match removed {
            Ok(()) if was_kept => self.remember().await,
            Err(why) if was_kept => {
                let told = || sentences::keys::key_not_removed(origin, &why);
                Err(Error::new(Code::BadInput, told).because(why))
            }
            _ => Ok(()),
        }
    }

    async fn remember(&self) -> Result<()> {
        let kept = self.state().kept.iter().map(|origin| origin.as_str().to_owned()).collect();
        self.shared.library.put_kept_keys(kept).await
    }

    /// Asks the store on its thread, and waits as long as it may take.
    async fn call<T: Send + 'static>(
        &self,
        ask: impl FnOnce(&dyn KeyStore) -> Result<T, KeyStoreError> + Send + 'static,
    ) -> Result<T, KeyStoreError> {
        let (reply, answer) = oneshot::channel();
        let job: Job = Box::new(move |store| {
            // Whoever asked may be gone: then there is nobody to tell.
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
                // Not one of the runtime's threads: those are waited for at the end, and a keychain
                // may block for good.
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
