//! What a model can do and hold, and how we know.

pub(crate) mod table;

use serde::{Deserialize, Serialize};

use crate::Tokens;

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

/// Whether a model takes a sampling temperature. The thinking ones that only their vendors run mostly
/// refuse any but their own.
pub(crate) fn takes_temperature(model: &str) -> bool {
    table::family(model).is_none_or(|family| !(family.closed && family.thinking))
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

/// What a server told of a model. What is `None` it didn't tell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Told {
    pub window: Option<Window>,
    pub tools: Option<bool>,
    pub vision: Option<bool>,
    pub thinking: Option<bool>,
}

impl Told {
    /// With what another answer of the server adds.
    pub(crate) fn or(self, other: Self) -> Self {
        Self {
            window: self.window.or(other.window),
            tools: self.tools.or(other.tools),
            vision: self.vision.or(other.vision),
            thinking: self.thinking.or(other.thinking),
        }
    }

    /// The model, with the table for what wasn't told. The table's window counts where the vendor
    /// runs the model (`hosted`), and for models that nobody else can run.
    pub(crate) fn model(self, name: String, hosted: bool) -> Model {
        let family = table::family(&name);
        let by_table = family.filter(|family| hosted || family.closed);
        let by_table = by_table.and_then(|family| family.window);
        let by_table = by_table.map(|tokens| Window { tokens, source: Source::Table });
        let ability = |told: Option<bool>, of: fn(&table::Family) -> bool| match (told, family) {
            (Some(yes), _) => Ability { yes, source: Source::Server },
            (None, Some(family)) => Ability { yes: of(family), source: Source::Table },
            (None, None) => Ability::ASSUMED,
        };
        let window = match self.window {
            Some(told) if told.source == Source::Server => Some(told),
            // What was worked out from half of what one must know.
            guessed => by_table.or(guessed),
        };
        Model {
            window: window.unwrap_or(Window::ASSUMED),
            capabilities: Capabilities {
                tools: ability(self.tools, |family| family.tools),
                vision: ability(self.vision, |family| family.vision),
                thinking: ability(self.thinking, |family| family.thinking),
            },
            name,
        }
    }
}

impl Model {
    /// A model of which only the name is known: what the table says of it, and else what is
    /// assumed. The table's window counts only for models that nobody but their vendor runs.
    pub fn named(name: impl Into<String>) -> Self {
        Told::default().model(name.into(), false)
    }

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
