//! What the tests of the app share: a folder with a vault and the app's data, and turns read to
//! their end.
#![allow(dead_code)]

pub mod child;

use std::{
    fs,
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

use chat::{
    App, AskRequest, ConversationId, Error, MessageId, Mode, Settings, TurnEvent,
    keys::{InMemory, KeyStore},
    library::Message,
    settings::ServerSetting,
};
use futures::{Stream, StreamExt};
use models::ProviderKind;
use notes::NotePath;
use tempfile::TempDir;
use tests::model_server::{Rule, Script, ScriptedServer};

/// A folder with a vault in it, and a place for the app's data.
pub struct Place {
    folder: TempDir,
}

impl Place {
    /// With these files in the vault.
    pub fn with(files: &[(&str, &str)]) -> Self {
        let place = Self { folder: TempDir::new().unwrap() };
        fs::create_dir(place.vault()).unwrap();
        for (path, text) in files {
            place.write(path, text);
        }
        place
    }

    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    pub fn vault(&self) -> PathBuf {
        self.folder.path().join("vault")
    }

    pub fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    pub fn write(&self, path: &str, text: &str) {
        let path = self.vault().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    /// A file outside the vault.
    pub fn file(&self, name: &str, text: &str) -> PathBuf {
        let path = self.folder.path().join(name);
        fs::write(&path, text).unwrap();
        path
    }

    /// The app, with no vault open.
    pub async fn app(&self) -> App {
        // The keychain of whoever runs the tests is none of their business.
        self.app_with(Arc::new(InMemory::default())).await
    }

    /// The same, with its keys in `store`. The servers that run on this machine aren't looked for.
    pub async fn app_with(&self, store: Arc<dyn KeyStore>) -> App {
        let app = App::open_with(&self.data(), store).await.unwrap();
        app.set_places(Vec::new());
        app
    }

    /// The app with the vault open and indexed.
    pub async fn opened(&self) -> App {
        let app = self.app().await;
        app.open_vault(&self.vault()).await.unwrap();
        app.synced().await.unwrap();
        app
    }

    /// The same, with its questions going to the OpenAI-compatible server at `address`.
    pub async fn asking(&self, address: &str) -> App {
        let app = self.opened().await;
        app.set_settings(settings(address)).await.unwrap();
        app
    }
}

pub fn path(path: &str) -> NotePath {
    NotePath::new(path).unwrap()
}

pub fn settings(address: &str) -> Settings {
    Settings {
        servers: vec![ServerSetting::new(ProviderKind::OpenAi, address)],
        ..Settings::default()
    }
}

/// A new question.
pub fn ask(text: &str, mode: Mode) -> AskRequest {
    AskRequest {
        conversation: None,
        text: text.to_owned(),
        mode,
        attachments: Vec::new(),
        passages_only: false,
        retry: None,
        edit: None,
    }
}

/// All events of a turn, of which the last must be its only terminal one.
pub async fn collect(events: impl Stream<Item = TurnEvent>) -> Vec<TurnEvent> {
    let events: Vec<_> = events.collect().await;
    let terminal = events.iter().filter(|event| event.is_terminal()).count();
    assert_eq!(terminal, 1, "{events:#?}");
    assert!(events.last().unwrap().is_terminal(), "{events:#?}");
    events
}

pub fn conversation(events: &[TurnEvent]) -> ConversationId {
    started(events).0
}

/// The conversation, the question and the answer's id.
pub fn started(events: &[TurnEvent]) -> (ConversationId, Message, MessageId) {
    events
        .iter()
        .find_map(|event| match event {
            TurnEvent::Started { conversation, question, answer } => {
                Some((*conversation, (**question).clone(), *answer))
            }
            _ => None,
        })
        .unwrap_or_else(|| panic!("it never started: {events:#?}"))
}

pub fn finished(events: &[TurnEvent]) -> Message {
    match events.last() {
        Some(TurnEvent::Finished(answer)) => (**answer).clone(),
        other => panic!("not finished: {other:#?}"),
    }
}

pub fn cancelled(events: &[TurnEvent]) -> Message {
    match events.last() {
        Some(TurnEvent::Cancelled(answer)) => (**answer).clone(),
        other => panic!("not cancelled: {other:#?}"),
    }
}

pub fn failed(events: &[TurnEvent]) -> (Message, Error) {
    match events.last() {
        Some(TurnEvent::Failed { answer: Some(answer), error }) => {
            ((**answer).clone(), error.clone())
        }
        other => panic!("not failed with an answer: {other:#?}"),
    }
}

/// The text that was shown, with its marks as `[n]`.
pub fn shown(events: &[TurnEvent]) -> String {
    events
        .iter()
        .map(|event| match event {
            TurnEvent::Text(text) => text.clone(),
            TurnEvent::Citation(number) => format!("[{number}]"),
            _ => String::new(),
        })
        .collect()
}

pub fn notices(events: &[TurnEvent]) -> Vec<String> {
    events
        .iter()
        .filter_map(|event| match event {
            TurnEvent::Notice(notice) => Some(notice.clone()),
            _ => None,
        })
        .collect()
}

/// Waits for something that is about to happen.
pub async fn until(mut happened: impl AsyncFnMut() -> bool) {
    let waited = async {
        while !happened().await {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(Duration::from_secs(30), waited).await.unwrap();
}

const SALT: &str = "# Salt\n\nUse two per cent of the weight of the flour in salt.\n";
const RYE: &str = "# Rye\n\nRye dough is sticky and wants a tin.\n";

/// A vault of two notes.
pub fn bread() -> Place {
    Place::with(&[("Salt.md", SALT), ("Rye.md", RYE)])
}

pub async fn server(script: Script) -> ScriptedServer {
    ScriptedServer::start(script).await.unwrap()
}

/// Says this, piece by piece.
pub fn pieces(pieces: &[&str]) -> Rule {
    Rule { pieces: Some(pieces.iter().map(|&piece| piece.to_owned()).collect()), ..Rule::default() }
}

/// A further question.
pub fn next(conversation: ConversationId, text: &str, mode: Mode) -> AskRequest {
    AskRequest { conversation: Some(conversation), ..ask(text, mode) }
}

/// The passages that have words of `query`, the best first.
pub async fn found(app: &App, query: &str, limit: usize) -> Result<Vec<index::Hit>, chat::Error> {
    Ok(app.search(query, index::Mode::Keyword, limit).await?.hits)
}
