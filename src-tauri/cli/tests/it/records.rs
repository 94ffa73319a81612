//! `query` and the tables in answers, as scripts read them.

use std::{fs, process::Command};

use serde_json::{Value, json};
use tempfile::TempDir;

fn vault(notes: &[(&str, &str)]) -> TempDir {
    let folder = TempDir::new().unwrap();
    for (path, text) in notes {
        let path = folder.path().join("vault").join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    folder
}

/// Runs the program on 19 March 2026, a Thursday. Returns the exit code and the printed objects.
fn run(folder: &TempDir, args: &[&str]) -> (Option<i32>, Vec<Value>) {
    let output = Command::new(env!("CARGO_BIN_EXE_marginalia-cli"))
        .env("MARGINALIA_DISCOVER", "")
        .env("MARGINALIA_NOW", "2026-03-19T18:00:00")
        .env("LC_ALL", "C")
        .args(["--json", "--data", "data"])
        .args(args)
        .current_dir(folder)
        .output()
        .unwrap();
    let lines = String::from_utf8(output.stdout).unwrap();
    let objects = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    (output.status.code(), objects)
}

const RUNS: [(&str, &str); 3] = [
    ("Daily/2026-03-15.md", "run:: 10\n"),
    ("Daily/2026-03-16.md", "run:: 5.2\n"),
    ("Daily/2026-03-17.md", "run:: 4.6\n"),
];

// B125
#[test]
fn a_query_is_answered_in_json() {
    let folder = vault(&RUNS);
    let query = "has:run sort:-run columns:run limit:2 sum:run";
    let (code, said) = run(&folder, &["query", "vault", query]);
    let row = |day: &str, run: &str| {
        json!({
            "path": format!("Daily/{day}.md"), "line": 1, "values": [day, run],
        })
    };
    let expected = json!({
        "query": "has:run sort:-run limit:2 sum:run columns:run",
        "columns": ["Note", "run"],
        "rows": [row("2026-03-15", "10"), row("2026-03-16", "5.2")],
        "total": 3,
        "result": { "label": "sum of run", "value": "19.8", "of": 3 },
    });
    assert_eq!((code, said), (Some(0), vec![expected]));
    let (code, said) = run(&folder, &["query", "vault", "run>100"]);
    assert_eq!((code, &said[0]["total"], &said[0]["rows"]), (Some(1), &json!(0), &json!([])));
}

// B127
#[test]
fn this_week_is_the_week_of_the_set_time_and_begins_as_the_calendar_says() {
    let question = "How many km did I run this week?";
    let week_of = |more: &[(&str, &str)]| {
        let folder = vault(&[&RUNS[..], more].concat());
        let (code, said) = run(&folder, &["query", "vault", question, "--question"]);
        assert_eq!(code, Some(0), "{said:?}");
        (said[0]["query"].as_str().unwrap().to_owned(), said[0]["result"]["value"].clone())
    };
    let (query, sum) = week_of(&[]);
    assert!(query.contains("date=2026-03-16..2026-03-22"), "{query}");
    assert_eq!(sum, "9.8");
    let calendar = (".obsidian/plugins/calendar/data.json", r#"{"weekStart":"sunday"}"#);
    let (query, sum) = week_of(&[calendar]);
    assert!(query.contains("date=2026-03-15..2026-03-21"), "{query}");
    assert_eq!(sum, "19.8");
}

/// The references of an answer that is passages alone.
fn references(folder: &TempDir, question: &str) -> Vec<Value> {
    let (code, said) = run(folder, &["ask", "vault", question, "--passages"]);
    assert_eq!(code, Some(0), "{said:?}");
    let finished = said.iter().find(|it| it["type"] == "finished").unwrap();
    finished["answer"]["references"].as_array().unwrap().clone()
}

// B125
#[test]
fn a_table_and_a_passage_of_a_table_name_their_columns() {
    let rows = |from: u32, to: u32| -> String {
        (from..to).map(|at| format!("| Person {at} | {at} | some town |\n")).collect()
    };
    let people = format!(
        "# People\n\n| Name | Age | Town |\n|---|--:|---|\n{}| Zwiebelfisch | 7 | Ulm |\n{}",
        rows(0, 100),
        rows(100, 200)
    );
    let folder = vault(&[
        ("People.md", &people),
        ("Films/Alien.md", "---\ntags: [film]\nseen: 2026-01-03\n---\n"),
        ("Films/Heat.md", "---\ntags: [film]\nseen: 2026-02-14\n---\n"),
    ]);
    let found = references(&folder, "How many films did I watch in January 2026?");
    let table = found.iter().find(|it| it["kind"] == "table").unwrap();
    let alien = json!([{ "path": "Films/Alien.md", "line": 1, "values": ["Alien", "2026-01-03"] }]);
    assert_eq!(table["columns"], json!(["Note", "seen"]));
    assert_eq!((&table["rows"], &table["total"]), (&alien, &json!(1)));
    let found = references(&folder, "Why did Zwiebelfisch leave the harbour?");
    let has_it = |it: &&Value| it["text"].as_str().is_some_and(|it| it.contains("Zwiebelfisch"));
    let passage = found.iter().find(has_it).unwrap();
    assert_eq!(passage["passage_columns"], "| Name | Age | Town |");
    assert_eq!(passage["columns"], Value::Null);
}
