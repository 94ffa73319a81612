//! Shared data of conversations and slash commands, with the scripted model server.

use std::{fs, sync::Arc};

use app::{App, keys::InMemory};
use library::Project;
use notes::NotePath;
use tempfile::TempDir;
use tests::model_server::{ListedModel, Rule, Script, ScriptedServer};

use crate::talk::{place, run};

fn pieces(when: Option<&str>, said: &str) -> Rule {
    Rule { when: when.map(str::to_owned), pieces: Some(vec![said.to_owned()]), ..Rule::default() }
}

/// Answers each prompt differently.
fn server() -> ScriptedServer {
    let rules = [
        ("Now write the plan", "1. How much salt\n2. What for"),
        ("Work on step 1 alone", "Two per cent."),
        ("Work on step 2 alone", "For its taste."),
        ("Now list what is still open", "NOTHING"),
        ("Now write the report", "Two per cent, for its taste [1]."),
        ("Write a note in Markdown", "# Salt in dough\n\nTwo per cent [1]."),
        ("Your last answer broke off", " And not more."),
        ("Summarize [[Salt]]", "It tells how much [1]."),
        ("Sum up what I baked", "Rye, mostly."),
    ];
    let script = Script {
        models: vec![ListedModel {
            name: "scripted".to_owned(),
            window: Some(16_000),
            ..ListedModel::default()
        }],
        rules: rules.iter().map(|(when, said)| pieces(Some(when), said)).collect(),
        default: pieces(None, "Two per cent [1]."),
        ..Script::default()
    };
    futures::executor::block_on(ScriptedServer::start(script)).unwrap()
}

/// A vault with a project, a prompt in a note, and a memory.
fn furnished() -> TempDir {
    let folder = place();
    for (path, text) in [
        ("Bread/Rye.md", "# Rye\n\nRye dough is sticky.\n"),
        ("Prompts/Review.md", "Sum up what I baked before {{date}}.\n"),
        ("Plan.txt", "Bake twelve loaves."),
    ] {
        let file = folder.path().join("vault").join(path);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, text).unwrap();
    }
    fs::rename(folder.path().join("vault/Plan.txt"), folder.path().join("Plan.txt")).unwrap();
    tokio::runtime::Runtime::new().unwrap().block_on(async {
        let data = folder.path().join("data");
        let app = App::open_with(&data, Arc::new(InMemory::default())).await.unwrap();
        app.vaults.open(&folder.path().join("vault")).await.unwrap();
        app.vaults.synced().await.unwrap();
        let mut settings = app.settings.get();
        settings.chat.prompts_folder = "Prompts".to_owned();
        settings.chat.memories = true;
        app.settings.set(settings).await.unwrap();
        let project = Project {
            name: "Bread".to_owned(),
            instructions: "Think of the oven.".to_owned(),
            notes: vec![NotePath::new("Bread").unwrap()],
            ..Project::new()
        };
        app.projects.put(project).await.unwrap();
        app.memories.remember("I bake on Sundays.".to_owned()).await.unwrap();
        app.close().await;
    });
    folder
}

// B83
#[test]
fn a_slash_runs_its_command() {
    let (folder, server) = (furnished(), server());
    let url = server.url();
    let check = |line: &str, out: &str, err: &str, sent: &str| {
        let input = format!("How much salt?\n{line}\n");
        let args = ["chat", "vault", "--server", &url];
        let (code, said, told) = run(&folder, &args, &input);
        assert_eq!(code, Some(0), "{line}: {told}");
        assert!(said.contains("Two per cent") && said.contains(out), "{line}: {said}");
        assert!(told.contains(err), "{line}: {told}");
        let body = server.requests().pop().unwrap().body;
        assert!(body.contains(sent), "{line}: {body}");
    };
    check("/note salt in dough", "# Salt in dough", "Salt in dough", "What it is about: salt in");
    check("/continue", "And not more.", "", "Your last answer broke off");
    check("/summarise [[Salt]]", "It tells how much [1].", "", "Summarize [[Salt]]");
    check("/review briefly", "Rye, mostly.", "Sum up what I baked before ", "\\n\\nbriefly");
    check("/nothing", "Two per cent", "There is no command /nothing", "How much salt?");
    let changes = run(&folder, &["changes", "--vault", "vault", "--waiting"], "").1;
    assert_eq!(changes.matches("Salt in dough").count(), 1, "{changes}");
    let listed = changes.lines().next().and_then(|line| line.rsplit(' ').next());
    let shown = run(&folder, &["changes", "--vault", "vault", listed.unwrap()], "").1;
    assert!(shown.contains("@@ 1: line 1, based on [1] Salt\n"), "{shown}");
}

