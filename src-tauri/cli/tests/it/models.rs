//! `marginalia-cli models` with its options, without a network.

use parking_lot::Mutex;
use std::fs;
use std::io::{Read as _, Write as _};
use std::net::TcpListener;
use std::process::Command;
use std::sync::Arc;

use serde_json::Value;
use tempfile::TempDir;

use crate::talk::{place, run};

/// An empty model: only a header.
const GGUF: &[u8] = b"GGUF\x03\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0";

/// Returns the exit code, stdout and stderr.
fn models(folder: &TempDir, args: &[&str]) -> (Option<i32>, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_marginalia-cli"))
        .env("MARGINALIA_DISCOVER", "")
        .args(["--data", "data", "models"])
        .args(args)
        .current_dir(folder)
        .output()
        .unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

fn listed(folder: &TempDir) -> Vec<Value> {
    let (code, said, told) = models(folder, &["--list", "--json"]);
    assert_eq!((code, told.as_str()), (Some(0), ""));
    said.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn a_file_of_one_s_own_is_added_listed_and_removed() {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("mine.gguf"), GGUF).unwrap();
    assert!(listed(&folder).iter().all(|model| model["here"] == false));
    let (code, said, told) = models(&folder, &["--add", "mine.gguf"]);
    assert_eq!(code, Some(0), "{told}");
    assert_eq!(said, "mine is ready  your own file, 1 MB\n");
    let own: Vec<_> = listed(&folder).into_iter().filter(|model| model["here"] == true).collect();
    let [own] = &own[..] else { panic!("{own:?}") };
    assert_eq!((&own["id"], &own["bytes"]), (&"mine".into(), &24.into()));
    assert!(models(&folder, &["--list"]).1.contains("  mine  your own file, 1 MB\n"));
    let (code, _, told) = models(&folder, &["--add", "mine.gguf"]);
    assert!(code == Some(3) && told.contains("There is a model mine.gguf in"), "{told}");
    let (code, said, _) = models(&folder, &["--remove", "mine"]);
    assert_eq!((code, said.as_str()), (Some(0), "mine was removed: 1 MB freed\n"));
    assert!(listed(&folder).iter().all(|model| model["here"] == false));
    assert_eq!(fs::read(folder.path().join("mine.gguf")).unwrap(), GGUF);
}

#[test]
fn without_a_model_the_error_names_one_to_get() {
    let folder = place();
    let advised = listed(&folder).into_iter().find(|model| model["advised"] == true).unwrap();
    let get = format!("`marginalia-cli models --get {}`", advised["id"].as_str().unwrap());
    let ask = || run(&folder, &["ask", "vault", "How much salt?"], "");
    let (code, _, told) = ask();
    assert_eq!(code, Some(4), "{told}");
    assert!(told.contains(&get) && told.contains("--server URL"), "{told}");
    let (code, _, told) = models(&folder, &[]);
    assert!(code == Some(1) && told.contains(&get), "{told}");
    // An existing model only has to be chosen.
    fs::write(folder.path().join("mine.gguf"), GGUF).unwrap();
    assert_eq!(models(&folder, &["--add", "mine.gguf"]).0, Some(0));
    assert!(!ask().2.contains("--get"));
}

#[test]
fn the_error_names_what_failed_and_where() {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("notes.gguf"), "not a model").unwrap();
    for (args, code, expect) in [
        (
            &["--get", "gpt-9"][..],
            3,
            "There is no model gpt-9 to download. Available models: qwen3.5-0.8b,",
        ),
        (&["--remove", "gpt-9"], 3, "There is no model gpt-9 in "),
        (&["--add", "notes.gguf"], 3, "notes.gguf"),
        (&["--add", "nowhere.gguf"], 3, "nowhere.gguf"),
        (&["--list", "--get", "x"], 2, "cannot be used with"),
    ] {
        let (ended, said, told) = models(&folder, args);
        assert_eq!((ended, said.as_str()), (Some(code), ""), "{args:?} {told}");
        assert!(told.contains(expect), "{args:?} {told}");
    }
}

#[test]
fn each_model_is_listed_with_what_it_takes_and_one_is_advised() {
    let folder = TempDir::new().unwrap();
    let models = listed(&folder);
    for model in &models {
        for field in ["id", "name", "licence", "host", "limits"] {
            assert!(model[field].as_str().is_some_and(|text| !text.is_empty()), "{field}: {model}");
        }
        for field in ["bytes", "memory", "memory_for_models", "window"] {
            assert!(model[field].as_u64().is_some_and(|number| number > 0), "{field}: {model}");
        }
        assert_eq!(model["measured"], false);
    }
    let measured =
        |id: &str| models.iter().find(|model| model["id"] == id).unwrap()["bench"].clone();
    assert_eq!(measured("qwen2.5-coder-1.5b")["questions"], 40);
    assert_eq!(measured("qwen3.5-0.8b"), Value::Null);
    let advised: Vec<_> = models.iter().filter(|model| model["advised"] == true).collect();
    assert!(advised.len() <= 1 && advised.iter().all(|model| model["fits"] == true), "{advised:?}");
}

/// A local server that lists the model “a” and records its requests.
fn server() -> (String, Arc<Mutex<Vec<String>>>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    let asked = Arc::new(Mutex::new(Vec::new()));
    let kept = asked.clone();
    std::thread::spawn(move || {
        for connection in listener.incoming() {
            let mut connection = connection.unwrap();
            let mut request = [0; 65_536];
            let length = connection.read(&mut request).unwrap();
            kept.lock().push(String::from_utf8_lossy(&request[..length]).into_owned());
            let body = r#"{"data":[{"id":"a"}]}"#;
            let head = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\nconnection: close";
            write!(connection, "{head}\r\ncontent-length: {}\r\n\r\n{body}", body.len()).unwrap();
        }
    });
    (address, asked)
}

// B54, B62
#[test]
fn a_server_that_was_only_found_gets_nothing_before_it_is_chosen() {
    let folder = TempDir::new().unwrap();
    fs::create_dir(folder.path().join("vault")).unwrap();
    fs::write(folder.path().join("vault/Salt.md"), "# Salt\n\nTwo per cent of salt.\n").unwrap();
    let (address, asked) = server();
    let run = |args: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_marginalia-cli"))
            .env("MARGINALIA_DISCOVER", &address)
            .args(["--data", "data"])
            .args(args)
            .current_dir(&folder)
            .output()
            .unwrap();
        let said = [output.stdout, output.stderr].concat();
        (output.status.code(), String::from_utf8(said).unwrap())
    };
    let (_, said) = run(&["ask", "vault", "How much salt?"]);
    assert!(said.contains("you haven't chosen a model yet") && said.contains(&address), "{said}");
    assert!(said.contains("marginalia-cli use NAME"), "{said}");
    let sent = || asked.lock().iter().any(|request| request.contains("salt"));
    assert!(!sent(), "the question was sent");
    let (code, said) = run(&["models"]);
    assert_eq!(code, Some(0));
    assert!(said.contains("None of them is chosen yet"), "{said}");
    let (code, said) = run(&["use", "b"]);
    assert_eq!(code, Some(3), "{said}");
    let (code, said) = run(&["use", "a"]);
    assert_eq!((code, said), (Some(0), format!("Questions go to a at {address}.\n")));
    run(&["ask", "vault", "How much salt?"]);
    assert!(sent(), "the chosen one wasn't asked");
}
