use super::*;

#[test]
fn every_line_of_the_table_is_read() {
    for line in lines() {
        let family = Family::read(line).unwrap();
        assert!(!family.names.is_empty(), "{line}");
        for name in &family.names {
            assert_eq!(*name, name.to_ascii_lowercase(), "{line}");
        }
        if let Some(window) = family.window {
            assert!((2_048..=2_097_152).contains(&window.0), "{line}");
        }
    }
    assert!(lines().count() <= 250);
    assert!(Family::read("gpt").is_err());
    assert!(Family::read("gpt | much | tools").is_err());
    assert!(Family::read("gpt | 5 | tols").is_err());
}

#[test]
fn patterns_match_the_names_of_their_models_only() {
    fn check(name: &str, pattern: &str, expect: bool) {
        assert_eq!(matches(&plain(name), pattern), expect, "{name} by {pattern}");
    }
    check("meta-llama/Llama-3.3-70B-Instruct", "llama-3.3", true);
    check("llama3.3:70b", "llama-3.3", true);
    check("accounts/fireworks/models/llama-v3p1-8b-instruct", "llama-v3.1", true);
    check("Meta-Llama-3.1-8B-Instruct-Q4_K_M.gguf", "llama-3.1", true);
    check("C:\\models\\llama-3.2-1b.gguf", "llama-3.2", true);
    check("llama-3-8b", "llama-3.1", false);
    check("codellama:7b", "llama", false);
    check("gpt-4-1106-preview", "^gpt-4.1", false);
    check("gpt-4.1-mini", "^gpt-4.1", true);
    check("gpt-41", "^gpt-4", false);
    check("my-gpt-4", "^gpt-4", false);
    check("marco-o1", "^o1", false);
    check("ft:gpt-4o-mini:me::x", "^gpt-4o-mini", true);
    check("us.anthropic.claude-3-5-sonnet-20241022-v2:0", "claude-3-5", true);
    check("claude-3.5-haiku", "claude-3-5", true);
    check("claude-opus-4-20250514", "claude-opus-4-2", false);
    check("gemma3:1b", "gemma-3-1b", true);
    check("gemma3:12b", "gemma-3-1b", false);
    check("", "gpt", false);
    check("größe", "gr", true);
}

#[test]
fn families_by_name() {
    fn check(names: &[&str], window: u32, can: &str) {
        for name in names {
            let family = family(name).unwrap();
            let abilities =
                [(family.tools, "tools"), (family.vision, "vision"), (family.thinking, "thinking")];
            let reported: Vec<_> =
                abilities.iter().filter(|(yes, _)| *yes).map(|(_, name)| *name).collect();
            assert_eq!(
                (family.window.map(|w| w.0), reported.join(" ").as_str()),
                (Some(window), can),
                "{name}"
            );
            assert!(family.chats, "{name}");
        }
    }
    check(
        &["gpt-4o", "gpt-4o-mini-2024-07-18", "openai/gpt-4o", "ft:gpt-4o-mini:me::x"],
        128_000,
        "tools vision",
    );
    check(&["gpt-4.1", "gpt-4.1-nano"], 1_047_576, "tools vision");
    check(
        &["gpt-5", "gpt-5-mini", "gpt-5.1", "openai/gpt-5-nano", "gpt-5.2"],
        272_000,
        "tools vision thinking",
    );
    check(&["gpt-4", "gpt-4-0613"], 8_192, "tools");
    check(&["gpt-4-1106-preview"], 128_000, "tools");
    check(&["gpt-3.5-turbo", "gpt-35-turbo"], 16_385, "tools");
    check(&["o1", "o3", "o4-mini", "openai/o3"], 200_000, "tools vision thinking");
    check(&["o3-mini-2025-01-31"], 200_000, "tools thinking");
    check(
        &["gpt-oss:20b", "openai/gpt-oss-120b", "gpt-oss-20b-mxfp4.gguf"],
        131_072,
        "tools thinking",
    );
    check(&["claude-3-5-haiku-latest", "anthropic/claude-3.5-sonnet"], 200_000, "tools vision");
    check(
        &[
            "claude-3-7-sonnet-20250219",
            "claude-sonnet-4-20250514",
            "anthropic/claude-opus-4.5",
            "claude-haiku-4-5",
        ],
        200_000,
        "tools vision thinking",
    );
    check(&["claude-opus-4-6", "claude-sonnet-5"], 1_000_000, "tools vision thinking");
    check(
        &["models/gemini-2.5-flash", "google/gemini-3-pro-preview"],
        1_048_576,
        "tools vision thinking",
    );
    check(&["gemini-2.0-flash"], 1_048_576, "tools vision");
    check(
        &["mistral-small-latest", "mistral-medium-2508", "pixtral-large-latest"],
        131_072,
        "tools vision",
    );
    check(&["open-mistral-nemo", "mistral-large-2411"], 131_072, "tools");
    check(&["mistral:7b", "mistralai/Mistral-7B-Instruct-v0.3"], 32_768, "tools");
    check(&["deepseek-chat", "deepseek/deepseek-chat"], 131_072, "tools");
    check(&["deepseek-reasoner", "deepseek-r1-distill-qwen-7b"], 131_072, "thinking");
    check(&["deepseek-r1:8b", "deepseek-ai/DeepSeek-V3.1"], 131_072, "tools thinking");
    check(&["grok-4", "x-ai/grok-4-fast"], 256_000, "tools vision thinking");
    check(&["grok-3"], 131_072, "tools");
    check(&["command-r-plus-08-2024", "command-r7b"], 128_000, "tools");
    check(
        &["meta-llama/llama-3.3-70b-instruct", "llama-3.1-8b-instant", "llama3.2:3b"],
        131_072,
        "tools",
    );
    check(&["llama3.2-vision:11b", "meta-llama/Llama-3.2-11B-Vision-Instruct"], 131_072, "vision");
    check(&["llama3", "llama3:8b"], 8_192, "");
    check(&["meta-llama/Llama-4-Scout-17B-16E-Instruct", "llama4"], 131_072, "tools vision");
    check(&["qwen2.5:1.5b", "qwen2.5-coder-7b-instruct"], 32_768, "tools");
    check(&["qwen2.5vl:7b"], 32_768, "vision");
    check(&["qwen3:4b", "Qwen/Qwen3-32B"], 40_960, "tools thinking");
    check(&["qwen/qwen3-235b-a22b-instruct-2507"], 131_072, "tools");
    check(&["gemma3:4b", "google/gemma-3-27b-it"], 131_072, "vision");
    check(&["gemma3:1b"], 32_768, "");
    check(&["gemma2:2b"], 8_192, "");
    check(&["phi4", "microsoft/phi-4"], 16_384, "");
    check(&["phi4-mini"], 131_072, "tools");
    check(&["smollm2:135m", "HuggingFaceTB/SmolLM2-1.7B-Instruct"], 8_192, "");
    check(&["granite3.3:8b"], 131_072, "tools thinking");
    for unknown in ["", "my-model", "kappa-9"] {
        assert_eq!(family(unknown), None, "{unknown}");
    }
}

