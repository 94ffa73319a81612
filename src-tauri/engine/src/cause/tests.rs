use language::{Language, speaking};

use super::*;

#[test]
fn messages_of_the_engine_have_causes() {
    use Cause::{CutOff, Gpu, Memory, NotAModel, OldSystem, TooNew};
    let cases = [
        (
            "llama_model_load: error loading model: error loading model architecture: unknown \
                 model architecture: 'qwen9'\n",
            Some(TooNew),
        ),
        (
            "gguf_init_from_file_ptr: invalid magic characters: '????', expected 'GGUF'",
            Some(NotAModel),
        ),
        (
            "llama_model_load: error loading model: tensor 'blk.8.ffn_up.weight' data is not \
                 within the file bounds, model is corrupted or incomplete",
            Some(CutOff),
        ),
        ("gguf_init_from_reader: failed to read key-value pairs", Some(CutOff)),
        (
            "ggml_backend_cpu_buffer_type_alloc_buffer: failed to allocate buffer of size 9",
            Some(Memory),
        ),
        ("terminate called after throwing an instance of 'std::bad_alloc'", Some(Memory)),
        ("terminate called after throwing an instance of 'vk::DeviceLostError'", Some(Gpu)),
        ("ggml_vulkan: Device memory allocation of size 2 failed.", Some(Gpu)),
        ("ggml_vulkan: No devices found.", None),
        (
            "/lib/libc.so.6: version `GLIBC_2.34' not found (required by libllama.so)",
            Some(OldSystem),
        ),
        ("GGML_ASSERT(n > 0) failed", None),
        ("", None),
    ];
    for (messages, expect) in cases {
        assert_eq!(cause(messages), expect, "{messages}");
    }
}

#[test]
fn the_end_of_a_process_is_explained() {
    let cases = [
        ("std::bad_alloc", "signal: 6 (SIGABRT)", FailureKind::Memory),
        ("vk::DeviceLostError", "signal: 6 (SIGABRT)", FailureKind::Gpu),
    ];
    for (messages, ending, expect) in cases {
        let failure = of_crash(messages, ending);
        assert_eq!(failure.kind, expect, "{failure}");
    }
    let other = |messages: &str, ending: &str| of_crash(messages, ending).sentence;
    let abort = "signal: 6 (SIGABRT)";
    let noise = "ggml_vulkan: No devices found.\nload: control-looking token\n";
    assert_eq!(other(noise, "signal: 9 (SIGKILL)"), sentences::KILLED.text());
    let plain = "The model stopped unexpectedly (signal: 6 (SIGABRT)). Ask again.";
    assert_eq!(other(noise, abort), plain);
    let told =
        "The model stopped unexpectedly (signal: 6 (SIGABRT): GGML_ASSERT(a) failed). Ask again.";
    assert_eq!(other(&format!("x.c:1: GGML_ASSERT(a) failed\n{noise}"), abort), told);
}

const LANGUAGES: [Language; 2] = [Language::English, Language::German];

/// The failure and its sentence in each language.
fn said(failure: impl Fn() -> Failure) -> [(FailureKind, String); 2] {
    LANGUAGES.map(|language| {
        let Failure { kind, sentence, .. } = speaking(language, &failure);
        (kind, sentence)
    })
}

#[test]
fn a_model_that_cant_be_loaded_is_named_with_its_cause() {
    let file = Path::new("/models/qwen.gguf");
    let new = "unknown model architecture: 'qwen9'";
    for (messages, kind, parts) in [
        (&*format!("llama_model_load: {new}\nmore"), FailureKind::File, &["qwen.gguf", new][..]),
        ("failed to read tensor data", FailureKind::File, &["qwen.gguf"]),
        ("invalid magic characters: 'PK'", FailureKind::File, &["qwen.gguf", ".gguf"]),
        (
            "load: the stars are wrong.\n\n",
            FailureKind::File,
            &["qwen.gguf", "(the stars are wrong)"],
        ),
        ("", FailureKind::File, &["qwen.gguf"]),
        (
            "/lib/libc.so.6: version `GLIBC_2.34' not found",
            FailureKind::File,
            &["qwen.gguf", "GLIBC_2.34"],
        ),
        ("std::bad_alloc", FailureKind::Memory, &[]),
        ("vk::DeviceLostError", FailureKind::Gpu, &[]),
    ] {
        let told = said(|| of_load(file, messages));
        assert_ne!(told[0].1, told[1].1, "{messages}");
        for (found, sentence) in told {
            assert_eq!(found, kind, "{messages}");
            for part in parts {
                assert!(sentence.contains(part), "{part}: {sentence}");
            }
            // No cause, no empty brackets.
            assert!(!sentence.contains("()"), "{sentence}");
        }
    }
}

#[test]
fn each_stage_of_an_answer_explains_memory_and_graphics_card() {
    use FailureKind::{Gpu, Library, Memory, Other};
    let context = |messages: &str| of_context(messages);
    let computing = |messages: &str| of_computing(-3, messages);
    let library = |messages: &str| of_library(Path::new("/e/libllama.so"), messages);
    let crash = |messages: &str| of_crash(messages, "exit status: 127");
    let (memory, gpu) = ("ggml: out of memory", "vk::DeviceLostError");
    let system = "/lib/libc.so.6: version `GLIBC_2.34' not found";
    type Stage<'a> = &'a dyn Fn(&str) -> Failure;
    let cases: [(Stage<'_>, &str, FailureKind, &[&str]); 10] = [
        (&context, "", Memory, &[]),
        (&context, gpu, Gpu, &[]),
        (&computing, gpu, Gpu, &[]),
        (&computing, memory, Memory, &[]),
        (&computing, "decode: no slot", Other, &["-3", ": no slot)"]),
        (&computing, "", Other, &["-3)"]),
        (&library, "no such symbol", Library, &["libllama.so", "(no such symbol)"]),
        (&library, system, Library, &["GLIBC_2.34", "Ollama"]),
        (&crash, system, Library, &["GLIBC_2.34", "Ollama"]),
        (&crash, "", Other, &["exit status: 127"]),
    ];
    for (stage, messages, kind, parts) in cases {
        for (found, sentence) in said(|| stage(messages)) {
            assert_eq!(found, kind, "{messages}");
            for part in parts {
                assert!(sentence.contains(part), "{part}: {sentence}");
            }
        }
    }
}

#[test]
fn a_long_reason_is_cut_off() {
    let failure = of_computing(1, &format!("decode: {}", "ä".repeat(5000)));
    assert_eq!(failure.sentence.matches('ä').count(), LONGEST_REASON);
}
