//! What a model was sent, or would be, part by part.

use crate::model::{CountKind, Tokens};
use serde::{Deserialize, Serialize};

use crate::{own::ContextItem, reference::Number, settings::Shares};

/// What a part of the context is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum Segment {
    System,
    Tools,
    /// What stands for messages that were summarised.
    Summary,
    Messages,
    /// The prompt that the conversation is held under.
    Agent,
    /// The notes and instructions of the conversation's project.
    Project,
    Documents,
    Attachments,
    Calls,
    Results,
    Reminder,
}

/// One part of what was, or would be, sent.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type), specta(skip_attr = "serde"))]
pub struct PartView {
    pub segment: Segment,
    /// Its name for people: `Instructions`, `Your question`, `[3] Salt › How much`.
    pub label: String,
    /// Where it comes from, if that says more: a path with lines, a file's name.
    pub origin: Option<String>,
    /// The number of its passage, if it is one.
    pub number: Option<Number>,
    pub tokens: Tokens,
    pub count: CountKind,
    pub text: String,
    /// The id of the call of a tool that it is, or whose result it belongs to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub call: Option<String>,
    /// By what the user can take it out or pin it, if that can be done.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub item: Option<ContextItem>,
}

/// Something that was left out to make the rest fit.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type), specta(skip_attr = "serde"))]
pub struct Cut {
    pub label: String,
    pub tokens: Tokens,
    pub reason: String,
    /// What it is, if the user took it out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub removed: Option<ContextItem>,
}

impl Cut {
    pub fn new(label: impl Into<String>, tokens: Tokens, reason: impl Into<String>) -> Self {
        Self { label: label.into(), tokens, reason: reason.into(), removed: None }
    }
}

/// Why a model gets fewer passages than its window has room for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", tag = "type")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum FewPassages {
    /// A small model answers better from few.
    SmallModel,
    /// The model reads slowly on this machine.
    ReadingSpeed {
        /// Tokens that it reads in a second.
        per_second: u32,
        /// Seconds until it has read everything.
        seconds: u32,
    },
}

/// The budgets of a window, in tokens: by default system 0.1, tools 0.3, messages 0.6 of it, rounded
/// down.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Budgets {
    pub system: Tokens,
    pub tools: Tokens,
    /// For everything else, with what tools return.
    pub messages: Tokens,
}

/// The context as the window shows it: the same figures as the request has.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type), specta(skip_attr = "serde"))]
pub struct ContextView {
    pub window: Tokens,
    pub reserve: Tokens,
    pub budgets: Budgets,
    /// What of the messages' budget is lent by that for tools.
    #[serde(default)]
    pub lent: Tokens,
    /// The parts, in the order in which they are sent.
    pub parts: Vec<PartView>,
    pub cuts: Vec<Cut>,
    /// Why there are fewer passages than the window has room for, if there are.
    #[serde(default)]
    pub few_passages: Option<FewPassages>,
    /// The sum of all parts, with what the message format itself costs.
    pub total: Tokens,
    /// Window − reserve − total, at least 0.
    pub free: Tokens,
    /// What is summarised before this is sent, if it is time for that.
    #[serde(default)]
    pub compact: Option<Compactable>,
    /// Why it can't be sent at all, with figures, if it can't.
    pub refusal: Option<String>,
}

impl Budgets {
    /// The budgets of a window, rounded down: 32,768 gives 3,276, 9,830 and 19,660.
    pub fn of(window: Tokens) -> Self {
        Self::with(window, Shares::default())
    }

    /// The budgets of a window by the user's shares of it.
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

    /// The budgets when messages get what tools that take `used` leave free, and how much that is.
    pub fn lending(self, used: Tokens) -> (Self, Tokens) {
        let lent = Tokens(self.tools.0.saturating_sub(used.0));
        let tools = Tokens(self.tools.0 - lent.0);
        (Self { tools, messages: self.messages + lent, ..self }, lent)
    }
}

impl ContextView {
    /// What is used of each budget: by the instructions, by the descriptions of tools, and by the
    /// messages with what tools returned. Together they are `total`.
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

/// The turns that a summary would stand for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Compactable {
    /// How many of the oldest turns.
    // A conversation has no more turns than the window's numbers hold.
    #[cfg_attr(feature = "specta", specta(type = u32))]
    pub turns: usize,
    pub messages: u32,
    /// Their size, with that of an earlier summary.
    pub tokens: Tokens,
}
