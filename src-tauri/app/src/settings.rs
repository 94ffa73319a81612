#[cfg(test)]
mod tests;

use parking_lot::RwLock;
use std::sync::Arc;
use tokio::sync::Mutex;

use conversation::{Result, Settings};
use library::Library;

use crate::followers::{Follower, Followers};

#[derive(Clone)]
pub struct SettingsStore {
    shared: Arc<Shared>,
}

struct Shared {
    library: Library,
    settings: RwLock<Settings>,
    /// Locked while a change is stored, so that the next change begins with its settings and doesn't undo it.
    changing: Mutex<()>,
    followers: Followers<SettingsChange>,
}

pub(crate) struct SettingsChange {
    pub(crate) before: Settings,
    pub(crate) now: Settings,
}

impl SettingsStore {
    pub(crate) async fn open(library: Library) -> Result<Self> {
        let settings = RwLock::new(library.settings().await?);
        let shared = Shared {
            library,
            settings,
            changing: Mutex::default(),
            followers: Followers::default(),
        };
        Ok(Self { shared: Arc::new(shared) })
    }

    pub fn get(&self) -> Settings {
        self.shared.settings.read().clone()
    }

    /// Returns when all followers have applied the settings. Refuses invalid settings.
    pub async fn set(&self, settings: Settings) -> Result<()> {
        self.change(move |now| *now = settings).await
    }

    /// Like [`set`](Self::set), for a part of the settings. A change of another part meanwhile stays.
    pub async fn change(&self, change: impl FnOnce(&mut Settings) + Send) -> Result<()> {
        let changing = self.shared.changing.lock().await;
        let mut settings = self.get();
        change(&mut settings);
        models::check_settings(&settings)?;
        self.shared.library.put_settings(settings.clone()).await?;
        let taken = self.take(settings);
        drop(changing);
        self.shared.followers.tell(&taken).await
    }

    /// Uses these settings until the app ends, without storing them.
    pub async fn set_for_now(&self, settings: Settings) -> Result<()> {
        models::check_settings(&settings)?;
        let taken = self.take(settings);
        self.shared.followers.tell(&taken).await
    }

    pub(crate) fn add_follower<F: Follower<SettingsChange> + 'static>(&self, follower: &Arc<F>) {
        self.shared.followers.add(follower);
    }

    fn take(&self, now: Settings) -> SettingsChange {
        let before = std::mem::replace(&mut *self.shared.settings.write(), now.clone());
        SettingsChange { before, now }
    }
}
