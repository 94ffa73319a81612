//! Files of a vault that aren't notes.

use std::{
    fs,
    process::{Command, Output},
};

use serde_json::{Value as Json, json};
use tempfile::TempDir;

use super::extract::{PDF, objects};

struct Vault(TempDir);

impl Vault {
    fn new() -> Self {
        let folder = TempDir::new().unwrap();
        fs::create_dir_all(folder.path().join("vault/Papers")).unwrap();
        let vault = Self(folder);
        vault.write("Salt.md", "# Salt\n\nTwo per cent of salt. See [[rye.pdf#page=2]].\n");
        vault.write("Papers/rye.pdf", PDF);
        vault.write("letter.rtf", r"{\rtf1 The mill opens at seven.}");
        vault.write("locked.pdf", "%PDF-1.7 and no more");
        vault
    }

    fn write(&self, path: &str, text: &str) {
        fs::write(self.0.path().join("vault").join(path), text).unwrap();
    }

    fn run(&self, args: &[&str]) -> Output {
        Command::new(env!("CARGO_BIN_EXE_marginalia-cli"))
            .env("MARGINALIA_DISCOVER", "")
            .args(["--data", "data", "--json"])
            .args(args)
            .current_dir(&self.0)
            .output()
            .unwrap()
    }

    fn said(&self, args: &[&str]) -> Vec<Json> {
        objects(&self.run(args))
    }
}

// B91
#[test]
fn files_of_the_vault_are_found_by_words_and_cited_by_page() {
    let vault = Vault::new();
    let index = vault.said(&["index", "vault", "--no-embed"]);
    let done = index.last().unwrap();
    assert_eq!((&done["indexed"], &done["documents"]), (&json!(1), &json!(2)), "{index:?}");
    assert_eq!(done["failed"], 1);

    let hits = vault.said(&["search", "vault", "slows", "--mode", "keyword"]);
    assert_eq!(hits.len(), 1, "{hits:?}");
    assert_eq!(
        (&hits[0]["path"], &hits[0]["text"]),
        (&json!("Papers/rye.pdf"), &json!("Salt slows it."))
    );
    assert_eq!(hits[0]["part"], json!({ "unit": "page", "number": 2 }));
    let check = |query: &str, paths: &[&str]| {
        let hits = vault.said(&["search", "vault", query, "--mode", "keyword"]);
        let found: Vec<&Json> = hits.iter().map(|hit| &hit["path"]).collect();
        assert_eq!(found, paths, "{query}");
    };
    check("salt type:pdf", &["Papers/rye.pdf"]);
    check("salt type:note", &["Salt.md"]);
    check("keeps page:1", &["Papers/rye.pdf"]);
    check("mill type:rtf", &["letter.rtf"]);
    let asked = vault.said(&["ask", "vault", "What slows rye?", "--passages"]);
    let answer = &asked.last().unwrap()["answer"];
    let cited = answer["references"].as_array().unwrap();
    let of_pdf = cited.iter().find(|one| one["part"]["number"] == 2).unwrap();
    assert_eq!(of_pdf["wikilink"], "[[rye.pdf#page=2]]", "{of_pdf}");

    let linked =
        vault.said(&["ask", "vault", "[[rye.pdf#page=2]]?", "--passages", "--mode", "none"]);
    let cited = linked.last().unwrap()["answer"]["references"].as_array().unwrap().clone();
    let texts: Vec<&Json> = cited.iter().map(|one| &one["text"]).collect();
    assert_eq!(texts, ["Salt slows it."], "{cited:?}");
}

// B92
#[test]
fn a_file_that_cannot_be_read_is_named_with_its_reason() {
    let vault = Vault::new();
    let status = vault.said(&["status", "vault"]);
    let failed = &status[0]["failed"][0];
    assert_eq!(failed["path"], "locked.pdf");
    assert!(failed["reason"].as_str().unwrap().starts_with("The file is damaged"), "{failed}");
    let why = vault.said(&["why", "vault", "salt", "locked.pdf", "--mode", "keyword"]);
    assert!(why[0]["detail"].as_str().unwrap().contains("is damaged"), "{why:?}");
}

// B93
#[test]
fn an_attached_file_is_cited_by_page_after_it_is_gone() {
    let vault = Vault::new();
    let file = vault.0.path().join("vault/Papers/rye.pdf");
    let asked = [
        "ask",
        "vault",
        "What slows it?",
        "--passages",
        "--mode",
        "none",
        "--attach-as",
        "searched",
    ];
    let asked = vault.said(&[&asked[..], &["--attach", "vault/Papers/rye.pdf"]].concat());
    let message = &asked.last().unwrap()["answer"];
    let cited = &message["references"][0];
    assert_eq!(cited["text"], "Salt slows it.", "{asked:?}");
    assert_eq!(cited["part"]["number"], 2);
    let id = asked[0]["conversation"].as_str().unwrap().to_owned();
    fs::remove_file(file).unwrap();
    // The conversation still searches the attached file.
    let more = vault.said(&[
        "ask",
        "vault",
        "Does rye keep?",
        "--passages",
        "--mode",
        "none",
        "--conversation",
        &id,
    ]);
    let cited = more.last().unwrap()["answer"]["references"].as_array().unwrap().clone();
    assert!(
        cited.iter().any(|one| one["text"] == "Rye keeps well." && one["number"] == 2),
        "{cited:?}"
    );
}
