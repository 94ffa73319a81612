//! The user's settings, stored in the library except for keys.

mod choice;
mod older;
mod quick_ask;
mod web;

use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::{
    Error, FileGroup, Result,
    model::{ProviderKind, Tokens},
    work::WorkLimits,
};

pub use choice::{ChosenModel, ModelOverride, ServerAt};
pub use choice::{is_here, is_unencrypted};
pub use quick_ask::{QuickAskKey, QuickAskSettings};
pub use web::{AskFirst, WebService, WebSettings};

/// A missing field has its default, so that older files load.
// `remote` turns the derived code into a separate function, which `older` calls with updated data.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, remote = "Self")]
#[cfg_attr(feature = "specta", derive(specta::Type), specta(skip_attr = "serde"))]
pub struct Settings {
    /// The user's servers, in order. Servers found on this machine are offered in addition.
    pub servers: Vec<ServerSetting>,
    /// The model for questions; `None` for the first model of the first configured server, or of the first one found.
    pub chosen: Option<ChosenModel>,
    pub overrides: Vec<ModelOverride>,
    /// Folder for models that run without a server; `None` for the one in the app's data.
    pub models_folder: Option<String>,
    /// Tokens reserved for the answer.
    pub reserve: Tokens,
    /// Globs of folders and files to omit.
    pub exclude: Vec<String>,
    pub gitignore: bool,
    /// Readable files other than notes.
    pub documents: Vec<FileGroup>,
    pub search: SearchSettings,
    pub chat: ChatSettings,
    pub check: CheckSettings,
    pub web: WebSettings,
    pub quick_ask: QuickAskSettings,
    /// Commits each change to notes, if the vault is in a git repository.
    pub commit_changes: bool,
}

/// Judges citations that the app's own check can't decide.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
#[cfg_attr(feature = "specta", derive(specta::Type), specta(skip_attr = "serde"))]
pub struct CheckSettings {
    pub judge: Judge,
}

/// The model that judges whether passages support a sentence.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum Judge {
    #[default]
    Off,
    ChatModel,
    Server {
        server: ServerSetting,
        model: String,
    },
}

/// The parts of a request, and their sizes.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default)]
#[cfg_attr(feature = "specta", derive(specta::Type), specta(skip_attr = "serde"))]
pub struct ChatSettings {
    /// The user's system prompt; `None` for the app's.
    pub instructions: Option<String>,
    /// Reminder at the end of each request; empty for none.
    pub reminder: String,
    /// Folder of the vault with prompts; empty for none.
    pub prompts_folder: String,
    /// Lets capable models call tools that read notes.
    pub tools: bool,
    /// Remembers facts on the user's request and notes that answers often use, for later conversations. Only the user
    /// turns it on.
    pub memories: bool,
    /// Lets models also propose changes to notes; the user decides on each.
    pub changes: bool,
    /// Summarises the beginning of a long conversation to make room.
    pub compact: bool,
    /// Lets an idle model on this machine summarise notes that lack an introductory paragraph.
    pub summaries: bool,
    pub shares: Shares,
    /// Gives messages the unused share of the tools' descriptions.
    pub lend_shares: bool,
    /// Sampling temperature, from 0 to 2; `None` for the server's default.
    // A plain number in TypeScript, like the threshold of a search.
    #[cfg_attr(feature = "specta", specta(type = Option<u32>))]
    pub temperature: Option<f32>,
    /// Number of the newest messages that are never summarised, including this turn's question.
    pub kept_messages: u32,
    pub work: WorkLimits,
    /// First asks the model whether a plain sentence is a command: to write a note, find notes or summarise a note.
    pub routing: bool,
}

/// Shares of a window, in whole percent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
#[cfg_attr(feature = "specta", derive(specta::Type), specta(skip_attr = "serde"))]
pub struct Shares {
    pub system: u32,
    pub tools: u32,
    /// Everything else: the conversation, passages, files, results of tools.
    pub messages: u32,
}

impl Default for Shares {
    fn default() -> Self {
        Self { system: 10, tools: 30, messages: 60 }
    }
}

