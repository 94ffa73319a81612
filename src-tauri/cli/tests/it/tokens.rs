//! `marginalia-cli tokens`: exact with a known tokenizer, labelled otherwise.

use std::{fs, process::Command};

use serde_json::{Value, json};
use tempfile::TempDir;

fn run(folder: &TempDir, args: &[&str]) -> (Option<i32>, String, String) {
    let program = env!("CARGO_BIN_EXE_marginalia-cli");
    let output = Command::new(program).args(args).current_dir(folder).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

#[test]
fn a_file_is_counted_as_the_model_or_the_encoding_does() {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("a.md"), "tiktoken is great!\n<|endoftext|>").unwrap();
    let check = |args: &[&str], tokens: u32, kind: &str| {
        let (code, said, complaint) = run(&folder, &[&["tokens", "--json"], args].concat());
        assert_eq!((code, complaint.as_str()), (Some(0), ""), "{args:?}");
        let said: Value = serde_json::from_str(&said).unwrap();
        assert_eq!(said, json!({ "tokens": tokens, "kind": kind }), "{args:?}");
    };
    check(&["--encoding", "cl100k_base", "a.md"], 13, "exact");
    check(&["--encoding", "o200k", "a.md"], 13, "exact");
    check(&["--encoding", "r50k_base", "a.md"], 14, "exact");
    check(&["--encoding", "p50k_base", "a.md"], 14, "exact");
    check(&["--model", "gpt-4o", "a.md"], 13, "exact");
    check(&["--model", "openai/gpt-4", "a.md"], 13, "exact");
    check(&["--model", "llama3.2:3b", "a.md"], 13, "estimated");
    check(&["a.md"], 13, "estimated");
}

#[test]
fn the_error_says_why_tokens_cannot_be_counted() {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("a.md"), "Rye keeps.").unwrap();
    let (code, said, complaint) = run(&folder, &["tokens", "--encoding", "o300k", "a.md"]);
    assert_eq!((code, said.as_str()), (Some(2), ""));
    assert!(complaint.contains("o200k_base, cl100k_base, p50k_base, r50k_base"), "{complaint}");
    let both = ["tokens", "--encoding", "o200k", "--model", "gpt-4", "a.md"];
    assert_eq!(run(&folder, &both).0, Some(2));
    let (code, said, complaint) = run(&folder, &["tokens", "missing.md"]);
    assert_eq!((code, said.as_str()), (Some(3), ""), "{complaint}");
    assert!(complaint.contains("missing.md"), "{complaint}");
}
