//! Works out a question step by step.

#[cfg(test)]
mod tests;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::{AnswerTokens, Error, Result, model::Tokens};

/// The plan, each step's findings, and the cost so far. Stored after each step.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Work {
    /// The plan in order. Empty until it exists, or forever if the model makes none: then the question is answered
    /// like any other.
    pub steps: Vec<WorkStep>,
    pub stage: WorkStage,
    /// The settings' limits at the start.
    pub limits: WorkLimits,
    pub spent: WorkSpent,
    /// The limit that ended the work early.
    pub limit: Option<WorkLimit>,
    /// Open points found by the final check, one a line.
    pub open: Vec<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum WorkStage {
    Planning,
    Working,
    Checking,
    /// The report is being written, or done.
    Reporting,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct WorkStep {
    pub task: String,
    pub state: WorkState,
    /// The model's notes on the findings, with passage numbers in brackets.
    pub found: String,
    /// Rounds of tools before this step.
    pub first_round: u32,
    /// Rounds of tools in this step.
    pub rounds: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum WorkState {
    Waiting,
    /// Running, or interrupted; it then restarts.
    Running,
    Done,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
#[cfg_attr(feature = "specta", derive(specta::Type), specta(skip_attr = "serde"))]
pub struct WorkLimits {
    pub steps: u32,
    /// Calls of the model, with the plan and the report.
    pub calls: u32,
    /// Sent and written tokens over all calls, without the report.
    pub tokens: Tokens,
    /// Minutes until the report begins.
    pub minutes: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum WorkLimit {
    Steps,
    Calls,
    Tokens,
    Minutes,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct WorkSpent {
    pub calls: u32,
    pub tokens: Tokens,
    pub seconds: u32,
}

/// The user's remark during the work, for the next step.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Remark {
    pub text: String,
    pub created: Timestamp,
    /// The step that follows the remark, from 0.
    pub step: u32,
}

impl Default for WorkLimits {
    fn default() -> Self {
        Self { steps: 6, calls: 30, tokens: Tokens(200_000), minutes: 15 }
    }
}

impl WorkLimits {
    /// # Errors
    /// [`crate::Code::BadInput`] if a limit is out of range.
    pub(crate) fn check(&self) -> Result<()> {
        let fits = (1..=20).contains(&self.steps)
            && (4..=200).contains(&self.calls)
            && (5_000..=10_000_000).contains(&self.tokens.0)
            && (1..=240).contains(&self.minutes);
        let refusal = || Error::bad_input(crate::sentences::WORK_LIMITS);
        fits.then_some(()).ok_or_else(refusal)
    }
}

impl WorkStep {
    pub fn new(task: impl Into<String>) -> Self {
        Self {
            task: task.into(),
            state: WorkState::Waiting,
            found: String::new(),
            first_round: 0,
            rounds: 0,
        }
    }
}

impl Work {
    pub fn new(limits: WorkLimits) -> Self {
        Self {
            steps: Vec::new(),
            stage: WorkStage::Planning,
            limits,
            spent: WorkSpent::default(),
            limit: None,
            open: Vec::new(),
        }
    }

    pub fn next_step(&self) -> Option<usize> {
        self.steps.iter().position(|step| step.state != WorkState::Done)
    }

    /// The limit that forbids the step at `at`, after `tokens` and `seconds`. Reserves one call for the step's
    /// findings and one for the report.
    pub fn limit_at(&self, at: usize, tokens: &AnswerTokens, seconds: u32) -> Option<WorkLimit> {
        let WorkLimits { steps, calls, tokens: most, minutes } = self.limits;
        let spent = tokens.sent + tokens.answer;
        [
            (at >= steps as usize, WorkLimit::Steps),
            (tokens.calls.saturating_add(2) > calls, WorkLimit::Calls),
            (spent >= most, WorkLimit::Tokens),
            (seconds >= minutes.saturating_mul(60), WorkLimit::Minutes),
        ]
        .into_iter()
        .find_map(|(is_reached, limit)| is_reached.then_some(limit))
    }

    /// Findings in order of the steps, each after its task.
    pub fn findings(&self) -> String {
        let found = self.steps.iter().filter(|step| !step.found.is_empty());
        found.map(|step| format!("{}\n{}", step.task, step.found)).collect::<Vec<_>>().join("\n\n")
    }
}
