use serde::{Deserialize, Serialize};

use super::tokens::Tokens;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum ProviderKind {
    Ollama,
    /// `/v1/chat/completions` of OpenAI, llama.cpp, LM Studio, vLLM and others.
    OpenAi,
    Anthropic,
    /// The built-in engine: a child process, not a server.
    Engine,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum Source {
    Server,
    /// Our table of models, for servers that don't report them.
    Table,
    /// The user's setting, which overrides all others.
    User,
    Assumed,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type), serde(rename = "ModelWindow"))]
pub struct Window {
    pub tokens: Tokens,
    pub source: Source,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Ability {
    pub yes: bool,
    pub source: Source,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Capabilities {
    pub tools: Ability,
    pub vision: Ability,
    pub thinking: Ability,
}

/// The user's corrections; `None` keeps the known value.
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
    /// Models with fewer billions of parameters count as small. Measured with 1.5 billion (`docs/inside/models.md`): such
    /// a model answers better from few passages, with short instructions and without tools.
    const SMALL: f32 = 3.0;

    /// Billions of parameters from the name: `qwen2.5-coder-1.5b`, `llama3.2:1b`, `SmolLM2-135M`.
    pub fn billions(&self) -> Option<f32> {
        let name = self.name.to_ascii_lowercase();
        name.split(['-', ':', '_', '/', ' ']).find_map(|word| {
            let (number, unit) = match (word.strip_suffix('b'), word.strip_suffix('m')) {
                (Some(number), _) => (number, 1.0),
                (_, Some(number)) => (number, 0.001),
                _ => return None,
            };
            // In names such as `gemma3n:e4b`, the number counts the parameters that are active at
            // once.
            let number = number.strip_prefix('e').unwrap_or(number);
            number.parse::<f32>().ok().filter(|number| *number > 0.0).map(|number| number * unit)
        })
    }

    /// True if the model needs few passages, short instructions, and no tools.
    pub fn is_small(&self) -> bool {
        self.billions().is_some_and(|billions| billions < Self::SMALL)
    }
}

impl Window {
    /// The window assumed for an unknown model: the smallest that chat models have had for years.
    /// If it is too small, an answer has fewer passages; if it is too large, the server refuses or
    /// silently truncates the request.
    pub const ASSUMED: Self = Self { tokens: Tokens(8_192), source: Source::Assumed };
}

impl Ability {
    /// Unknown abilities count as missing, because servers refuse tools or images for models without them.
    pub const ASSUMED: Self = Self { yes: false, source: Source::Assumed };
}

impl Capabilities {
    pub const ASSUMED: Self =
        Self { tools: Ability::ASSUMED, vision: Ability::ASSUMED, thinking: Ability::ASSUMED };
}

impl Model {
    /// The model with the user's corrections.
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
