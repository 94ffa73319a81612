//! Runs the tools that the model calls.

use std::collections::HashSet;

use futures::{StreamExt, stream::FuturesUnordered};
use models::{Tokens, ToolCall};
use tokio_util::sync::CancellationToken;

use crate::writer::AnswerWriter;
use conversation::{
    Call, CallState, ConversationSettings, Result, Step,
    reference::{Reference, State},
};
use grounding::{
    context::{CallOutcome, OfferedTool, Round},
    references::Evidence,
};
use retrieval::tools::{ToolResult, Toolbox};

/// Maximum calls of one round; the others are refused. A model that asks for more has lost its way.
const CALLS_AT_ONCE: usize = 8;

/// Minimum and maximum tokens of one result.
const RESULT: (u32, u32) = (300, 4_000);

/// Runs the calls of one round concurrently, and announces each result. Returns the results in the order of the
/// calls, and adds their passages to the evidence.
pub(crate) async fn run_calls(
    writer: &mut AnswerWriter,
    evidence: &mut Evidence,
    toolbox: &Toolbox,
    offered: &[OfferedTool],
    mut calls: Vec<ToolCall>,
    (free, cancel): (Tokens, &CancellationToken),
    own: &ConversationSettings,
) -> Result<Round> {
    let taken = writer.call_ids();
    rename_duplicates(&mut calls, taken);
    let said = writer.take_said();
    let step = Step { said: said.clone(), calls: calls.iter().map(running).collect() };
    writer.step(step).await?;
    for call in &calls {
        evidence.register_call(&call.id, call.name.trim());
    }

    let count = u32::try_from(calls.len().min(CALLS_AT_ONCE)).unwrap_or(1).max(1);
    let limit = Tokens((free.0 / 4 * 3 / count).clamp(RESULT.0, RESULT.1));
    let mut waiting: FuturesUnordered<_> = calls
        .iter()
        .enumerate()
        .map(|(at, call)| async move {
            if at >= CALLS_AT_ONCE {
                return (at, refused("Too many calls at once. Make fewer."));
            }
            if !offered.iter().any(|offered| offered.tool.name == call.name.trim()) {
                let names: Vec<&str> =
                    offered.iter().map(|offered| offered.tool.name.as_str()).collect();
                let what =
                    format!("There is no tool “{}”. There are: {}.", call.name, names.join(", "));
                return (at, refused(&what));
            }
            (at, toolbox.run(call, limit, cancel).await)
        })
        .collect();
    let mut outcomes: Vec<Option<ToolResult>> = vec![None; calls.len()];
    while let Some((at, outcome)) = waiting.next().await {
        writer.called(at, &outcome).await?;
        outcomes[at] = Some(outcome);
    }
    drop(waiting);
    let is_wanted = |found: &Reference| found.item().is_none_or(|item| !own.is_removed(&item));
    let mut returned = Vec::new();
    for (call, outcome) in calls.into_iter().zip(outcomes) {
        let outcome = outcome.unwrap_or_default();
        evidence.replace_passages_of(&call.id, outcome.passages);
        // Notes without a passage are named in the result's text.
        let passages = evidence.passages_of(&call.id).iter();
        let is_shown = |found: &&Reference| {
            found.passage.is_some() && found.state == State::Used && is_wanted(found)
        };
        let passages: Vec<Reference> = passages.filter(is_shown).cloned().collect();
        let text = if outcome.text.trim().is_empty() && passages.is_empty() {
            "Nothing was found.".to_owned()
        } else {
            outcome.text
        };
        returned.push(CallOutcome { call, text, passages, image: outcome.image });
    }
    Ok(Round { said, calls: returned })
}

fn refused(text: &str) -> ToolResult {
    ToolResult {
        text: text.to_owned(),
        told: text.to_owned(),
        failed: true,
        ..ToolResult::default()
    }
}

fn running(call: &ToolCall) -> Call {
    Call {
        id: call.id.clone(),
        name: call.name.clone(),
        arguments: call.arguments.clone(),
        state: CallState::Running,
        told: String::new(),
        found: Vec::new(),
        gist: None,
    }
}

/// Gives a new id to each call whose id exists already: some servers count from 0 in every answer, and others refuse
/// a request with duplicate ids. Mistral, the strictest, takes exactly nine letters and digits.
fn rename_duplicates(calls: &mut [ToolCall], mut taken: HashSet<String>) {
    for call in calls {
        while !taken.insert(call.id.clone()) {
            // The end of a version 7 UUID is random.
            let id = uuid::Uuid::now_v7().simple().to_string();
            call.id = id[id.len() - 9..].to_owned();
        }
    }
}
