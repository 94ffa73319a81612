//! The parts of a request to a model, sent or planned.

use crate::model::{CountKind, Tokens};
use serde::{Deserialize, Serialize};

use crate::{conversation_settings::ContextItem, reference::Number, settings::Shares};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum Segment {
    System,
    Tools,
    /// Replaces summarised messages.
    Summary,
    Messages,
    Agent,
    /// The notes and instructions of the conversation's project.
    Project,
    Documents,
    Attachments,
    Calls,
    Results,
    Reminder,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type), specta(skip_attr = "serde"))]
pub struct PartView {
    pub segment: Segment,
    /// For people: `Instructions`, `Your question`, `[3] Salt › How much`.
    pub label: String,
    /// An additional source: a path with lines, or a file's name.
    pub origin: Option<String>,
    pub number: Option<Number>,
    pub tokens: Tokens,
    pub count: CountKind,
    pub text: String,
    /// For a tool call or its result, the call's id.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub call: Option<String>,
    /// Present if the user can remove or pin it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub item: Option<ContextItem>,
}

/// A part omitted to make the rest fit.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type), specta(skip_attr = "serde"))]
pub struct Cut {
    pub label: String,
    pub tokens: Tokens,
    pub reason: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub removed: Option<ContextItem>,
}

impl Cut {
    pub fn new(label: impl Into<String>, tokens: Tokens, reason: impl Into<String>) -> Self {
        Self { label: label.into(), tokens, reason: reason.into(), removed: None }
    }
}

/// Reasons for fewer passages than the window has room for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", tag = "type")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum FewPassages {
    /// Small models answer better from few passages.
    SmallModel,
    ReadingSpeed {
        per_second: u32,
        seconds: u32,
    },
}

/// The words that a question was searched for, the conversation's topic first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct SearchedFor {
    /// Empty if nothing was searched: the passages of the last answer were sent.
    pub words: Vec<String>,
}

/// A window's budgets in tokens: by default 10 % for system, 30 % for tools and 60 % for messages, rounded down.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Budgets {
    pub system: Tokens,
    pub tools: Tokens,
    /// Everything else, with results of tools.
    pub messages: Tokens,
}

/// The context as shown in the window, with the request's figures.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type), specta(skip_attr = "serde"))]
pub struct ContextView {
    pub window: Tokens,
    pub reserve: Tokens,
    pub budgets: Budgets,
    /// The part of the messages' budget that comes from the tools' budget.
    #[serde(default)]
    pub lent: Tokens,
    pub parts: Vec<PartView>,
    pub cuts: Vec<Cut>,
    #[serde(default)]
    pub few_passages: Option<FewPassages>,
    /// All parts, with the cost of the message format.
    pub total: Tokens,
    /// Window − reserve − total, at least 0.
    pub free: Tokens,
    /// The turns to summarise before sending, if it is time for that.
    #[serde(default)]
    pub compact: Option<Compactable>,
    /// Reason with figures why the request can't be sent.
    pub refusal: Option<String>,
    /// The words that a follow-up question was searched for; `None` for other questions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub searched_for: Option<SearchedFor>,
    /// The request wasn't for the answer itself: a translation, a judge's, a summary.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub auxiliary: bool,
}

impl Budgets {
    /// Rounded down: 32,768 gives 3,276, 9,830 and 19,660.
    pub fn of(window: Tokens) -> Self {
        Self::with(window, Shares::default())
    }

    pub fn with(window: Tokens, shares: Shares) -> Self {
        let share = |percent: u32| {
            let tokens = u64::from(window.0) * u64::from(percent) / 100;
            Tokens(u32::try_from(tokens).unwrap_or(u32::MAX))
        };
        Self {
            system: share(shares.system),
            tools: share(shares.tools),
            messages: share(shares.messages),
        }
    }

    /// Lends messages the room that tools of size `used` leave free. Returns the lent tokens, too.
    pub fn lending(self, used: Tokens) -> (Self, Tokens) {
        let lent = Tokens(self.tools.0.saturating_sub(used.0));
        let tools = Tokens(self.tools.0 - lent.0);
        (Self { tools, messages: self.messages + lent, ..self }, lent)
    }
}

impl ContextView {
    /// The used part of each budget: instructions, descriptions of tools, and messages with results of tools. The sum
    /// is `total`.
    pub fn usage(&self) -> Budgets {
        let of = |segments: &[Segment]| {
            let parts = self.parts.iter().filter(|part| segments.contains(&part.segment));
            parts.map(|part| part.tokens).sum::<Tokens>()
        };
        let (system, tools) = (of(&[Segment::System]), of(&[Segment::Tools]));
        let messages = Tokens(self.total.0.saturating_sub(system.0).saturating_sub(tools.0));
        Budgets { system, tools, messages }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Compactable {
    /// Number of the oldest turns.
    // A conversation's turns fit into JavaScript's numbers.
    #[cfg_attr(feature = "specta", specta(type = u32))]
    pub turns: usize,
    pub messages: u32,
    /// With an earlier summary.
    pub tokens: Tokens,
}
