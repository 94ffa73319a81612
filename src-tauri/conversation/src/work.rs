//! Working a question out step by step.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::{AnswerTokens, Code, Error, Result, model::Tokens};

/// A question that is worked out step by step: the plan, what each step found, and what that took. It is
/// kept after every step.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Work {
    /// The plan, in order. Empty until there is one, and for good if the model made none: then the question
    /// is answered like any other.
    pub steps: Vec<WorkStep>,
    pub stage: WorkStage,
    /// What it may take at most, as the settings were when it began.
    pub limits: WorkLimits,
    pub spent: WorkSpent,
    /// The limit that ended it before all steps were done.
    pub limit: Option<WorkLimit>,
    /// What the check at the end found to be open, a line each.
    pub open: Vec<String>,
}

/// How far a question is worked out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum WorkStage {
    Planning,
    Working,
    /// It is being checked what is open.
    Checking,
    /// The report is being written, or is there.
    Reporting,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct WorkStep {
    pub task: String,
    pub state: WorkState,
    /// What was found, as the model noted it, with the numbers of passages in brackets.
    pub found: String,
    /// How many rounds of tools the answer had before this step.
    pub first_round: u32,
    /// How many rounds of tools belong to it.
    pub rounds: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum WorkState {
    /// It isn't begun.
    Waiting,
    /// It is being done, or was when the work was stopped. It is done anew then.
    Running,
    Done,
}

/// What working a question out may take at most.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
#[cfg_attr(feature = "specta", derive(specta::Type), specta(skip_attr = "serde"))]
pub struct WorkLimits {
    pub steps: u32,
    /// Calls of the model, the plan and the report among them.
    pub calls: u32,
    /// Tokens that are sent and written, over all calls. The report comes on top.
    pub tokens: Tokens,
    /// Minutes until the report is begun.
    pub minutes: u32,
}

/// A limit of [`WorkLimits`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum WorkLimit {
    Steps,
    Calls,
    /// Its tokens.
    Tokens,
    /// Its minutes.
    Minutes,
}

/// What working a question out took so far.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct WorkSpent {
    pub calls: u32,
    /// Tokens sent and written.
    pub tokens: Tokens,
    /// Seconds.
    pub seconds: u32,
}

/// What the user said while a question was worked out. It goes into the next step.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Remark {
    pub text: String,
    pub created: Timestamp,
    /// The step before which it stands, counted from 0.
    pub step: u32,
}

impl Default for WorkLimits {
    fn default() -> Self {
        Self { steps: 6, calls: 30, tokens: Tokens(200_000), minutes: 15 }
    }
}

impl WorkLimits {
    /// # Errors
    /// [`Code::BadInput`] if a limit is out of its range.
    pub(crate) fn check(&self) -> Result<()> {
        let fits = (1..=20).contains(&self.steps)
            && (4..=200).contains(&self.calls)
            && (5_000..=10_000_000).contains(&self.tokens.0)
            && (1..=240).contains(&self.minutes);
        let refusal = || Error::new(Code::BadInput, crate::sentences::WORK_LIMITS);
        fits.then_some(()).ok_or_else(refusal)
    }
}

impl WorkStep {
    /// A step that isn't begun.
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
    /// Work without a plan.
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

    /// The first step that isn't done.
    pub fn next_step(&self) -> Option<usize> {
        self.steps.iter().position(|step| step.state != WorkState::Done)
    }

    /// The limit that forbids going on: with the step at `at`, after `tokens` and `seconds`. Of the calls one is
    /// kept for what the step finds, and one for the report.
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

    /// What was found, in the order of the steps: each step with a line of its own.
    pub fn findings(&self) -> String {
        let found = self.steps.iter().filter(|step| !step.found.is_empty());
        found.map(|step| format!("{}\n{}", step.task, step.found)).collect::<Vec<_>>().join("\n\n")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_ends_at_each_of_its_limits() {
        let limits = WorkLimits { steps: 2, calls: 5, tokens: Tokens(1_000), minutes: 1 };
        let work = Work::new(limits);
        let check = |at, calls, sent, seconds, expect| {
            let tokens = AnswerTokens {
                calls,
                sent: Tokens(sent),
                answer: Tokens(10),
                ..AnswerTokens::default()
            };
            assert_eq!(
                work.limit_at(at, &tokens, seconds),
                expect,
                "{at} {calls} {sent} {seconds}"
            );
        };
        check(0, 1, 100, 0, None);
        check(1, 3, 989, 59, None);
        check(2, 3, 100, 0, Some(WorkLimit::Steps));
        check(1, 4, 100, 0, Some(WorkLimit::Calls));
        check(1, 3, 990, 0, Some(WorkLimit::Tokens));
        check(1, 3, 100, 60, Some(WorkLimit::Minutes));
    }

    #[test]
    fn limits_have_ranges() {
        let check =
            |limits: WorkLimits, fits: bool| assert_eq!(limits.check().is_ok(), fits, "{limits:?}");
        let usual = WorkLimits::default();
        check(usual, true);
        check(WorkLimits { steps: 0, ..usual }, false);
        check(WorkLimits { calls: 3, ..usual }, false);
        check(WorkLimits { tokens: Tokens(4_999), ..usual }, false);
        check(WorkLimits { minutes: 241, ..usual }, false);
    }
}
