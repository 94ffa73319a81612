//! The app with its child processes. Each of them is this program itself: one reads a file, one plays the engine, and
//! one reports what it may do.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "what the tests share stops at what it doesn't expect, as the tests do"
)]

mod attached;
mod files;
mod local_models;
mod made;
mod pictures;
mod programs;

use std::{
    future::Future,
    path::{Path, PathBuf},
    process::ExitCode,
    sync::Arc,
};

use app::{App, keys::InMemory};
use conversation::{
    FileGroup, Mode, Settings,
    reference::Reference,
    settings::{Embeddings, SearchSettings},
};
use futures::StreamExt as _;
use libtest_mimic::{Arguments, Trial};
use notes::{FollowMode, NotePath};
use parking_lot::Mutex;
use tempfile::TempDir;
use turn::{AskRequest, TurnEvent, Way};

fn main() -> ExitCode {
    if documents::worker::is_asked_for() {
        return documents::worker::main();
    }
    match std::env::args().nth(1).as_deref() {
        Some(engine::protocol::ARGUMENT) => return local_models::play(),
        Some(programs::REPORT) => return programs::report(),
        _ => {}
    }
    let checks =
        [attached::CHECKS, files::CHECKS, local_models::CHECKS, pictures::CHECKS, programs::CHECKS]
            .concat();
    let trials = checks.into_iter().map(|(name, check)| {
        Trial::test(name, move || {
            check();
            Ok(())
        })
    });
    libtest_mimic::run(&Arguments::from_args(), trials.collect()).exit_code()
}

type Check = (&'static str, fn());

/// The folder of the files that come with the app, which `npm run setup` fills.
fn resources() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../resources")
}

fn path(path: &str) -> NotePath {
    NotePath::new(path).unwrap()
}

/// A program has one engine, which each change of the settings installs, so only one app is there at a time.
static APP: Mutex<()> = Mutex::new(());

/// Runs a check that opens an app.
fn run(check: impl Future<Output = ()>) {
    let _alone = APP.lock();
    tokio::runtime::Runtime::new().unwrap().block_on(check);
}

/// A vault and the app's data.
struct Place(TempDir);

impl Place {
    fn with(files: &[(&str, &[u8])]) -> Self {
        let place = Self(tempfile::tempdir().unwrap());
        std::fs::create_dir(place.vault()).unwrap();
        for (name, bytes) in files {
            place.write(name, bytes);
        }
        place
    }

    fn vault(&self) -> PathBuf {
        self.0.path().join("vault")
    }

    fn write(&self, name: &str, bytes: &[u8]) {
        std::fs::write(self.vault().join(name), bytes).unwrap();
    }

    /// A file outside of the vault.
    fn file(&self, name: &str, bytes: &[u8]) -> PathBuf {
        let path = self.0.path().join(name);
        std::fs::write(&path, bytes).unwrap();
        path
    }

    /// An app that reads these kinds of files, asks no server and searches by words alone. Only the test triggers
    /// scans.
    async fn app(&self, documents: &[FileGroup]) -> App {
        let data = self.0.path().join("data");
        let app = App::open_with(&data, Arc::new(InMemory::default())).await.unwrap();
        app.models.set_places(Vec::new());
        app.vaults.set_following(FollowMode::Off);
        let search = SearchSettings { embeddings: Embeddings::Off, ..Settings::default().search };
        let documents = documents.to_vec();
        app.settings.set(Settings { documents, search, ..Settings::default() }).await.unwrap();
        app
    }

    async fn opened(&self, documents: &[FileGroup]) -> App {
        let app = self.app(documents).await;
        app.vaults.open(&self.vault()).await.unwrap();
        app.vaults.documents_read().await.unwrap();
        app
    }
}

/// All references of a question that gets passages instead of an answer.
async fn passages(app: &App, request: AskRequest) -> Vec<Reference> {
    references(app, AskRequest { way: Way::Passages, ..request }).await
}

/// All references of a question and its answer.
async fn references(app: &App, request: AskRequest) -> Vec<Reference> {
    let events: Vec<_> = app.turns.ask(request).collect().await;
    let started = events.iter().find_map(|event| match event {
        TurnEvent::Started { conversation, .. } => Some(*conversation),
        _ => None,
    });
    let conversation = app.conversations.get(started.unwrap()).await.unwrap();
    conversation.messages.into_iter().flat_map(|message| message.references.clone()).collect()
}

fn question(text: &str, mode: Mode) -> AskRequest {
    AskRequest { mode, ..AskRequest::new(text) }
}
