use models::discover::{kind_of, look};
use models::{Code, ProviderKind, Timing, discover_at};

use crate::wire::{MUST, Reply, Wire, timing};

/// Answers some calls with JSON, and all others with 404.
async fn server(answers: &'static [(&'static str, u16, &'static str)]) -> Wire {
    Wire::start_with(|request, _| {
        let known = answers.iter().find(|(line, ..)| *line == request.line);
        known.map_or_else(
            || Reply::status(404, "", "not here"),
            |(_, status, body)| Reply::status(*status, "", body),
        )
    })
    .await
}

#[tokio::test]
async fn the_kind_of_a_server_is_recognised() {
    let ollama = server(&[
        ("GET /api/version", 200, r#"{"version":"0.12.6"}"#),
        ("GET /api/tags", 200, r#"{"models":[{"name":"m:1b"}]}"#),
        ("GET /v1/models", 200, r#"{"data":[{"id":"m:1b"}]}"#),
    ])
    .await;
    let llama = server(&[
        ("GET /v1/models", 200, r#"{"data":[{"id":"m","meta":{"n_ctx":4096}}]}"#),
        ("GET /api/tags", 200, r#"{"models":[]}"#),
    ])
    .await;
    let locked = server(&[("GET /v1/models", 401, r#"{"error":{"message":"key?"}}"#)]).await;
    let loading =
        server(&[("GET /v1/models", 503, r#"{"error":{"message":"Loading model"}}"#)]).await;
    let page = server(&[("GET /v1/models", 200, "<html>")]).await;
    let login = server(&[("GET /v1/models", 403, "<html>")]).await;
    // Nothing answers at the first port.
    let nobody = "http://127.0.0.1:1".to_owned();

    let with_version = format!("{}/v1/", llama.url);
    let addresses = [
        locked.url.as_str(),
        &nobody,
        &page.url,
        &ollama.url,
        &login.url,
        &with_version,
        &loading.url,
        "not an address",
    ];
    let patient = Timing { here: MUST, ..timing() };
    let found: Vec<_> = discover_at(&addresses, patient)
        .await
        .into_iter()
        .map(|found| {
            let models = found.models.map(|models| models.into_iter().map(|m| m.name).collect());
            (found.server.base_url, found.server.kind, models.map_err(|error| error.code))
        })
        .collect();
    let names = |name: &str| Ok(vec![name.to_owned()]);
    let expect: Vec<(String, ProviderKind, Result<Vec<String>, Code>)> = vec![
        (locked.url.clone(), ProviderKind::OpenAi, Err(Code::Unauthorized)),
        (ollama.url.clone(), ProviderKind::Ollama, names("m:1b")),
        (with_version.clone(), ProviderKind::OpenAi, names("m")),
        (loading.url.clone(), ProviderKind::OpenAi, Err(Code::ServerError)),
    ];
    assert_eq!(found, expect);

    // Asked alone, an address explains why nothing was found.
    for (address, code) in [
        (nobody.as_str(), Code::Refused),
        (&page.url, Code::InvalidReply),
        (&login.url, Code::Unauthorized),
        ("", Code::BadSetting),
    ] {
        assert_eq!(look(address, None, timing()).await.err().map(|e| e.code), Some(code));
        assert_eq!(kind_of(address).await.err().map(|e| e.code), Some(code));
    }
    assert_eq!(kind_of(&ollama.url).await, Ok(ProviderKind::Ollama));
    // A relay of Anthropic's protocol, recognised by its list.
    let listed = r#"{"data":[{"type":"model","id":"c","display_name":"C"}],"has_more":false}"#;
    let relay = server(Box::leak(Box::new([("GET /v1/models", 200, listed)]))).await;
    assert_eq!(kind_of(&relay.url).await, Ok(ProviderKind::Anthropic));
    // Recognised by its name, without a request.
    assert_eq!(kind_of("https://api.anthropic.com/v1").await, Ok(ProviderKind::Anthropic));
}
