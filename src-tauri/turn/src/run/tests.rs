use std::sync::Arc;

use futures::{FutureExt, future::BoxFuture};
use index::Index;
use notes::{ScanOptions, Vault};
use retrieval::{KeyLookup, VaultHandle, tools::Toolbox};

use super::*;
use crate::{
    active::ActiveTurns,
    event::{AskRequest, Way},
    evidence::source::{Findings, Query},
    turn::ModelSource,
};
use conversation::reference::{Kind, State};
use grounding::references::Piece;

struct NoModels;

impl KeyLookup for NoModels {
    fn key<'a>(
        &'a self,
        _: &'a str,
    ) -> BoxFuture<'a, std::result::Result<Option<models::Key>, models::Error>> {
        async { Ok(None) }.boxed()
    }
}

impl ModelSource for NoModels {
    fn chosen(&self) -> BoxFuture<'_, Result<(Server, Model)>> {
        async { Err(Error::new(Code::NoModel, "none")) }.boxed()
    }

    fn reading<'a>(&'a self, _: &'a Server, _: &'a Model) -> BoxFuture<'a, Option<u32>> {
        async { None }.boxed()
    }

    fn forget(&self) {}
}

/// A source with the same hit for every question.
fn table<'a>(query: &'a Query<'a>) -> BoxFuture<'a, Findings> {
    let row = Reference {
        title: format!("Rows for “{}”", query.text),
        ..Reference::new(Kind::Search, State::Used)
    };
    async { Findings { hits: vec![row], searched: true, ..Findings::default() } }.boxed()
}

const TITLES: Task =
    Task { takes: |way, _| way == Way::Answer, needs_model: false, searches: false, run: titles };

fn titles(Job { material, writer, .. }: Job<'_>) -> BoxFuture<'_, Outcome> {
    async move {
        for hit in &material.progress.hits {
            writer.show(Piece::Text(hit.title.clone()));
        }
        Ok(())
    }
    .boxed()
}

fn turn_in(folder: &std::path::Path, library: &Library, vault: library::VaultId) -> Turn {
    let notes = Vault::open(folder).unwrap();
    let handle = VaultHandle {
        id: vault,
        index: Index::open(&folder.join("index.db"), notes.clone(), ScanOptions::default())
            .unwrap(),
        vault: notes,
        listed: None,
        whole: Default::default(),
        meaning: None,
        no_meaning: None,
        is_synced: true,
    };
    let settings = conversation::Settings::default();
    let setup = SearchSetup::quick(&handle, settings.search.clone());
    let answer = MessageId::new();
    Turn {
        library: library.clone(),
        toolbox: Toolbox::new(handle.sources(setup)),
        vault: handle,
        models: Arc::new(NoModels),
        own: Default::default(),
        settings,
        histories: Default::default(),
        timing: Default::default(),
        calibrations: Default::default(),
        request: AskRequest::new("How many loaves?"),
        place: Place::End(None),
        intent: Intent::Answer,
        answer,
        web: None,
        entered: ActiveTurns::default().enter(answer, None).unwrap(),
        rest: None,
    }
}

/// A new way of answering or source needs only a function and an entry in a list.
#[tokio::test]
async fn a_listed_task_answers_from_a_listed_source() {
    let folder = tempfile::TempDir::new().unwrap();
    let (library, _) = Library::open(&folder.path().join("library.db")).unwrap();
    let vault = library.open_vault(folder.path()).await.unwrap();
    let mut ways = Ways::all();
    ways.tasks.insert(0, TITLES);
    ways.sources = vec![table as Source];
    let (events, _received) = mpsc::unbounded_channel();
    let turn = turn_in(folder.path(), &library, vault);
    let ended = run(turn, &ways, Emit(events)).await;
    let TurnEvent::Finished(answer) = ended else { panic!("{ended:?}") };
    assert_eq!(answer.text, "Rows for “How many loaves?”");
    let (_, stored) = library.message(answer.id).await.unwrap();
    assert_eq!(stored.text, answer.text);
}
