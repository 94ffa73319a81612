//! `search` finds the disk's current state, whatever the index has.

use std::{fs, path::Path, process::Command};

use tempfile::TempDir;

fn found(folder: &Path, word: &str) -> Vec<String> {
    let output = Command::new(env!("CARGO_BIN_EXE_marginalia-cli"))
        .args(["--json", "--data", "data", "search", "--mode", "keyword", "vault", word])
        .current_dir(folder)
        .output()
        .unwrap();
    let lines = String::from_utf8(output.stdout).unwrap();
    let hits = lines.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
    hits.map(|hit| hit["path"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn a_change_of_a_moment_ago_is_found() {
    let folder = TempDir::new().unwrap();
    let note = |path: &str| folder.path().join("vault").join(path);
    for deep in ["a/b/c", "d"] {
        fs::create_dir_all(note(deep)).unwrap();
    }
    fs::write(note("a/b/c/Rye.md"), "Rye is sour.\n").unwrap();
    fs::write(note("Salt.md"), "Two per cent of salt.\n").unwrap();
    let check =
        |word: &str, expect: &[&str]| assert_eq!(found(folder.path(), word), expect, "{word}");
    check("sour", &["a/b/c/Rye.md"]);
    // The same length, within the disk's time resolution.
    fs::write(note("a/b/c/Rye.md"), "Rye is dark.\n").unwrap();
    check("dark", &["a/b/c/Rye.md"]);
    check("sour", &[]);
    fs::write(note("d/New.md"), "Juniper.\n").unwrap();
    check("juniper", &["d/New.md"]);
    fs::rename(note("d/New.md"), note("a/Moved.md")).unwrap();
    check("juniper", &["a/Moved.md"]);
    fs::remove_file(note("a/Moved.md")).unwrap();
    check("juniper", &[]);
    fs::remove_dir_all(note("a")).unwrap();
    check("dark", &[]);
    check("salt", &["Salt.md"]);
}

#[test]
fn a_batch_searches_a_question_in_its_conversation() {
    let folder = TempDir::new().unwrap();
    let write = |path: &str, text: &str| fs::write(folder.path().join(path), text).unwrap();
    fs::create_dir(folder.path().join("vault")).unwrap();
    write("vault/Rye.md", "# Rye\n\nRye dough is baked at 230 degrees.\n");
    write("vault/Brioche.md", "# Brioche\n\nBrioche is baked at 180 degrees.\n");
    let history = r#"[{"role":"user","text":"How is brioche baked?"},{"role":"assistant","text":"Brioche is baked at 180 degrees."}]"#;
    let question = "And for how long is it baked?";
    write(
        "batch.jsonl",
        &format!(
            "{{\"id\":1,\"text\":\"{question}\"}}\n\n{{\"id\":\"two\",\"text\":\"{question}\",\"history\":{history}}}\n"
        ),
    );
    let output = Command::new(env!("CARGO_BIN_EXE_marginalia-cli"))
        .args(["--json", "--data", "data", "search", "--mode", "keyword", "vault"])
        .args(["--batch", "batch.jsonl"])
        .current_dir(&folder)
        .output()
        .unwrap();
    let lines = String::from_utf8(output.stdout).unwrap();
    let lines = lines.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
    let found: Vec<_> = lines.collect();
    let [alone, in_talk] = &found[..] else { panic!("{found:?}") };
    assert_eq!((alone["id"].as_u64(), in_talk["id"].as_str()), (Some(1), Some("two")));
    assert!(alone.get("searched_for").is_none(), "{alone}");
    let words = in_talk["searched_for"].to_string().to_lowercase();
    assert!(words.contains("brioche"), "{words}");
    assert_eq!(in_talk["hits"][0]["path"], "Brioche.md", "{in_talk}");
}
