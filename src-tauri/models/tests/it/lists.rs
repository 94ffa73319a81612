use models::{Ability, Code, Model, ProviderKind, Source};

use crate::wire::{Reply, Wire};

/// A model on one line: name, window and capabilities, each with the source's letter: server, table, user, or
/// assumed.
fn shown(model: &Model) -> String {
    let who = |source| match source {
        Source::Server => 's',
        Source::Table => 't',
        Source::User => 'u',
        Source::Assumed => 'a',
    };
    let can = |name, ability: Ability| {
        let not = if ability.yes { "" } else { "no " };
        format!("{not}{name} {}", who(ability.source))
    };
    let all = &model.capabilities;
    format!(
        "{}: {} {}, {}, {}, {}",
        model.name,
        model.window.tokens,
        who(model.window.source),
        can("tools", all.tools),
        can("vision", all.vision),
        can("thinking", all.thinking),
    )
}

/// Other requests get 404.
async fn models_of(kind: ProviderKind, answers: &[(&str, &str)]) -> Vec<String> {
    let answers: Vec<(String, String)> =
        answers.iter().map(|(line, body)| ((*line).to_owned(), (*body).to_owned())).collect();
    let wire = Wire::start_with(move |request, _| {
        let known = answers.iter().find(|(line, _)| {
            let (line, body) =
                line.split_once(' ').map_or((line.as_str(), ""), |(method, path)| {
                    path.split_once(' ').map_or((line.as_str(), ""), |(path, body)| {
                        (&line[..method.len() + 1 + path.len()], body)
                    })
                });
            line == request.line && request.body.contains(body)
        });
        known.map_or_else(|| Reply::status(404, "", "{}"), |(_, body)| Reply::json(body))
    })
    .await;
    let models = wire.connect(kind).models().await.unwrap();
    models.iter().map(shown).collect()
}

async fn check_local(answers: &[(&str, &str)], expect: &[&str]) {
    assert_eq!(models_of(ProviderKind::OpenAi, answers).await, expect, "{answers:?}");
}

const LIST: &str = "GET /v1/models";

