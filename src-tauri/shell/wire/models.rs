//! Settings, servers and models as the window sees and sends them.

use conversation::settings;
use models::{Override, ProviderKind, PullEvent, Source, Tokens};
use serde::{Deserialize, Serialize};
use specta::Type;

use super::{SearchSettings, WireError, WireUsage};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum WireProvider {
    Ollama,
    OpenAi,
    Anthropic,
}

#[derive(Debug, Clone, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ServerSetting {
    pub kind: WireProvider,
    pub base_url: String,
    /// What the user calls it.
    pub name: Option<String>,
}

/// The model that questions go to.
#[derive(Debug, Clone, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct WireChosen {
    /// Its server's address; nothing for the first that was entered, else any that is found.
    pub server: Option<String>,
    pub model: String,
}

/// What the user knows better about a model; without a server or a model, about all of them.
#[derive(Debug, Clone, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct WireOverride {
    pub server: Option<String>,
    pub model: Option<String>,
    pub window: Option<u32>,
    pub tools: Option<bool>,
    pub vision: Option<bool>,
    pub thinking: Option<bool>,
}

#[derive(Debug, Clone, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Settings {
    /// The servers that the user entered.
    pub servers: Vec<ServerSetting>,
    pub chosen: Option<WireChosen>,
    pub overrides: Vec<WireOverride>,
    pub reserve: u32,
    pub exclude: Vec<String>,
    pub gitignore: bool,
    pub search: SearchSettings,
    pub chat: WireChatSettings,
}

/// What goes to the model besides the conversation.
#[derive(Debug, Clone, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct WireChatSettings {
    /// The user's own system prompt, or nothing for the app's.
    pub instructions: Option<String>,
    pub reminder: String,
    pub tools: bool,
    pub memories: bool,
    pub compact: bool,
    pub summaries: bool,
    /// The shares of the window, in whole percent.
    pub system_share: u32,
    pub tools_share: u32,
    pub messages_share: u32,
}

/// Where a key is kept.
#[derive(Debug, Clone, Serialize, Type)]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum WireKeyPlace {
    /// In the system's keychain.
    Keychain,
    /// In memory; why, in a sentence.
    ThisRun { reason: String },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum WireSource {
    Server,
    Table,
    User,
    Assumed,
}

/// Whether a model can do something, and who said so.
#[derive(Debug, Clone, Copy, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct WireAbility {
    pub yes: bool,
    pub source: WireSource,
}

#[derive(Debug, Clone, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Model {
    pub name: String,
    pub window: u32,
    pub window_source: WireSource,
    pub tools: WireAbility,
    pub vision: WireAbility,
    pub thinking: WireAbility,
}

#[derive(Debug, Clone, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct FoundServer {
    pub kind: WireProvider,
    /// Its address in one form, however it was typed.
    pub base_url: String,
    /// Its address as it stands in the settings.
    pub typed: String,
    pub name: Option<String>,
    /// The user entered it; else it was found on this machine.
    pub entered: bool,
    pub models: Vec<Model>,
    pub error: Option<WireError>,
}

#[derive(Debug, Clone, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Models {
    pub servers: Vec<FoundServer>,
    /// The one that a question would go to.
    pub chosen: Option<ChosenModel>,
}

#[derive(Debug, Clone, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ChosenModel {
    pub base_url: String,
    pub model: Model,
}

/// What came back when a model was tried.
#[derive(Debug, Clone, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct WireTrial {
    pub model: Model,
    pub question: String,
    pub answer: String,
    /// It thought first.
    pub thought: bool,
    /// Milliseconds until the first of it came.
    pub first_ms: u32,
    /// Milliseconds until it was done.
    pub whole_ms: u32,
    pub usage: Option<WireUsage>,
}

/// How far the loading of a model is; the last is one of the others than progress.
#[derive(Debug, Clone, Serialize, Type)]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum WirePull {
    Progress {
        /// What the server does, in its own words.
        status: String,
        /// Nothing as long as its size isn't known.
        percent: Option<u32>,
        megabytes: u32,
    },
    Done,
    Cancelled,
    Failed {
        error: WireError,
    },
}

impl From<PullEvent> for WirePull {
    fn from(event: PullEvent) -> Self {
        let small = |number: u64| u32::try_from(number).unwrap_or(u32::MAX);
        match event {
            PullEvent::Progress { status, completed, total } => Self::Progress {
                status,
                percent: (completed.min(total) * 100).checked_div(total).map(small),
                megabytes: small(total / 1_000_000),
            },
            PullEvent::Done => Self::Done,
            PullEvent::Cancelled => Self::Cancelled,
            PullEvent::Failed(error) => {
                Self::Failed { error: conversation::Error::from(error).into() }
            }
        }
    }
}

impl From<ProviderKind> for WireProvider {
    fn from(kind: ProviderKind) -> Self {
        match kind {
            ProviderKind::Ollama => Self::Ollama,
            ProviderKind::OpenAi => Self::OpenAi,
            ProviderKind::Anthropic => Self::Anthropic,
        }
    }
}

impl From<WireProvider> for ProviderKind {
    fn from(kind: WireProvider) -> Self {
        match kind {
            WireProvider::Ollama => Self::Ollama,
            WireProvider::OpenAi => Self::OpenAi,
            WireProvider::Anthropic => Self::Anthropic,
        }
    }
}

