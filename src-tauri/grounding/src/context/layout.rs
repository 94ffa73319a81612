//! Arranges a context.

use std::borrow::Cow;

use conversation::model::{ChatMessage, Frame, Image, Role, Tokens, ToolCall};

use super::{
    CallOutcome, Input, documents,
    measure::{Measure, Section},
    pictures::pictures,
    plan::{Extent, Plan},
    prompt::{self, Occasion},
    sizes::Sizes,
};
use crate::{references::Ledger, sentences};
use conversation::ContextItem;
use conversation::context::{PartView, Segment};
use conversation::reference::{Kind, Number, Reference, State};

pub(super) struct Layout<'a> {
    sizes: &'a Sizes<'a>,
    system: Section,
    summary: Option<&'a Section>,
    history: Vec<&'a Section>,
    history_tokens: Tokens,
    documents: Option<Section>,
    pictures: Option<Section>,
    rounds: Vec<Section>,
    reminder: Option<Section>,
    pub(super) used: Vec<Reference>,
    pub(super) ledger: Ledger,
}

/// The instructions that replace the app's, if any, and the label for the instructions.
fn own_instructions<'a>(input: Input<'a>) -> (Option<Cow<'a, str>>, String) {
    let replacing = || input.basis.prompts.iter().filter(|prompt| prompt.replaces_instructions);
    let texts: Vec<&str> = replacing().map(|prompt| prompt.text.trim()).collect();
    let names: Vec<&str> = replacing().map(|prompt| prompt.name.as_str()).collect();
    match names.is_empty() {
        true => (
            input.fit.instructions.as_deref().map(Cow::Borrowed),
            sentences::INSTRUCTIONS.to_string(),
        ),
        false => (Some(texts.join("\n\n").into()), sentences::instructions_of(&names)),
    }
}

/// The part of the instructions that doesn't depend on the question, for a question with passages.
pub fn opening(input: Input<'_>) -> String {
    let occasion = Occasion {
        when: &input.basis.when,
        first_number: Some(Number(1)),
        mode: input.basis.mode,
        small: input.fit.small,
        tools: &input.fit.tools,
        ..Occasion::default()
    };
    prompt::system(own_instructions(input).0.as_deref(), &occasion)
}

pub(super) fn total(sizes: &Sizes<'_>, plan: &Plan) -> Tokens {
    Layout::new(sizes, plan).total()
}

fn system(
    measure: &Measure<'_>,
    plan: &Plan,
    first_number: Option<Number>,
    only_files: bool,
) -> Section {
    let input = measure.input;
    let turns = input.progress.earlier.turns.iter().enumerate();
    let (stays, gone): (Vec<_>, Vec<_>) = turns.partition(|(at, turn)| plan.has_turn(*at, turn));
    let mut forgotten_files: Vec<&str> = Vec::new();
    for file in gone.iter().flat_map(|(_, turn)| &turn.attachments) {
        // Every later question searches these files, so they aren't lost with their turn.
        if !file.searched && !forgotten_files.contains(&file.name.as_str()) {
            forgotten_files.push(&file.name);
        }
    }
    let may_call = !input.fit.tools.is_empty() && !input.progress.last_call;
    let occasion = Occasion {
        when: &input.basis.when,
        first_number,
        mode: input.basis.mode,
        small: input.fit.small,
        table: input.progress.hits.iter().any(|hit| hit.table.is_some()),
        files: !input.basis.attachments.is_empty()
            || stays.iter().any(|(_, turn)| !turn.attachments.is_empty()),
        only_files: only_files && first_number.is_some(),
        tools: if may_call { &input.fit.tools } else { &[] },
        forgotten: !gone.is_empty() || (input.progress.earlier.summary.is_some() && !plan.summary),
        forgotten_files,
    };
    let (own, label) = own_instructions(input);
    measure.one(
        Role::System,
        measure.part(Segment::System, &label, prompt::system(own.as_deref(), &occasion)),
    )
}

/// The documents of the turn as one message, a project's first.
fn documents(measure: &Measure<'_>, plan: &Plan, used: &[Reference]) -> Option<Section> {
    if used.is_empty() {
        return None;
    }
    let segment = |reference: &Reference| match reference.kind {
        Kind::Project => Segment::Project,
        _ => Segment::Documents,
    };
    let opening = documents::OPENING.to_owned();
    let mut parts = vec![measure.part(segment(&used[0]), sentences::OPENING.text(), opening)];
    for (at, reference) in used.iter().enumerate() {
        let (excerpt, last) = (plan.excerpt(measure.input, reference), at + 1 == used.len());
        parts.extend(measure.document_part(segment(reference), reference, excerpt, last));
    }
    Some(measure.section(Role::User, parts))
}

