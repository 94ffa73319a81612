use parking_lot::Mutex;

use conversation::{
    Code, Error,
    settings::{ChosenModel, ServerSetting},
};
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
async fn set_is_stored_and_set_for_now_is_not() {
    let ground = Ground::new();
    let settings = ground.settings().await;
    settings.set(excluding("a/**")).await.unwrap();
    settings.set_for_now(excluding("b/**")).await.unwrap();
    assert_eq!(settings.get().exclude, ["b/**"]);
    assert_eq!(ground.settings().await.get().exclude, ["a/**"]);
}

#[tokio::test]
async fn invalid_settings_change_nothing() {
    let ground = Ground::new();
    let settings = ground.settings().await;
    let wrong = ServerSetting::new(ProviderKind::OpenAi, "no address");
    let wrong = Settings { servers: vec![wrong], ..excluding("a/**") };
    assert!(settings.set(wrong.clone()).await.is_err());
    assert!(settings.set_for_now(wrong).await.is_err());
    assert_eq!(settings.get(), Settings::default());
}

#[tokio::test]
async fn followers_get_the_old_and_the_new_settings() {
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

#[tokio::test]
async fn two_changes_at_once_are_both_kept() {
    let ground = Ground::new();
    let settings = ground.settings().await;
    let chosen = || Some(ChosenModel { server: None, model: "small".to_owned() });
    let (one, other) = tokio::join!(
        settings.change(|settings| settings.chosen = chosen()),
        settings.change(|settings| settings.exclude = vec!["a/**".to_owned()]),
    );
    one.and(other).unwrap();
    for settings in [settings.get(), ground.settings().await.get()] {
        assert_eq!((settings.chosen, settings.exclude), (chosen(), vec!["a/**".to_owned()]));
    }
}
