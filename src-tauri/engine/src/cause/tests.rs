use super::*;

#[test]
fn what_messages_mean() {
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