/// This turn's calls and results. New passages get the next numbers.
fn rounds(
    measure: &Measure<'_>,
    plan: &Plan,
    used: &mut Vec<Reference>,
    ledger: &mut Ledger,
) -> Vec<Section> {
    let mut sections = Vec::new();
    for (at, (round, kept)) in measure.input.progress.rounds.iter().zip(&plan.results).enumerate() {
        let calls: Vec<ToolCall> =
            round.calls.iter().map(|returned| returned.call.clone()).collect();
        sections.push(measure.calling(&round.said, &calls));
        let mut images: Vec<(&ToolCall, &Image)> = Vec::new();
        for (returned, kept) in round.calls.iter().zip(kept) {
            if at < plan.rounds_gone {
                let told = documents::gist(&returned.passages, &returned.call.arguments);
                sections.push(measure.forgotten_result(&returned.call, &told));
                continue;
            }
            let parts = result_parts(measure, returned, *kept, used, ledger);
            sections.push(measure.result(&returned.call, parts));
            images.extend(returned.image.as_ref().map(|image| (&returned.call, image)));
        }
        // Nothing may come between the results of a round: servers refuse it.
        sections.extend(images.into_iter().map(|(call, image)| measure.shown_image(call, image)));
    }
    sections
}

/// A tool's result: new passages as documents, then its text.
fn result_parts(
    measure: &Measure<'_>,
    returned: &CallOutcome,
    kept: usize,
    used: &mut Vec<Reference>,
    ledger: &mut Ledger,
) -> Vec<PartView> {
    let mut fresh: Vec<Reference> = Vec::new();
    let mut above: Vec<Number> = Vec::new();
    for reference in returned.passages.iter().take(kept) {
        let known = used.iter_mut().chain(&mut fresh).find(|known| known.covers(reference));
        if let Some(known) = known {
            add_reason(known, reference);
            above.extend(known.number.filter(|number| !above.contains(number)));
        } else if let Some((source, hash)) = reference.key() {
            let number = Some(ledger.number(&source, hash));
            fresh.push(Reference { number, state: State::Used, ..reference.clone() });
        }
    }
    let label = sentences::result_of(&returned.call.name);
    let mut parts = Vec::new();
    if !fresh.is_empty() {
        let opening = documents::RESULT_OPENING.to_owned();
        parts.push(measure.part(Segment::Results, &label, opening));
        for (at, reference) in fresh.iter().enumerate() {
            let last = at + 1 == fresh.len();
            parts.extend(measure.document_part(Segment::Results, reference, None, last));
        }
    }
    let left = returned.passages.len() - kept;
    let text = prompt::result_text(&returned.text, &above, left, !fresh.is_empty());
    if !text.is_empty() {
        parts.push(measure.part(Segment::Results, &label, text));
    }
    used.extend(fresh);
    parts
}

fn reminder(measure: &Measure<'_>, first_number: Option<Number>) -> Option<Section> {
    let input = measure.input;
    let own = input.fit.reminder.as_deref()?;
    let work = input.progress.work.as_ref().map(|work| work.reminder.as_str());
    let work = work.filter(|reminder| !reminder.is_empty());
    let text = prompt::reminder(&prompt::Reminder {
        first: first_number,
        own,
        last_call: input.progress.last_call,
        small: input.fit.small,
        overlooked: input.progress.overlooked.as_ref(),
        restated: input.basis.restated.as_deref(),
        work,
        language: measure.language,
    });
    text.map(|text| {
        let part = measure.part(Segment::Reminder, sentences::REMINDER.text(), text);
        measure.one(Role::User, PartView { item: Some(ContextItem::Reminder), ..part })
    })
}

impl<'a> Layout<'a> {
    pub(super) fn new(sizes: &'a Sizes<'a>, plan: &Plan) -> Self {
        let Sizes { measure, .. } = sizes;
        let input = sizes.input();
        let mut ledger = sizes.ledger.clone();
        let mut used = used(input, plan, &sizes.files, &mut ledger);
        let documents = documents(measure, plan, &used);
        let pictures = pictures(measure, plan, &mut used);
        used.extend(sizes.files.iter().cloned());
        let rounds = rounds(measure, plan, &mut used, &mut ledger);
        // Every document has a number. The first one is the example in the citing instructions; without one, they are
        // left out.
        let sent = sizes.first_file_numbers.iter().zip(&input.progress.earlier.turns).enumerate();
        let sent = sent.filter(|(at, (_, turn))| plan.has_turn(*at, turn));
        let sent = sent.filter_map(|(_, (number, _))| *number);
        let first_number = used.iter().filter_map(|reference| reference.number).chain(sent).next();
        let only_files = used.iter().all(|reference| reference.kind == Kind::Attachment);
        let summary = sizes.summary.as_ref().filter(|_| plan.summary);
        let turns = input.progress.earlier.turns.iter().zip(&sizes.turns).enumerate();
        let turns = turns.filter(|(at, (turn, _))| plan.has_turn(*at, turn));
        let history = turns.flat_map(|(_, (_, sections))| sections).collect();
        let history_tokens = sizes.history(plan);
        let system = system(measure, plan, first_number, only_files);
        let reminder = reminder(measure, first_number);
        Self {
            sizes,
            system,
            summary,
            history,
            history_tokens,
            documents,
            pictures,
            rounds,
            reminder,
            used,
            ledger,
        }
    }

