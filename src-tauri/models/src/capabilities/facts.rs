use super::table;
use conversation::model::{Ability, Capabilities, Model, Source, Window};

/// False for thinking models that only their vendor runs: most refuse any temperature but their default.
pub(crate) fn takes_temperature(model: &str) -> bool {
    table::family(model).is_none_or(|family| !(family.closed && family.thinking))
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct ServerFacts {
    pub window: Option<Window>,
    pub tools: Option<bool>,
    pub vision: Option<bool>,
    pub thinking: Option<bool>,
}

impl ServerFacts {
    pub(crate) fn or(self, other: Self) -> Self {
        Self {
            window: self.window.or(other.window),
            tools: self.tools.or(other.tools),
            vision: self.vision.or(other.vision),
            thinking: self.thinking.or(other.thinking),
        }
    }

    /// Fills gaps from the table. The table's window counts where the vendor runs the model (`hosted`), and for
    /// models that nobody else can run.
    pub(crate) fn model(self, name: String, hosted: bool) -> Model {
        let family = table::family(&name);
        let by_table = family.filter(|family| hosted || family.closed);
        let by_table = by_table.and_then(|family| family.window);
        let by_table = by_table.map(|tokens| Window { tokens, source: Source::Table });
        let ability =
            |reported: Option<bool>, of: fn(&table::Family) -> bool| match (reported, family) {
                (Some(yes), _) => Ability { yes, source: Source::Server },
                (None, Some(family)) => Ability { yes: of(family), source: Source::Table },
                (None, None) => Ability::ASSUMED,
            };
        let window = match self.window {
            Some(reported) if reported.source == Source::Server => Some(reported),
            // The server's facts allowed only a guess.
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

/// A model known only by name. The table's window counts only for models that nobody but their vendor runs.
pub fn model_by_name(name: impl Into<String>) -> Model {
    ServerFacts::default().model(name.into(), false)
}
