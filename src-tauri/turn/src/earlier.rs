//! The conversation before a question: the turns of its branch, the oldest of them as a summary.

use std::{collections::BTreeSet, sync::Arc};

use models::image;

use crate::{context_choices as choices, histories::History};
use conversation::{
    Answer, Attachment, AttachmentId, Compaction, ContextItem, ConversationId,
    ConversationSettings, FileExtent, FileText, Message, Result, WorkStage,
    reference::{Number, Reference},
};
use grounding::context::{AttachedFile, PastTalk, PastTurn, Summary, gist};
use library::Library;
use retrieval::{
    WholeNotes, blocking,
    files::{self, CutFile},
};

/// An attached file in the form that the model gets.
pub(super) struct FileContent {
    pub(super) part: AttachedFile,
    /// A reference to the whole file, if no passage of it is sent.
    pub(super) reference: Option<Reference>,
    /// The file's passages; `None` for an image.
    pub(super) cut: Option<CutFile>,
}

/// The turns of a branch, with its newest summary in place of the turns that it covers. Pinned turns stay.
pub(super) async fn of(
    library: &Library,
    conversation: ConversationId,
    whole: &Arc<WholeNotes>,
    history: &History,
    own: &ConversationSettings,
) -> Result<PastTalk> {
    let (first, summary) = match summarised(history) {
        Some((first, summary)) => (first, Some(summary)),
        None => (0, None),
    };
    let mut turns: Vec<PastTurn> = Vec::new();
    let mut stays = true;
    for (at, message) in history.messages.iter().enumerate() {
        if let Message::Question(question) = message {
            stays = at >= first || choices::is_pinned(own, question);
        }
        if !stays {
            continue;
        }
        match message {
            Message::Question(question) => {
                let ids = question.attachments.iter().map(|file| file.id).collect();
                let files = files(library, whole, ids).await?;
                turns.push(PastTurn {
                    pinned: choices::is_pinned(own, question),
                    question: question.text.clone(),
                    references: question.references.clone(),
                    attachments: files.into_iter().map(|attached| attached.part).collect(),
                    ..PastTurn::new(question.id)
                });
            }
            Message::Answer(answer) => {
                if at >= first && turns.is_empty() && summary.is_some() {
                    // The summary covers its question.
                    let pinned = own.is_pinned(&ContextItem::Turn { question: answer.id });
                    turns.push(PastTurn { pinned, ..PastTurn::new(answer.id) });
                }
                if let Some(turn) = turns.last_mut() {
                    add_answer(turn, answer);
                }
            }
        }
    }
    name_found(library, conversation, &mut turns, own).await?;
    Ok(PastTalk { summary, summary_undone: is_undone(history), turns })
}

fn add_answer(turn: &mut PastTurn, answer: &Answer) {
    turn.end = answer.id;
    let mut text = answer.cited_text().into_owned();
    match &answer.work {
        // The report represents the work; without a report, the findings do.
        Some(work) if !work.steps.is_empty() => {
            if work.stage != WorkStage::Reporting || text.is_empty() {
                text = work.findings();
            }
        }
        _ => turn.steps.clone_from(&answer.steps),
    }
    for remark in &answer.remarks {
        turn.question.push_str("\n\n");
        turn.question.push_str(&remark.text);
    }
    turn.answer = Some(text).filter(|text| !text.is_empty());
}

