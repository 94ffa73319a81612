//! The app in a process of its own, to be killed.

use std::{
    io::{BufRead, BufReader},
    process::{Child, Command, Stdio},
    time::Duration,
};

use chat::{App, ConversationId, library::MessageState};
use models::discover::DISCOVER;

use super::Place;

/// A process that is killed when the test ends, however it ends.
pub struct Killed(Child);

impl Drop for Killed {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Asks in a process of its own, and returns it with the conversation as soon as it has shown `text`.
pub fn ask_in_child(
    place: &Place,
    server: &str,
    question: &str,
    text: &str,
) -> (Killed, ConversationId) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_ask-child"))
        .env(DISCOVER, "")
        .args([place.data(), place.vault()])
        .args([server, question])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let child = Killed(child);
    let mut line = || lines.next().expect("the child ended early").unwrap();
    let conversation = line().parse().unwrap();
    let mut shown = String::new();
    while shown != text {
        shown += &serde_json::from_str::<String>(&line()).unwrap();
    }
    (child, conversation)
}

/// Opens the app until the app before it has let go of the library: its thread does so a moment
/// after its last handle.
pub async fn reopened(place: &Place, id: ConversationId) -> App {
    let mut app = App::open(&place.data()).await.unwrap();
    let interrupted = async |app: &App| {
        app.conversation(id).await.unwrap().messages[1].state == MessageState::Interrupted
    };
    let waited = async {
        while !interrupted(&app).await {
            drop(app);
            tokio::task::yield_now().await;
            app = App::open(&place.data()).await.unwrap();
        }
        app
    };
    tokio::time::timeout(Duration::from_secs(30), waited).await.unwrap()
}
