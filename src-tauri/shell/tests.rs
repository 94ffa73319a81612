//! Checks the committed bindings and the window's origin.

mod allowed;
pub(crate) mod desk;
mod hostile_page;
mod place;
mod recordings;

use std::path::Path;

use serde_json::{Value, json};
use specta_typescript::Typescript;

use crate::{
    bindings,
    views::{MessageView, ServerView},
};
use conversation::{Answer, Message, MessageId};

const COMMITTED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/ui/src/ipc/bindings.ts");

/// `UPDATE_BINDINGS=1 cargo test -p marginalia` updates the file.
#[test]
fn bindings_are_up_to_date() {
    let folder = tempfile::tempdir().unwrap();
    let fresh = folder.path().join("bindings.ts");
    let header = "// Made from src-tauri/shell by `npm run bindings`. Don't edit.\n";
    bindings::<tauri::Wry>().export(Typescript::default().header(header), &fresh).unwrap();
    let fresh = std::fs::read_to_string(fresh).unwrap();
    if std::env::var_os("UPDATE_BINDINGS").is_some() {
        std::fs::write(COMMITTED, &fresh).unwrap();
    }
    let committed = std::fs::read_to_string(Path::new(COMMITTED)).unwrap();
    assert!(committed == fresh, "ui/src/ipc/bindings.ts is out of date: run `npm run bindings`");
}

#[test]
fn the_window_gets_no_address_of_the_engine() {
    let listed = app::ServerModels {
        server: models::Server::engine(),
        name: None,
        entered: false,
        another_users: false,
        locked: false,
        models: Ok(Vec::new()),
    };
    let view = serde_json::to_value(ServerView::from(listed)).unwrap();
    assert_eq!((&view["at"], &view["setting"]), (&json!({ "type": "engine" }), &Value::Null));
    assert!(!view.to_string().contains("engine:"), "{view}");
}

#[test]
fn an_answer_that_says_only_that_the_notes_do_not_answer_is_marked() {
    let check = |text: &str, expect: bool| {
        let answer = Answer::new(MessageId::new(), text.to_owned(), jiff::Timestamp::UNIX_EPOCH);
        let view = MessageView::new(Message::Answer(Box::new(answer)), None);
        let view = serde_json::to_value(view).unwrap();
        assert_eq!(view["abstains"] == json!(true), expect, "{view}");
        assert_eq!(view["text"], json!(text));
    };
    check("The notes don't say.", true);
    check("Das steht nicht in den Notizen.", true);
    check("Die Notizen sagen das nicht.", true);
    check("The notes don't say. Rye keeps for a week.", false);
    check("Rye keeps for a week.", false);
}

#[test]
fn the_window_stays_at_its_own_origin() {
    use tauri::Url;
    let own = super::windows::own_page(None).unwrap();
    let server = Url::parse("http://localhost:1420").unwrap();
    let development = super::windows::own_page(Some(&server)).unwrap();
    let stays =
        |own: &Url, there: &str| super::windows::is_same_origin(own, &there.parse().unwrap());
    let (mine, theirs) = if cfg!(windows) {
        ("http://tauri.localhost", "tauri://localhost")
    } else {
        ("tauri://localhost", "http://tauri.localhost")
    };
    for (there, built_in, developed) in [
        (format!("{mine}/index.html#note"), true, false),
        (theirs.to_owned(), false, false),
        ("https://tauri.localhost".to_owned(), false, false),
        ("http://tauri.localhost:8080".to_owned(), false, false),
        ("tauri://elsewhere".to_owned(), false, false),
        ("http://localhost:1420/x".to_owned(), false, true),
        ("http://localhost:11434".to_owned(), false, false),
        ("http://localhost".to_owned(), false, false),
        ("http://me@localhost:1420".to_owned(), false, false),
        ("https://example.org".to_owned(), false, false),
    ] {
        assert_eq!(stays(&own, &there), built_in, "{there}");
        assert_eq!(stays(&development, &there), developed, "{there}");
    }
}
