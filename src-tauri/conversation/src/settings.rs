//! What the user has set. Kept in the library, but for the keys.

mod choice;
mod older;
mod quick_ask;
mod web;

use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::{
    Code, Error, FileGroup, Result,
    model::{ProviderKind, Tokens},
    work::WorkLimits,
};

pub use choice::{ChosenModel, ModelOverride, ServerAt};
pub use choice::{is_here, is_unencrypted};
pub use quick_ask::{QuickAskKey, QuickAskSettings};
pub use web::{AskFirst, WebService, WebSettings};

/// The settings. A missing field is its default, so that older files load.
// `remote` makes what is derived a function of its own, which `older` calls with what it has brought up to date.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, remote = "Self")]
#[cfg_attr(feature = "specta", derive(specta::Type), specta(skip_attr = "serde"))]
pub struct Settings {
    /// The servers that the user entered, in order. Those that are found on this machine are
    /// offered beside them.
    pub servers: Vec<ServerSetting>,
    /// The model that questions go to, or `None` for the first of the first server that was entered,
    /// or the first that is found.
    pub chosen: Option<ChosenModel>,
    /// What the user knows better about models.
    pub overrides: Vec<ModelOverride>,
    /// The folder for models that run on this machine without a server, or `None` for the one among
    /// the app's own data.
    pub models_folder: Option<String>,
    /// The tokens kept free for the answer.
    pub reserve: Tokens,
    /// Folders and files to leave out, as globs.
    pub exclude: Vec<String>,
    pub gitignore: bool,
    /// The kinds of files besides notes that are read and found.
    pub documents: Vec<FileGroup>,
    pub search: SearchSettings,
    /// What goes to the model besides the conversation.
    pub chat: ChatSettings,
    /// Who judges citations that the app's own check can't decide.
    pub check: CheckSettings,
    /// Who searches the web, and what is asked before.
    pub web: WebSettings,
    /// How the window for a quick question is reached.
    pub quick_ask: QuickAskSettings,
    /// Whether each change to notes is committed, if the vault lies in a git repository.
    pub commit_changes: bool,
}

/// Who judges citations that the app's own check can't decide.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
#[cfg_attr(feature = "specta", derive(specta::Type), specta(skip_attr = "serde"))]
pub struct CheckSettings {
    /// The model that is asked for yes or no.
    pub judge: Judge,
}

/// The model that is asked whether passages support a sentence.
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

/// What goes to the model besides the conversation, and how much of each.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default)]
#[cfg_attr(feature = "specta", derive(specta::Type), specta(skip_attr = "serde"))]
pub struct ChatSettings {
    /// The user's own system prompt, or `None` for the app's.
    pub instructions: Option<String>,
    /// What the model is reminded of at the very end of each request. Empty for nothing.
    pub reminder: String,
    /// The folder of a vault whose notes are prompts. Empty for none.
    pub prompts_folder: String,
    /// Whether models that can may call tools that read notes.
    pub tools: bool,
    /// Whether what the user says to remember, and which notes answers often rest on, is kept and goes
    /// into later conversations. Only the user turns it on.
    pub memories: bool,
    /// Whether they may also prepare changes to notes, on each of which the user decides.
    pub changes: bool,
    /// Whether the beginning of a long conversation is summarised to make room.
    pub compact: bool,
    /// Whether a model on this machine writes a sentence on notes that have no paragraph of their own
    /// to tell what they are about, while it has nothing else to do.
    pub summaries: bool,
    /// The shares of the window, in whole percent.
    pub shares: Shares,
    /// Whether messages get what the descriptions of tools leave free of their share.
    pub lend_shares: bool,
    /// How freely the model chooses its words, from 0 to 2, or `None` for what its server takes.
    // To the window a number, like the threshold of a search.
    #[cfg_attr(feature = "specta", specta(type = Option<u32>))]
    pub temperature: Option<f32>,
    /// How many of the newest messages are never summarised, this turn's question among them.
    pub kept_messages: u32,
    /// What working a question out step by step may take at most.
    pub work: WorkLimits,
    /// Whether the model is asked first if a plain sentence wants a note written, notes found or a note
    /// summarised.
    pub routing: bool,
}

