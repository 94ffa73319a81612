//! `check`: a file's pairs, and a Markdown file's sentences against a vault.

use std::{
    fs,
    path::Path,
    process::{Command, Output},
};

use serde_json::Value as Json;
use tempfile::TempDir;

fn run(folder: &Path, args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_marginalia-cli"))
        .args(args)
        .args(["--json", "--words-only", "--data"])
        .arg(folder.join("data"))
        .current_dir(folder)
        .output()
        .unwrap()
}

fn objects(output: &Output) -> Vec<Json> {
    let text = String::from_utf8(output.stdout.clone()).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn pairs_of_a_file_get_verdicts_with_places() {
    let folder = TempDir::new().unwrap();
    let text = "Rye is sour. The starter does not need sugar.";
    let lines = [
        r#"{"id":1,"claim":"The starter does not need sugar.","text":"TEXT"}"#,
        "",
        r#"{"id":"two","claim":"The starter needs sugar.","text":"TEXT"}"#,
        r#"{"id":3,"claim":"The starter does not need 3 g of sugar.","text":"TEXT"}"#,
    ];
    let pairs = lines.join("\n").replace("TEXT", text);
    fs::write(folder.path().join("pairs.jsonl"), pairs).unwrap();
    let output = run(folder.path(), &["check", "--batch", "pairs.jsonl"]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let found = objects(&output);
    let verdicts: Vec<_> = found.iter().map(|it| (&it["id"], it["support"].as_str())).collect();
    let expect = [
        (&Json::from(1), "supported"),
        (&"two".into(), "contradicted"),
        (&3.into(), "unsupported"),
    ];
    assert_eq!(verdicts, expect.map(|(id, support)| (id, Some(support))));
    let said = |places: &Json| -> Vec<String> {
        let place = |it: &Json, end: &str| usize::try_from(it[end].as_u64().unwrap()).unwrap();
        let places = places.as_array().unwrap().iter();
        places.map(|it| text[place(it, "start")..place(it, "end")].trim().to_owned()).collect()
    };
    assert_eq!(said(&found[0]["evidence"]), ["The starter does not need sugar."]);
    assert_eq!(said(&found[1]["contradicts"]), ["The starter does not need sugar."]);
    assert_eq!(said(&found[1]["evidence"]), [""; 0]);
    assert_eq!(found[2]["missing"], serde_json::json!(["3"]));

    let output = run(folder.path(), &["check", "--batch", "pairs.jsonl", "--features"]);
    let figures = objects(&output);
    assert_eq!(figures.len(), 3);
    assert!(figures[0]["features"]["words.all"].as_f64().unwrap() > 0.99);
}

#[test]
fn many_pairs_keep_their_order_and_places_count_bytes() {
    let folder = TempDir::new().unwrap();
    let text = "Größe zählt – 20 € reichen. Der Teig ruht nicht.";
    let pair = |id: usize| {
        let claim = if id.is_multiple_of(2) { "Der Teig ruht nicht." } else { "Der Teig ruht." };
        serde_json::json!({ "id": id, "claim": claim, "text": text }).to_string() + "\n"
    };
    let pairs: String = (0..450).map(pair).collect();
    fs::write(folder.path().join("pairs.jsonl"), format!("\u{feff}{pairs}")).unwrap();
    let found = objects(&run(folder.path(), &["check", "--batch", "pairs.jsonl"]));
    assert!(found.iter().zip(0..).all(|(it, id)| it["id"] == id) && found.len() == 450);
    for (it, (verdict, places)) in
        found.iter().zip([("supported", "evidence"), ("contradicted", "contradicts")])
    {
        assert_eq!(it["support"], verdict);
        let place = &it[places][0];
        let at = |end: &str| usize::try_from(place[end].as_u64().unwrap()).unwrap();
        assert_eq!(text[at("start")..at("end")].trim(), "Der Teig ruht nicht.");
    }
}

#[test]
fn a_bad_line_is_named_and_nothing_is_checked() {
    let folder = TempDir::new().unwrap();
    let lines = "{\"id\":1,\"claim\":\"a\",\"text\":\"b\"}\n\n{\"id\":2,\"claim\":\"a\"}\n";
    fs::write(folder.path().join("pairs.jsonl"), lines).unwrap();
    let output = run(folder.path(), &["check", "--batch", "pairs.jsonl"]);
    assert_eq!(output.status.code(), Some(3));
    assert!(output.stdout.is_empty());
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(
        told.contains("pairs.jsonl, line 3") && told.contains("missing field `text`"),
        "{told}"
    );
    assert!(!told.contains("line 1"), "{told}");
    let output = run(folder.path(), &["check", "--batch", "none.jsonl"]);
    assert_eq!(output.status.code(), Some(3));
    let output = run(folder.path(), &["check", "vault"]);
    assert_eq!(output.status.code(), Some(2), "a vault without a file");
}

// B74, B74
#[test]
fn a_text_is_checked_against_a_vault() {
    let folder = TempDir::new().unwrap();
    let vault = folder.path().join("vault");
    fs::create_dir(&vault).unwrap();
    fs::write(vault.join("Starter.md"), "# Starter\n\nThe starter does not need sugar.\n").unwrap();
    fs::write(vault.join("Oven.md"), "# Oven\n\nThe oven heats for 40 minutes.\n").unwrap();
    let check = |text: &str, expect: &[(&str, Option<&str>)], code: i32| {
        fs::write(folder.path().join("draft.md"), text).unwrap();
        let output = run(folder.path(), &["check", "vault", "draft.md"]);
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(code), "{text}: {told}");
        let found = objects(&output);
        let shown: Vec<_> =
            found.iter().map(|it| (it["support"].as_str().unwrap(), it["path"].as_str())).collect();
        assert_eq!(shown, expect, "{text}");
        for one in &found {
            let place = |end: &str| usize::try_from(one[end].as_u64().unwrap()).unwrap();
            assert!(text[place("start")..place("end")].contains("The"), "{one}");
        }
    };
    check(
        "# Draft\n\nThe oven heats for 40 minutes. The starter does not need sugar.\n",
        &[("supported", Some("Oven.md")), ("supported", Some("Starter.md"))],
        0,
    );
    check(
        "---\ntitle: The oven\n---\nThe oven heats for 40 minutes.\n",
        &[("supported", Some("Oven.md"))],
        0,
    );
    check("The starter needs sugar.\n", &[("contradicted", Some("Starter.md"))], 1);
    check("The oven heats for 90 minutes.\n", &[("unsupported", Some("Oven.md"))], 0);

    // A supporting note doesn't hide a contradicting one.
    fs::write(vault.join("Old.md"), "# Old\n\nThe starter needs sugar.\n").unwrap();
    check("The starter needs sugar.\n", &[("supported", Some("Old.md"))], 1);
    let output = run(folder.path(), &["check", "vault", "draft.md"]);
    let otherwise = objects(&output)[0]["otherwise"].clone();
    assert_eq!(otherwise[0]["path"], "Starter.md", "{otherwise}");
    assert_eq!(otherwise.as_array().map(Vec::len), Some(1));
}

// `check` used to use only the names from the last look at the folder.
#[test]
fn footnotes_of_notes_that_are_newer_than_the_index_are_checked() {
    let folder = TempDir::new().unwrap();
    let vault = folder.path().join("vault");
    fs::create_dir(&vault).unwrap();
    fs::write(vault.join("Salt.md"), "# Salt\n\nTwo per cent of salt.\n").unwrap();
    let footnotes = || {
        let output = run(folder.path(), &["check", "--footnotes", "vault"]);
        let found = objects(&output).into_iter();
        let found = found.map(|it| (it["note"].clone(), it["state"].clone())).collect::<Vec<_>>();
        (output.status.code(), found)
    };
    assert_eq!(footnotes(), (Some(0), Vec::new()));
    let footnote = |link: &str| {
        format!("Salty.[^1]\n\n[^1]: [[{link}]] “x” ^marginalia-0123456789abcdef-3-3\n")
    };
    fs::write(vault.join("Answer.md"), footnote("Salt")).unwrap();
    fs::write(vault.join("Pepper.md"), "# Pepper\n").unwrap();
    fs::write(vault.join("Zest.md"), footnote("Pepper")).unwrap();
    // Enough notes that the footnotes would be checked before all are read.
    for number in 0..1_000 {
        fs::write(vault.join(format!("{number}.md")), format!("# Note {number}\n")).unwrap();
    }
    let changed = |note: &str| (Json::from(note), Json::from("changed"));
    assert_eq!(footnotes(), (Some(1), vec![changed("Answer.md"), changed("Zest.md")]));
}