    fn sections(&self) -> impl Iterator<Item = &Section> {
        std::iter::once(&self.system)
            .chain(self.summary)
            .chain(self.history.iter().copied())
            .chain(self.after_history())
    }

    fn after_history(&self) -> impl Iterator<Item = &Section> {
        self.sizes
            .prompts
            .iter()
            .chain(&self.documents)
            .chain(&self.pictures)
            .chain(&self.sizes.findings)
            .chain(&self.sizes.attachments)
            .chain([&self.sizes.question])
            .chain(&self.sizes.work)
            .chain(&self.rounds)
            .chain(&self.reminder)
    }

    /// The size of the messages and results, without instructions and tools.
    pub(super) fn messages(&self) -> Tokens {
        let summary = self.summary.map(Section::tokens).unwrap_or_default();
        let rest: Tokens = self.after_history().map(Section::tokens).sum();
        summary + self.history_tokens + rest
    }

    pub(super) fn total(&self) -> Tokens {
        let tools: Tokens = self.sizes.tools.iter().map(|part| part.tokens).sum();
        self.system.tokens() + tools + self.messages() + self.sizes.measure.frame.reply
    }

    /// The passages that don't go in, with reasons. `waited` marks hits that would take too long to read.
    pub(super) fn considered(&self, plan: &Plan, waited: &[bool]) -> Vec<Reference> {
        let input = self.sizes.input();
        let hits = input.progress.hits.iter().zip(&plan.hits).zip(waited);
        let hits = hits.filter(|((_, kept), _)| !**kept).map(|((hit, _), waited)| match waited {
            true => (hit, sentences::SLOW),
            false => (hit, sentences::LEFT_NO_ROOM),
        });
        let results = input.progress.rounds.iter().zip(&plan.results).flat_map(|(round, kept)| {
            let calls = round.calls.iter().zip(kept);
            calls.flat_map(|(returned, kept)| returned.passages.iter().skip(*kept))
        });
        let results = results.map(|found| (found, sentences::LEFT_NO_ROOM));
        let mut considered: Vec<Reference> = Vec::new();
        for (found, why) in hits.chain(results) {
            let known = self.used.iter().chain(&considered).any(|known| known.covers(found));
            if !known {
                let given =
                    |(source, hash): (String, _)| input.progress.ledger.given(&source, hash);
                let number = found.key().and_then(given);
                considered.push(Reference { number, ..found.clone().left(why.text()) });
            }
        }
        considered
    }

    pub(super) fn into_messages(self) -> (Vec<ChatMessage>, Vec<PartView>) {
        let sections: Vec<&Section> = self.sections().collect();
        let Frame { message, reply } = self.sizes.measure.frame;
        let format = PartView {
            segment: Segment::System,
            label: sentences::MESSAGE_FORMAT.to_string(),
            origin: Some(sentences::message_format(sections.len(), message, reply)),
            number: None,
            item: None,
            tokens: sections.iter().map(|section| section.frame).sum::<Tokens>() + reply,
            count: self.system.parts[0].count,
            text: String::new(),
            call: None,
        };
        let messages = sections.iter().map(|section| section.message()).collect();
        let mut parts: Vec<PartView> = self.system.parts.clone();
        parts.push(format);
        parts.extend(self.sizes.tools.iter().cloned());
        parts.extend(sections.iter().skip(1).flat_map(|section| section.parts.iter().cloned()));
        (messages, parts)
    }
}

/// The documents by `plan`, numbered in the order in which the model sees them. A passage that another one contains
/// isn't repeated, but adds its reason there. One of this turn's files, `attached`, is sent with the question.
fn used(
    input: Input<'_>,
    plan: &Plan,
    attached: &[Reference],
    ledger: &mut Ledger,
) -> Vec<Reference> {
    let mut used: Vec<Reference> = Vec::new();
    let project = input.basis.project.iter().flat_map(|project| &project.documents);
    let linked =
        input.basis.linked.iter().zip(&plan.linked).flat_map(|(note, shown)| match shown {
            Extent::Text => &note.text[..],
            Extent::Best(count) => &note.best[..*count],
        });
    let hits =
        input.progress.hits.iter().zip(&plan.hits).filter(|(_, kept)| **kept).map(|(hit, _)| hit);
    for reference in project.chain(linked).chain(hits) {
        let Some((source, hash)) = reference.key() else { continue };
        if attached.iter().any(|file| file.covers(reference)) {
            continue;
        }
        if let Some(whole) = used.iter_mut().find(|used| used.covers(reference)) {
            add_reason(whole, reference);
            continue;
        }
        let number = Some(ledger.number(&source, hash));
        used.push(Reference { number, state: State::Used, ..reference.clone() });
    }
    used
}

/// A reason that follows another in its line.
fn uncapitalized(reason: &str) -> String {
    let mut rest = reason.chars();
    let first = rest.next().into_iter().flat_map(char::to_lowercase);
    first.chain(rest).collect()
}

fn add_reason(known: &mut Reference, again: &Reference) {
    if !known.match_reason.contains(&again.match_reason) {
        known.match_reason =
            format!("{} · {}", known.match_reason, uncapitalized(&again.match_reason));
    }
}