/// Adds the findings to each call in a line, since earlier results aren't sent again. A model's sentence about them
/// may repeat a passage that the user has removed since, so then the passages that stay are named instead.
async fn name_found(
    library: &Library,
    conversation: ConversationId,
    turns: &mut [PastTurn],
    own: &ConversationSettings,
) -> Result<()> {
    let steps = turns.iter().flat_map(|turn| &turn.steps);
    let found = steps.flat_map(|step| &step.calls).flat_map(|call| &call.found);
    let numbers: BTreeSet<Number> = found.copied().collect();
    if numbers.is_empty() {
        return Ok(());
    }
    let known = library.numbered(conversation, numbers.into_iter().collect()).await?;
    let steps = turns.iter_mut().flat_map(|turn| &mut turn.steps);
    let is_removed = |it: &Reference| it.item().is_some_and(|item| own.is_removed(&item));
    for call in steps.flat_map(|step| &mut step.calls) {
        let is_found =
            |it: &&Reference| it.number.is_some_and(|number| call.found.contains(&number));
        let (gone, found): (Vec<Reference>, Vec<Reference>) =
            known.iter().filter(is_found).cloned().partition(is_removed);
        if gone.is_empty()
            && let Some(gist) = &call.gist
        {
            call.told.clone_from(gist);
            continue;
        }
        let gist = gist(&found, &call.arguments);
        if !gist.is_empty() && !call.told.contains(&gist) {
            call.told = format!("{}: {gist}", call.told.trim_end_matches('.'));
        }
    }
    Ok(())
}

/// Whether the user undid the branch's newest summary.
fn is_undone(History { messages, compactions, undone, .. }: &History) -> bool {
    let is_here = |through| messages.iter().any(|message| message.id == through);
    let newest = compactions.iter().filter(|summary| is_here(summary.through));
    let newest = newest.map(|summary| summary.created).max();
    undone
        .iter()
        .any(|(through, made)| newest.is_none_or(|newest| newest < *made) && is_here(*through))
}

/// The branch's newest summary, and the number of messages that it covers.
fn summarised(History { messages, compactions, .. }: &History) -> Option<(usize, Summary)> {
    let place = |through| messages.iter().position(|message| message.id == through);
    let found = compactions.iter().filter_map(|summary| Some((place(summary.through)?, summary)));
    // Of two summaries up to the same message, the last one is the newer.
    let (through, summary) = found.max_by_key(|(through, _)| *through)?;
    let Compaction { summary, found, quotes, messages, .. } = summary.clone();
    Some((through + 1, Summary { text: summary, found, quotes, messages }))
}

pub(super) async fn files(
    library: &Library,
    whole: &Arc<WholeNotes>,
    ids: Vec<AttachmentId>,
) -> Result<Vec<FileContent>> {
    let mut all = Vec::new();
    for (file, text) in library.attachments(ids).await? {
        if file.image.is_some() {
            let (_, bytes) = library.attachment_bytes(file.id).await?;
            let part = AttachedFile {
                id: file.id,
                name: file.name.clone(),
                passages: Vec::new(),
                searched: false,
                // The image was decoded when it was attached, so this succeeds.
                image: image::read(bytes).ok(),
            };
            let reference = files::reference(&file, "");
            all.push(FileContent { part, reference: Some(reference), cut: None });
            continue;
        }
        let whole = whole.clone();
        all.push(blocking(move || Ok(of_text(&whole, file, &text))).await?);
    }
    Ok(all)
}

fn of_text(whole: &WholeNotes, file: Attachment, text: &FileText) -> FileContent {
    let cut = CutFile::new(whole, file.clone(), text);
    let searched = file.extent == FileExtent::Searched;
    let passages = cut.attached();
    // The attached passages represent the file.
    let reference = passages.is_empty().then(|| files::reference(&file, &text.text));
    let part = AttachedFile { id: file.id, name: file.name, passages, searched, image: None };
    FileContent { part, reference, cut: Some(cut) }
}

/// The files that every question of the conversation searches, without duplicates.
pub(super) async fn searched(
    library: &Library,
    whole: &Arc<WholeNotes>,
    messages: &[Message],
    own: &ConversationSettings,
) -> Result<Vec<CutFile>> {
    let questions = messages.iter().filter_map(Message::question);
    let attached = questions.flat_map(|question| &question.attachments);
    let is_searched = |file: &&Attachment| {
        let item = ContextItem::File { attachment: file.id };
        file.extent == FileExtent::Searched && !choices::is_taken_out(own, &item)
    };
    let mut ids: Vec<AttachmentId> = attached.filter(is_searched).map(|file| file.id).collect();
    ids.sort();
    ids.dedup();
    let files = files(library, whole, ids).await?;
    Ok(files.into_iter().filter_map(|file| file.cut).collect())
}
