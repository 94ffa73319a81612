//! Hostile files: an import's size must be proportional to the file's.

use super::*;

/// Bytes of an import and its sentences, or of its rejection.
fn made_of(text: &str) -> usize {
    match read(text, when("2026-01-01T00:00:00Z"), &zone()) {
        Err(error) => error.message.len(),
        Ok(files) => {
            let told: usize = files.iter().flat_map(|file| &file.notes).map(String::len).sum();
            let archives = files.into_iter().map(|file| file.archive).collect();
            told + json(archives).unwrap().len()
        }
    }
}

// B65
#[test]
fn an_import_is_proportional_to_its_file() {
    fn check(name: &str, text: impl Fn(usize) -> String) {
        let (text, twice) = (text(2_000), text(4_000));
        let (one, two) = (made_of(&text), made_of(&twice));
        assert!(one <= 64 * text.len() + 10_000, "{name}: {one} bytes of {}", text.len());
        assert!(two <= 2 * one + one / 10 + 1_000, "{name}: {one} bytes, then {two}");
    }
    let list = |one: &str, times: usize| vec![one; times].join(",");
    let messages = |messages: &str| format!(r#"{{"messages":[{messages}]}}"#);
    let answer = |more: &str| {
        messages(&format!(r#"{{"role":"user","content":"Hi"}},{{"role":"ai"{more}}}"#))
    };
    check("short messages", |n| messages(&list(r#"{"role":"ai"}"#, n)));
    check("results of tools", |n| {
        messages(&format!(r#"{{"role":"ai"}},{}"#, list(r#"{"role":"tool","content":""}"#, n)))
    });
    check("references that are none", |n| answer(&format!(r#","references":[{}]"#, list("0", n))));
    check("calls without a name", |n| answer(&format!(r#","tool_calls":[{}]"#, list("0", n))));
    check("calls of one id", |n| {
        answer(&format!(r#","tool_calls":[{}]"#, list(r#"{"id":"1","name":"x"}"#, n)))
    });
    check("empty sessions", |n| {
        let empty: Vec<_> = (0..n).map(|id| format!(r#""{id}":[]"#)).collect();
        format!(r#"{{"a":[{{"role":"ai"}}],{}}}"#, empty.join(","))
    });
    check("short sessions", |n| {
        let short: Vec<_> = (0..n).map(|id| format!(r#""{id}":[{{"role":"ai"}}]"#)).collect();
        format!("{{{}}}", short.join(","))
    });
    check("a long role", |n| {
        messages(&format!(r#"{{"role":"{}","content":""}}"#, "cat".repeat(n)))
    });
    check("a long title", |n| {
        messages(&format!(r#"{{"role":"user","content":"{}"}}"#, "x ".repeat(n)))
    });
    check("depth", |n| "[".repeat(n));
    check("a name for each of ours", |n| {
        format!(r#"{{"format":"marginalia-conversations","version":1{}}}"#, ",\"x\":[]".repeat(n))
    });
}
