//! `marginalia-cli chat`, `export`, `import` and `receipt`, without a model.

use std::{
    fs,
    io::Write,
    process::{Command, Stdio},
};

use serde_json::Value;
use tempfile::TempDir;

pub fn place() -> TempDir {
    let folder = TempDir::new().unwrap();
    fs::create_dir(folder.path().join("vault")).unwrap();
    fs::write(folder.path().join("vault/Salt.md"), "# Salt\n\nTwo per cent of salt.\n").unwrap();
    folder
}

/// Returns the exit code, stdout and stderr.
pub fn run(folder: &TempDir, args: &[&str], input: &str) -> (Option<i32>, String, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_marginalia-cli"))
        .env("MARGINALIA_DISCOVER", "")
        .args(["--data", "data"])
        .args(args)
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

/// A crash must not write the program's memory to disk, whatever the system allows.
#[cfg(target_os = "linux")]
#[test]
fn the_program_leaves_no_core_dump() {
    use std::io::Read;

    let folder = place();
    let mut child = Command::new("sh")
        .args(["-c", "ulimit -Sc $(ulimit -Hc); grep core /proc/self/limits; exec \"$0\" \"$@\""])
        .arg(env!("CARGO_BIN_EXE_marginalia-cli"))
        .args(["--data", "data", "chat", "vault", "--passages"])
        .env("MARGINALIA_DISCOVER", "")
        .current_dir(&folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let limit = |limits: &str| {
        let line = limits.lines().find(|line| line.starts_with("Max core file size")).unwrap();
        line.split_whitespace().nth(4).unwrap().to_owned()
    };
    let mut input = child.stdin.take().unwrap();
    input.write_all(b"How much salt?\n").unwrap();
    // After the first words of its answer the program is at work and waits for the next question.
    let (mut said, mut output) = (String::new(), child.stdout.take().unwrap());
    while !said.contains("Salt.md") {
        let mut bytes = [0; 512];
        let read = output.read(&mut bytes).unwrap();
        assert!(read > 0, "{said}");
        said.push_str(&String::from_utf8_lossy(&bytes[..read]));
    }
    assert_ne!(limit(&said), "0", "core dumps are off here for all, so nothing can be seen");
    let limits = fs::read_to_string(format!("/proc/{}/limits", child.id())).unwrap();
    assert_eq!(limit(&limits), "0");
    drop(input);
    assert!(child.wait().unwrap().success());
}

// Ctrl-C used to do nothing while the program waited for its output's reader.
#[cfg(target_os = "linux")]
#[test]
fn ctrl_c_ends_an_answer_that_nobody_reads() {
    use std::time::{Duration, Instant};

    use tests::model_server::{ListedModel, Rule, Script, ScriptedServer};

    let script = Script {
        models: vec![ListedModel { name: "scripted".to_owned(), ..ListedModel::default() }],
        default: Rule { pieces: Some(vec!["Two per cent.".to_owned()]), ..Rule::default() },
        ..Script::default()
    };
    let server = futures::executor::block_on(ScriptedServer::start(script)).unwrap();
    let folder = place();
    let (_unread, mut full) = std::io::pipe().unwrap();
    // A pipe's capacity.
    full.write_all(&[b' '; 65_536]).unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_marginalia-cli"))
        .env("MARGINALIA_DISCOVER", "")
        .args(["--data", "data", "ask", "vault", "Salt?", "--server", &server.url()])
        .current_dir(&folder)
        .stdin(Stdio::null())
        .stdout(full)
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let began = Instant::now();
    let code = loop {
        if let Some(status) = child.try_wait().unwrap() {
            break status.code();
        }
        if began.elapsed() > Duration::from_secs(60) {
            child.kill().unwrap();
            child.wait().unwrap();
            panic!("it goes on");
        }
        // Earlier, the system's default would end it.
        if !server.requests().is_empty() {
            let pid = child.id().to_string();
            assert!(Command::new("kill").args(["-INT", &pid]).status().unwrap().success());
        }
        std::thread::sleep(Duration::from_millis(50));
    };
    assert_eq!(code, Some(130));
}

#[test]
fn questions_from_a_pipe_are_one_conversation_and_commands_are_understood() {
    let folder = place();
    let input = "How much salt?\n\n/receipt\n/nonsense\n/retry\nMore salt?\n/new\nWhat about salt?\n/quit\nno\n";
    let (code, said, told) =
        run(&folder, &["chat", "vault", "--passages", "--mode", "notes"], input);
    assert_eq!(code, Some(0), "{told}");
    assert_eq!(said.matches("📚 Referenced Documents:").count(), 4, "{said}");
    assert!(
        said.contains("  • [1] [[Salt#Salt]] (Salt.md:1)\n")
            || said.contains("  • [1] [[Salt]] (Salt.md:"),
        "{said}"
    );
    assert!(!said.contains('\u{1b}') && !told.contains('\u{1b}'), "{said}{told}");
    assert!(
        told.contains("no receipt") && told.contains("There is no command /nonsense"),
        "{told}"
    );
    let id = told.lines().last().unwrap().rsplit(' ').next().unwrap();

    // The last conversation continues, and is shown first.
    let args = ["chat", "vault", "--passages", "--conversation", id];
    let (code, said, _) = run(&folder, &args, "And more salt?");
    assert_eq!(code, Some(0));
    assert!(said.starts_with("Salt\n\n› What about salt?\n"), "{said}");

    let (code, text, told) = run(&folder, &["export", id], "");
    assert_eq!((code, told.as_str()), (Some(0), ""));
    assert_eq!(text.matches("## Question").count(), 2, "{text}");
    assert!(text.contains("**References**\n\n[1] [[Salt]] — "), "{text}");
    let (code, text, _) = run(&folder, &["export", id, "--format", "json", "-o", "out.json"], "");
    assert_eq!((code, text.as_str()), (Some(0), ""));
    let (code, _, told) = run(&folder, &["export", id, "-o", "out.json"], "");
    assert_eq!(code, Some(3));
    assert!(told.contains("out.json already exists"), "{told}");

    let (code, line, _) = run(&folder, &["--json", "import", "out.json", "--vault", "vault"], "");
    assert_eq!(code, Some(0));
    let imported: Value = serde_json::from_str(&line).unwrap();
    assert_eq!(imported["title"], "Salt");
    assert_eq!(imported["messages"], 4);
    let copy = imported["conversation"].as_str().unwrap();
    let markdown = |id: &str| run(&folder, &["export", id], "").1;
    assert_eq!(markdown(copy), markdown(id));

    // B63: everything the program wrote is private to the user, whatever the rights of the user's own files.
    #[cfg(unix)]
    for path in ["out.json", "data", "data/library.db", "data/index"] {
        use std::os::unix::fs::PermissionsExt;
        let mode = fs::metadata(folder.path().join(path)).unwrap().permissions().mode();
        assert_eq!(mode & 0o077, 0, "{path}");
    }

    // Without deletions there is nothing to erase.
    let (code, line, _) = run(&folder, &["--json", "erase"], "");
    assert_eq!((code, line.as_str()), (Some(0), "{\"erased\":0}\n"));
}

#[test]
fn chat_speaks_json_and_says_what_is_wrong() {
    let folder = place();
    let (code, said, _) =
        run(&folder, &["--json", "chat", "vault", "--passages"], "Salt?\nsalt!\n");
    assert_eq!(code, Some(0));
    let lines: Vec<Value> = said.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let of = |kind: &str| lines.iter().filter(|line| line["type"] == kind).collect::<Vec<_>>();
    let [first, second] = of("started")[..] else { panic!("{said}") };
    assert_eq!(first["conversation"], second["conversation"]);
    let finished = of("finished");
    assert_eq!(finished.len(), 2);
    for field in ["citations", "steps", "checks", "probably", "branches", "thinking", "references"]
    {
        assert!(!finished[0]["answer"][field].is_null(), "{field}: {said}");
    }
    fs::write(folder.path().join("bad.json"), r#"{"a": {"messages": [{"role": "cat"}]}}"#).unwrap();
    let nowhere = "01a20364-97ba-77bd-b23b-80d829ddbfd0";
    for (args, expected) in [
        (&["import", "bad.json", "--vault", "vault"][..], "session “a”: message 1"),
        (&["import", "none.json", "--vault", "vault"], "none.json can't be read"),
        (&["export", nowhere], "isn't in the library"),
        (&["export", "x"], "“x” isn't the id of anything"),
        (&["receipt", nowhere, "--all"], "no receipt"),
        (&["chat", "vault", "--conversation", nowhere], "isn't in the library"),
    ] {
        let (code, said, told) = run(&folder, args, "");
        assert_eq!((code, said.as_str()), (Some(3), ""), "{told}");
        assert!(told.contains(expected), "{expected}: {told}");
    }
    let (code, _, told) = run(&folder, &["ask", "vault", "Salt?", "--conversation", nowhere], "");
    assert_eq!(code, Some(3), "{told}");
    assert!(told.contains("wasn't saved. Ask it again") && !told.contains("is saved"), "{told}");
}

// B94
#[test]
fn insight_lists_uncited_notes_and_unanswered_questions() {
    let folder = place();
    let (code, _, told) = run(&folder, &["chat", "vault", "--passages"], "Qwertzuiop?\n");
    assert_eq!(code, Some(0), "{told}");
    let (code, said, told) = run(&folder, &["insight", "vault"], "");
    assert_eq!(code, Some(0), "{told}");
    for line in [
        "Notes that answers cite (0)",
        "Notes that no answer cites (1)\n  Salt.md",
        "Questions answered without a source (1)\n  Qwertzuiop? nothing found",
    ] {
        assert!(said.contains(line), "{line}: {said}");
    }
    let (_, said, _) = run(&folder, &["--json", "insight", "vault"], "");
    let said: Value = serde_json::from_str(&said).unwrap();
    assert_eq!(said["uncited"], serde_json::json!(["Salt.md"]));
    assert_eq!(said["fruitless"][0]["found"], false);
}

#[test]
fn who_searches_the_web_is_chosen_and_said() {
    let folder = place();
    let check = |args: &[&str], code, out: &str, err: &str| {
        let (exit, stdout, stderr) = run(&folder, args, "");
        assert_eq!(exit, Some(code), "{args:?}: {stderr}");
        assert!(stdout.contains(out), "{args:?}: {stdout}");
        assert!(stderr.contains(err), "{args:?}: {stderr}");
    };
    check(&["web"], 0, "No web search is set up.", "");
    check(&["web", "tavily"], 0, "needs a key: marginalia-cli web --key", "");
    let asked = "You are asked before each query is sent.";
    check(&["web", "http://127.0.0.1:9", "--ask", "always", "--results", "3"], 0, asked, "");
    check(
        &["web"],
        0,
        "SearXNG server at http://127.0.0.1:9 searches the web. A search returns 3",
        "",
    );
    check(&["web", "not an address"], 3, "", "isn't valid");
    check(&["web", "--results", "99"], 3, "", "The pages per search");
    let (_, stdout, _) = run(&folder, &["--json", "web"], "");
    let said: Value = serde_json::from_str(&stdout).unwrap();
    assert_eq!(said["web"]["service"]["base_url"], "http://127.0.0.1:9");
    assert_eq!(said["key"], false);

    // Nobody can be asked, so nothing leaves.
    let question = ["ask", "vault", "How much salt?", "--mode", "both", "--passages"];
    let shown = "To SearXNG at http://127.0.0.1:9: “How much salt?”";
    check(&question, 0, "Two per cent", shown);
    check(&question, 0, "Two per cent", "nobody is here to confirm it. --allow-web");
    check(&question, 0, "Two per cent", "You didn't allow it to be sent.");
    let allowed = [&question[..], &["--allow-web"]].concat();
    check(&allowed, 0, "Two per cent", "can't be reached");
}
