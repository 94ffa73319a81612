use conversation::settings::{ChosenModel, ServerSetting};
use models::ProviderKind;

use crate::fixture::Ground;

#[tokio::test]
async fn other_settings_mean_another_model_at_once() {
    let ground = Ground::new();
    let settings = ground.settings().await;
    let models = ground.models(&settings).await;
    assert_eq!(models.current().await.name, "");
    // Nothing listens there: the result is cached for a while, but not for other settings.
    let address = "http://127.0.0.1:1";
    for model in ["a", "b"] {
        let mut now = settings.get();
        now.servers = vec![ServerSetting::new(ProviderKind::OpenAi, address)];
        now.chosen = Some(ChosenModel { server: None, model: model.to_owned() });
        settings.set(now).await.unwrap();
        assert_eq!(models.current().await.name, model);
    }
}
