//! Fits the material to a model: its window, instructions and tools.

#[cfg(test)]
mod tests;

use std::{
    collections::{BTreeSet, HashMap, HashSet},
    ops::Range,
    sync::Arc,
};

use models::{ChatMessage, Embedder, Model, Purpose, TokenCounter, Tokens, Tool};

use crate::{
    EmbeddedTexts, closest::about, context_choices as choices, evidence::source::PeriodNotes,
    gather::Material, sentences,
};
use conversation::{
    Mode, PassageKey, Result, Settings,
    context::{Budgets, Cut, FewPassages},
    reference::{Kind, Reference},
};
use grounding::context::{
    self, Assembly, Basis, Fit, Input, OfferedTool, Picture, Progress, best_of_kinds, project_fits,
};
use retrieval::{
    blocking,
    tools::{Abilities, Descriptor, Permission, READ_NOTE, Toolbox, choose},
};
use support::excerpt;

/// Minimum window for tools, in tokens. In a smaller one the descriptions and the found passages leave no room for
/// results, and a small model spends minutes on calls for an answer that the passages contain.
const LEAST_WINDOW: Tokens = Tokens(8_000);

/// Maximum seconds that a model may take to read the tools' descriptions. In a longer time it makes better use of
/// passages.
const READING_TOOLS: u32 = 10;

/// Maximum passages that a small model gets. From three of them a model of 1.5 billion parameters
/// answered 10 of 12 questions, in half the tokens of five (`docs/inside/models.md`).
pub(crate) const PASSAGES_OF_SMALL: usize = 3;

/// Maximum tokens of a small model's passages if they are more than [`PASSAGES_OF_SMALL`]: about what three
/// paragraphs take. Short passages are read as fast.
const TOKENS_OF_SMALL: u32 = 500;

/// Maximum notes of a period that share [`TOKENS_OF_SMALL`]: each has room for about a sentence.
const SHARES: usize = 20;

/// Maximum seconds that a model may take to read whole passages. If it takes longer, it gets only notes of the
/// question's time, and a small one excerpts of all passages but the first.
const READING_WHOLE: u32 = 9;

/// Tokens of an excerpt, some 250 bytes of English.
const EXCERPT: usize = 60;

/// The material and its fit to one model: the input of every request.
#[derive(Debug, Clone)]
pub struct Brief {
    pub material: Material,
    pub fit: Arc<Fit>,
}

impl Brief {
    pub fn input(&self) -> Input<'_> {
        Input { basis: &self.material.basis, fit: &self.fit, progress: &self.material.progress }
    }

    pub(crate) fn progress(&mut self) -> &mut Progress {
        Arc::make_mut(&mut self.material.progress)
    }

    /// Builds the context on a blocking thread, because counting a long text takes a while.
    pub async fn assemble(&self, counter: TokenCounter) -> Result<Assembly> {
        let (basis, fit) = (self.material.basis.clone(), self.fit.clone());
        let progress = self.material.progress.clone();
        blocking(move || {
            let input = Input { basis: &basis, fit: &fit, progress: &progress };
            Ok(context::build(input, &counter))
        })
        .await
    }

    /// The app's own sentences in a request, which an answer mustn't repeat.
    pub(crate) async fn own_sentences(
        &self,
        messages: Vec<ChatMessage>,
    ) -> Result<BTreeSet<String>> {
        let (basis, fit) = (self.material.basis.clone(), self.fit.clone());
        let progress = self.material.progress.clone();
        blocking(move || {
            let input = Input { basis: &basis, fit: &fit, progress: &progress };
            Ok(context::own_sentences(input, &messages))
        })
        .await
    }
}

