//! A library, settings and exported conversations from an earlier version still load.

use std::{fmt::Write as _, fs, path::PathBuf};

use app::App;
use conversation::{ConversationId, Settings};
use library::Library;
use serde::Serialize;
use serde_json::Value;

use crate::fixture::Place;

fn older(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("fixtures/older").join(name)
}

fn unpacked(name: &str) -> Vec<u8> {
    zstd::decode_all(fs::File::open(older(name)).unwrap()).unwrap()
}

/// The vault, and a copy of the library, which refers to the vault by its path.
fn place() -> Place {
    let place = Place::with(&[]);
    for entry in walkdir::WalkDir::new(older("vault")) {
        let entry = entry.unwrap();
        if entry.file_type().is_file() {
            let path = entry.path().strip_prefix(older("vault")).unwrap().to_str().unwrap();
            place.write(path, &fs::read_to_string(entry.path()).unwrap());
        }
    }
    fs::create_dir(place.data()).unwrap();
    let library = place.data().join("library.db");
    fs::write(&library, unpacked("library.db.zst")).unwrap();
    let vault = fs::canonicalize(place.vault()).unwrap();
    let connection = rusqlite::Connection::open(library).unwrap();
    connection.execute("UPDATE vaults SET root = ?", [vault.to_str().unwrap()]).unwrap();
    place
}

/// The app with the vault open and default settings, because the old ones name servers that tests mustn't ask.
async fn opened(place: &Place) -> App {
    let app = place.app().await;
    assert_eq!(app.notice(), None, "the library was damaged");
    app.settings.set_for_now(Settings::default()).await.unwrap();
    app.vaults.open(&place.vault()).await.unwrap();
    app.vaults.synced().await.unwrap();
    app
}

async fn archive(place: &Place, id: ConversationId) -> Value {
    let (library, notice) = Library::open(&place.data().join("library.db")).unwrap();
    assert_eq!(notice, None);
    serde_json::to_value(library.archive(id).await.unwrap()).unwrap()
}

/// The non-default fields of a value, one per line. IDs become numbers; long texts become their beginning and hash.
fn told(value: &impl Serialize) -> String {
    let mut text = String::new();
    tell(&serde_json::to_value(value).unwrap(), 0, &mut text);
    with_short_ids(&text)
}

fn tell(value: &Value, depth: usize, text: &mut String) {
    if let (Some(parts), Some(total)) = (value["parts"].as_array(), value["total"].as_u64()) {
        let texts: String = parts.iter().filter_map(|part| part["text"].as_str()).collect();
        let (count, hash) = (parts.len(), short_hash(&texts));
        writeln!(text, " a context of {count} parts, {total} tokens, {hash}").unwrap();
        return;
    }
    let line = in_line(value);
    if line.len() + 2 * depth <= 118 || !(value.is_array() || value.is_object()) {
        writeln!(text, " {line}").unwrap();
        return;
    }
    text.push('\n');
    let fields: Vec<(&str, &Value)> = match value {
        Value::Array(all) => all.iter().map(|one| ("-", one)).collect(),
        Value::Object(all) => shown(all).collect(),
        _ => Vec::new(),
    };
    for (name, value) in fields {
        let colon = if name == "-" { "" } else { ":" };
        write!(text, "{:1$}{name}{colon}", "", 2 * depth).unwrap();
        tell(value, depth + 1, text);
    }
}

fn shown(all: &serde_json::Map<String, Value>) -> impl Iterator<Item = (&str, &Value)> {
    let is_default = |value: &Value| match value {
        Value::Null | Value::Bool(false) => true,
        Value::String(text) => text.is_empty(),
        Value::Array(all) => all.is_empty(),
        Value::Object(all) => all.is_empty(),
        Value::Bool(true) | Value::Number(_) => false,
    };
    all.iter().map(|(name, value)| (name.as_str(), value)).filter(move |(_, it)| !is_default(it))
}

fn in_line(value: &Value) -> String {
    let join = |parts: Vec<String>| parts.join(", ");
    match value {
        Value::String(text) if text.len() > 120 => {
            let start: String = text.chars().take(40).collect();
            format!("{start:?}… ({} bytes, {})", text.len(), short_hash(text))
        }
        Value::Array(all) => format!("[{}]", join(all.iter().map(in_line).collect())),
        Value::Object(all) => {
            let fields = shown(all).map(|(name, value)| format!("{name}: {}", in_line(value)));
            format!("{{{}}}", join(fields.collect()))
        }
        other => other.to_string(),
    }
}

