use std::{thread, time::Duration};

use models::{Code, Embedder, Error, ProviderKind, Purpose, Server, ServerEmbedder, Timing};
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;

use crate::wire::{Reply, Request, Step, Wire, timing};

use ProviderKind::{Ollama, OpenAi};

/// A vector that reveals the text's length.
fn vector(text: &str) -> Value {
    json!([3.0, text.len() as f64, 0.0])
}

fn inputs(request: &Request) -> Vec<String> {
    let body: Value = serde_json::from_str(&request.body).unwrap_or_default();
    serde_json::from_value(body["input"].clone()).unwrap_or_default()
}

/// Correct answers of each kind of server.
fn well(request: &Request) -> Reply {
    let vectors: Vec<Value> = inputs(request).iter().map(|text| vector(text)).collect();
    let answer = match request.line.as_str() {
        "POST /api/embed" => json!({"model": "m", "embeddings": vectors}),
        "POST /v1/embeddings" => {
            let data: Vec<Value> = vectors
                .iter()
                .enumerate()
                .rev()
                .map(|(index, vector)| json!({"object": "embedding", "embedding": vector, "index": index}))
                .collect();
            json!({"object": "list", "data": data})
        }
        "POST /api/show" => json!({
            "model_info": {"nomic-bert.context_length": 2048, "nomic-bert.embedding_length": 3},
            "capabilities": ["embedding"],
        }),
        "GET /api/tags" => json!({"models": [
            {"name": "llama3:latest", "digest": "ffffffffffffffff"},
            {"name": "nomic-embed-text:latest", "digest": "0a109f422b47e3a30ba2b10eca18548e944e8a23073ee3f3e947efcf3c45e59f"},
        ]}),
        "GET /v1/models" => json!({"data": [
            {"id": "chatter", "max_model_len": 9000},
            {"id": "intfloat/e5-small-v2", "max_model_len": 512},
        ]}),
        _ => return Reply::status(404, "", "{}"),
    };
    Reply::json(&answer.to_string())
}

/// Runs off the test's own thread, where the server runs.
async fn off<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> T {
    tokio::task::spawn_blocking(work).await.unwrap()
}

async fn connect(
    wire: &Wire,
    kind: ProviderKind,
    model: &'static str,
) -> Result<ServerEmbedder, Error> {
    let server = wire.server(kind);
    off(move || ServerEmbedder::connect_with(&server, model, timing(), CancellationToken::new()))
        .await
}

async fn embed(embedder: &ServerEmbedder, texts: &[&str]) -> Result<Vec<Vec<f32>>, Error> {
    let embedder = embedder.clone();
    let texts: Vec<String> = texts.iter().map(|text| (*text).to_owned()).collect();
    off(move || {
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        embedder.embed(&texts, Purpose::Passage)
    })
    .await
}

#[tokio::test]
async fn vectors_come_in_the_order_of_the_texts() {
    for (kind, model, id, tokens, prefix) in [
        (
            Ollama,
            "nomic-embed-text",
            "ollama/nomic-embed-text/3/0a109f422b47/nomic",
            2048,
            "search_document: ",
        ),
        (
            Ollama,
            "nomic-embed-text:latest",
            "ollama/nomic-embed-text/3/0a109f422b47/nomic",
            2048,
            "search_document: ",
        ),
        (OpenAi, "intfloat/e5-small-v2", "openai/intfloat/e5-small-v2/3/e5", 512, "passage: "),
        (OpenAi, "text-embedding-3-small", "openai/text-embedding-3-small/3", 512, ""),
    ] {
        let wire = Wire::start_with(|request, _| well(request)).await;
        let embedder = connect(&wire, kind, model).await.unwrap();
        assert_eq!(embedder.model().id, id);
        assert_eq!((embedder.model().dimensions, embedder.model().max_tokens), (3, tokens));
        let texts: Vec<String> = (1..80).map(|length| "x".repeat(length)).collect();
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        let vectors = embed(&embedder, &texts).await.unwrap();
        assert_eq!(vectors.len(), 79);
        for (text, vector) in texts.iter().zip(&vectors) {
            let length = (text.len() + prefix.len()) as f32;
            assert!((vector[1] / vector[0] - length / 3.0).abs() < 1e-3, "{text} {vector:?}");
            assert!((vector.iter().map(|n| n * n).sum::<f32>() - 1.0).abs() < 1e-5);
        }
        let sent: Vec<usize> =
            wire.requests().iter().map(|request| inputs(request).len()).collect();
        assert!(sent.ends_with(&[1, 32, 32, 15]), "{sent:?}");
        assert!(embed(&embedder, &[]).await.unwrap().is_empty());
        assert_eq!(wire.requests().len(), sent.len(), "nothing is asked for nothing");
    }
}

