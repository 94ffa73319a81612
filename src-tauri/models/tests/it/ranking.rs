use std::time::Duration;

use models::{
    ChatModel, ChatReranker, ChatRewriter, Code, EndpointReranker, Error, LineWriter, ProviderKind,
    Reranker, Rewriter, Tokens, Wording,
};
use serde_json::{Value, json};

use tokio_util::sync::CancellationToken;

use crate::wire::{MUST, Reply, Request, Step, Wire, timing};

/// The patience with a silent model, which must still get the request.
const SILENCE: Duration = Duration::from_secs(1);

async fn off<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> T {
    tokio::task::spawn_blocking(work).await.unwrap()
}

fn body(request: &Request) -> Value {
    serde_json::from_str(&request.body).unwrap_or_default()
}

async fn rerank(wire: &Wire, path: &str, passages: Vec<String>) -> Result<Vec<f32>, Error> {
    let address = format!("{}{path}", wire.url);
    off(move || {
        let reranker = EndpointReranker::new(&address, Some("sesame-1"), "judge", timing())?;
        assert!(!format!("{reranker:?} {}", reranker.name()).contains("sesame"));
        let passages: Vec<&str> = passages.iter().map(String::as_str).collect();
        reranker.rerank("why rye", &passages)
    })
    .await
}

fn two() -> Vec<String> {
    vec!["a".to_owned(), "b".to_owned()]
}

#[tokio::test]
async fn scores_come_in_the_order_of_the_passages() {
    let said = r#"{"model":"judge","results":[{"index":1,"relevance_score":0.9},{"index":0,"relevance_score":-2.5}]}"#;
    for path in ["", "/v1", "/v1/rerank", "/"] {
        let wire = Wire::start(vec![Reply::json(said)]).await;
        assert_eq!(rerank(&wire, path, two()).await.unwrap(), [-2.5, 0.9]);
        let request = &wire.requests()[0];
        assert_eq!(request.line, "POST /v1/rerank");
        assert!(request.headers.contains("authorization: bearer sesame-1"));
        assert_eq!(
            body(request),
            json!({"query": "why rye", "documents": ["a", "b"], "top_n": 2, "return_documents": false, "model": "judge"})
        );
    }
}

#[tokio::test]
async fn a_server_without_a_version_is_asked_in_its_way() {
    let wire = Wire::start_with(|request, _| match request.line.as_str() {
        "POST /rerank" => Reply::json(r#"[{"index":1,"score":0.9},{"index":0,"score":0.1}]"#),
        _ => Reply::status(404, "", ""),
    })
    .await;
    assert_eq!(rerank(&wire, "", two()).await.unwrap(), [0.1, 0.9]);
    let last = wire.requests().pop().unwrap();
    assert_eq!(body(&last), json!({"query": "why rye", "texts": ["a", "b"], "truncate": true}));
    assert!(rerank(&wire, "", Vec::new()).await.unwrap().is_empty());
}

#[tokio::test]
async fn passages_that_are_too_long_are_sent_shorter() {
    let wire = Wire::start_with(|request, _| {
        let longest = |list: &Value| {
            list.as_array()
                .into_iter()
                .flatten()
                .map(|t| t.as_str().unwrap_or_default().chars().count())
                .max()
        };
        if longest(&body(request)["documents"]) > Some(2_000) {
            return Reply::status(
                400,
                "",
                r#"{"error":{"message":"input is larger than the maximum context length"}}"#,
            );
        }
        Reply::json(
            r#"{"results":[{"index":0,"relevance_score":1},{"index":1,"relevance_score":0}]}"#,
        )
    })
    .await;
    let passages = vec!["ü".repeat(5_000), "b".to_owned()];
    assert_eq!(rerank(&wire, "", passages).await.unwrap(), [1.0, 0.0]);
}

#[tokio::test]
async fn a_reply_without_a_score_for_each_passage_is_an_error() {
    let wire =
        Wire::start(vec![Reply::json(r#"{"results":[{"index":0,"relevance_score":1}]}"#)]).await;
    let error = rerank(&wire, "", two()).await.unwrap_err();
    assert_eq!(error.code, Code::InvalidReply);
    assert_eq!(
        error.to_string(),
        format!("{} didn't answer with one score for each of 2 passages.", wire.url)
    );
}

fn says(text: &str) -> Reply {
    let chunk = json!({"choices": [{"delta": {"content": text}, "finish_reason": "stop"}]});
    Reply::stream().piece(format!("data: {chunk}\n\ndata: [DONE]\n\n")).end()
}

fn small(wire: &Wire, patience: Duration) -> ChatModel {
    ChatModel {
        provider: wire.connect(ProviderKind::OpenAi),
        name: "small".to_owned(),
        window: Tokens(4_096),
        patience,
        cancel: CancellationToken::new(),
    }
}

async fn judge(wire: &Wire, patience: Duration) -> Result<Vec<f32>, Error> {
    let judge = ChatReranker(small(wire, patience));
    off(move || judge.rerank("why rye", &["a", "b", "c", "d"])).await
}

#[tokio::test]
async fn a_chat_model_judges() {
    let wire = Wire::start(vec![says("<think>Is it [1]?</think>```json\n[3, 1]\n```")]).await;
    // Passages that it leaves out follow in their order.
    assert_eq!(judge(&wire, MUST).await.unwrap(), [0.75, 0.5, 1.0, 0.25]);
    let sent = body(&wire.requests()[0]);
    assert_eq!((&sent["temperature"], &sent["model"]), (&json!(0.0), &json!("small")));
    let wire = Wire::start(vec![says("I would rather not.")]).await;
    let error = judge(&wire, MUST).await.unwrap_err();
    assert_eq!(error.code, Code::InvalidReply);
    assert_eq!(
        error.to_string(),
        format!(
            "“small” at {} gave no order of the passages (it said “I would rather not.”).",
            wire.url
        )
    );
}

#[tokio::test]
async fn a_judge_that_says_nothing_is_not_waited_for() {
    let mut wire = Wire::start(vec![Reply::stream().then(Step::UntilClosed)]).await;
    let error = judge(&wire, SILENCE).await.unwrap_err();
    assert_eq!(error.code, Code::TimedOut);
    wire.client_closed().await;
}

#[tokio::test]
async fn a_chat_model_asks_otherwise() {
    let wire = Wire::start(vec![says("[\"sticky crumb\", \"Why rye?\", \"gummy bread\"]")]).await;
    let rewriter = ChatRewriter { model: small(&wire, MUST), wording: Wording::Several };
    let queries = off(move || rewriter.rewrite("Why rye?", &[])).await;
    assert_eq!(queries.unwrap(), ["sticky crumb", "gummy bread"]);
    assert!(wire.requests()[0].body.contains("Question: Why rye?"));
}

async fn line(wire: &Wire, patience: Duration) -> Result<String, Error> {
    let writer = LineWriter(small(wire, patience));
    off(move || writer.write("Be short.", "Why rye?".to_owned(), "root ::= \"none\"".to_owned()))
        .await
}

#[tokio::test]
async fn a_chat_model_writes_a_line_and_is_not_waited_for() {
    let wire = Wire::start(vec![says("```\n `tag:rye count` \n```\nAll about rye.")]).await;
    assert_eq!(line(&wire, MUST).await.unwrap(), "tag:rye count");
    let mut wire = Wire::start(vec![Reply::stream().then(Step::UntilClosed)]).await;
    let error = line(&wire, SILENCE).await.unwrap_err();
    assert_eq!(error.code, Code::TimedOut);
    wire.client_closed().await;
}
