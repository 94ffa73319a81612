//! A model that a server offers: what it can do and hold, and how we know.

use serde::{Deserialize, Serialize};

use super::tokens::Tokens;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum ProviderKind {
    Ollama,
    /// `/v1/chat/completions` as OpenAI, llama.cpp, LM Studio, vLLM and others speak it.
    OpenAi,
    Anthropic,
    /// The engine of this program: a child process, no server.
    Engine,
}

impl ProviderKind {
    /// Whether such a server loads models on request.
    pub fn can_pull(self) -> bool {
        self == Self::Ollama
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum Source {
    Server,
    /// Our table of models whose servers don't tell.
    Table,
    /// The user's setting. It wins over everything else.
    User,
    Assumed,
}

/// How large a model's context is, and how we know.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type), serde(rename = "ModelWindow"))]
pub struct Window {
    /// The size in tokens.
    pub tokens: Tokens,
    pub source: Source,
}

/// Whether a model can do something, and how we know.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Ability {
    pub yes: bool,
    pub source: Source,
}

/// What a model can do besides answering in text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Capabilities {
    pub tools: Ability,
    pub vision: Ability,
    pub thinking: Ability,
}

/// What the user knows better. What is `None` stays as it was found out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
#[cfg_attr(feature = "specta", derive(specta::Type), specta(skip_attr = "serde"))]
pub struct Override {
    pub window: Option<Tokens>,
    pub tools: Option<bool>,
    pub vision: Option<bool>,
    pub thinking: Option<bool>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Model {
    pub name: String,
    pub window: Window,
    pub capabilities: Capabilities,
}

impl Model {
    /// A model with fewer billions of parameters counts as small. Measured with 1.5 billion
    /// (`docs/answers.md`): it answers better from few passages, by short instructions and without tools.
    const SMALL: f32 = 3.0;

    /// Its parameters in billions, as far as its name tells: `qwen2.5-coder-1.5b`, `llama3.2:1b`,
    /// `SmolLM2-135M`.
    pub fn billions(&self) -> Option<f32> {
        let name = self.name.to_ascii_lowercase();
        name.split(['-', ':', '_', '/', ' ']).find_map(|word| {
            let (number, unit) = match (word.strip_suffix('b'), word.strip_suffix('m')) {
                (Some(number), _) => (number, 1.0),
                (_, Some(number)) => (number, 0.001),
                _ => return None,
            };
            // "e4b" counts what works at a time.
            let number = number.strip_prefix('e').unwrap_or(number);
            number.parse::<f32>().ok().filter(|number| *number > 0.0).map(|number| number * unit)
        })
    }

    /// Whether it is so small that it wants few passages, short instructions, and no tools.
    pub fn is_small(&self) -> bool {
        self.billions().is_some_and(|billions| billions < Self::SMALL)
    }
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