#[tokio::test]
async fn windows_that_open_ai_compatible_servers_tell() {
    let one = |fields: &str| format!("{{\"data\":[{{\"id\":\"m\"{fields}}}]}}");
    let cases = [
        ("", "8192 a"),
        (r#","meta":{"n_ctx":4096,"n_ctx_train":32768}"#, "4096 s"),
        // The trained context only limits the window.
        (r#","meta":{"n_ctx_train":2048}"#, "2048 s"),
        (r#","meta":{"n_ctx_train":32768}"#, "8192 a"),
        (r#","max_model_len":5000"#, "5000 s"),
        (r#","context_length":7000"#, "7000 s"),
        (r#","context_length":70000,"top_provider":{"context_length":6000}"#, "6000 s"),
        (r#","context_window":9000"#, "9000 s"),
        (r#","context_length":0"#, "8192 a"),
        // Only LM Studio says this of a local model, and means the possible maximum.
        (r#","max_context_length":131072"#, "8192 a"),
    ];
    for (fields, window) in cases {
        let expect = format!("m: {window}, no tools a, no vision a, no thinking a");
        check_local(&[(LIST, &one(fields))], &[&expect]).await;
    }
    let bare = r#"[{"id":"m","context_length":5}]"#;
    check_local(&[(LIST, bare)], &["m: 5 s, no tools a, no vision a, no thinking a"]).await;
    check_local(&[(LIST, r#"{"data":[]}"#)], &[]).await;
}

#[tokio::test]
async fn llama_cpp() {
    let list = r#"{"object":"list",
        "models":[{"name":"models/Qwen3-4B-Q4_K_M.gguf","type":"model","capabilities":["completion"]}],
        "data":[{"id":"models/Qwen3-4B-Q4_K_M.gguf","object":"model","created":1760000000,"owned_by":"llamacpp",
            "meta":{"vocab_type":2,"n_vocab":151936,"n_ctx_train":40960,"n_embd":2560,"n_params":4022468096,"size":2489909760}}]}"#;
    let props = r#"{"default_generation_settings":{"id":0,"n_ctx":6144,"params":{"temperature":0.8}},"total_slots":4,
        "model_path":"models/Qwen3-4B-Q4_K_M.gguf","modalities":{"vision":false,"audio":false},
        "chat_template":"{%- if tools %}","chat_template_caps":{"supports_tools":true,"supports_tool_calls":true,
        "supports_system_role":true,"supports_parallel_tool_calls":true},"build_info":"b8681"}"#;
    check_local(
        &[(LIST, list), ("GET /props", props)],
        &["models/Qwen3-4B-Q4_K_M.gguf: 6144 s, tools s, no vision s, thinking t"],
    )
    .await;
    // Older versions say nothing about the template.
    let props = r#"{"default_generation_settings":{"n_ctx":4096},"total_slots":1}"#;
    check_local(
        &[(LIST, list), ("GET /props", props)],
        &["models/Qwen3-4B-Q4_K_M.gguf: 4096 s, tools t, no vision t, thinking t"],
    )
    .await;
    // A server with several models has no common facts.
    let list = r#"{"data":[{"id":"gemma-3-4b"},{"id":"nomic-embed-text-v1.5"},{"id":"qwen3-4b"}]}"#;
    check_local(
        &[(LIST, list), ("GET /props", props)],
        &[
            "gemma-3-4b: 8192 a, no tools t, vision t, no thinking t",
            "qwen3-4b: 8192 a, tools t, no vision t, thinking t",
        ],
    )
    .await;
}

#[tokio::test]
async fn lm_studio() {
    let list = r#"{"object":"list","data":[
        {"id":"qwen2-vl-7b-instruct","object":"model","owned_by":"organization_owner"},
        {"id":"meta-llama-3.1-8b-instruct","object":"model","owned_by":"organization_owner"},
        {"id":"my-tune","object":"model","owned_by":"organization_owner"},
        {"id":"text-embedding-nomic-embed-text-v1.5","object":"model","owned_by":"organization_owner"}]}"#;
    let older = r#"{"object":"list","data":[
        {"id":"qwen2-vl-7b-instruct","object":"model","type":"vlm","publisher":"mlx-community","arch":"qwen2_vl",
            "compatibility_type":"mlx","quantization":"4bit","state":"not-loaded","max_context_length":32768},
        {"id":"meta-llama-3.1-8b-instruct","object":"model","type":"llm","publisher":"lmstudio-community",
            "arch":"llama","state":"loaded","max_context_length":131072,"loaded_context_length":16384,
            "capabilities":["tool_use"]},
        {"id":"my-tune","object":"model","type":"llm","arch":"llama","state":"not-loaded","max_context_length":2048},
        {"id":"text-embedding-nomic-embed-text-v1.5","object":"model","type":"embeddings","arch":"nomic-bert",
            "state":"not-loaded","max_context_length":2048}]}"#;
    // An unloaded model gets LM Studio's default window.
    check_local(
        &[(LIST, list), ("GET /api/v0/models", older)],
        &[
            "qwen2-vl-7b-instruct: 4096 a, no tools t, vision s, no thinking t",
            "meta-llama-3.1-8b-instruct: 16384 s, tools s, no vision s, no thinking t",
            "my-tune: 2048 a, no tools a, no vision s, no thinking a",
        ],
    )
    .await;

    let list = r#"{"data":[{"id":"openai/gpt-oss-20b"},{"id":"google/gemma-3-4b"},{"id":"qwen3-4b:2"},{"id":"bge-m3"}]}"#;
    let newer = r#"{"models":[
        {"type":"llm","publisher":"openai","key":"openai/gpt-oss-20b","display_name":"gpt-oss 20B",
            "architecture":"gpt-oss","quantization":{"name":"MXFP4","bits_per_weight":4},"params_string":"20B",
            "loaded_instances":[{"id":"openai/gpt-oss-20b","config":{"context_length":8192,"parallel":4}}],
            "max_context_length":131072,"format":"gguf","capabilities":{"vision":false,"trained_for_tool_use":true,
            "reasoning":{"allowed_options":["low","medium","high"],"default":"medium"}}},
        {"type":"llm","publisher":"google","key":"google/gemma-3-4b","loaded_instances":[],
            "max_context_length":131072,"capabilities":{"vision":true,"trained_for_tool_use":false}},
        {"type":"llm","key":"qwen3-4b","loaded_instances":[
            {"id":"qwen3-4b","config":{"context_length":4096}},{"id":"qwen3-4b:2","config":{"context_length":10000}}],
            "max_context_length":40960,"capabilities":{"vision":false,"trained_for_tool_use":true,"reasoning":false}},
        {"type":"embedding","key":"bge-m3","loaded_instances":[],"max_context_length":8192}]}"#;
    check_local(
        &[(LIST, list), ("GET /api/v1/models", newer)],
        &[
            "openai/gpt-oss-20b: 8192 s, tools s, no vision s, thinking s",
            "google/gemma-3-4b: 4096 a, no tools s, vision s, no thinking t",
            "qwen3-4b:2: 10000 s, tools s, no vision s, no thinking s",
        ],
    )
    .await;
}

#[tokio::test]
async fn servers_and_relays_that_list_more_than_names() {
    let vllm = r#"{"object":"list","data":[{"id":"Qwen/Qwen2.5-7B-Instruct","object":"model","owned_by":"vllm",
        "root":"Qwen/Qwen2.5-7B-Instruct","parent":null,"max_model_len":16384,"permission":[]}]}"#;
    check_local(
        &[(LIST, vllm)],
        &["Qwen/Qwen2.5-7B-Instruct: 16384 s, tools t, no vision t, no thinking t"],
    )
    .await;
    // A local relay: windows are known for models that only their vendor runs.
    let relay = r#"{"data":[{"id":"gpt-4o","owned_by":"openai"},{"id":"claude-sonnet-4-5"},{"id":"llama-3.3-70b"},
        {"id":"text-embedding-3-small"}]}"#;
    check_local(
        &[(LIST, relay)],
        &[
            "gpt-4o: 128000 t, tools t, vision t, no thinking t",
            "claude-sonnet-4-5: 200000 t, tools t, vision t, thinking t",
            "llama-3.3-70b: 8192 a, tools t, no vision t, no thinking t",
        ],
    )
    .await;
    let open_router = r#"{"data":[
        {"id":"some/new-model","name":"Some: New Model","context_length":163840,
            "architecture":{"modality":"text+image->text","input_modalities":["text","image"],
            "output_modalities":["text"],"tokenizer":"Other"},
            "top_provider":{"context_length":131072,"max_completion_tokens":16384},
            "supported_parameters":["max_tokens","temperature","tools","reasoning","include_reasoning"]},
        {"id":"meta-llama/llama-3.3-70b-instruct:free","context_length":65536,
            "architecture":{"input_modalities":["text"],"output_modalities":["text"]},
            "top_provider":{"context_length":null},"supported_parameters":["max_tokens","temperature"]},
        {"id":"openai/gpt-5-codex","context_length":400000,
            "architecture":{"input_modalities":["text","image"],"output_modalities":["text"]},
            "supported_parameters":["tools","reasoning"]},
        {"id":"google/gemini-2.5-flash-image","context_length":32768,
            "architecture":{"input_modalities":["image","text"],"output_modalities":["image"]}}]}"#;
    check_local(
        &[(LIST, open_router)],
        &[
            "some/new-model: 131072 s, tools s, vision s, thinking s",
            "meta-llama/llama-3.3-70b-instruct:free: 65536 s, no tools s, no vision s, no thinking s",
            "openai/gpt-5-codex: 400000 s, tools s, vision s, thinking s",
        ],
    )
    .await;
    let together = r#"[{"id":"meta-llama/Llama-3.3-70B-Instruct-Turbo","object":"model","type":"chat","context_length":131072},
        {"id":"black-forest-labs/FLUX.1-schnell","type":"image","context_length":0},
        {"id":"togethercomputer/m2-bert-80M-8k-retrieval","type":"embedding","context_length":8192},
        {"id":"Salesforce/Llama-Rank-V1","type":"rerank","context_length":8192}]"#;
    check_local(
        &[(LIST, together)],
        &["meta-llama/Llama-3.3-70B-Instruct-Turbo: 131072 s, tools t, no vision t, no thinking t"],
    )
    .await;
    let groq = r#"{"object":"list","data":[
        {"id":"openai/gpt-oss-120b","owned_by":"OpenAI","active":true,"context_window":131072,"max_completion_tokens":65536},
        {"id":"whisper-large-v3","owned_by":"OpenAI","active":true,"context_window":448},
        {"id":"gemma2-9b-it","owned_by":"Google","active":false,"context_window":8192}]}"#;
    check_local(
        &[(LIST, groq)],
        &["openai/gpt-oss-120b: 131072 s, tools t, no vision t, thinking t"],
    )
    .await;
    let mistral = r#"{"object":"list","data":[
        {"id":"mistral-small-2506","object":"model","capabilities":{"completion_chat":true,"completion_fim":false,
            "function_calling":true,"fine_tuning":false,"vision":true},"max_context_length":131072},
        {"id":"mistral-embed","capabilities":{"completion_chat":false,"function_calling":false,"vision":false},
            "max_context_length":8192}]}"#;
    check_local(
        &[(LIST, mistral)],
        &["mistral-small-2506: 8192 a, tools s, vision s, no thinking t"],
    )
    .await;
}