/// Fits the material to a model and the settings. `reading` is the model's speed in tokens a second, if known. The
/// preview of a draft calls this too.
pub async fn equip(
    mut material: Material,
    model: &Model,
    settings: &Settings,
    toolbox: &Toolbox,
    counter: &TokenCounter,
    embedder: Option<Arc<dyn Embedder>>,
    reading: Option<u32>,
) -> Result<Brief> {
    let chat = &settings.chat;
    let mut fit = Fit {
        shares: chat.shares,
        lend_shares: chat.lend_shares,
        kept_messages: chat.kept_messages,
        instructions: chat.instructions.clone(),
        reminder: Some(chat.reminder.clone()),
        reading,
        small: model.is_small(),
        vision: model.capabilities.vision.yes,
        left_out: std::mem::take(&mut material.left_out),
        ..Fit::new(model.window.tokens, settings.reserve)
    };
    search_project(&mut material, &fit);
    other_times_last(&mut material, &fit);
    let pinned = material.basis.pinned_hits;
    order_fairly(&mut Arc::make_mut(&mut material.progress).hits, pinned);
    let basis = Arc::make_mut(&mut material.basis);
    let progress = Arc::make_mut(&mut material.progress);
    let (earlier, reminder) = (&mut progress.earlier, &mut fit.reminder);
    let said = choices::of_said(&material.own, basis, earlier, reminder, counter);
    fit.left_out.extend(said);
    let (pictures, left) = pictures(&material, &fit, toolbox).await?;
    fit.pictures = pictures;
    fit.left_out.extend(left);
    if fit.small {
        suit_small(&mut material, &mut fit, model);
        fit.excerpts = excerpts(&material, &fit, embedder).await?;
    } else if chat.tools && model.capabilities.tools.yes && material.basis.mode != Mode::None {
        let (tools, left) = tools(&material, &fit, toolbox, counter, embedder).await?;
        fit.read_tool =
            tools.iter().any(|it| it.tool.name == READ_NOTE).then(|| READ_NOTE.to_owned());
        fit.tools = tools;
        fit.left_out.extend(left);
    }
    Ok(Brief { material, fit: Arc::new(fit) })
}

async fn tools(
    material: &Material,
    fit: &Fit,
    toolbox: &Toolbox,
    counter: &TokenCounter,
    embedder: Option<Arc<dyn Embedder>>,
) -> Result<(Vec<OfferedTool>, Vec<Cut>)> {
    let Basis { question, mode, .. } = &*material.basis;
    let can = Abilities { vision: fit.vision, web: mode.has_web() };
    let recent = choices::recent_tools(&material.progress.earlier.turns);
    let all = toolbox.descriptors(can);
    let (tools, mut left_out) = choices::of_tools(&material.own, &recent, all, counter);
    if fit.window < LEAST_WINDOW {
        let reason = sentences::no_room_for_tools(fit.window);
        left_out.push(Cut::new("Tools", Tokens(0), reason));
        return Ok((Vec::new(), left_out));
    }
    let budget = Budgets::with(fit.window, fit.shares).tools;
    let (question, counter) = (question.clone(), counter.clone());
    let most = fit.reading.map_or(u32::MAX, |reading| reading.saturating_mul(READING_TOOLS));
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
        // A slow model that can only look things up is better than one without tools.
        Ok(if all.2.0 > most { choose(without) } else { all })
    })
    .await?;
    if let Some(reading) = fit.reading
        && tokens.0 > most
    {
        let seconds = tokens.0.div_ceil(reading.max(1));
        left_out.push(Cut::new("Tools", tokens, sentences::tools_read_too_long(seconds)));
        return Ok((Vec::new(), left_out));
    }
    left_out.extend(left);
    Ok((offered, left_out))
}

