//! Measures a question's time outside the model, from asking to the end of the turn: in a conversation's first
//! hundred turns and after 1,000 messages, over a vault of 10,000 notes, against a scripted server on this machine.
//! Also measures a preview of the next question. The baseline sends the same requests to the same server. There is no
//! embedding model, so no search by meaning. Prints the median and the 95th percentile of 100, in milliseconds.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "it prints what it measured, and stops at what it doesn't expect"
)]

use std::{fs, sync::Arc, time::Instant};

use app::{App, keys::InMemory};
use conversation::{ConversationId, Settings, settings::ServerSetting};
use futures::StreamExt;
use models::{ProviderKind, Server};
use tempfile::TempDir;
use tests::model_server::{ListedModel, Rule, Script, ScriptedServer};
use tokio_util::sync::CancellationToken;
use turn::{AskRequest, At, TurnEvent};

const NOTES: usize = 10_000;
const TURNS: usize = 500;
const RUNS: usize = 100;

#[tokio::main]
async fn main() {
    let folder = TempDir::new().unwrap();
    let vault = folder.path().join("vault");
    write_notes(&vault);
    let model = ListedModel {
        name: "scripted".to_owned(),
        window: Some(200_000),
        ..ListedModel::default()
    };
    let says = "Note 7 has it [1]. ".to_owned();
    let rule = Rule { pieces: Some(vec![says; 10]), no_usage: true, ..Rule::default() };
    let script = Script { models: vec![model], default: rule, ..Script::default() };
    let server = ScriptedServer::start(script).await.unwrap();
    let app =
        App::open_with(&folder.path().join("data"), Arc::new(InMemory::default())).await.unwrap();
    app.models.set_places(Vec::new());
    app.vaults.open(&vault).await.unwrap();
    app.vaults.synced().await.unwrap();
    let address = ServerSetting::new(ProviderKind::OpenAi, server.url());
    app.settings.set(Settings { servers: vec![address], ..Settings::default() }).await.unwrap();

    let mut conversation = None;
    let (mut short, mut long) = (Vec::new(), Vec::new());
    let (mut short_previews, mut long_previews) = (Vec::new(), Vec::new());
    for turn in 0..TURNS + RUNS {
        let begun = Instant::now();
        conversation = Some(ask(&app, conversation, turn).await);
        let took = begun.elapsed();
        let (turns, previews) = match turn {
            ..RUNS => (&mut short, &mut short_previews),
            TURNS.. => (&mut long, &mut long_previews),
            _ => continue,
        };
        turns.push(took);
        let begun = Instant::now();
        app.turns.preview(&question(conversation, turn + 1)).await.unwrap();
        previews.push(begun.elapsed());
    }
    let bodies: Vec<String> = server.requests().into_iter().map(|request| request.body).collect();
    let sent = Server { kind: ProviderKind::OpenAi, base_url: server.url(), key: None };
    let provider = sent.connect().unwrap();
    let mut alone = [Vec::new(), Vec::new()];
    let chats: Vec<String> = bodies.into_iter().filter(|body| !body.is_empty()).collect();
    for (bare, bodies) in alone.iter_mut().zip([&chats[..RUNS], &chats[chats.len() - RUNS..]]) {
        for body in bodies {
            let begun = Instant::now();
            let mut events = provider.chat(body.clone(), CancellationToken::new());
            while events.next().await.is_some() {}
            bare.push(begun.elapsed());
        }
    }
    let [short_alone, long_alone] = alone;
    for (name, mut times) in [
        ("a turn of the first hundred", short),
        ("the same requests alone", short_alone),
        ("a preview there", short_previews),
        ("a turn after 1,000 messages", long),
        ("the same requests alone", long_alone),
        ("a preview there", long_previews),
    ] {
        times.sort();
        let millis = |at: usize| times[at].as_secs_f64() * 1_000.0;
        println!("{name}: median {:.1} ms, 95th of 100 {:.1} ms", millis(RUNS / 2), millis(94));
    }
}

fn question(conversation: Option<ConversationId>, turn: usize) -> AskRequest {
    AskRequest {
        at: At::End(conversation),
        ..AskRequest::new(format!("What of w{:04} and w{:04}?", turn % 97, turn % 89))
    }
}

async fn ask(app: &App, conversation: Option<ConversationId>, turn: usize) -> ConversationId {
    let mut events = app.turns.ask(question(conversation, turn));
    let mut id = conversation;
    while let Some(event) = events.next().await {
        match event {
            TurnEvent::Started { conversation, .. } => id = Some(conversation),
            TurnEvent::Failed { error, .. } => panic!("{error}"),
            _ => {}
        }
    }
    id.unwrap()
}

fn write_notes(vault: &std::path::Path) {
    let mut seed = 0x2545_f491_4f6c_dd1d_u64;
    let mut next = move |below: u64| {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        seed % below
    };
    for note in 0..NOTES {
        let mut text = format!("# Note {note}\n\n");
        for _ in 0..100 {
            text.push_str(&format!("w{:04} ", next(100) * next(100) / 2));
        }
        let path = vault.join(format!("{:02}/Note {note}.md", note % 50));
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
}
