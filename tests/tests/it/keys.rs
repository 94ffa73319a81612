//! No key is written anywhere. Everything that writes runs with a distinctive key against servers that echo it, and a
//! search covers every written byte.

use parking_lot::Mutex;
use std::{io, sync::Arc};

use crate::fixture::{ask, bread, collect, failed, finished, server, settings};
use app::keys::{InMemory, KeyPlace, KeyStore, KeyStoreError};
use base64::{Engine as _, engine::general_purpose::STANDARD_NO_PAD};
use conversation::{
    Mode, Settings,
    settings::{Embeddings, Rerank, SearchSettings, ServerSetting, Vectors},
};
use models::{ProviderKind, Timing};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::json;
use tests::model_server::{Rule, Script};
use tracing_subscriber::fmt::MakeWriter;

/// A key with characters that JSON, URLs and byte strings escape.
const KEY: &str = r#"sk-Zq7"\/+=&%Wm4-never-written"#;

/// Encodings of the key, whole or in part.
fn traces_of_it() -> Vec<(&'static str, Vec<u8>)> {
    let json = serde_json::to_string(KEY).unwrap();
    let json = json.trim_matches('"').to_owned();
    // In a longer Base64 text, the key can start at three offsets.
    let base64: Vec<Vec<u8>> = (0..3)
        .map(|before| {
            let text = STANDARD_NO_PAD.encode(format!("{}{KEY}", "x".repeat(before)));
            text.as_bytes()[4..text.len() - 4].to_vec()
        })
        .collect();
    let spread: Vec<u8> = KEY.bytes().flat_map(|byte| [byte, 0]).collect();
    let mut traces = vec![
        ("as it is", KEY.into()),
        ("in JSON", json.clone().into()),
        ("in JSON, slashes too", json.replace('/', "\\/").into()),
        ("in JSON within JSON", json.replace('\\', "\\\\").into()),
        ("percent-encoded", utf8_percent_encode(KEY, NON_ALPHANUMERIC).to_string().into()),
        ("reversed", KEY.bytes().rev().collect()),
        ("in two bytes a character", spread),
        ("its plain beginning", "sk-Zq7".into()),
        ("its plain end", "Wm4-never-written".into()),
        ("its plain end percent-encoded", "Wm4%2Dnever%2Dwritten".into()),
    ];
    traces.extend(base64.into_iter().map(|text| ("in base64", text)));
    traces
}

fn assert_clean(what: &str, bytes: &[u8]) {
    for (how, trace) in traces_of_it() {
        let at = bytes.windows(trace.len()).position(|window| window == trace);
        let around = at.map(|at| {
            let (start, end) = (at.saturating_sub(200), bytes.len().min(at + trace.len() + 80));
            String::from_utf8_lossy(&bytes[start..end]).into_owned()
        });
        assert!(around.is_none(), "{what}: the key, {how}: {around:?}");
    }
}

fn assert_clean_folder(folder: &std::path::Path) {
    let mut files = 0;
    for entry in walkdir::WalkDir::new(folder) {
        let entry = entry.unwrap();
        if entry.file_type().is_file() {
            files += 1;
            assert_clean(
                &entry.path().display().to_string(),
                &std::fs::read(entry.path()).unwrap(),
            );
        }
    }
    assert!(files > 2, "the library and an index are there");
}

/// Collects the log.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl io::Write for Log {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().extend_from_slice(bytes);
        Ok(bytes.len())
    }
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl MakeWriter<'_> for Log {
    type Writer = Self;
    fn make_writer(&self) -> Self {
        self.clone()
    }
}

/// Answers that echo the key in every way.
fn echoes() -> Vec<Rule> {
    let percent = utf8_percent_encode(KEY, NON_ALPHANUMERIC).to_string();
    let status = |status, body| Rule { status: Some(status), body, ..Rule::default() };
    vec![
        status(401, json!({"error": {"message": format!("Incorrect API key provided: {KEY}.")}})),
        status(403, json!(format!("<p>Bearer {KEY} is not allowed</p>"))),
        status(400, json!({"error": {"message": "bad", "headers": {"authorization": KEY}}})),
        status(500, json!({"error": format!("upstream said {}", json!({"key": KEY}))})),
        status(404, json!({"error": {"message": format!("no model for {KEY}, {percent}")}})),
        status(502, json!(json!({"key": KEY}).to_string().replace("\"key\"", "key"))),
        Rule {
            raw: Some(vec![format!("data: {}", json!({"error": {"message": KEY}}))]),
            ..Rule::default()
        },
        Rule { raw: Some(vec![format!("data: not JSON {KEY}")]), ..Rule::default() },
        Rule {
            headers: [("location".to_owned(), format!("https://other.example/{percent}?key=1"))]
                .into(),
            ..status(302, json!(""))
        },
    ]
}

