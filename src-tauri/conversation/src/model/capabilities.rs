//! A model that a server offers: what it can do and hold, and how we know.

use serde::{Deserialize, Serialize};

use super::tokens::Tokens;

/// Which protocol a server speaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ProviderKind {
    /// Ollama's own API.
    Ollama,
    /// `/v1/chat/completions` as OpenAI, llama.cpp, LM Studio, vLLM and others speak it.
    OpenAi,
    /// Anthropic's messages.
    Anthropic,
}

impl ProviderKind {
    /// Whether such a server loads models on request.
    pub fn can_pull(self) -> bool {
        self == Self::Ollama
    }
}

/// Who told something about a model.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Source {
    /// The server.
    Server,
    /// Our table of models whose servers don't tell.
    Table,
    /// The user's setting. It wins over everything else.
    User,
    /// Nobody: a careful guess.
    Assumed,
}

/// How large a model's context is, and how we know.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Window {
    /// The size in tokens.
    pub tokens: Tokens,
    /// Who said so.
    pub source: Source,
}

/// Whether a model can do something, and how we know.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ability {
    /// Whether it can.
    pub yes: bool,
    /// Who said so.
    pub source: Source,
}

/// What a model can do besides answering in text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Capabilities {
    /// It calls tools.
    pub tools: Ability,
    /// It sees images.
    pub vision: Ability,
    /// It thinks before it answers.
    pub thinking: Ability,
}

/// What the user knows better. What is `None` stays as it was found out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Override {
    /// The window.
    pub window: Option<Tokens>,
    /// Whether it calls tools.
    pub tools: Option<bool>,
    /// Whether it sees images.
    pub vision: Option<bool>,
    /// Whether it thinks.
    pub thinking: Option<bool>,
}

/// A model that a server offers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Model {
    /// Its name at the server.
    pub name: String,
    /// Its window.
    pub window: Window,
    /// What it can do.
    pub capabilities: Capabilities,
}

impl Window {
    /// The window of a model of which nobody told it: the smallest one that models for chat have
    /// had for years. Guessed too small, an answer rests on fewer passages; guessed too large, the
    /// request is refused, or cut by the server without a word.
    pub const ASSUMED: Self = Self { tokens: Tokens(8_192), source: Source::Assumed };
}

impl Ability {
    /// What nobody told is taken as not there: a server refuses tools or images for a model that
    /// has no use for them.
    pub const ASSUMED: Self = Self { yes: false, source: Source::Assumed };
}

impl Capabilities {
    /// Nothing was told.
    pub const ASSUMED: Self =
        Self { tools: Ability::ASSUMED, vision: Ability::ASSUMED, thinking: Ability::ASSUMED };
}

impl Model {
    /// The model as the user knows it.
    pub fn with(mut self, user: &Override) -> Self {
        let source = Source::User;
        if let Some(tokens) = user.window {
            self.window = Window { tokens, source };
        }
        let can = &mut self.capabilities;
        let abilities = [
            (&mut can.tools, user.tools),
            (&mut can.vision, user.vision),
            (&mut can.thinking, user.thinking),
        ];
        for (ability, yes) in abilities {
            if let Some(yes) = yes {
                *ability = Ability { yes, source };
            }
        }
        self
    }
}
