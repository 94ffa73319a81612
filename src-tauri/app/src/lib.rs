//! The app without a window: all that the window and the terminal program share.
//!
//! [`App`] opens the library in its data folder and builds a handle for each part: a struct that the commands of the
//! window and the terminal program call, and that is cheap to clone. A handle uses only those before it:
//! [`SettingsStore`], [`Keys`], [`Models`] (which model answers), [`Vaults`] (the open vault, its index and embedder),
//! [`Retrieval`], [`Changes`] (proposals, which `edits` writes) and [`Turns`]. [`Reader`], [`Conversations`],
//! [`Ratings`] (of verdicts), [`Projects`], [`Prompts`], [`Memories`] and [`Insights`] are used by no other handle.
//! A change of a setting, of a key or of the open vault reaches the later handles through `followers`.
//!
//! In reading order: `vaults` and `vault`, `model_choice`, `search`, `turns`, `changes` and `edits`, `reader`,
//! `answer` (its HTML).

mod changes;
mod conversations;
mod edits;
#[cfg(test)]
#[path = "tests/fixture.rs"]
mod fixture;
mod followers;
mod help;
mod images;
mod insight;
mod memories;
mod model_choice;
mod news;
mod outside_files;
mod projects;
mod prompts;
mod ratings;
mod reader;
mod search;
mod sentences;
mod settings;
mod turns;
mod vault;
mod vaults;

pub mod answer;
pub mod attachments;
pub mod keys;
pub mod place;
pub mod process;
pub mod recognition;

use std::{path::Path, sync::Arc};

use conversation::{Code, Error, Result};
use library::Library;
use models::TokenCounter;
use retrieval::blocking;
use tokio::sync::broadcast;

pub use self::{
    changes::{
        AnswerPlace, ChangeSources, Changes, FootnoteCheck, FootnoteStanding, UnlinkedMention,
        WrittenChange,
    },
    conversations::{Conversations, SAME_MEANING},
    help::{HelpPage, HelpSection, HelpView},
    insight::{GraphNote, GraphQuestion, Insight, Insights, NoteGraph},
    memories::Memories,
    model_choice::{ModelList, ModelOffer, Models, RunningModel, ServerModels, SpeedSource, Trial},
    news::News,
    outside_files::{FileKind, OutsideFile},
    projects::{ProjectSize, Projects},
    prompts::{PromptEntry, PromptList, PromptText, Prompts},
    ratings::Ratings,
    reader::{
        CitedPassage, DocumentPart, DocumentView, DrawnFile, DrawnPages, FoundLink, NoteEntry,
        NoteView, ObsidianPlace, OpenedReference, PagePassage, PassagePiece, Place, Reader,
        RecognisedLine, RecognisedPicture, Standing, When,
    },
    recognition::PagesDone,
    search::{BaseView, Retrieval, TablePage, TableSource},
    settings::SettingsStore,
    turns::Turns,
    vault::{
        Broadcast, IndexStatus, LoadEmbedder, MeaningSource, MeaningState, OpenVectors,
        ReadingState, SyncState, VaultInfo,
    },
    vaults::Vaults,
};
use crate::edits::Edits;
use crate::keys::{KeyStore, Keychain, Keys};

/// Maximum broadcasts (a changed index, moved notes) stored for a slow listener, which loses older ones.
const BROADCASTS_KEPT: usize = 256;

/// The app: one library, at most one open vault, the settings. Clones share them.
#[derive(Clone)]
pub struct App {
    pub settings: SettingsStore,
    pub keys: Keys,
    pub models: Models,
    pub vaults: Vaults,
    pub reader: Reader,
    pub changes: Changes,
    pub retrieval: Retrieval,
    pub turns: Turns,
    pub conversations: Conversations,
    pub ratings: Ratings,
    pub projects: Projects,
    pub prompts: Prompts,
    pub memories: Memories,
    pub insights: Insights,
    notice: Option<String>,
    broadcasts: broadcast::Sender<Broadcast>,
}

impl App {
    /// Opens the app's data in the folder `data`, which is made if missing. Marks unfinished answers as interrupted.
    /// Sets a damaged library aside and begins a new one, which [`App::notice`] says. Needs a tokio runtime.
    pub async fn open(data: &Path) -> Result<Self> {
        Self::open_with(data, Arc::new(Keychain)).await
    }

    /// Stores keys in `store` instead of the system's keychain.
    pub async fn open_with(data: &Path, store: Arc<dyn KeyStore>) -> Result<Self> {
        let data = data.to_owned();
        let (data, (library, notice)) = blocking(move || {
            place::make_private(&data).map_err(|error| {
                Error::new(Code::Library, || sentences::folder_not_made(&data, &error))
                    .because(error)
            })?;
            let opened = Library::open(&data.join("library.db"))?;
            Ok((data, opened))
        })
        .await?;
        let calibrations = turn::calibrations::recall(&library).await;
        let broadcasts = broadcast::channel(BROADCASTS_KEPT).0;
        let settings = SettingsStore::open(library.clone()).await?;
        let keys = Keys::open(store, library.clone()).await?;
        let models = Models::new(settings.clone(), keys.clone(), data.join("models"), calibrations);
        let vaults = Vaults::new(data, library.clone(), settings.clone(), broadcasts.clone());
        let retrieval = Retrieval::new(
            library.clone(),
            settings.clone(),
            &keys,
            models.clone(),
            vaults.clone(),
        );
        let edits = Edits::new(library.clone(), vaults.clone());
        let changes = Changes::new(
            library.clone(),
            settings.clone(),
            vaults.clone(),
            edits,
            broadcasts.clone(),
        );
        Ok(Self {
            reader: Reader::new(library.clone(), vaults.clone()),
            turns: Turns::new(
                library.clone(),
                settings.clone(),
                models.clone(),
                vaults.clone(),
                retrieval.clone(),
                changes.clone(),
            ),
            conversations: Conversations::new(library.clone(), models.clone(), vaults.clone()),
            ratings: Ratings::new(library.clone()),
            projects: Projects::new(
                library.clone(),
                settings.clone(),
                models.clone(),
                vaults.clone(),
            ),
            prompts: Prompts::new(library.clone(), settings.clone(), vaults.clone()),
            memories: Memories::new(library.clone(), vaults.clone()),
            insights: Insights::new(library, vaults.clone()),
            settings,
            keys,
            models,
            vaults,
            retrieval,
            changes,
            notice,
            broadcasts,
        })
    }

    /// A sentence for the user if the library was damaged.
    pub fn notice(&self) -> Option<String> {
        self.notice.clone()
    }

    pub fn news(&self) -> News {
        News::new(self.vaults.clone(), self.broadcasts.subscribe())
    }

    /// Compiles the tokenizer's pattern on another thread, so that the first question doesn't wait for it. Commands
    /// that ask no model don't need it.
    pub fn prepare_counting(&self) {
        let preload = || TokenCounter::for_model("").preload();
        let begun = std::thread::Builder::new().name("tokenizer".to_owned()).spawn(preload);
        if let Err(error) = begun {
            tracing::warn!(%error, "the tokenizer is prepared when it is needed");
        }
    }

    /// Closes the vault and waits until the embedding model is idle. Call it before the program ends.
    pub async fn close(&self) {
        self.vaults.close().await;
    }
}