fn short_hash(text: &str) -> String {
    notes::ContentHash::of(text).to_string()[..12].to_owned()
}

/// The text with IDs numbered in order: `#1`, `#2` …
fn with_short_ids(text: &str) -> String {
    const LENGTH: usize = 36;
    let is_id = |text: &str| {
        text.bytes().enumerate().all(|(at, byte)| match at {
            8 | 13 | 18 | 23 => byte == b'-',
            _ => byte.is_ascii_hexdigit(),
        })
    };
    let (mut short, mut known, mut at) = (String::new(), Vec::new(), 0);
    while at < text.len() {
        match text.get(at..at + LENGTH).filter(|text| is_id(text)) {
            Some(id) => {
                let known_at = known.iter().position(|it| *it == id).unwrap_or_else(|| {
                    known.push(id);
                    known.len() - 1
                });
                write!(short, "#{}", known_at + 1).unwrap();
                at += LENGTH;
            }
            None => {
                let next = text[at..].chars().next().unwrap();
                short.push(next);
                at += next.len_utf8();
            }
        }
    }
    short
}

#[tokio::test]
async fn every_conversation_of_an_older_library_is_read() {
    let place = place();
    let app = opened(&place).await;
    let listed = app.conversations.list().await.unwrap();
    let mut text = told(&listed);
    for entry in &listed {
        let own = app.conversations.settings_of(Some(entry.id)).await.unwrap();
        let queue = app.conversations.queue(entry.id).await.unwrap();
        let draft = app.conversations.draft(Some(entry.id)).await.unwrap();
        let archive = archive(&place, entry.id).await;
        write!(text, "\n# {}\n{}", entry.title, told(&(archive, own, draft, queue))).unwrap();
        // The conversation as the window gets it is complete.
        let shown = app.conversations.get(entry.id).await.unwrap();
        assert_eq!(shown.messages.len(), entry.messages as usize, "{}", entry.title);
    }
    insta::assert_snapshot!(text);
}

#[tokio::test]
async fn shared_data_of_an_older_library_is_read() {
    let place = place();
    let settings = place.app().await.settings.get();
    let app = opened(&place).await;
    let mut changes = Vec::new();
    for entry in app.changes.list().await.unwrap() {
        changes.push(app.changes.get(entry.id).await.unwrap());
    }
    let shared = (
        settings,
        app.projects.list().await.unwrap(),
        app.prompts.list().await.unwrap(),
        app.memories.list().await.unwrap(),
        changes,
        app.conversations.draft(None).await.unwrap(),
        app.conversations.settings_of(None).await.unwrap(),
        app.conversations.to_show().await.unwrap(),
    );
    insta::assert_snapshot!(told(&shared));
}

#[tokio::test]
async fn conversations_that_an_older_version_exported_are_imported() {
    let place = place();
    let app = opened(&place).await;
    let file = place.folder().join("export.json");
    fs::write(&file, unpacked("export.json.zst")).unwrap();
    let before = app.conversations.list().await.unwrap();
    let imported = app.conversations.import(&file).await.unwrap();
    assert!(imported.len() > 10, "{imported:?}");
    for one in &imported {
        let original = before.iter().find(|entry| entry.title == one.title).unwrap();
        // An import omits everything sent to a model, and marks its origin; the rest must be equal.
        let [original, copy] = [original.id, one.conversation].map(async |id| {
            let mut archive = archive(&place, id).await;
            for name in ["project", "prompts", "compactions", "pinned"] {
                archive[name].take();
            }
            forget_import(&mut archive);
            told(&archive)
        });
        assert_eq!(copy.await, original.await, "{}", one.title);
    }

    let sessions = app.conversations.import(&older("chat_sessions.json")).await.unwrap();
    let mut text = told(&(&imported, &sessions));
    for session in sessions {
        text += &told(&archive(&place, session.conversation).await);
    }
    insta::assert_snapshot!(text);
}

fn forget_import(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            fields.remove("imported");
            fields.values_mut().for_each(forget_import);
        }
        Value::Array(all) => all.iter_mut().for_each(forget_import),
        _ => {}
    }
}