// B54
#[tokio::test]
async fn no_key_is_written_anywhere() {
    let log = Log::default();
    tracing_subscriber::fmt()
        .with_env_filter("trace")
        .with_ansi(false)
        .with_writer(log.clone())
        .init();
    let server = server(Script::saying(&["Two per cent [1]."])).await;
    let place = bread();
    let app = place.opened().await;
    let at = settings(&server.url());
    app.settings.set(at.clone()).await.unwrap();
    app.models.set_timing(Timing { retries: 0, ..Timing::default() });
    let mut shown = String::new();

    let kept = app.keys.set(&server.url(), Some(KEY.to_owned())).await.unwrap();
    assert_eq!(kept, Some(KeyPlace::Keychain));

    // A successful answer, its receipt, and everything read back.
    let events = collect(app.turns.ask(ask("How much salt?", Mode::Notes))).await;
    let sent = server.requests();
    assert_eq!(sent[0].authorization.as_deref(), Some(&*format!("Bearer {KEY}")));
    let answer = finished(&events);
    let receipt = crate::fixture::receipt(&app, answer.id).await;
    shown += &format!("{events:?} {receipt:?}");
    shown += &serde_json::to_string(&receipt).unwrap();

    // Failing answers with the key in the server's message.
    for rule in echoes() {
        server.set_script(Script::always(rule));
        let events = collect(app.turns.ask(ask("How much salt?", Mode::Notes))).await;
        let (answer, error) = failed(&events);
        shown += &format!("{events:?} {error} {error:?} {}", json!(error));
        let conversation = crate::fixture::conversation(&events);
        shown += &format!("{answer:?} {:?}", app.conversations.get(conversation).await.unwrap());
        let server = ServerSetting::new(ProviderKind::OpenAi, server.url());
        shown += &format!("{:?}", app.models.trial(&server, "scripted").await);
        shown += &format!("{:?}", app.models.list().await);
        assert_clean("an answer that failed", shown.as_bytes());
    }

    // Search by meaning, reranking and vectors all refuse, at the same address.
    let refusing = json!({"error": {"message": format!("Incorrect API key provided: {KEY}.")}});
    server.set_script(Script::always(Rule {
        status: Some(401),
        body: refusing,
        ..Rule::default()
    }));
    let search = SearchSettings {
        embeddings: Embeddings::Server { server: at.servers[0].clone(), model: "e".to_owned() },
        vectors: Vectors::Chroma { base_url: server.url(), collection: String::new() },
        rerank: Rerank::Server {
            base_url: server.url(),
            model: "r".to_owned(),
            or_chat_model: false,
        },
        ..SearchSettings::default()
    };
    app.settings.set(Settings { search, ..at }).await.unwrap();
    shown += &format!("{:?}", app.retrieval.embedded().await.unwrap());
    let events = collect(app.turns.ask(ask("How much salt?", Mode::Notes))).await;
    shown += &format!("{events:?} {:?} {:?}", app.settings.get(), app.keys.place(&server.url()));

    // An invalid key.
    let refused = app.keys.set(&server.url(), Some(format!("{KEY}\n{KEY}"))).await.unwrap_err();
    shown += &format!("{refused} {refused:?}");

    drop(app);
    let logged = log.0.lock().clone();
    assert!(logged.len() > 1_000, "it was logged at all");
    assert_clean("the log", &logged);
    assert_clean("what was shown", shown.as_bytes());
    assert_clean_folder(&place.data());
    assert_clean_folder(&place.vault().join(".."));
}

/// A missing keychain.
struct Nowhere;

impl KeyStore for Nowhere {
    fn get(&self, _: &app::keys::Origin) -> Result<Option<models::Key>, KeyStoreError> {
        Err(KeyStoreError("no keychain runs on this computer".to_owned()))
    }
    fn put(&self, _: &app::keys::Origin, _: &str) -> Result<(), KeyStoreError> {
        Err(KeyStoreError("no keychain runs on this computer".to_owned()))
    }
    fn remove(&self, _: &app::keys::Origin) -> Result<(), KeyStoreError> {
        Err(KeyStoreError("no keychain runs on this computer".to_owned()))
    }
}

