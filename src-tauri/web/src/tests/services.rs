//! Tavily and SearXNG, as their manuals describe them.

use std::time::Duration;

use axum::response::Response;
use conversation::{Code, Result, model};
use models::Key;
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;

use super::{Asked, LocalServer, answer};
use crate::{Page, SearXng, Tavily};

/// A response of Tavily's `POST /search`.
fn tavily(asked: &Asked) -> Response {
    let said = |status, error: &str| {
        answer(status, "application/json", json!({ "detail": { "error": error } }).to_string())
    };
    if asked.headers.get("authorization").is_none_or(|key| key != "Bearer tvly-right") {
        return said(401, "Unauthorized: missing or invalid API key.");
    }
    let query: Value = serde_json::from_str(&asked.body).unwrap();
    match query["query"].as_str().unwrap() {
        "often" => said(429, "Your request has been blocked due to excessive requests."),
        "plan" => said(432, "This request exceeds your plan's set usage limit."),
        "paid" => said(433, "This request exceeds the pay-as-you-go limit."),
        "broken" => answer(500, "text/html", "<h1>Internal Server Error</h1>"),
        "nonsense" => answer(200, "application/json", r#"{"results": "many"}"#),
        "html" => answer(200, "text/html", "<html>Please log in</html>"),
        "moved" => Response::builder()
            .status(302)
            .header("location", "https://elsewhere.example/search")
            .body("".into())
            .unwrap(),
        "flood" => answer(200, "application/json", "[".repeat(5 * 1024 * 1024)),
        _ => answer(200, "application/json", include_str!("tavily.json")),
    }
}

/// A response of SearXNG's `POST /search` with `format=json`.
fn searxng(asked: &Asked) -> Response {
    if !asked.body.ends_with("&format=json") {
        return answer(400, "text/html", "");
    }
    match asked.body.as_str() {
        "q=forbidden&format=json" => answer(403, "text/html", "<h1>Forbidden</h1>"),
        "q=limited&format=json" => answer(429, "text/plain", "Too Many Requests"),
        "q=silent&format=json" => answer(
            200,
            "application/json",
            r#"{"query": "silent", "results": [], "unresponsive_engines": [["google", "CAPTCHA"], ["bing", "timeout"]]}"#,
        ),
        "q=nothing&format=json" => {
            answer(200, "application/json", r#"{"results": [], "unresponsive_engines": []}"#)
        }
        _ => answer(200, "application/json", include_str!("searxng.json")),
    }
}

fn check(found: Result<Vec<Page>>, code: model::Code, told: &str) {
    let error = found.unwrap_err();
    assert_eq!(error.code, Code::Model(code), "{error}");
    assert!(error.message.contains(told), "{error}");
}

#[tokio::test]
async fn tavily_gives_pages_and_says_why_not() {
    let server = LocalServer::start(tavily).await;
    let service = Tavily::at(&server.url(), Key::from("tvly-right\n")).unwrap();
    let cancel = CancellationToken::new();
    let found = service.search("How much salt?", 2, &cancel).await.unwrap();
    assert_eq!(found.len(), 2);
    assert_eq!(found[0].title, "Salt in bread");
    assert_eq!(found[0].url, "https://example.org/salt");
    assert!(found[0].text.starts_with("Two per cent"));
    assert_eq!((&found[0].published, found[1].published.as_deref()), (&None, Some("2026-05-04")));
    let asked = &server.asked()[0];
    assert_eq!(asked.path, "/search");
    let sent: Value = serde_json::from_str(&asked.body).unwrap();
    assert_eq!(sent, json!({ "query": "How much salt?", "max_results": 2 }));

    use model::Code::*;
    for (query, code, told) in [
        ("often", RateLimited, "asked too often"),
        ("plan", NoCredit, "are used up"),
        ("paid", NoCredit, "are used up"),
        ("broken", ServerError, "status 500"),
        ("nonsense", InvalidReply, "isn't a list of pages"),
        ("html", InvalidReply, "isn't a list of pages"),
        ("moved", BadSetting, "redirects to another address"),
        ("flood", InvalidReply, "longer answer than Marginalia reads"),
    ] {
        check(service.search(query, 5, &cancel).await, code, told);
    }
    let wrong = Tavily::at(&server.url(), Key::from("tvly-wrong")).unwrap();
    check(wrong.search("salt", 5, &cancel).await, Unauthorized, "doesn't accept the key");
    drop(server);
    check(service.search("salt", 5, &cancel).await, Refused, "can't be reached");
}

#[tokio::test]
async fn searxng_gives_pages_and_says_why_not() {
    let server = LocalServer::start(searxng).await;
    let service = SearXng::new(&format!("{}/search", server.url())).unwrap();
    assert_eq!(service.name(), format!("SearXNG at {}", server.url()));
    let cancel = CancellationToken::new();
    let found = service.search("salt & pepper", 2, &cancel).await.unwrap();
    let urls: Vec<_> = found.iter().map(|page| page.url.as_str()).collect();
    assert_eq!(urls, ["https://example.org/salt", "https://example.org/sea"]);
    assert_eq!(found[0].published.as_deref(), Some("2025-03-01T00:00:00"));
    assert_eq!(found[1].text, "");
    let asked = &server.asked()[0];
    // The words are in the body, not in the address.
    assert_eq!((&*asked.path, &*asked.body), ("/search", "q=salt+%26+pepper&format=json"));
    assert_eq!(service.search("nothing", 5, &cancel).await.unwrap(), []);

    use model::Code::*;
    check(service.search("forbidden", 5, &cancel).await, BadSetting, "settings.yml");
    check(service.search("limited", 5, &cancel).await, RateLimited, "asked too often");
    check(service.search("silent", 5, &cancel).await, ServerError, "none of the services");
    assert!(SearXng::new("no address").is_err());
}

#[tokio::test]
async fn a_search_that_is_stopped_ends_at_once() {
    // A server that accepts connections and never answers.
    let silent = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}", silent.local_addr().unwrap());
    let service = SearXng::new(&address).unwrap();
    let cancel = CancellationToken::new();
    let (found, ()) = tokio::join!(service.search("salt", 5, &cancel), async { cancel.cancel() });
    assert_eq!(found.unwrap_err().to_string(), "It was stopped.");
}

#[tokio::test]
async fn a_service_that_says_nothing_is_given_up() {
    let silent = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}", silent.local_addr().unwrap());
    let mut searxng = SearXng::new(&address).unwrap();
    let mut tavily = Tavily::at(&address, Key::from("tvly-right")).unwrap();
    for patience in [&mut searxng.patience, &mut tavily.patience] {
        assert_eq!(*patience, Duration::from_secs(20));
        *patience = Duration::from_millis(50);
    }
    let cancel = CancellationToken::new();
    let told = "didn't answer within";
    check(searxng.search("salt", 5, &cancel).await, model::Code::TimedOut, told);
    check(tavily.search("salt", 5, &cancel).await, model::Code::TimedOut, told);
}