#[tokio::test]
async fn a_question_is_asked_as_one() {
    let wire = Wire::start_with(|request, _| well(request)).await;
    let embedder = connect(&wire, Ollama, "nomic-embed-text").await.unwrap();
    off(move || embedder.embed(&["why rye"], Purpose::Query)).await.unwrap();
    assert_eq!(inputs(wire.requests().last().unwrap()), ["search_query: why rye"]);
}

#[tokio::test]
async fn passing_failures_are_retried() {
    let refused = |status, headers: &str| Reply::status(status, headers, "{\"error\":\"busy\"}");
    for failure in [
        refused(429, "retry-after: 0\r\n"),
        refused(429, ""),
        refused(503, ""),
        refused(500, ""),
        Reply::default().then(Step::Reset),
    ] {
        let wire = Wire::start_with(
            move |request, number| {
                if number % 2 == 0 { failure.clone() } else { well(request) }
            },
        )
        .await;
        let embedder = connect(&wire, Ollama, "nomic-embed-text").await.unwrap();
        assert_eq!(embed(&embedder, &["a"]).await.unwrap().len(), 1);
    }
}

#[tokio::test]
async fn lasting_failures_are_reported_at_once() {
    let quota = "{\"error\":{\"message\":\"You exceeded your current quota\",\"code\":\"insufficient_quota\"}}";
    for (status, headers, body, code, said) in [
        (401, "", "{\"error\":\"no\"}", Code::Unauthorized, "didn't accept the key (401: no)."),
        (
            429,
            "",
            quota,
            Code::NoCredit,
            "asks for payment: the account has no credit left (429: You exceeded your current quota).",
        ),
        (
            429,
            "retry-after: 3600\r\n",
            "",
            Code::RateLimited,
            "has had too many requests (429), and asks you to wait 3600 s.",
        ),
        (
            404,
            "",
            "{\"error\":\"model 'm' not found\"}",
            Code::ModelMissing,
            "doesn't have the model (404: model 'm' not found).",
        ),
    ] {
        let wire = Wire::start(vec![Reply::status(status, headers, body)]).await;
        let server = Server { key: Some("sesame-1".into()), ..wire.server(Ollama) };
        let shown = format!("{server:?}");
        let error = off(move || {
            ServerEmbedder::connect_with(&server, "m", timing(), CancellationToken::new())
        })
        .await
        .unwrap_err();
        assert_eq!((error.code, &error.to_string()), (code, &format!("{} {said}", wire.url)));
        assert!(!error.message.contains("sesame") && !shown.contains("sesame"));
        assert_eq!(wire.requests().len(), 1);
        assert!(wire.requests()[0].headers.contains("authorization: bearer sesame-1"));
    }
}

#[tokio::test]
async fn vectors_of_another_shape_are_refused() {
    for (answer, said) in [
        (
            json!({"embeddings": [[1, 0]]}),
            "answered with vectors of 2 numbers, but “nomic-embed-text” had 3: it seems to be a different model now.",
        ),
        (json!({"embeddings": [[1, 0, 0], [1, 0, 0]]}), "answered with 2 vectors for 1 texts."),
        (
            json!({"embeddings": [[0, 0, 0]]}),
            "answered with an unusable vector (zero, or no numbers).",
        ),
        (json!({"nothing": 1}), "answered without vectors."),
    ] {
        let wire = Wire::start_with(move |request, number| {
            if number < 3 { well(request) } else { Reply::json(&answer.to_string()) }
        })
        .await;
        let embedder = connect(&wire, Ollama, "nomic-embed-text").await.unwrap();
        let error = embed(&embedder, &["a"]).await.unwrap_err();
        assert_eq!(
            (error.code, error.to_string()),
            (Code::InvalidReply, format!("{} {said}", wire.url))
        );
    }
}

