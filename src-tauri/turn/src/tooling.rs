//! The tools of a turn: which are offered, and what comes of the model's calls.

#[cfg(test)]
mod tests;

use std::{collections::HashSet, sync::Arc};

use futures::{StreamExt, stream::FuturesUnordered};
use models::{Embedder, Model, Purpose, TokenCounter, Tokens, Tool, ToolCall};
use tokio_util::sync::CancellationToken;

use crate::{
    Meanings, checking::about, choices, gather::Material, sentences, writing::AnswerWriter,
};
use conversation::{
    Call, CallState, ConversationSettings, Mode, Result, Step,
    context::{Budgets, Cut, FewPassages},
    reference::{Reference, State},
    settings::ChatSettings,
};
use grounding::{
    context::{CallOutcome, OfferedTool, Round, project_fits},
    references::{Evidence, support::excerpt},
};
use retrieval::{
    blocking,
    tools::{Abilities, Descriptor, Permission, READ_NOTE, Toolbox, choose},
};

/// Maximum calls of one round; further ones are refused. A model that asks for more has lost its way.
const CALLS_AT_ONCE: usize = 8;

/// In a smaller window the tools' descriptions and what was found leave no room for a result, and a
/// small model that calls and calls takes minutes for an answer that stood in the passages.
const LEAST_WINDOW: Tokens = Tokens(8_000);

/// Maximum seconds that a model reads the descriptions of tools. Where it takes longer, the passages
/// that were found are of more use in that time.
const READING_TOOLS: u32 = 10;

/// Maximum passages that a small model gets. From three of them a model of 1.5 billion parameters
/// answered 10 of 12 questions, in half the tokens of five (`docs/answers.md`).
pub(super) const PASSAGES_OF_SMALL: usize = 3;

/// Maximum seconds that a small model reads passages, without what stands around them; where it takes longer, it gets
/// excerpts of those behind the first.
const READING_WHOLE: u32 = 9;

/// Tokens of such an excerpt, some 250 bytes of English.
const EXCERPT: usize = 60;

/// The least and the most that one result may have, in tokens.
const RESULT: (u32, u32) = (300, 4_000);

/// Sets what depends on the model and the settings: the instructions, the reminder, the shares, and
/// the tools that are offered. `reading` is how many tokens the model reads in a second, where that is
/// known. The preview of a draft and the turn that sends it do it alike.
pub async fn equip(
    gathered: Material,
    model: &Model,
    settings: &ChatSettings,
    toolbox: &Toolbox,
    counter: &TokenCounter,
    embedder: Option<Arc<dyn Embedder>>,
    reading: Option<u32>,
) -> Result<Material> {
    let mut gathered = gathered;
    let input = &mut gathered.input;
    input.window = model.window.tokens;
    input.vision = model.capabilities.vision.yes;
    input.instructions.clone_from(&settings.instructions);
    input.reminder.clone_from(&settings.reminder);
    input.shares = settings.shares;
    input.lend_shares = settings.lend_shares;
    input.kept_messages = settings.kept_messages;
    input.reading = reading;
    hold_project(&mut gathered);
    let Material { own, input, turn_ends, .. } = &mut gathered;
    choices::of_said(own, input, turn_ends, counter);
    gathered = add_pictures(gathered, toolbox).await?;
    if model.is_small() {
        suit_small(&mut gathered, model);
        return shorten(gathered, embedder).await;
    }
    let input = &mut gathered.input;
    if !settings.tools || !model.capabilities.tools.yes || input.mode == Mode::None {
        return Ok(gathered);
    }
    let can = Abilities { vision: input.vision, web: input.mode.has_web() };
    let recent = choices::recent_tools(&input.history);
    let all = toolbox.descriptors(can);
    let (tools, mut removed) = choices::of_tools(&gathered.own, &recent, all, counter);
    let input = &mut gathered.input;
    input.left_out.append(&mut removed);
    if input.window < LEAST_WINDOW {
        let reason = sentences::no_room_for_tools(input.window);
        input.left_out.push(Cut::new("Tools", Tokens(0), reason));
        return Ok(gathered);
    }
    let budget = Budgets::with(input.window, input.shares).tools;
    let (question, counter) = (input.question.clone(), counter.clone());
    let most = reading.map_or(u32::MAX, |reading| reading.saturating_mul(READING_TOOLS));
    let (offered, left, tokens) = blocking(move || {
        let choose = |tools: Vec<Descriptor>| {
            let (offered, left) = offered(tools, budget, &question, &counter, embedder.clone());
            let tools: Vec<Tool> = offered.iter().map(|offered| offered.tool.clone()).collect();
            let tokens = counter.count_tools(&tools).tokens;
            (offered, left, tokens)
        };
        let reads = |tool: &Descriptor| tool.permission != Permission::Propose;
        let without: Vec<Descriptor> = tools.iter().filter(|tool| reads(tool)).cloned().collect();
        let all = choose(tools);
        // A slow model that looks is worth more than one that neither looks nor writes.
        Ok(if all.2.0 > most { choose(without) } else { all })
    })
    .await?;
    let input = &mut gathered.input;
    if let Some(reading) = reading
        && tokens.0 > most
    {
        let seconds = tokens.0.div_ceil(reading.max(1));
        let reason = sentences::tools_read_too_long(seconds);
        input.left_out.push(Cut::new("Tools", tokens, reason));
        return Ok(gathered);
    }
    input.read_tool =
        offered.iter().any(|offered| offered.tool.name == READ_NOTE).then(|| READ_NOTE.to_owned());
    input.tools = offered;
    input.left_out.extend(left);
    Ok(gathered)
}

