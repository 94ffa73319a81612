use super::*;

fn check(status: u16, body: &str, code: Code, message: &str) {
    let refusal = Refusal::from_body(status, body);
    assert_eq!((refusal.code(), refusal.message.as_str()), (code, message), "{body}");
}

// B47
#[test]
fn refusals_by_status_and_body() {
    check(401, r#"{"error":{"message":"No key","code":"x"}}"#, Code::Unauthorized, "No key");
    check(403, "forbidden", Code::Unauthorized, "forbidden");
    let body = |message: &str| serde_json::json!({ "error": { "message": message } }).to_string();
    for (message, code) in [
        ("Your API key has no access to this project", Code::Unauthorized),
        ("Your input was flagged", Code::ContentRefused),
        ("Country, region, or territory not supported", Code::BadRequest),
    ] {
        check(403, &body(message), code, message);
    }
    let missing = r#"{"error":"model \"llama9\" not found, try pulling it first"}"#;
    let said = "model \"llama9\" not found, try pulling it first";
    check(404, missing, Code::ModelMissing, said);
    let openai = r#"{"error":{"message":"The model `x` does not exist","code":"model_not_found"}}"#;
    check(404, openai, Code::ModelMissing, "The model `x` does not exist");
    check(400, openai, Code::ModelMissing, "The model `x` does not exist");
    check(404, r#"{"detail":"Not Found"}"#, Code::BadSetting, "Not Found");
    check(404, "", Code::BadSetting, "");
    let tools = r#"{"error":{"message":"No endpoints found that support tool use.","code":404}}"#;
    check(404, tools, Code::BadRequest, "No endpoints found that support tool use.");
    check(429, r#"{"message":"slow down"}"#, Code::RateLimited, "slow down");
    check(500, r#"{"error":{"message":"boom"}}"#, Code::ServerError, "boom");
    check(
        502,
        "<html><title>Bad Gateway</title>",
        Code::ServerError,
        "a web page titled “Bad Gateway”",
    );
    check(502, "<html><TITLE></title>", Code::ServerError, "a web page");
    check(504, "", Code::TimedOut, "");
    check(422, r#"{"detail":[{"msg":"a"},{"msg":"b"}]}"#, Code::BadRequest, "a; b");
}

/// Each server's status and body. The sentence for the user must contain the figures.
const OVERFLOWING: [(u16, &str, &[&str]); 29] = [
    // OpenAI
    (
        400,
        r#"{"error":{"message":"This model's maximum context length is 8192 tokens. However, your messages resulted in 9000 tokens. Please reduce the length of the messages.","type":"invalid_request_error","param":"messages","code":"context_length_exceeded"}}"#,
        &["8192", "9000"],
    ),
    (
        400,
        r#"{"error":{"message":"This model's maximum context length is 128000 tokens. However, you requested 130011 tokens (129011 in the messages, 1000 in the completion). Please reduce the length of the messages or completion.","type":"invalid_request_error","param":"messages","code":"context_length_exceeded"}}"#,
        &["128000", "130011"],
    ),
    (400, r#"{"error":{"message":"Too long","code":"context_length_exceeded"}}"#, &[]),
    (
        400,
        r#"{"error":{"message":"Your input exceeds the context window of this model. Please adjust your input and try again.","type":"invalid_request_error","code":null}}"#,
        &[],
    ),
    // Azure
    (
        400,
        r#"{"error":{"code":"context_length_exceeded","message":"This model's maximum context length is 4096 tokens. However, your messages resulted in 5120 tokens.","innererror":null}}"#,
        &["4096", "5120"],
    ),
    // Ollama
    (400, r#"{"error":"the input length exceeds the context length"}"#, &[]),
    (400, r#"{"error":"prompt too long; exceeded max context length by 4 tokens"}"#, &["4"]),
    (
        400,
        r#"{"error":"{\"error\":{\"code\":400,\"message\":\"too large\",\"type\":\"exceed_context_size_error\",\"n_prompt_tokens\":700,\"n_ctx\":512}}"}"#,
        &["700", "512"],
    ),
    // llama.cpp
    (
        400,
        r#"{"error":{"code":400,"message":"request (2622 tokens) exceeds the available context size (512 tokens), try increasing it","type":"exceed_context_size_error","n_prompt_tokens":2622,"n_ctx":512}}"#,
        &["2622", "512"],
    ),
    (
        400,
        r#"{"error":{"code":400,"message":"the request exceeds the available context size, try increasing it","type":"exceed_context_size_error","n_prompt_tokens":2622,"n_ctx":512}}"#,
        &["2622", "512"],
    ),
    (
        500,
        r#"{"error":{"code":500,"message":"the request exceeds the available context size. try increasing the context size or enable context shift","type":"server_error"}}"#,
        &[],
    ),
    (
        500,
        r#"{"error":{"code":500,"message":"Context size has been exceeded.","type":"server_error"}}"#,
        &[],
    ),
    // LM Studio
    (
        400,
        r#"{"error":"Trying to keep the first 5000 tokens when context the overflows. However, the model is loaded with context length of only 4096 tokens, which is not enough."}"#,
        &["5000", "4096"],
    ),
    (
        400,
        r#"{"error":"The number of tokens to keep from the initial prompt is greater than the context length. Try to load the model with a larger context length, or provide a shorter input"}"#,
        &[],
    ),
    (
        400,
        r#"{"error":"Cannot truncate prompt with n_keep (5012) >= n_ctx (4096)"}"#,
        &["5012", "4096"],
    ),
    // vLLM
    (
        400,
        r#"{"object":"error","message":"This model's maximum context length is 4096 tokens. However, you requested 5000 tokens (4000 in the messages, 1000 in the completion).","type":"BadRequestError","param":null,"code":400}"#,
        &["4096", "5000"],
    ),
    (
        400,
        r#"{"object":"error","message":"The decoder prompt (length 5000) is longer than the maximum model length of 4096. Make sure that `max_model_len` is no smaller than the number of text tokens.","type":"BadRequestError","code":400}"#,
        &["5000", "4096"],
    ),
    // Anthropic
    (
        400,
        r#"{"type":"error","error":{"type":"invalid_request_error","message":"prompt is too long: 210000 tokens > 200000 maximum"}}"#,
        &["210000", "200000"],
    ),
    (
        400,
        r#"{"type":"error","error":{"type":"invalid_request_error","message":"input length and `max_tokens` exceed context limit: 178959 + 64000 > 200000, decrease input length or `max_tokens` and try again"},"request_id":"req_1"}"#,
        &["178959", "200000"],
    ),
    (400, r#"{"type":"model_context_window_exceeded","message":""}"#, &[]),
    // Gemini, as OpenAI
    (
        400,
        r#"[{"error":{"code":400,"message":"The input token count (1196265) exceeds the maximum number of tokens allowed (1048575).","status":"INVALID_ARGUMENT"}}]"#,
        &["1196265", "1048575"],
    ),
    // Others
    (
        400,
        r#"{"error":{"message":"This endpoint's maximum context length is 1048576 tokens. However, you requested about 1293741 tokens","code":400}}"#,
        &["1048576", "1293741"],
    ),
    (
        400,
        r#"{"error":{"message":"Please reduce the length of the messages or completion.","type":"invalid_request_error","code":"context_length_exceeded"}}"#,
        &[],
    ),
    (
        400,
        r#"{"code":"Client specified an invalid argument","error":"This model's maximum prompt length is 131072 but the request contains 537812 tokens."}"#,
        &["131072", "537812"],
    ),
    (
        400,
        r#"{"error":{"message":"prompt token count of 70000 exceeds the limit of 64000","code":"model_max_prompt_tokens_exceeded"}}"#,
        &["70000", "64000"],
    ),
    (
        422,
        r#"{"error":"Input validation error: `inputs` tokens + `max_new_tokens` must be <= 4096. Given: 5000 `inputs` tokens and 100 `max_new_tokens`","error_type":"validation"}"#,
        &["4096", "5000"],
    ),
    (400, r#"{"message":"Input is too long for requested model."}"#, &[]),
    (
        500,
        r#"{"error":{"message":"Requested tokens (5000) exceed context window of 4096","type":"internal_server_error"}}"#,
        &["5000", "4096"],
    ),
    (
        400,
        r#"{"error":{"message":"Invalid request: Your request exceeded model token limit: 131072","type":"invalid_request_error"}}"#,
        &["131072"],
    ),
];

// B47
#[test]
fn the_ways_to_say_that_the_context_is_too_small() {
    let server = crate::http::Server {
        kind: conversation::model::ProviderKind::OpenAi,
        base_url: "http://127.0.0.1:1".into(),
        key: None,
    };
    let endpoint = crate::http::Endpoint::new(&server, crate::http::Timing::default()).unwrap();
    for (status, body, figures) in OVERFLOWING {
        let refusal = Refusal::from_body(status, body);
        assert_eq!(refusal.code(), Code::ContextOverflow, "{body}");
        assert!(!refusal.is_worth_retrying());
        let failure = endpoint.refusal(&refusal, Some("small"), None);
        for figure in figures {
            assert!(failure.error.message.contains(figure), "{figure} in {}", failure.error);
        }
        let value: Value = serde_json::from_str(body).unwrap();
        let value = value.get(0).unwrap_or(&value);
        assert_eq!(Refusal::from_json(value).code(), Code::ContextOverflow, "{body}");
    }
}

// B47
#[test]
fn refusals_for_content_and_for_payment_have_their_codes() {
    use Code::{ContentRefused, NoCredit, RateLimited, Unauthorized};
    let cases = [
        (
            400,
            r#"{"error":{"message":"The response was filtered due to the prompt triggering Azure OpenAI's content management policy. Please modify your prompt and retry.","type":null,"param":"prompt","code":"content_filter","status":400,"innererror":{"code":"ResponsibleAIPolicyViolation"}}}"#,
            ContentRefused,
        ),
        (
            400,
            r#"{"error":{"message":"no","innererror":{"code":"ResponsibleAIPolicyViolation"}}}"#,
            ContentRefused,
        ),
        (
            400,
            r#"{"error":{"message":"Your request was rejected as a result of our safety system.","type":"invalid_request_error","code":"content_policy_violation"}}"#,
            ContentRefused,
        ),
        (
            429,
            r#"{"error":{"message":"You exceeded your current quota, please check your plan and billing details.","type":"insufficient_quota","code":"insufficient_quota"}}"#,
            NoCredit,
        ),
        (
            400,
            r#"{"type":"error","error":{"type":"invalid_request_error","message":"Your credit balance is too low to access the Anthropic API. Please go to Plans & Billing to upgrade or purchase credits."}}"#,
            NoCredit,
        ),
        (
            402,
            r#"{"error":{"message":"This request requires more credits, or fewer max_tokens.","code":402}}"#,
            NoCredit,
        ),
        (402, "", NoCredit),
        (402, r#"{"error":{"message":"Insufficient Balance","type":"unknown_error"}}"#, NoCredit),
        (
            400,
            r#"[{"error":{"code":400,"message":"API key not valid. Please pass a valid API key.","status":"INVALID_ARGUMENT"}}]"#,
            Unauthorized,
        ),
        (
            429,
            r#"[{"error":{"code":429,"message":"You exceeded your current quota, please check your plan","status":"RESOURCE_EXHAUSTED"}}]"#,
            RateLimited,
        ),
    ];
    for (status, body, code) in cases {
        let refusal = Refusal::from_body(status, body);
        assert_eq!(refusal.code(), code, "{body}");
        assert_eq!(refusal.is_worth_retrying(), code == RateLimited, "{body}");
    }
}

#[test]
fn only_passing_refusals_are_retried() {
    let retry = |status, body: &str| Refusal::from_body(status, body).is_worth_retrying();
    for status in [429, 502, 503, 529] {
        assert!(retry(status, ""), "{status}");
    }
    for status in [400, 401, 402, 403, 404, 408, 413, 500, 504] {
        assert!(!retry(status, ""), "{status}");
    }
    let anthropic =
        |kind: &str| format!("{{\"type\":\"error\",\"error\":{{\"type\":\"{kind}\"}}}}");
    assert!(retry(500, &anthropic("api_error")) && retry(500, &anthropic("overloaded_error")));
    assert!(!retry(429, r#"{"error":{"message":"m","code":"insufficient_quota"}}"#));
}

#[test]
fn an_error_inside_a_stream_may_bring_its_status() {
    let value = serde_json::json!({"error": {"code": 429, "message": "busy"}});
    assert_eq!(Refusal::from_json(&value).code(), Code::RateLimited);
    let value = serde_json::json!({"error": "model 'x' not found"});
    assert_eq!(Refusal::from_json(&value).code(), Code::ModelMissing);
    let value = serde_json::json!({"error": {"message": "it fell over", "code": null}});
    assert_eq!(Refusal::from_json(&value).code(), Code::ServerError);
    // Anthropic's types replace the missing status.
    let cases = [
        ("overloaded_error", Code::ServerError, true),
        ("api_error", Code::ServerError, true),
        ("rate_limit_error", Code::RateLimited, true),
        ("authentication_error", Code::Unauthorized, false),
        ("permission_error", Code::Unauthorized, false),
        ("invalid_request_error", Code::BadRequest, false),
        ("timeout_error", Code::TimedOut, false),
        ("billing_error", Code::NoCredit, false),
    ];
    for (kind, code, retry) in cases {
        let value = serde_json::json!({"type": "error", "error": {"type": kind, "message": "m"}});
        let refusal = Refusal::from_json(&value);
        assert_eq!((refusal.code(), refusal.is_worth_retrying()), (code, retry), "{kind}");
    }
}