/// The shares of a window, in whole percent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
#[cfg_attr(feature = "specta", derive(specta::Type), specta(skip_attr = "serde"))]
pub struct Shares {
    pub system: u32,
    pub tools: u32,
    /// For everything else: the conversation, passages, files, what tools return.
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
    /// What makes vectors of passages and questions.
    pub embeddings: Embeddings,
    pub vectors: Vectors,
    /// What puts the passages that were found into a better order.
    pub rerank: Rerank,
    /// Whether the chat model first words a question as one would look for it, and that is looked for,
    /// too.
    pub rewrite: bool,
    /// Whether it also puts the question in up to three other ways, each of which is looked for.
    pub multi_query: bool,
    pub max_k: u32,
    /// How near a passage must be that is found by its meaning alone, as a cosine.
    // To the window a number: `check` refuses what isn't one, which JSON would write as `null`.
    #[cfg_attr(feature = "specta", specta(type = u32))]
    pub threshold: f32,
    /// How many of the passages the model sees.
    pub display_k: u32,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum Embeddings {
    /// The model that comes with the app.
    #[default]
    BuiltIn,
    Server {
        server: ServerSetting,
        model: String,
    },
    /// Nothing: search is by words alone.
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
        /// The name under which everybody who shares the vault finds its vectors there. Empty for the name of
        /// the vault's folder.
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
        /// Whether the model that answers stands in where the server fails.
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
            max_k: 10,
            threshold: 0.25,
            display_k: 5,
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct ServerSetting {
    /// Its protocol, which is never the engine's.
    #[cfg_attr(feature = "specta", specta(type = ServerKind))]
    pub kind: ProviderKind,
    pub base_url: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
}

/// The protocols of servers, as the window may name them.
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
    /// A server without a name.
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
    /// The addresses at which something is asked: servers of models, of vectors and of rerankers, as
    /// they were typed.
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

    /// Checks everything but the addresses of servers, which `models::check_settings` looks at.
    ///
    /// # Errors
    /// [`Code::BadInput`] with a sentence that names the setting.
    pub fn check(&self) -> Result<()> {
        self.search.check()?;
        if let Judge::Server { model, .. } = &self.check.judge
            && model.trim().is_empty()
        {
            let message = crate::sentences::JUDGE_WITHOUT_MODEL.text();
            return Err(Error::new(Code::BadInput, message));
        }
        self.chat.check()?;
        if !(1..=MOST_PAGES).contains(&self.web.results) {
            return Err(Error::new(Code::BadInput, crate::sentences::PAGES));
        }
        if self.models_folder.as_ref().is_some_and(|folder| !Path::new(folder).is_absolute()) {
            return Err(Error::new(Code::BadInput, crate::sentences::MODELS_FOLDER));
        }
        if self.chosen.as_ref().is_some_and(|chosen| chosen.model.trim().is_empty()) {
            return Err(Error::new(Code::BadInput, crate::sentences::MODEL_WITHOUT_NAME));
        }
        for window in self.overrides.iter().filter_map(|known| known.known.window) {
            if window <= self.reserve {
                return Err(Error::new(
                    Code::BadInput,
                    crate::sentences::window_too_small(window, self.reserve),
                ));
            }
        }
        Ok(())
    }
}

impl Settings {
    /// The window that the user set for all models, if any: all that is known of a window where
    /// there is no model yet.
    pub fn any_window(&self) -> Option<Tokens> {
        let general = |about: &&ModelOverride| about.server.is_none() && about.model.is_none();
        self.overrides.iter().filter(general).find_map(|about| about.known.window)
    }
}

impl ChatSettings {
    fn check(&self) -> Result<()> {
        let bad = |message: &str| Err(Error::new(Code::BadInput, message));
        let Shares { system, tools, messages } = self.shares;
        let together = [system, tools, messages].into_iter().fold(0, u32::saturating_add);
        if together > 100 {
            return bad(crate::sentences::SHARES.text());
        }
        // A number that isn't one is outside, too.
        if self.temperature.is_some_and(|temperature| !(0.0..=2.0).contains(&temperature)) {
            return bad(crate::sentences::TEMPERATURE.text());
        }
        if !(1..=MOST_KEPT).contains(&self.kept_messages) {
            return bad(crate::sentences::KEPT_MESSAGES.text());
        }
        self.work.check()?;
        if !self.prompts_folder.is_empty() && notes::NotePath::new(&self.prompts_folder).is_err() {
            return bad(crate::sentences::PROMPTS_FOLDER.text());
        }
        Ok(())
    }
}

impl SearchSettings {
    /// The addresses of what search by meaning asks.
    pub fn embedding_addresses(&self) -> impl Iterator<Item = &str> {
        let embeddings = match &self.embeddings {
            Embeddings::Server { server, .. } => Some(server.base_url.as_str()),
            Embeddings::BuiltIn | Embeddings::Off => None,
        };
        let vectors = match &self.vectors {
            Vectors::Chroma { base_url, .. } => Some(base_url.as_str()),
            Vectors::Own => None,
        };
        embeddings.into_iter().chain(vectors)
    }

    fn check(&self) -> Result<()> {
        let bad = |message: &str| Err(Error::new(Code::BadInput, message));
        if let Embeddings::Server { model, .. } = &self.embeddings
            && model.trim().is_empty()
        {
            return bad(crate::sentences::EMBEDDINGS_WITHOUT_MODEL.text());
        }
        if let Rerank::Server { model, .. } = &self.rerank
            && model.trim().is_empty()
        {
            return bad(crate::sentences::RERANK_WITHOUT_MODEL.text());
        }
        if !(1..=MOST_PASSAGES).contains(&self.max_k) {
            return bad(crate::sentences::MAX_K.text());
        }
        if self.display_k == 0 || self.display_k > self.max_k {
            return bad(crate::sentences::DISPLAY_K.text());
        }
        // A number that isn't one is outside, too.
        if !(0.0..=1.0).contains(&self.threshold) {
            return bad(crate::sentences::THRESHOLD.text());
        }
        Ok(())
    }
}

/// What search services give at most, and more than a window holds.
const MOST_PAGES: u32 = 20;

/// More messages than this leave a summary nothing to stand for.
const MOST_KEPT: u32 = 50;

/// More passages for one question than this fit no window and no reranker.
const MOST_PASSAGES: u32 = 100;

#[cfg(test)]
mod tests;