// B123
#[test]
fn the_text_that_replaces_what_a_small_model_made_up_is_printed() {
    let model = ListedModel {
        name: "scripted-1.5b".to_owned(),
        window: Some(16_000),
        ..ListedModel::default()
    };
    let default = pieces(None, "It takes 731 g of salt [1].");
    let script = Script { models: vec![model], default, ..Script::default() };
    let server = futures::executor::block_on(ScriptedServer::start(script)).unwrap();
    let args = ["ask", "vault", "How much salt?", "--server", &server.url()];
    let (code, said, told) = run(&place(), &args, "");
    assert_eq!(code, Some(0), "{told}");
    assert!(said.contains("731 g of salt [1].\n\nThe notes don't say.\n"), "{said}");
    assert!(told.contains("“731” is in none of the passages"), "{told}");
}

// B82, B83, B85
#[test]
fn projects_prompts_and_memories_are_listed() {
    let folder = furnished();
    let check = |args: &[&str], code: i32, out: &str, err: &str| {
        let (exit, said, told) = run(&folder, args, "");
        assert_eq!(exit, Some(code), "{args:?}: {told}");
        assert!(said.contains(out), "{args:?}: {said}");
        assert!(told.contains(err), "{args:?}: {told}");
    };
    check(&["projects", "vault"], 0, "Bread 1 ", "");
    check(&["projects", "vault"], 0, "sent whole with each question", "");
    check(&["--json", "projects", "vault"], 0, "\"instructions\":\"Think of the oven.\"", "");
    check(&["prompts", "vault"], 0, "/review Sum up what I baked before {{date}}.", "");
    check(&["--json", "prompts", "vault"], 0, "\"command\":\"review\"", "");
    check(&["memory", "vault"], 0, "I bake on Sundays.", "");
    check(&["memory", "vault"], 0, "  you said it · since 2", "");
    check(&["memory", "vault"], 0, "Z · not used yet", "");
    check(&["memory", "vault", "--add", "My oven is small."], 0, "My oven is small.", "");
    check(&["--json", "memory", "vault"], 0, "\"kind\":\"fact\"", "");
    check(&["memory", "vault", "--off"], 0, "", "The memory is off");
    check(&["memory", "vault", "--forget", "x"], 3, "", "“x” isn't the id of anything");
    let ask = ["ask", "vault", "Salt?", "--passages", "--project", "Bred"];
    check(&ask, 3, "", "Bred");
}

// B82, B85
#[test]
fn questions_are_asked_in_a_project_worked_out_or_plain() {
    let (folder, server) = (furnished(), server());
    let url = server.url();
    let of_the_vault = ["Rye dough", "Think of the oven", "Two per cent of salt", "Sundays"];
    let check = |args: &[&str], input: &str, out: &str, all: bool| {
        let before = server.requests().len();
        let args = [args, &["--server", &url]].concat();
        let (code, said, told) = run(&folder, &args, input);
        assert_eq!(code, Some(0), "{args:?}: {told}");
        assert!(said.contains(out), "{args:?}: {said}");
        let requests = server.requests().split_off(before);
        assert!(!requests.is_empty(), "{args:?}");
        for text in of_the_vault {
            // Each question of a talk, and each step of the work.
            let has = requests.iter().filter(|request| request.body.contains(text)).count();
            assert_eq!(has > 0, all, "{args:?} {text}: {requests:?}");
        }
        requests
    };
    let question = "How much salt, and when do I bake?";
    let ask = ["ask", "vault", question];
    check(&[&ask[..], &["--project", "Bread"]].concat(), "", "Two per cent", true);
    check(&[&ask[..], &["--plain"]].concat(), "", "Two per cent", false);
    let chat = ["chat", "vault", "--attach", "Plan.txt"];
    let input = format!("{question}\n/new\n{question}\n");
    let requests =
        check(&[&chat[..], &["--project", "bread"]].concat(), &input, "Two per cent", true);
    let files = requests.iter().map(|request| request.body.contains("twelve loaves"));
    assert_eq!(files.collect::<Vec<_>>(), [true, false], "of the first question alone");
    assert!(requests.iter().all(|request| request.body.contains("Think of the oven")));
    let requests = check(&[&chat[..], &["--plain"]].concat(), &input, "Two per cent", false);
    assert_eq!(requests.len(), 2);

    let work = ["chat", "vault", "--work", "--project", "Bread", "--server", &url];
    let (code, said, told) = run(&folder, &work, question);
    assert_eq!(code, Some(0), "{told}");
    assert!(said.contains("Two per cent, for its taste [1]."), "{said}");
    assert!(told.contains("1. How much salt") && told.contains("For its taste."), "{told}");
    let (code, _, told) = run(&folder, &["ask", "vault", "x", "--plain", "--project", "Bread"], "");
    assert_eq!(code, Some(2), "{told}");
}