impl Default for ChatSettings {
    fn default() -> Self {
        Self {
            instructions: None,
            reminder: String::new(),
            prompts_folder: String::new(),
            tools: true,
            memories: false,
            changes: true,
            compact: true,
            summaries: false,
            shares: Shares::default(),
            lend_shares: false,
            temperature: None,
            kept_messages: 3,
            work: WorkLimits::default(),
            routing: false,
        }
    }
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default)]
#[cfg_attr(feature = "specta", derive(specta::Type), specta(skip_attr = "serde"))]
pub struct SearchSettings {
    pub embeddings: Embeddings,
    pub vectors: Vectors,
    pub rerank: Rerank,
    /// The chat model first rephrases a question for a search, and both are searched.
    pub rewrite: bool,
    /// The chat model also writes up to three other queries.
    pub multi_query: bool,
    /// The chat model writes a query for a question about data that the rules leave in doubt.
    pub write_queries: bool,
    pub max_k: u32,
    /// Minimum cosine of a passage found only by its meaning.
    // A plain number in TypeScript: `check` refuses NaN, which JSON would write as `null`.
    #[cfg_attr(feature = "specta", specta(type = u32))]
    pub threshold: f32,
    pub display_k: u32,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum Embeddings {
    /// The built-in model for all languages.
    #[default]
    BuiltIn,
    /// The built-in model for English, which is faster.
    BuiltInEnglish,
    Server {
        server: ServerSetting,
        model: String,
    },
    /// Search by words only.
    Off,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum Vectors {
    #[default]
    Own,
    Chroma {
        base_url: String,
        /// Name of the collection, the same for everybody who shares the vault. Empty for the name of the vault's
        /// folder.
        #[serde(default)]
        collection: String,
    },
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum Rerank {
    #[default]
    Off,
    /// A server with `/v1/rerank`.
    Server {
        base_url: String,
        model: String,
        /// Falls back to the answering model if the server fails.
        #[serde(default)]
        or_chat_model: bool,
    },
    ChatModel,
}

impl Default for SearchSettings {
    fn default() -> Self {
        Self {
            embeddings: Embeddings::BuiltIn,
            vectors: Vectors::Own,
            rerank: Rerank::Off,
            rewrite: false,
            multi_query: false,
            write_queries: false,
            max_k: 10,
            threshold: 0.25,
            display_k: 5,
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct ServerSetting {
    /// Never [`ProviderKind::Engine`].
    #[cfg_attr(feature = "specta", specta(type = ServerKind))]
    pub kind: ProviderKind,
    pub base_url: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
}

/// The variants of [`ProviderKind`] that a server in the settings can have: all but the engine.
#[cfg(feature = "specta")]
#[derive(Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
#[serde(rename_all = "lowercase")]
#[expect(dead_code, reason = "it describes a type to the window")]
enum ServerKind {
    Ollama,
    OpenAi,
    Anthropic,
}

impl ServerSetting {
    pub fn new(kind: ProviderKind, base_url: impl Into<String>) -> Self {
        Self { kind, base_url: base_url.into(), name: None }
    }
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            servers: Vec::new(),
            chosen: None,
            overrides: Vec::new(),
            models_folder: None,
            reserve: Tokens(1024),
            exclude: Vec::new(),
            gitignore: false,
            documents: vec![FileGroup::Pdf, FileGroup::Office, FileGroup::Books],
            search: SearchSettings::default(),
            chat: ChatSettings::default(),
            check: CheckSettings::default(),
            web: WebSettings::default(),
            quick_ask: QuickAskSettings::default(),
            commit_changes: false,
        }
    }
}

impl Settings {
    /// All configured addresses, as typed: servers of models, of vectors and of rerankers.
    pub fn addresses(&self) -> Vec<&str> {
        let mut addresses: Vec<&str> =
            self.servers.iter().map(|server| server.base_url.as_str()).collect();
        let chosen = self.chosen.iter().filter_map(|chosen| chosen.server.as_ref());
        addresses.extend(chosen.filter_map(ServerAt::as_address));
        if let Embeddings::Server { server, .. } = &self.search.embeddings {
            addresses.push(&server.base_url);
        }
        if let Vectors::Chroma { base_url, .. } = &self.search.vectors {
            addresses.push(base_url);
        }
        if let Rerank::Server { base_url, .. } = &self.search.rerank {
            addresses.push(base_url);
        }
        if let Judge::Server { server, .. } = &self.check.judge {
            addresses.push(&server.base_url);
        }
        addresses.extend(self.web.service.address());
        addresses
    }

    /// Checks everything but the servers' addresses, which `models::check_settings` checks.
    ///
    /// # Errors
    /// [`crate::Code::BadInput`] with a sentence that names the setting.
    pub fn check(&self) -> Result<()> {
        self.search.check()?;
        if let Judge::Server { model, .. } = &self.check.judge
            && model.trim().is_empty()
        {
            return Err(Error::bad_input(crate::sentences::JUDGE_WITHOUT_MODEL));
        }
        self.chat.check()?;
        if !(1..=MOST_PAGES).contains(&self.web.results) {
            return Err(Error::bad_input(crate::sentences::PAGES));
        }
        if self.models_folder.as_ref().is_some_and(|folder| !Path::new(folder).is_absolute()) {
            return Err(Error::bad_input(crate::sentences::MODELS_FOLDER));
        }
        if self.chosen.as_ref().is_some_and(|chosen| chosen.model.trim().is_empty()) {
            return Err(Error::bad_input(crate::sentences::MODEL_WITHOUT_NAME));
        }
        for window in self.overrides.iter().filter_map(|known| known.known.window) {
            if window <= self.reserve {
                return Err(Error::bad_input(|| {
                    crate::sentences::window_too_small(window, self.reserve)
                }));
            }
        }
        Ok(())
    }
}

impl Settings {
    /// The user's window for all models, if any; it applies where there is no model yet.
    pub fn any_window(&self) -> Option<Tokens> {
        let general = |about: &&ModelOverride| about.server.is_none() && about.model.is_none();
        self.overrides.iter().filter(general).find_map(|about| about.known.window)
    }
}

impl ChatSettings {
    fn check(&self) -> Result<()> {
        let bad = |message| Err(Error::bad_input(message));
        let Shares { system, tools, messages } = self.shares;
        let together = [system, tools, messages].into_iter().fold(0, u32::saturating_add);
        if together > 100 {
            return bad(crate::sentences::SHARES);
        }
        // NaN is out of range, too.
        if self.temperature.is_some_and(|temperature| !(0.0..=2.0).contains(&temperature)) {
            return bad(crate::sentences::TEMPERATURE);
        }
        if !(1..=MOST_KEPT).contains(&self.kept_messages) {
            return bad(crate::sentences::KEPT_MESSAGES);
        }
        self.work.check()?;
        if !self.prompts_folder.is_empty() && notes::NotePath::new(&self.prompts_folder).is_err() {
            return bad(crate::sentences::PROMPTS_FOLDER);
        }
        Ok(())
    }
}

impl SearchSettings {
    pub fn embedding_addresses(&self) -> impl Iterator<Item = &str> {
        let embeddings = match &self.embeddings {
            Embeddings::Server { server, .. } => Some(server.base_url.as_str()),
            Embeddings::BuiltIn | Embeddings::BuiltInEnglish | Embeddings::Off => None,
        };
        let vectors = match &self.vectors {
            Vectors::Chroma { base_url, .. } => Some(base_url.as_str()),
            Vectors::Own => None,
        };
        embeddings.into_iter().chain(vectors)
    }

    fn check(&self) -> Result<()> {
        let bad = |message| Err(Error::bad_input(message));
        if let Embeddings::Server { model, .. } = &self.embeddings
            && model.trim().is_empty()
        {
            return bad(crate::sentences::EMBEDDINGS_WITHOUT_MODEL);
        }
        if let Rerank::Server { model, .. } = &self.rerank
            && model.trim().is_empty()
        {
            return bad(crate::sentences::RERANK_WITHOUT_MODEL);
        }
        if !(1..=MOST_PASSAGES).contains(&self.max_k) {
            return bad(crate::sentences::MAX_K);
        }
        if self.display_k == 0 || self.display_k > self.max_k {
            return bad(crate::sentences::DISPLAY_K);
        }
        // NaN is out of range, too.
        if !(0.0..=1.0).contains(&self.threshold) {
            return bad(crate::sentences::THRESHOLD);
        }
        Ok(())
    }
}

/// The maximum of search services, and more than a window holds.
const MOST_PAGES: u32 = 20;

/// With more messages a summary would have nothing to replace.
const MOST_KEPT: u32 = 50;

/// More passages fit no window and no reranker.
const MOST_PASSAGES: u32 = 100;

#[cfg(test)]
mod tests;
