//! Downloads on request, and the details in lists of models.

use futures::StreamExt;
use models::{Code, ProviderKind, PullEvent, Source, Tokens};
use tests::model_server::{ListedModel, Pull, Script, ScriptedServer};
use tokio_util::sync::CancellationToken;

use crate::connect;

#[tokio::test]
async fn a_model_is_loaded_with_progress() {
    let server = ScriptedServer::start(Script::default()).await.unwrap();
    let ollama = connect(&server, ProviderKind::Ollama);
    let mut events: Vec<PullEvent> = ollama.pull("small", CancellationToken::new()).collect().await;
    assert_eq!(events.pop(), Some(PullEvent::Done));
    let sums: Vec<(u64, u64)> = events
        .iter()
        .map(|event| match event {
            PullEvent::Progress { completed, total, .. } => (*completed, *total),
            other => panic!("{other:?} before the end"),
        })
        .collect();
    assert!(sums.is_sorted(), "{sums:?}");
    assert_eq!((sums[0], sums[3], sums.last()), ((0, 0), (2_500, 5_000), Some(&(5_120, 5_120))));
    let models = ollama.models().await.unwrap();
    assert!(models.iter().any(|model| model.name == "small"), "{models:?}");

    let error = Some("pull model manifest: file does not exist".to_owned());
    let pull = Pull { error, ..Pull::default() };
    server.set_script(Script { pull, ..Script::default() });
    let end = ollama.pull("none", CancellationToken::new()).collect::<Vec<_>>().await.pop();
    let Some(PullEvent::Failed(error)) = end else { panic!("{end:?}") };
    let expect =
        format!("{} doesn't have “none” (pull model manifest: file does not exist).", server.url());
    assert_eq!((error.code, error.to_string()), (Code::ModelMissing, expect));

    let pull = Pull { hold_after: Some(3), ..Pull::default() };
    server.set_script(Script { pull, ..Script::default() });
    let cancel = CancellationToken::new();
    let mut stream = ollama.pull("large", cancel.clone());
    assert!(matches!(stream.next().await, Some(PullEvent::Progress { .. })));
    cancel.cancel();
    let rest: Vec<PullEvent> = stream.collect().await;
    assert_eq!(rest.last(), Some(&PullEvent::Cancelled));
    assert_eq!(rest.iter().filter(|event| event.is_terminal()).count(), 1);
    server.client_closed().await;

    for kind in [ProviderKind::OpenAi, ProviderKind::Anthropic] {
        let provider = connect(&server, kind);
        let events: Vec<PullEvent> =
            provider.pull("small", CancellationToken::new()).collect().await;
        let [PullEvent::Failed(error)] = events.as_slice() else { panic!("{events:?}") };
        assert_eq!(error.code, Code::BadSetting);
        assert!(error.message.contains("only Ollama can"), "{error}");
    }
}

#[tokio::test]
async fn a_models_capabilities_are_listed() {
    let listed = ListedModel {
        name: "able".into(),
        window: Some(32_768),
        tools: Some(true),
        vision: Some(true),
        thinking: Some(false),
    };
    let script = Script { models: vec![listed], ..Script::default() };
    let server = ScriptedServer::start(script).await.unwrap();
    let models = connect(&server, ProviderKind::Anthropic).models().await.unwrap();
    let [model] = models.as_slice() else { panic!("{models:?}") };
    assert_eq!((model.window.tokens, model.window.source), (Tokens(32_768), Source::Server));
    let (vision, thinking) = (model.capabilities.vision, model.capabilities.thinking);
    assert_eq!((vision.yes, vision.source), (true, Source::Server));
    assert_eq!((thinking.yes, thinking.source), (false, Source::Server));
    assert!(server.requests().is_empty());
}
