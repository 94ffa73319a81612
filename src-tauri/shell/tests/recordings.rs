//! The window's tests and its development server replay recordings of the app. Each file of `ui/recordings`
//! lists what is asked of the app; this test asks it and fails if the replies in the file are out of date.
//!
//! A step is a request that changes nothing (`read`), one that does (`act`), or a change of the vault on
//! disk (`write`, `move`). An act may have a second request (`then`), sent once the first has told an event
//! `after` which it comes, so many `times`; if it `ends` the first, what the model holds back is never said.
//! A new request may name a value of the newest reply of a command, `$list_changes/0/id`; the value is
//! written in its place.

mod stable;

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
    sync::{
        atomic::{AtomicUsize, Ordering},
        mpsc::{Receiver, Sender, channel},
    },
    thread,
    time::Duration,
};

use app::Broadcast;
use serde_json::{Map, Value, json};
use tauri::Manager;
use tests::model_server::{Script, ScriptedServer};
use tokio::time::timeout;

use super::{
    desk::Desk,
    place::{Place, call},
};
use crate::consent::Consent;
use stable::{MODEL, Stable, joined};

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/ui/recordings");

/// Maximum time to wait for news of the app.
const LONGEST: Duration = Duration::from_secs(60);

/// Number of apps that are asked in parallel. With more of them, a server may seem to be silent.
const LANES: usize = 4;

/// `npm run record` updates the files.
#[test]
fn recordings_are_up_to_date() {
    let mut files: Vec<PathBuf> = fs::read_dir(FOLDER)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "json"))
        .collect();
    files.sort();
    let next = AtomicUsize::new(0);
    let lane = || -> Vec<String> {
        let taken = || files.get(next.fetch_add(1, Ordering::Relaxed));
        std::iter::from_fn(taken).filter_map(|file| check(file)).collect()
    };
    let mut stale: Vec<String> = thread::scope(|scope| {
        let lanes: Vec<_> = (0..LANES).map(|_| scope.spawn(lane)).collect();
        lanes.into_iter().flat_map(|lane| lane.join().unwrap()).collect()
    });
    stale.sort();
    assert!(stale.is_empty(), "run `npm run record`: these are out of date:\n{}", stale.join("\n"));
}

/// The first line of a recording that is out of date, if there is one.
fn check(file: &Path) -> Option<String> {
    let committed = fs::read_to_string(file).unwrap();
    let mut recording: Value = serde_json::from_str(&committed)
        .unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    Recorder::new(&recording).fill(recording["steps"].as_array_mut().unwrap());
    let fresh = laid_out(&recording);
    if std::env::var_os("UPDATE_RECORDINGS").is_some() {
        fs::write(file, &fresh).unwrap();
        return None;
    }
    let (was, is) = committed.lines().zip(fresh.lines()).find(|(was, is)| was != is)?;
    let at = was.bytes().zip(is.bytes()).take_while(|(was, is)| was == is).count();
    let near = |line: &str| {
        let bytes = line.as_bytes();
        let part = &bytes[at.saturating_sub(80)..bytes.len().min(at + 80)];
        String::from_utf8_lossy(part).into_owned()
    };
    Some(format!("{}:\n  {}\n  {}", file.display(), near(was), near(is)))
}

/// A recording as text: each step on a line of its own.
fn laid_out(recording: &Value) -> String {
    let fields: Vec<String> = recording
        .as_object()
        .unwrap()
        .iter()
        .map(|(name, value)| match value.as_array() {
            Some(steps) if name == "steps" => {
                let steps: Vec<String> = steps.iter().map(|step| format!("    {step}")).collect();
                format!("  \"steps\": [\n{}\n  ]", steps.join(",\n"))
            }
            _ => format!("  \"{name}\": {value}"),
        })
        .collect();
    format!("{{\n{}\n}}\n", fields.join(",\n"))
}

struct Recorder {
    place: Place,
    told: Receiver<String>,
    stable: Stable,
    /// The newest reply of each command.
    replies: BTreeMap<String, Value>,
    server: ScriptedServer,
}

impl Recorder {
    /// The app with the vault, the files and the model of a recording.
    fn new(recording: &Value) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let vault = folder.path().join("Bread");
        copy(&Path::new(FOLDER).join("vault"), &vault);
        for name in recording["with"].as_array().into_iter().flatten() {
            let name = name.as_str().unwrap();
            fs::copy(Path::new(FOLDER).join(name), vault.join(name)).unwrap();
        }
        let notes = recording["notes"].as_object().into_iter().flatten();
        let notes = notes.map(|(path, text)| (vault.join(path), text));
        let files = recording["files"].as_object().into_iter().flatten();
        let files = files.map(|(name, text)| (folder.path().join(name), text));
        for (file, text) in notes.chain(files) {
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            // A long text is written as one that is repeated.
            let (text, times) =
                text.as_array().map_or((text, 1), |text| (&text[0], text[1].as_u64().unwrap()));
            fs::write(file, text.as_str().unwrap().repeat(usize::try_from(times).unwrap()))
                .unwrap();
        }
        let script = &recording["model"];
        let script = Script::from_json(&script.to_string()).unwrap();
        let server = tauri::async_runtime::block_on(ScriptedServer::start(script)).unwrap();