async fn check_ollama(show: &str, expect: Option<&str>) {
    let tags =
        r#"{"models":[{"name":"m:1b","model":"m:1b","size":1,"details":{"family":"llama"}}]}"#;
    let answers = [("GET /api/tags", tags), (r#"POST /api/show {"model":"m:1b"}"#, show)];
    let models = models_of(ProviderKind::Ollama, &answers).await;
    assert_eq!(models, expect.into_iter().collect::<Vec<_>>(), "{show}");
}

#[tokio::test]
async fn ollama() {
    let nothing = "no tools a, no vision a, no thinking a";
    let cases = [
        (r#"{"model_info":{"llama.context_length":8000}}"#, "8000 s"),
        // More than most machines' memory allows isn't used unasked.
        (r#"{"model_info":{"llama.context_length":131072}}"#, "16384 a"),
        // The cloud has enough memory.
        (
            r#"{"model_info":{"gptoss.context_length":131072},"remote_model":"gpt-oss:120b","remote_host":"https://ollama.com:443"}"#,
            "131072 s",
        ),
        ("{}", "8192 a"),
        ("nonsense", "8192 a"),
    ];
    for (show, window) in cases {
        check_ollama(show, Some(&format!("m:1b: {window}, {nothing}"))).await;
    }
    check_ollama(
        r#"{"model_info":{"llama.context_length":131072},"parameters":"stop  \"x\"\nnum_ctx    40000\n","capabilities":["completion","tools"]}"#,
        Some("m:1b: 40000 s, tools s, no vision s, no thinking s"),
    )
    .await;
    check_ollama(
        r#"{"license":"…","modelfile":"FROM …","template":"{{ .Prompt }}","details":{"format":"gguf","family":"qwen3vl",
            "parameter_size":"4.4B","quantization_level":"Q4_K_M"},"model_info":{"general.architecture":"qwen3vl",
            "qwen3vl.context_length":262144},"capabilities":["completion","vision","tools","thinking"]}"#,
        Some("m:1b: 16384 a, tools s, vision s, thinking s"),
    )
    .await;
    check_ollama(
        r#"{"capabilities":["embedding"],"model_info":{"bert.context_length":512}}"#,
        None,
    )
    .await;
    // Versions that don't report capabilities.
    let bert =
        r#"{"model_info":{"general.architecture":"nomic-bert","nomic-bert.context_length":2048}}"#;
    check_ollama(bert, None).await;
    let tags = r#"{"models":[{"name":"llama3.2:3b"},{"name":"bge-m3:latest"}]}"#;
    assert_eq!(
        models_of(ProviderKind::Ollama, &[("GET /api/tags", tags)]).await,
        ["llama3.2:3b: 8192 a, tools t, no vision t, no thinking t"]
    );
}

#[tokio::test]
async fn invalid_lists_of_models_are_errors() {
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