/// The pictures in linked and found notes, if the model can see, and cuts for those that the user removed.
async fn pictures(
    material: &Material,
    fit: &Fit,
    toolbox: &Toolbox,
) -> Result<(Vec<Picture>, Vec<Cut>)> {
    let Basis { linked, mode, .. } = &*material.basis;
    if !fit.vision || !mode.has_notes() {
        return Ok(Default::default());
    }
    let linked = linked.iter().flat_map(|note| note.text.iter().chain(&note.best));
    let passages: Vec<Reference> = linked.chain(&material.progress.hits).cloned().collect();
    let sources = toolbox.sources().clone();
    let (found, mut left) = blocking(move || Ok(sources.pictures(&passages))).await?;
    let found = choices::of_pictures(&material.own, found, &mut left);
    Ok((found, left))
}

/// Moves found passages of other times than the question's behind the others; a small or slow model doesn't get
/// them. “What arrived today?” is not about the film “Arrival”. Without a passage of that time, all stay.
fn other_times_last(material: &mut Material, fit: &Fit) {
    let Some(period) = &material.period else { return };
    let progress = Arc::make_mut(&mut material.progress);
    let hits = &mut progress.hits;
    // A survey has chosen its passages itself.
    if progress.findings.is_some() || !hits.iter().any(|hit| period.has(hit)) {
        return;
    }
    let needs_few = fit.small || is_slow(hits, fit);
    let pinned = material.basis.pinned_hits.min(hits.len());
    let (others, of_time): (Vec<_>, Vec<_>) =
        hits.drain(pinned..).partition(|hit| period.excludes(hit));
    hits.extend(of_time);
    if needs_few {
        let others = others.into_iter().map(|hit| hit.left(sentences::OF_ANOTHER_TIME.text()));
        material.rest.splice(0..0, others);
    } else {
        hits.extend(others);
    }
}

/// True if the model would read these passages for too long.
fn is_slow(hits: &[Reference], fit: &Fit) -> bool {
    let passages = hits.iter().filter_map(|hit| hit.passage.as_ref());
    let tokens: Tokens = passages.map(|passage| passage.tokens).sum();
    fit.reading.is_some_and(|reading| tokens.0 > reading.saturating_mul(READING_WHOLE))
}

/// Moves the best passage of each kind ahead, behind the pinned ones. Passages that don't fit are cut from the end,
/// so each requested source gets a place.
pub(crate) fn order_fairly(hits: &mut [Reference], pinned: usize) {
    let best = best_of_kinds(hits, pinned);
    for (at, from) in (pinned..).zip(best) {
        hits[at..=from].rotate_right(1);
    }
}

/// The number of best passages that are short enough together.
fn short_ones(hits: &[Reference]) -> usize {
    let tokens = hits.iter().map(|hit| hit.passage.as_ref().map_or(0, |it| it.tokens.0));
    let sums = tokens.scan(0_u32, |sum, tokens| {
        *sum = sum.saturating_add(tokens);
        Some(*sum)
    });
    sums.take_while(|sum| *sum <= TOKENS_OF_SMALL).count()
}

/// The number of best passages that have one of each note of a period, and the number of these notes. At most
/// [`SHARES`] notes count.
fn of_each_note(hits: &[Reference], period: &PeriodNotes) -> (usize, u32) {
    let (mut notes, mut passages) = (HashSet::new(), 0);
    for (hit, number) in hits.iter().zip(1..) {
        let path = hit.path.as_ref().filter(|path| period.offers(path));
        if notes.len() < SHARES && path.is_some_and(|path| notes.insert(path)) {
            passages = number;
        }
    }
    (passages, u32::try_from(notes.len()).unwrap_or(u32::MAX))
}