/// Adds the pictures that linked and found notes show, if the model sees.
async fn add_pictures(mut gathered: Material, toolbox: &Toolbox) -> Result<Material> {
    let Material { own, input, .. } = &mut gathered;
    if !input.vision || !input.mode.has_notes() {
        return Ok(gathered);
    }
    let linked = input.linked.iter().flat_map(|note| note.text.iter().chain(&note.best));
    let passages: Vec<Reference> = linked.chain(&input.hits).cloned().collect();
    let sources = toolbox.sources().clone();
    let (found, mut left) = blocking(move || Ok(sources.pictures(&passages))).await?;
    input.pictures = choices::of_pictures(own, found, &mut left);
    input.left_out.append(&mut left);
    Ok(gathered)
}

/// Gives a small model what it can hold: short instructions, the best passages, no tools. What it
/// doesn't get is told.
fn suit_small(gathered: &mut Material, model: &Model) {
    let input = &mut gathered.input;
    input.small = true;
    let reason = sentences::small_model(&model.name);
    let left = |label: String| Cut::new(label, Tokens(0), reason.clone());
    if model.capabilities.tools.yes && input.mode != Mode::None {
        input.left_out.push(left("Tools".to_owned()));
    }
    let most = PASSAGES_OF_SMALL.max(input.pinned_hits);
    let more = input.hits.split_off(input.hits.len().min(most));
    if !more.is_empty() {
        input.left_out.push(left(sentences::all_passages_but(most)));
        input.few_passages = Some(FewPassages::SmallModel);
    }
    let left = |(place, hit): (usize, Reference)| hit.left(&sentences::beyond_small(place, most));
    gathered.rest.splice(0..0, (most + 1..).zip(more).map(left));
}

/// Finds what of each passage comes nearest to the question, for a model that would read all of them for too long.
async fn shorten(mut gathered: Material, embedder: Option<Arc<dyn Embedder>>) -> Result<Material> {
    let input = &mut gathered.input;
    let passages = input.hits.iter().filter_map(|hit| hit.passage.as_ref());
    let tokens: Tokens = passages.map(|passage| passage.tokens).sum();
    if input.reading.is_none_or(|reading| tokens.0 <= reading.saturating_mul(READING_WHOLE)) {
        return Ok(gathered);
    }
    let (hits, question) = (input.hits.clone(), input.question.clone());
    input.excerpts = blocking(move || {
        let meanings = Meanings::new(embedder);
        let meaning = |text: &str| meanings.vectors(text);
        let of = |hit: &Reference| {
            let (key, passage) = (hit.key()?, hit.passage.as_ref()?);
            // As many bytes as have that many tokens in its language.
            let most = passage.text.len() * EXCERPT / passage.tokens.0.max(1) as usize;
            Some((key, excerpt(&passage.text, &about(hit), &question, most, &meaning)))
        };
        Ok(hits.iter().filter_map(of).collect())
    })
    .await?;
    Ok(gathered)
}

