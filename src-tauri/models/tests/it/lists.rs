//! The models of a server and their windows.

use models::{Code, Model, ProviderKind, Source, Tokens, Window};

use crate::wire::{Reply, Wire};

fn model(name: &str, tokens: u32, source: Source) -> Model {
    Model { window: Window { tokens: Tokens(tokens), source }, ..Model::named(name) }
}

async fn open_ai(list: &str, props: Option<&str>, studio: Option<&str>) -> Vec<Model> {
    let [list, props, studio] = [Some(list), props, studio].map(|body| body.map(str::to_owned));
    let wire = Wire::start_with(move |request, _| {
        let body = match request.line.as_str() {
            "GET /v1/models" => &list,
            "GET /props" => &props,
            "GET /api/v0/models" => &studio,
            _ => &None,
        };
        body.as_deref().map_or_else(|| Reply::status(404, "", "{}"), Reply::json)
    })
    .await;
    wire.connect(ProviderKind::OpenAi).models().await.unwrap()
}

#[tokio::test]
async fn windows_that_open_ai_compatible_servers_tell() {
    use Source::{Assumed, Server};
    let one = |fields: &str| format!("{{\"data\":[{{\"id\":\"m\"{fields}}}]}}");
    let cases = [
        (one(""), None, None, model("m", 8_192, Assumed)),
        (
            one(r#","meta":{"n_ctx":4096,"n_ctx_train":32768}"#),
            None,
            None,
            model("m", 4_096, Server),
        ),
        (one(r#","meta":{"n_ctx_train":2048}"#), None, None, model("m", 2_048, Server)),
        (
            one(r#","meta":{"n_ctx_train":32768}"#),
            Some(r#"{"default_generation_settings":{"n_ctx":6000}}"#),
            None,
            model("m", 6_000, Server),
        ),
        (one(r#","max_model_len":5000"#), None, None, model("m", 5_000, Server)),
        (one(r#","context_length":7000"#), None, None, model("m", 7_000, Server)),
        (one(r#","context_window":9000"#), None, None, model("m", 9_000, Server)),
        (
            one(""),
            None,
            Some(
                r#"{"data":[{"id":"m","type":"llm","max_context_length":32768,"loaded_context_length":4096}]}"#,
            ),
            model("m", 4_096, Server),
        ),
        (
            one(""),
            None,
            Some(r#"{"data":[{"id":"m","type":"vlm","max_context_length":32768}]}"#),
            model("m", 32_768, Server),
        ),
        (one(r#","context_length":0"#), None, None, model("m", 8_192, Assumed)),
    ];
    for (list, props, studio, expect) in cases {
        assert_eq!(open_ai(&list, props, studio).await, [expect], "{list}");
    }
    // Models that only embed can't be asked anything.
    let list = r#"{"data":[{"id":"m"},{"id":"e"},{"id":"f","type":"embedding"}]}"#;
    let studio = r#"{"data":[{"id":"e","type":"embeddings","max_context_length":512}]}"#;
    assert_eq!(open_ai(list, None, Some(studio)).await, [model("m", 8_192, Assumed)]);
    assert_eq!(
        open_ai(r#"[{"id":"m","context_length":5}]"#, None, None).await,
        [model("m", 5, Server)]
    );
    assert_eq!(open_ai(r#"{"data":[]}"#, None, None).await, []);
}

#[tokio::test]
async fn windows_that_ollama_tells() {
    use Source::{Assumed, Server};
    let cases = [
        (r#"{"model_info":{"llama.context_length":8000}}"#, Some(model("m:1b", 8_000, Server))),
        // More than most machines have memory for isn't taken unasked.
        (r#"{"model_info":{"llama.context_length":131072}}"#, Some(model("m:1b", 16_384, Assumed))),
        (
            r#"{"model_info":{"llama.context_length":131072},"parameters":"stop  \"x\"\nnum_ctx    40000\n","capabilities":["completion","tools"]}"#,
            Some(model("m:1b", 40_000, Server)),
        ),
        (r#"{"capabilities":["embedding"],"model_info":{"bert.context_length":512}}"#, None),
        ("{}", Some(model("m:1b", 8_192, Assumed))),
        ("nonsense", Some(model("m:1b", 8_192, Assumed))),
    ];
    for (show, expect) in cases {
        let wire = Wire::start_with(move |request, _| match request.line.as_str() {
            "GET /api/tags" => Reply::json(r#"{"models":[{"name":"m:1b","model":"m:1b"}]}"#),
            "POST /api/show" if request.body == r#"{"model":"m:1b"}"# => Reply::json(show),
            _ => Reply::status(404, "", ""),
        })
        .await;
        let models = wire.connect(ProviderKind::Ollama).models().await.unwrap();
        assert_eq!(models, expect.into_iter().collect::<Vec<_>>(), "{show}");
    }
}

#[tokio::test]
async fn lists_that_are_none() {
    for kind in [ProviderKind::OpenAi, ProviderKind::Ollama] {
        let cases = [
            (Reply::json("<html>"), Code::InvalidReply),
            (Reply::json(r#"{"hello":"world"}"#), Code::InvalidReply),
            (Reply::status(401, "", "{}"), Code::Unauthorized),
            (Reply::status(500, "", "{}"), Code::ServerError),
            (Reply::default(), Code::BrokenStream),
        ];
        for (reply, code) in cases {
            let wire = Wire::start(vec![reply.clone()]).await;
            let error = wire.connect(kind).models().await.unwrap_err();
            assert_eq!(error.code, code, "{reply:?}");
            assert!(error.message.starts_with(&wire.url), "{error}");
        }
    }
}