/// Leaves a small model the best passages and no tools, and adds cuts for the rest. Each note of a period has a
/// passage among them, if need be as an excerpt.
fn suit_small(material: &mut Material, fit: &mut Fit, model: &Model) {
    let reason = sentences::small_model(&model.name);
    let left = |label: String| Cut::new(label, Tokens(0), reason.clone());
    if model.capabilities.tools.yes && material.basis.mode != Mode::None {
        fit.left_out.push(left("Tools".to_owned()));
    }
    let pinned = material.basis.pinned_hits;
    let kinds = best_of_kinds(&material.progress.hits, pinned).len();
    let hits = &mut Arc::make_mut(&mut material.progress).hits;
    // A small model repeats the older of two statements, whatever is said about it.
    let days: HashSet<Option<String>> = hits.iter().map(|hit| hit.age.date.clone()).collect();
    let has_newer =
        |hit: &Reference| hit.age.superseded.is_some() && days.contains(&hit.age.superseded);
    let (old, rest): (Vec<_>, Vec<_>) = hits.drain(pinned.min(hits.len())..).partition(has_newer);
    hits.extend(rest);
    let whole = PASSAGES_OF_SMALL.max(pinned + kinds).max(short_ones(hits));
    let period = material.period.as_ref();
    let (shared, notes) = period.map_or((0, 0), |period| of_each_note(hits, period));
    if shared > whole {
        fit.shared = Some(Tokens(TOKENS_OF_SMALL / notes.max(1)));
    }
    let most = whole.max(shared);
    let more = hits.split_off(hits.len().min(most));
    if !more.is_empty() {
        fit.left_out.push(left(sentences::all_passages_but(most)));
        fit.few_passages = Some(FewPassages::SmallModel);
    }
    let beyond =
        |(place, hit): (usize, Reference)| hit.less_close(&sentences::beyond_small(place, most));
    material.rest.splice(0..0, (most + 1..).zip(more).map(beyond));
    let old = old.into_iter().map(|hit| hit.left(sentences::OLDER_OF_TWO.text()));
    material.rest.splice(0..0, old);
}

/// The part of each passage that is closest to the question, if the model reads too slowly for whole passages, or the
/// notes of a period share its room.
async fn excerpts(
    material: &Material,
    fit: &Fit,
    embedder: Option<Arc<dyn Embedder>>,
) -> Result<HashMap<PassageKey, Range<usize>>> {
    let hits = &material.progress.hits;
    let size = match fit.shared {
        Some(share) => share.0 as usize,
        None if is_slow(hits, fit) => EXCERPT,
        None => return Ok(HashMap::new()),
    };
    let (hits, question) = (hits.clone(), material.basis.question.clone());
    let is_shared = fit.shared.is_some();
    blocking(move || {
        let embedded = EmbeddedTexts::new(embedder);
        let meaning = |text: &str| embedded.vectors(text);
        let of = |hit: &Reference| {
            let (key, passage) = (hit.key()?, hit.passage.as_ref()?);
            // The number of bytes that have this number of tokens in the passage's language.
            let most = passage.text.len() * size / passage.tokens.0.max(1) as usize;
            Some((key, excerpt(&passage.text, &about(hit), &question, most, &meaning)))
        };
        // A table is complete or useless. Files, memories and pages aren't notes of the period.
        let has_excerpt =
            |hit: &&Reference| hit.table.is_none() && (!is_shared || hit.kind == Kind::Search);
        Ok(hits.iter().filter(has_excerpt).filter_map(of).collect())
    })
    .await
}

/// Replaces a project that doesn't fit by its matching passages. They follow the pinned hits, which small windows
/// drop last.
fn search_project(material: &mut Material, fit: &Fit) {
    let Some(project) = &mut Arc::make_mut(&mut material.basis).project else { return };
    let passages = project.documents.iter().filter_map(|it| it.passage.as_ref());
    let tokens: Tokens = passages.map(|passage| passage.tokens).sum();
    // Without documents the project was too large for every model, or is empty.
    if project.documents.is_empty() || !project_fits(tokens, fit.window, fit.reserve) {
        project.documents.clear();
        let behind = material.basis.pinned_hits..material.basis.pinned_hits;
        let found = std::mem::take(&mut material.project_hits);
        Arc::make_mut(&mut material.progress).hits.splice(behind, found);
    }
}

/// The tools for a message, and cuts for the others.
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
    // The question is embedded only if the tools don't all fit.
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
