#[cfg(test)]
mod tests;

use parking_lot::RwLock;
use std::sync::Arc;

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
    followers: Followers<SettingsChange>,
}

pub(crate) struct SettingsChange {
    pub(crate) before: Settings,
    pub(crate) now: Settings,
}

impl SettingsStore {
    pub(crate) async fn open(library: Library) -> Result<Self> {
        let settings = RwLock::new(library.settings().await?);
        let shared = Shared { library, settings, followers: Followers::default() };
        Ok(Self { shared: Arc::new(shared) })
    }

    pub fn get(&self) -> Settings {
        self.shared.settings.read().clone()
    }

    /// Returns when all followers have applied the settings. Refuses invalid settings.
    pub async fn set(&self, settings: Settings) -> Result<()> {
        models::check_settings(&settings)?;
        self.shared.library.put_settings(settings.clone()).await?;
        self.take(settings).await
    }

    /// Uses these settings until the app ends, without storing them.
    pub async fn set_for_now(&self, settings: Settings) -> Result<()> {
        models::check_settings(&settings)?;
        self.take(settings).await
    }

    pub(crate) fn add_follower<F: Follower<SettingsChange> + 'static>(&self, follower: &Arc<F>) {
        self.shared.followers.add(follower);
    }

    async fn take(&self, now: Settings) -> Result<()> {
        let before = std::mem::replace(&mut *self.shared.settings.write(), now.clone());
        self.shared.followers.tell(&SettingsChange { before, now }).await
    }
}
