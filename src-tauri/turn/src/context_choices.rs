//! The user's choices about a conversation's context: removed and pinned items.

#[cfg(test)]
mod tests;

use std::collections::HashSet;

use conversation::{
    ContextItem, ConversationSettings, ItemChoice, Question,
    context::Cut,
    reference::{Kind, Reference, State},
};
use grounding::context::{Basis, PastTalk, PastTurn, Picture};
use models::{TokenCounter, Tokens};
use retrieval::{files::CutFile, sources::Sources, tools::Descriptor};

use crate::{evidence::source::Findings, sentences};

/// Moves pinned passages to the front of the hits, and removed passages to `unused`. The project's hits lose both.
/// Returns the number of pinned hits, and a cut for each passage that is removed, or pinned and gone.
pub(crate) fn of_passages(
    own: &ConversationSettings,
    sources: &Sources,
    files: &[CutFile],
    found: &mut Findings,
) -> (usize, Vec<Cut>) {
    let Findings { linked, hits, unused, project_hits, .. } = found;
    let mut cuts = Vec::new();
    for note in linked.iter_mut() {
        for passages in [&mut note.text, &mut note.best] {
            passages.retain(|passage| !take_out(own, passage, &mut cuts));
        }
    }
    project_hits.retain(|hit| !take_out(own, hit, &mut cuts));
    let (gone, mut stay): (Vec<Reference>, Vec<Reference>) =
        hits.drain(..).partition(|hit| take_out(own, hit, &mut cuts));
    // Removed memories aren't listed.
    let gone = gone.into_iter().filter(|hit| hit.kind != Kind::Memory);
    unused.splice(0..0, gone.map(|hit| hit.left(sentences::YOU_TOOK_IT_OUT.text())));
    let mut pinned = Vec::new();
    for choice in own.items.iter().filter(|choice| choice.pinned) {
        let ContextItem::Passage { source, hash } = &choice.item else { continue };
        let is_it = |hit: &Reference| hit.item().is_some_and(|item| item.is(&choice.item));
        let take = |hits: &mut Vec<Reference>| {
            let at = hits.iter().position(is_it)?;
            Some(Reference { state: State::Used, ..hits.remove(at) })
        };
        let (of_search, of_project) = (take(&mut stay), take(project_hits));
        if let Some(found) = of_search.or(of_project) {
            pinned.push(found);
        } else if let Some(found) = sources
            .pinned(source, *hash)
            .or_else(|| files.iter().find_map(|file| file.pinned(source, *hash)))
        {
            pinned.push(found);
        } else {
            cuts.push(removed(choice, Tokens(0), sentences::PINNED_AND_GONE.text()));
        }
    }
    let count = pinned.len();
    hits.extend(pinned);
    hits.append(&mut stay);
    (count, cuts)
}

/// Returns the pictures that the user didn't remove; adds the removed ones to `left_out`.
pub(crate) fn of_pictures(
    own: &ConversationSettings,
    mut pictures: Vec<Picture>,
    left_out: &mut Vec<Cut>,
) -> Vec<Picture> {
    pictures.retain(|picture| {
        let choice = picture.item().and_then(|item| removal(own, &item));
        left_out.extend(choice.map(|it| removed(it, Tokens(0), sentences::YOU_TOOK_IT_OUT.text())));
        choice.is_none()
    });
    pictures
}

/// Whether the user removed a passage. If so, adds its cut to `cuts`.
fn take_out(own: &ConversationSettings, passage: &Reference, cuts: &mut Vec<Cut>) -> bool {
    let Some(item) = passage.item() else { return false };
    let Some(choice) = removal(own, &item) else { return false };
    let tokens = passage.passage.as_ref().map(|passage| passage.tokens).unwrap_or_default();
    let cut = removed(choice, tokens, sentences::YOU_TOOK_IT_OUT.text());
    if !cuts.contains(&cut) {
        cuts.push(cut);
    }
    true
}

/// Removes items that the user took out: earlier turns, attached files, the summary, the reminder. Returns their
/// cuts, with sizes by `counter`.
pub(crate) fn of_said(
    own: &ConversationSettings,
    basis: &mut Basis,
    earlier: &mut PastTalk,
    reminder: &mut Option<String>,
    counter: &TokenCounter,
) -> Vec<Cut> {
    let mut cuts = Vec::new();
    let mut goes = |item: &ContextItem, text: &[&str]| {
        let Some(choice) = removal(own, item) else { return false };
        let tokens = text.iter().map(|text| counter.count(text).tokens).sum();
        cuts.push(removed(choice, tokens, sentences::YOU_TOOK_IT_OUT.text()));
        true
    };
    earlier.turns.retain(|turn| {
        let answer = turn.answer.as_deref().unwrap_or_default();
        !goes(&ContextItem::Turn { question: turn.id }, &[&turn.question, answer])
    });
    let files = earlier.turns.iter_mut().map(|turn| &mut turn.attachments);
    for files in files.chain([&mut basis.attachments]) {
        files.retain(|file| {
            let texts: Vec<&str> = file.texts().collect();
            !goes(&ContextItem::File { attachment: file.id }, &texts)
        });
    }
    earlier.summary.take_if(|summary| goes(&ContextItem::Summary, &[&summary.text]));
    reminder.take_if(|text| goes(&ContextItem::Reminder, &[text]));
    cuts
}

/// Number of latest answers whose tools are always offered.
const RECENT: usize = 3;

pub(crate) fn recent_tools(history: &[PastTurn]) -> HashSet<String> {
    let steps = history.iter().rev().take(RECENT).flat_map(|turn| &turn.steps);
    steps.flat_map(|step| &step.calls).map(|call| call.name.clone()).collect()
}

/// Returns the tools that the user didn't remove. Pinned and `recent` tools become core tools, which are always
/// offered.
pub(crate) fn of_tools(
    own: &ConversationSettings,
    recent: &HashSet<String>,
    tools: Vec<Descriptor>,
    counter: &TokenCounter,
) -> (Vec<Descriptor>, Vec<Cut>) {
    let mut cuts = Vec::new();
    let mut stay = Vec::new();
    for mut tool in tools {
        let item = ContextItem::Tool { name: tool.tool.name.clone() };
        if let Some(choice) = removal(own, &item) {
            let tokens = counter.count_tools(std::slice::from_ref(&tool.tool)).tokens;
            cuts.push(removed(choice, tokens, sentences::YOU_TOOK_IT_OUT.text()));
            continue;
        }
        tool.core |= own.is_pinned(&item) || recent.contains(&tool.tool.name);
        stay.push(tool);
    }
    (stay, cuts)
}

/// A turn is pinned if its question or one of its files is.
pub(crate) fn is_pinned(own: &ConversationSettings, question: &Question) -> bool {
    let file = |file: &conversation::Attachment| ContextItem::File { attachment: file.id };
    own.is_pinned(&ContextItem::Turn { question: question.id })
        || question.attachments.iter().any(|attached| own.is_pinned(&file(attached)))
}

pub(crate) fn is_taken_out(own: &ConversationSettings, item: &ContextItem) -> bool {
    removal(own, item).is_some()
}

fn removal<'a>(own: &'a ConversationSettings, item: &ContextItem) -> Option<&'a ItemChoice> {
    own.items.iter().find(|choice| !choice.pinned && choice.item.is(item))
}

fn removed(choice: &ItemChoice, tokens: Tokens, reason: &str) -> Cut {
    Cut { removed: Some(choice.item.clone()), ..Cut::new(&choice.label, tokens, reason) }
}