        let chosen = recording["choose"].as_str().map(|name| folder.path().join(name));
        let desk = Desk { path: chosen, agrees: true, ..Desk::default() };
        let stable = Stable::new(folder.path(), &server.url());
        let (sender, told): (Sender<String>, _) = channel();
        let place = Place::in_folder(folder, desk, move |json| {
            // Nobody listens to what is told after the last step.
            let _ = sender.send(json.to_owned());
        });
        let backend = place.backend();
        // Nothing answers at the first port.
        let offline = recording["offline"] == true;
        let address = if offline { "http://127.0.0.1:1".to_owned() } else { server.url() };
        let timing = models::Timing { here: LONGEST, ..models::Timing::default() };
        backend.models.set_timing(timing);
        backend.models.set_places(vec![models::Place { address, program: Some("Ollama") }]);
        let recorder = Self { place, told, stable, replies: BTreeMap::new(), server };
        recorder.set_up(&recording["settings"]);
        if recording["closed"] != true {
            tauri::async_runtime::block_on(recorder.place.backend().vaults.open(&vault)).unwrap();
        }
        recorder.settle();
        recorder
    }

    /// Sets the settings that a recording begins with.
    fn set_up(&self, changes: &Value) {
        let mut settings = self.place.call("get_settings", json!({})).unwrap();
        merge(&mut settings, &self.stable.real(changes));
        self.place.call("set_settings", json!({ "settings": settings })).unwrap();
    }

    /// Waits until the index knows the vault as it is.
    fn settle(&self) {
        let vaults = &self.place.backend().vaults;
        if vaults.current().is_some() {
            tauri::async_runtime::block_on(vaults.documents_read()).unwrap();
        }
    }

    /// Takes the steps and writes down what the app replies.
    fn fill(mut self, steps: &mut [Value]) {
        for step in steps {
            let fields = step.as_object_mut().unwrap();
            for old in ["reply", "error", "events", "news"] {
                fields.remove(old);
            }
            if fields.contains_key("write") || fields.contains_key("move") {
                let news = self.change(fields);
                fields.insert("news".to_owned(), news);
            } else {
                self.request(fields);
            }
        }
    }

    /// Changes the vault on disk, and gives the news of it.
    fn change(&self, fields: &Map<String, Value>) -> Value {
        let vault = self.place.folder.path().join("Bread");
        let backend = self.place.backend();
        let mut news = backend.news();
        let mut touched = BTreeSet::new();
        for (path, text) in fields.get("write").and_then(Value::as_object).into_iter().flatten() {
            touched.insert(path.clone());
            match text.as_str() {
                Some(text) => fs::write(vault.join(path), text).unwrap(),
                None => fs::remove_file(vault.join(path)).unwrap(),
            }
        }
        for (from, to) in fields.get("move").and_then(Value::as_object).into_iter().flatten() {
            let to = to.as_str().unwrap();
            touched.extend([from.clone(), to.to_owned()]);
            let to = vault.join(to);
            fs::create_dir_all(to.parent().unwrap()).unwrap();
            fs::rename(vault.join(from), to).unwrap();
        }
        backend.vaults.rescan();
        let mut told = Vec::new();
        // The first writes may be told before the last, and an earlier step's changes after this step began.
        let mut changed: BTreeSet<String> = BTreeSet::new();
        tauri::async_runtime::block_on(async {
            while let Ok(Some(piece)) = timeout(LONGEST, news.next()).await {
                match piece {
                    Broadcast::Moved(moved) => {
                        let pairs =
                            moved.iter().map(|(from, to)| json!({ "from": from, "to": to }));
                        told.push(json!(["notesMoved", pairs.collect::<Value>()]));
                    }
                    Broadcast::Notes(paths) => {
                        let paths = paths.iter().map(ToString::to_string);
                        changed.extend(paths.filter(|path| touched.contains(path)));
                        if changed == touched {
                            break;
                        }
                    }
                    _ => {}
                }
            }
        });
        told.push(json!(["notesChanged", changed]));
        self.settle();
        Value::Array(told)
    }

    /// Sends the request of a step, and writes its reply beside it.
    fn request(&mut self, fields: &mut Map<String, Value>) {
        let command = fields.get("read").or_else(|| fields.get("act")).and_then(Value::as_str);
        let command = command.unwrap_or_else(|| panic!("{fields:?} asks for nothing")).to_owned();
        if let Some(arguments) = fields.get_mut("args") {
            self.name_values(arguments);
        }
        let arguments = self.arguments(fields.get("args"));
        let then = fields.remove("then");
        let page = self.place.page();
        let asks = command.clone();
        let asked = thread::spawn(move || call(&page, &asks, arguments));
        let mut events = Vec::new();
        if let Some(mut then) = then {
            let mut left = then["times"].as_u64().unwrap_or(1);
            while left > 0 {
                let told = self.told.recv_timeout(LONGEST);
                let told = told.unwrap_or_else(|_| panic!("{command} told no {}", then["after"]));
                let event = self.stable.stable(serde_json::from_str(&told).unwrap());
                left -= u64::from(event["type"] == then["after"]);
                events.push(event);
            }
            then["at"] = json!(joined(events.clone()).len());
            let arguments = self.arguments(then.get("args"));
            let reply = self.place.call(then["act"].as_str().unwrap(), arguments).unwrap();
            then["reply"] = self.stable.stable(reply);
            // What the model holds back goes on, unless nobody is to hear it.
            if then["ends"] != true {
                self.server.release();
            }
            fields.insert("then".to_owned(), then);
        }
        let reply = asked.join().unwrap();
        events.extend(
            self.told
                .try_iter()
                .map(|event| serde_json::from_str(&event).unwrap())
                .map(|event: Value| self.stable.stable(event)),
        );
        match reply {
            Ok(reply) if reply.is_null() => None,
            Ok(mut reply) => {
                if command == "open_vault" {
                    // As it is once the vault is read, however far that was.
                    self.settle();
                    let index = self.place.backend().vaults.current().map(|vault| vault.index);
                    reply["index"] = json!(index);
                }
                let reply = self.stable.stable(reply);
                self.replies.insert(command, reply.clone());
                fields.insert("reply".to_owned(), reply)
            }
            Err(error) => {
                // The app's own failures are objects; these arguments weren't understood.
                assert!(!error.is_string(), "{command}: {error}");
                fields.insert("error".to_owned(), self.stable.stable(error))
            }
        };
        if !events.is_empty() {
            fields.insert("events".to_owned(), Value::Array(joined(events)));
        }
    }

    /// Puts the values in the place of their names.
    fn name_values(&self, arguments: &mut Value) {
        match arguments {
            Value::String(name) => {
                let Some((command, place)) = name.strip_prefix('$').and_then(|n| n.split_once('/'))
                else {
                    return;
                };
                let value = self.replies[command].pointer(&format!("/{place}"));
                *arguments = value.unwrap_or_else(|| panic!("there is no {name}")).clone();
            }
            Value::Array(items) => items.iter_mut().for_each(|item| self.name_values(item)),
            Value::Object(fields) => fields.values_mut().for_each(|field| self.name_values(field)),
            _ => {}
        }
    }

    /// The arguments of a request: the app's own ids and addresses in place of the stable ones, and a token
    /// in place of a file's name.
    fn arguments(&self, given: Option<&Value>) -> Value {
        let mut arguments = self.stable.real(given.unwrap_or(&json!({})));
        if let Some(name) = arguments["token"].as_str() {
            let file = self.place.folder.path().join(name);
            arguments["token"] = json!(self.place.app.state::<Consent>().give(&file).token);
        }
        arguments["channel"] = json!("__CHANNEL__:7");
        arguments
    }
}

/// Puts the fields of `changes` into `value`.
fn merge(value: &mut Value, changes: &Value) {
    match (value, changes) {
        (Value::Object(fields), Value::Object(changes)) => {
            for (name, change) in changes {
                merge(fields.entry(name.clone()).or_insert(Value::Null), change);
            }
        }
        (_, Value::Null) => {}
        (value, change) => *value = change.clone(),
    }
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let path = entry.unwrap().path();
        let target = to.join(path.file_name().unwrap());
        if path.is_dir() {
            copy(&path, &target);
        } else {
            fs::copy(&path, &target).unwrap();
        }
    }
}

#[test]
fn recordings_ask_the_model_at_its_usual_address() {
    let folder = Path::new("/tmp/x");
    let stable = Stable::new(folder, "http://127.0.0.1:45678");
    assert_eq!(
        stable.real(&json!([MODEL, "/home/you/a"])),
        json!(["http://127.0.0.1:45678", "/tmp/x/a"])
    );
}
