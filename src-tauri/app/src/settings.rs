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

    /// Returns when all that depends on the settings has followed. Invalid settings change nothing.
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

#[cfg(test)]
mod tests {
    use parking_lot::Mutex;

    use conversation::{Code, Error, settings::ServerSetting};
    use futures::{FutureExt, future::BoxFuture};
    use models::ProviderKind;

    use super::*;
    use crate::fixture::{Ground, excluding};

    /// Records each change and fails.
    #[derive(Default)]
    struct Witness(Mutex<Vec<(Vec<String>, Vec<String>)>>);

    impl Follower<SettingsChange> for Witness {
        fn follow<'a>(self: Arc<Self>, change: &'a SettingsChange) -> BoxFuture<'a, Result<()>> {
            async move {
                let SettingsChange { before, now } = change;
                let exclude = (before.exclude.clone(), now.exclude.clone());
                self.0.lock().push(exclude);
                Err(Error::new(Code::Internal, "It can't."))
            }
            .boxed()
        }
    }

    #[tokio::test]
    async fn what_is_set_is_kept_and_what_is_for_now_is_not() {
        let ground = Ground::new();
        let settings = ground.settings().await;
        settings.set(excluding("a/**")).await.unwrap();
        settings.set_for_now(excluding("b/**")).await.unwrap();
        assert_eq!(settings.get().exclude, ["b/**"]);
        assert_eq!(ground.settings().await.get().exclude, ["a/**"]);
    }

    #[tokio::test]
    async fn what_is_not_valid_changes_nothing() {
        let ground = Ground::new();
        let settings = ground.settings().await;
        let wrong = ServerSetting::new(ProviderKind::OpenAi, "no address");
        let wrong = Settings { servers: vec![wrong], ..excluding("a/**") };
        assert!(settings.set(wrong.clone()).await.is_err());
        assert!(settings.set_for_now(wrong).await.is_err());
        assert_eq!(settings.get(), Settings::default());
    }

    #[tokio::test]
    async fn followers_are_told_what_was_and_what_is() {
        let ground = Ground::new();
        let settings = ground.settings().await;
        let (first, second) = (Arc::new(Witness::default()), Arc::new(Witness::default()));
        settings.add_follower(&first);
        settings.add_follower(&second);
        // A failing follower is reported, stops no other, and the change stays.
        let error = settings.set(excluding("a/**")).await.unwrap_err();
        assert_eq!(error.to_string(), "It can't.");
        assert_eq!(settings.get().exclude, ["a/**"]);
        for witness in [&first, &second] {
            let told = witness.0.lock();
            assert_eq!(*told, [(Settings::default().exclude, vec!["a/**".to_owned()])]);
        }
        // A store keeps no follower alive.
        drop((first, second));
        settings.set(excluding("b/**")).await.unwrap();
    }
}