#[test]
fn models_that_cannot_chat_are_known_by_name() {
    for name in [
        "text-embedding-3-small",
        "nomic-embed-text:latest",
        "mxbai-embed-large",
        "bge-m3",
        "BAAI/bge-reranker-v2-m3",
        "all-minilm",
        "whisper-large-v3-turbo",
        "gpt-4o-mini-tts",
        "gpt-4o-transcribe",
        "gpt-4o-realtime-preview",
        "dall-e-3",
        "gpt-image-1",
        "omni-moderation-latest",
        "babbage-002",
        "gpt-3.5-turbo-instruct",
        "meta-llama/llama-guard-4-12b",
        "gemini-2.5-flash-image",
        "models/imagen-4.0",
        "qwen3-embedding:0.6b",
        "embeddinggemma",
        "gemini-2.5-flash-native-audio-latest",
        "gemini-3.1-flash-live-preview",
        "text-embedding-nomic-embed-text-v1.5",
        "gpt-5-codex",
        "o1-pro",
    ] {
        assert!(!chats(name), "{name}");
    }
    for name in [
        "gpt-4o",
        "qwen3:4b",
        "my-model",
        "gpt-4o-search-preview",
        "gemini-flash-latest",
        "olive-7b",
        "beige-7b",
    ] {
        assert!(chats(name), "{name}");
    }
}

#[test]
fn a_window_of_the_table_is_for_models_that_run_at_their_vendors() {
    use crate::capabilities::{ServerFacts, model_by_name};
    use conversation::model::{Capabilities, Source, Window};
    fn check(name: &str, hosted: bool, reported: Option<Window>, tokens: u32, source: Source) {
        let reported = ServerFacts { window: reported, ..ServerFacts::default() };
        let window = reported.model(name.to_owned(), hosted).window;
        assert_eq!(
            window,
            Window { tokens: Tokens(tokens), source },
            "{name} {hosted} {reported:?}"
        );
    }
    let window = |tokens, source| Some(Window { tokens: Tokens(tokens), source });
    check("llama-3.3-70b", true, None, 131_072, Source::Table);
    check("llama-3.3-70b", false, None, 8_192, Source::Assumed);
    check("gpt-4o", false, None, 128_000, Source::Table);
    check("gpt-4o", true, window(64_000, Source::Server), 64_000, Source::Server);
    check("llama-3.3-70b", false, window(4_096, Source::Assumed), 4_096, Source::Assumed);
    check("moondream", true, None, 8_192, Source::Assumed);
    check("unheard-of", true, None, 8_192, Source::Assumed);
    let named = model_by_name("claude-sonnet-4-5");
    assert_eq!(named.window.tokens, Tokens(200_000));
    assert!(named.capabilities.vision.yes);
    assert_eq!(named.capabilities.vision.source, Source::Table);
    assert_eq!(model_by_name("unheard-of").capabilities, Capabilities::ASSUMED);
}