impl From<Source> for WireSource {
    fn from(source: Source) -> Self {
        match source {
            Source::Server => Self::Server,
            Source::Table => Self::Table,
            Source::User => Self::User,
            Source::Assumed => Self::Assumed,
        }
    }
}

impl From<models::Ability> for WireAbility {
    fn from(ability: models::Ability) -> Self {
        Self { yes: ability.yes, source: ability.source.into() }
    }
}

impl From<models::Model> for Model {
    fn from(model: models::Model) -> Self {
        Self {
            name: model.name,
            window: model.window.tokens.0,
            window_source: model.window.source.into(),
            tools: model.capabilities.tools.into(),
            vision: model.capabilities.vision.into(),
            thinking: model.capabilities.thinking.into(),
        }
    }
}

impl From<app::ServerModels> for FoundServer {
    fn from(listed: app::ServerModels) -> Self {
        let (models, error) = match listed.models {
            Ok(models) => (models.into_iter().map(Into::into).collect(), None),
            Err(error) => (Vec::new(), Some(conversation::Error::from(error).into())),
        };
        Self {
            kind: listed.server.kind.into(),
            base_url: listed.server.shown(),
            typed: listed.server.base_url,
            name: listed.name,
            entered: listed.entered,
            models,
            error,
        }
    }
}

impl From<app::ModelsFound> for Models {
    fn from(found: app::ModelsFound) -> Self {
        Self {
            servers: found.servers.into_iter().map(Into::into).collect(),
            chosen: found.chosen.map(|(server, model)| ChosenModel {
                base_url: server.shown(),
                model: model.into(),
            }),
        }
    }
}

impl From<app::Trial> for WireTrial {
    fn from(trial: app::Trial) -> Self {
        let ms = |time: std::time::Duration| u32::try_from(time.as_millis()).unwrap_or(u32::MAX);
        Self {
            model: trial.model.into(),
            question: trial.question.to_owned(),
            answer: trial.answer,
            thought: trial.thought,
            first_ms: ms(trial.first),
            whole_ms: ms(trial.whole),
            usage: trial
                .usage
                .map(|usage| WireUsage { prompt: usage.prompt.0, completion: usage.completion.0 }),
        }
    }
}

impl From<app::keys::KeyPlace> for WireKeyPlace {
    fn from(place: app::keys::KeyPlace) -> Self {
        match place {
            app::keys::KeyPlace::Keychain => Self::Keychain,
            app::keys::KeyPlace::ThisRun(reason) => Self::ThisRun { reason },
        }
    }
}

impl From<settings::ServerSetting> for ServerSetting {
    fn from(server: settings::ServerSetting) -> Self {
        Self { kind: server.kind.into(), base_url: server.base_url, name: server.name }
    }
}

impl From<ServerSetting> for settings::ServerSetting {
    fn from(server: ServerSetting) -> Self {
        let name = server.name.filter(|name| !name.trim().is_empty());
        Self { kind: server.kind.into(), base_url: server.base_url, name }
    }
}

impl From<settings::ModelOverride> for WireOverride {
    fn from(about: settings::ModelOverride) -> Self {
        let Override { window, tools, vision, thinking } = about.known;
        let window = window.map(|window| window.0);
        Self { server: about.server, model: about.model, window, tools, vision, thinking }
    }
}

impl From<WireOverride> for settings::ModelOverride {
    fn from(about: WireOverride) -> Self {
        let WireOverride { server, model, window, tools, vision, thinking } = about;
        let known = Override { window: window.map(Tokens), tools, vision, thinking };
        Self { server, model, known }
    }
}

impl From<conversation::Settings> for Settings {
    fn from(settings: conversation::Settings) -> Self {
        Self {
            servers: settings.servers.into_iter().map(Into::into).collect(),
            chosen: settings
                .chosen
                .map(|chosen| WireChosen { server: chosen.server, model: chosen.model }),
            overrides: settings.overrides.into_iter().map(Into::into).collect(),
            reserve: settings.reserve.0,
            exclude: settings.exclude,
            gitignore: settings.gitignore,
            search: settings.search.into(),
            chat: settings.chat.into(),
        }
    }
}

impl From<settings::ChatSettings> for WireChatSettings {
    fn from(chat: settings::ChatSettings) -> Self {
        Self {
            instructions: chat.instructions,
            reminder: chat.reminder,
            tools: chat.tools,
            memories: chat.memories,
            compact: chat.compact,
            summaries: chat.summaries,
            system_share: chat.shares.system,
            tools_share: chat.shares.tools,
            messages_share: chat.shares.messages,
        }
    }
}

impl From<WireChatSettings> for settings::ChatSettings {
    fn from(chat: WireChatSettings) -> Self {
        Self {
            instructions: chat.instructions,
            reminder: chat.reminder,
            tools: chat.tools,
            memories: chat.memories,
            compact: chat.compact,
            summaries: chat.summaries,
            shares: settings::Shares {
                system: chat.system_share,
                tools: chat.tools_share,
                messages: chat.messages_share,
            },
        }
    }
}

impl From<Settings> for conversation::Settings {
    fn from(settings: Settings) -> Self {
        Self {
            servers: settings.servers.into_iter().map(Into::into).collect(),
            chosen: settings
                .chosen
                .map(|chosen| settings::Chosen { server: chosen.server, model: chosen.model }),
            overrides: settings.overrides.into_iter().map(Into::into).collect(),
            reserve: Tokens(settings.reserve),
            exclude: settings.exclude,
            gitignore: settings.gitignore,
            search: settings.search.into(),
            chat: settings.chat.into(),
        }
    }
}