#[tokio::test]
async fn a_text_that_is_too_long_loses_its_end() {
    let wire = Wire::start_with(|request, _| {
        let too_long = inputs(request).iter().any(|text| text.len() > 60);
        let said = "{\"error\":{\"message\":\"input is larger than the maximum context length\",\"code\":400}}";
        if too_long { Reply::status(400, "", said) } else { well(request) }
    })
    .await;
    let embedder = connect(&wire, OpenAi, "text-embedding-3-small").await.unwrap();
    let long = "ü".repeat(100);
    let vectors = embed(&embedder, &["a", &long, "bb"]).await.unwrap();
    let lengths: Vec<f32> = vectors.iter().map(|v| (v[1] / v[0] * 3.0).round()).collect();
    assert_eq!(lengths, [1.0, 50.0, 2.0]);
    let endless = "x".repeat(10_000);
    let error = embed(&embedder, &[&endless]).await.unwrap_err();
    assert_eq!(error.code, Code::ContextOverflow);
}

#[tokio::test]
async fn work_that_is_stopped_does_not_wait() {
    let mut wire = Wire::start_with(|request, number| {
        if number < 3 { well(request) } else { Reply::default().then(Step::UntilClosed) }
    })
    .await;
    let (server, cancel) = (wire.server(Ollama), CancellationToken::new());
    let stop = cancel.clone();
    let embedder =
        off(move || ServerEmbedder::connect_with(&server, "nomic-embed-text", timing(), cancel))
            .await
            .unwrap();
    let waiting = tokio::spawn(async move {
        let first = embed(&embedder, &["a"]).await;
        (first, embed(&embedder, &["a"]).await)
    });
    while wire.requests().len() < 4 {
        tokio::task::yield_now().await;
    }
    stop.cancel();
    wire.client_closed().await;
    let (running, later) = waiting.await.unwrap();
    assert_eq!(running.unwrap_err().code, Code::BrokenStream);
    assert!(later.unwrap_err().message.ends_with("the work was stopped."));
    assert_eq!(wire.requests().len(), 4, "nothing is sent afterwards");
}

/// From a plain thread and from a runtime's.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn embedding_works_from_any_thread() {
    let wire = Wire::start_with(|request, _| well(request)).await;
    let embedder = connect(&wire, Ollama, "nomic-embed-text").await.unwrap();
    let here = embedder.embed(&["a"], Purpose::Passage).unwrap();
    let plain = embedder.clone();
    let there =
        thread::spawn(move || plain.embed(&["a"], Purpose::Passage)).join().unwrap().unwrap();
    assert_eq!(here, there);
    assert!(!format!("{embedder:?}").is_empty());
}

#[tokio::test]
async fn nobody_there() {
    let server = Server { kind: OpenAi, base_url: "http://127.0.0.1:9".to_owned(), key: None };
    let timing = Timing { backoff: Duration::from_millis(1), ..timing() };
    let error =
        off(move || ServerEmbedder::connect_with(&server, "m", timing, CancellationToken::new()))
            .await
            .unwrap_err();
    assert_eq!(error.code, Code::Refused);
    assert_eq!(
        error.to_string(),
        "http://127.0.0.1:9 refused the connection: no server runs there."
    );
}

#[tokio::test]
async fn only_embedding_models_are_offered() {
    let wire = Wire::start_with(|request, _| {
        if request.line == "POST /api/show" && request.body.contains("llama3") {
            return Reply::json("{\"capabilities\":[\"completion\"]}");
        }
        well(request)
    })
    .await;
    for (kind, expect) in [(Ollama, "nomic-embed-text:latest"), (OpenAi, "intfloat/e5-small-v2")] {
        let server = wire.server(kind);
        let offered = off(move || ServerEmbedder::offered(&server, timing())).await.unwrap();
        assert_eq!(offered, [expect]);
    }
}