/// A keyless server for embeddings, reranking and vectors; returns its recorded calls and headers.
async fn searching() -> (String, Arc<Mutex<Vec<(String, String)>>>) {
    let calls = Arc::new(Mutex::new(Vec::new()));
    let seen = calls.clone();
    let router = axum::Router::new().fallback(
        async move |uri: axum::http::Uri, headers: axum::http::HeaderMap, body: String| {
            seen.lock().push((uri.path().to_owned(), format!("{headers:?}")));
            let asked: serde_json::Value = serde_json::from_str(&body).unwrap_or_default();
            let inputs = asked["input"].as_array().map_or(1, Vec::len);
            let data: Vec<_> = (0..inputs)
                .map(|index| json!({"index": index, "embedding": [0.6, 0.8, 0.0, 0.0]}))
                .collect();
            axum::Json(json!({"data": data, "results": []}))
        },
    );
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    tokio::spawn(async move { axum::serve(listener, router).await });
    (address, calls)
}

// B54
#[tokio::test(flavor = "multi_thread")]
async fn search_at_another_address_never_gets_the_key_of_the_model() {
    let server = server(Script::saying(&["Two per cent [1]."])).await;
    let (elsewhere, calls) = searching().await;
    let place = bread();
    let app = place.opened().await;
    app.keys.set(&server.url(), Some("sk-first".to_owned())).await.unwrap();
    let embedding = ServerSetting::new(ProviderKind::OpenAi, &elsewhere);
    let search = SearchSettings {
        embeddings: Embeddings::Server { server: embedding, model: "e".to_owned() },
        vectors: Vectors::Chroma { base_url: elsewhere.clone(), collection: String::new() },
        rerank: Rerank::Server {
            base_url: elsewhere.clone(),
            model: "r".to_owned(),
            or_chat_model: false,
        },
        ..SearchSettings::default()
    };
    app.settings.set(Settings { search, ..settings(&server.url()) }).await.unwrap();
    app.retrieval.embedded().await.unwrap();
    finished(&collect(app.turns.ask(ask("How much salt, and how much rye?", Mode::Notes))).await);
    let sent = server.requests();
    assert_eq!(sent[0].authorization.as_deref(), Some("Bearer sk-first"));
    let calls = calls.lock().clone();
    for path in ["/v1/embeddings", "/v1/rerank", "/api/v2"] {
        assert!(calls.iter().any(|(called, _)| called.starts_with(path)), "{path}: {calls:?}");
    }
    for (path, headers) in &calls {
        assert!(!headers.contains("sk-first"), "{path}: {headers}");
    }
}

// B54
#[tokio::test]
async fn a_key_is_sent_to_its_own_address_and_no_other() {
    let (first, second) = (
        server(Script::saying(&["Two per cent [1]."])).await,
        server(Script::saying(&["Two per cent [1]."])).await,
    );
    let place = bread();
    let store = Arc::new(InMemory::default());
    let key = Some("Bearer sk-first".to_owned());
    {
        let app = place.app_with(store.clone()).await;
        app.keys.set(&first.url(), Some("sk-first".to_owned())).await.unwrap();
    }
    // The next run has the key, read on demand.
    let app = place.app_with(store).await;
    app.vaults.open(&place.vault()).await.unwrap();
    app.vaults.synced().await.unwrap();
    for server in [&first, &second, &first] {
        app.settings.set(settings(&server.url())).await.unwrap();
        finished(&collect(app.turns.ask(ask("How much salt?", Mode::Notes))).await);
    }
    let sent = |server: &tests::model_server::ScriptedServer| -> Vec<_> {
        server.requests().into_iter().map(|request| request.authorization).collect()
    };
    assert_eq!(sent(&first), [key.clone(), key]);
    assert_eq!(sent(&second), [None]);

    app.keys.set(&first.url(), None).await.unwrap();
    assert_eq!(app.keys.place(&first.url()), None);
    finished(&collect(app.turns.ask(ask("How much salt?", Mode::Notes))).await);
    assert_eq!(sent(&first)[2], None);
}

#[tokio::test]
async fn without_a_keychain_a_key_lasts_for_this_run_with_a_notice() {
    let server = server(Script::saying(&["Two per cent [1]."])).await;
    let place = bread();
    let app = place.app_with(Arc::new(Nowhere)).await;
    app.vaults.open(&place.vault()).await.unwrap();
    app.vaults.synced().await.unwrap();
    app.settings.set(settings(&server.url())).await.unwrap();
    let kept = app.keys.set(&server.url(), Some("sk-first".to_owned())).await.unwrap();
    let Some(KeyPlace::ThisRun(why)) = &kept else { panic!("{kept:?}") };
    assert_eq!(
        why,
        "The key is used until Marginalia is closed, and must be entered again then, because no \
         keychain runs on this computer."
    );
    finished(&collect(app.turns.ask(ask("How much salt?", Mode::Notes))).await);
    assert_eq!(server.requests()[0].authorization.as_deref(), Some("Bearer sk-first"));
    assert_eq!(app.keys.place(&server.url()), kept);
    let again = place.app_with(Arc::new(Nowhere)).await;
    assert_eq!(again.keys.place(&server.url()), None);
}
