use super::*;

#[test]
fn libraries_by_the_names_of_all_systems() {
    let check = |name: &str, stem: &str, expect: bool| {
        assert_eq!(is_library(Path::new(name), stem), expect, "{name} {stem}");
    };
    for name in
        ["libllama.v0.4.0.so", "/a/libllama.vulkan.v0.4.0.so", "llama.dll", "libllama.dylib"]
    {
        check(name, "llama", true);
        check(name, "ggml", false);
    }
    check("libllama-common.so", "llama", false);
    check("libggml-base.so", "ggml", false);
    check("libggml-base.so", "ggml-base", true);
    check("llama.h", "llama", false);
    check("llama-addon.node", "llama", false);
}