/// Leaves the project's notes to what was found of them, if they don't go in whole: behind what the user
/// pinned, which small windows leave out last.
fn hold_project(gathered: &mut Material) {
    let input = &mut gathered.input;
    let Some(project) = &mut input.project else { return };
    let passages = project.documents.iter().filter_map(|it| it.passage.as_ref());
    let tokens: Tokens = passages.map(|passage| passage.tokens).sum();
    // Without any it was too large for all models, or has none.
    if project.documents.is_empty() || !project_fits(tokens, input.window, input.reserve) {
        project.documents.clear();
        let behind = input.pinned_hits..input.pinned_hits;
        input.hits.splice(behind, std::mem::take(&mut gathered.project_hits));
    }
}

/// The tools for a message, and those that are left out.
fn offered(
    tools: Vec<Descriptor>,
    budget: Tokens,
    question: &str,
    counter: &TokenCounter,
    embedder: Option<Arc<dyn Embedder>>,
) -> (Vec<OfferedTool>, Vec<Cut>) {
    let sizes: Vec<Tokens> = tools
        .iter()
        .map(|tool| counter.count_tools(std::slice::from_ref(&tool.tool)).tokens)
        .collect();
    // The question's vector is made only if a choice has to be made.
    let asked = std::cell::OnceCell::new();
    let vector = |text: &str| {
        let made = embedder.as_ref()?.embed(&[text], Purpose::Passage);
        made.ok().and_then(|mut vectors| vectors.pop())
    };
    let likeness = |about: &str| {
        let asked = asked.get_or_init(|| vector(question)).as_ref()?;
        let about = vector(about)?;
        Some(asked.iter().zip(&about).map(|(a, b)| a * b).sum())
    };
    let choice = choose(&tools, &sizes, budget, question, Some(&likeness));
    let left = choice.left.iter().map(|(at, reason)| {
        Cut::new(format!("Tool {}", tools[*at].tool.name), sizes[*at], *reason)
    });
    let left = left.collect();
    let kept = choice.kept.iter().map(|at| OfferedTool {
        tool: tools[*at].tool.clone(),
        guidance: tools[*at].guidance.to_owned(),
    });
    (kept.collect(), left)
}

/// Runs the calls of one round, side by side, and tells of each when it comes back. What they
/// return stands in the order of the calls, and their passages are added to the evidence.
pub(super) async fn run_calls(
    writing: &mut AnswerWriter,
    evidence: &mut Evidence,
    toolbox: &Toolbox,
    offered: &[OfferedTool],
    mut calls: Vec<ToolCall>,
    (free, cancel): (Tokens, &CancellationToken),
    own: &ConversationSettings,
) -> Result<Round> {
    let taken = writing.call_ids();
    name_anew(&mut calls, taken);
    let said = writing.take_said();
    let step = Step { said: said.clone(), calls: calls.iter().map(running).collect() };
    writing.step(step).await?;
    for call in &calls {
        evidence.asked(&call.id, call.name.trim());
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
    let mut outcomes: Vec<Option<retrieval::tools::ToolResult>> = vec![None; calls.len()];
    while let Some((at, outcome)) = waiting.next().await {
        writing.called(at, &outcome).await?;
        outcomes[at] = Some(outcome);
    }
    drop(waiting);
    let is_wanted = |found: &Reference| found.item().is_none_or(|item| !own.is_removed(&item));
    let mut returned = Vec::new();
    for (call, outcome) in calls.into_iter().zip(outcomes) {
        let outcome = outcome.unwrap_or_default();
        evidence.replace_passages_of(&call.id, outcome.passages);
        // Notes that are named without a passage stand in the text.
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

fn refused(text: &str) -> retrieval::tools::ToolResult {
    retrieval::tools::ToolResult {
        text: text.to_owned(),
        told: text.to_owned(),
        failed: true,
        ..retrieval::tools::ToolResult::default()
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
    }
}

/// Gives a new id to each call whose id is taken: some servers count from 0 in every answer, and
/// others refuse a request in which two calls have one id. Nine letters and digits are what the
/// strictest of them (Mistral's) takes.
fn name_anew(calls: &mut [ToolCall], mut taken: HashSet<String>) {
    for call in calls {
        while !taken.insert(call.id.clone()) {
            // The end of such an id is random.
            let id = uuid::Uuid::now_v7().simple().to_string();
            call.id = id[id.len() - 9..].to_owned();
        }
    }
}
