//! What was said before: the turns of the branch that a question continues, and the summary that
//! stands for the first of them.

use std::{collections::BTreeSet, sync::Arc};

use jiff::Timestamp;
use models::image;

use crate::choices;
use conversation::{
    Attachment, AttachmentId, Author, Compaction, ContextItem, ConversationId,
    ConversationSettings, FileExtent, FileText, Message, MessageId, Result, WorkStage,
    reference::{Number, Reference},
};
use grounding::context::{AttachedFile, PastTurn, Summary, names};
use library::Library;
use retrieval::{
    WholeNotes, blocking,
    files::{self, CutFile},
};

#[derive(Default)]
pub(super) struct PastTurns {
    pub(super) turns: Vec<PastTurn>,
    /// The last message of each turn.
    pub(super) ends: Vec<MessageId>,
    /// What stands for the turns before those.
    pub(super) summary: Option<Summary>,
}

/// A file that was attached, and what the model gets of it.
pub(super) struct FileContent {
    pub(super) part: AttachedFile,
    /// The file as a whole as what the answer rests on, if no passage of it goes along.
    pub(super) reference: Option<Reference>,
    /// Its passages, if it is no image.
    pub(super) cut: Option<CutFile>,
}

/// The turns of these messages, of which the newest summary that counts stands for the first; those that
/// are pinned stay beside it.
pub(super) async fn of(
    library: &Library,
    conversation: ConversationId,
    whole: &Arc<WholeNotes>,
    messages: &[Message],
    summaries: Vec<Compaction>,
    own: &ConversationSettings,
) -> Result<PastTurns> {
    let summary = summarised(messages, summaries);
    let first = summary.as_ref().map_or(0, |(through, _)| through + 1);
    let mut earlier = PastTurns {
        summary: summary.map(|(_, compaction)| Summary {
            text: compaction.summary,
            found: compaction.found,
            messages: compaction.messages,
        }),
        ..PastTurns::default()
    };
    let mut stays = true;
    for (at, message) in messages.iter().enumerate() {
        if message.author == Author::User {
            stays = at >= first || choices::is_pinned(own, message);
        }
        if !stays {
            continue;
        }
        match message.author {
            Author::User => {
                let ids = message.attachments.iter().map(|file| file.id).collect();
                let files = files(library, whole, ids).await?;
                earlier.ends.push(message.id);
                earlier.turns.push(PastTurn {
                    question: message.text.clone(),
                    references: message.references.clone(),
                    attachments: files.into_iter().map(|attached| attached.part).collect(),
                    ..bare_turn(own, message)
                });
            }
            Author::Assistant => {
                if at >= first && earlier.turns.is_empty() && earlier.summary.is_some() {
                    // Its question is in the summary.
                    earlier.ends.push(message.id);
                    earlier.turns.push(bare_turn(own, message));
                }
                if let (Some(turn), Some(end)) = (earlier.turns.last_mut(), earlier.ends.last_mut())
                {
                    *end = message.id;
                    let mut text = message.cited_text().into_owned();
                    match &message.work {
                        // The report stands for what was done for it. Without one, what was found does.
                        Some(work) if !work.steps.is_empty() => {
                            if work.stage != WorkStage::Reporting || text.is_empty() {
                                text = work.findings();
                            }
                        }
                        _ => turn.steps.clone_from(&message.steps),
                    }
                    for remark in &message.remarks {
                        turn.question.push_str("\n\n");
                        turn.question.push_str(&remark.text);
                    }
                    turn.answer = Some(text).filter(|text| !text.is_empty());
                }
            }
        }
    }
    name_found(library, conversation, &mut earlier.turns).await?;
    Ok(earlier)
}

/// A turn that begins with this message and says nothing yet.
fn bare_turn(own: &ConversationSettings, first: &Message) -> PastTurn {
    PastTurn {
        id: first.id,
        pinned: choices::is_pinned(own, first),
        question: String::new(),
        references: Vec::new(),
        attachments: Vec::new(),
        steps: Vec::new(),
        answer: None,
        found: Vec::new(),
    }
}

/// Tells at each call, besides what it did, the names of what it found: its result isn't shown any more.
async fn name_found(
    library: &Library,
    conversation: ConversationId,
    turns: &mut [PastTurn],
) -> Result<()> {
    let steps = turns.iter().flat_map(|turn| &turn.steps);
    let found = steps.flat_map(|step| &step.calls).flat_map(|call| &call.found);
    let numbers: BTreeSet<Number> = found.copied().collect();
    if numbers.is_empty() {
        return Ok(());
    }
    let known = library.numbered(conversation, numbers.into_iter().collect()).await?;
    let steps = turns.iter_mut().flat_map(|turn| &mut turn.steps);
    for call in steps.flat_map(|step| &mut step.calls) {
        let is_found =
            |it: &&Reference| it.number.is_some_and(|number| call.found.contains(&number));
        let found: Vec<Reference> = known.iter().filter(is_found).cloned().collect();
        let names = names(&found);
        if !names.is_empty() && !call.told.contains(&names) {
            call.told = format!("{}: {names}", call.told.trim_end_matches('.'));
        }
    }
    Ok(())
}

/// Whether the user took back the newest summary of these messages. `undone` are those that were taken back.
pub(super) fn is_undone(
    messages: &[Message],
    summaries: &[Compaction],
    undone: &[(MessageId, Timestamp)],
) -> bool {
    let is_here = |through| messages.iter().any(|message| message.id == through);
    let newest = summaries.iter().filter(|summary| is_here(summary.through));
    let newest = newest.map(|summary| summary.created).max();
    undone
        .iter()
        .any(|(through, made)| newest.is_none_or(|newest| newest < *made) && is_here(*through))
}

/// The newest summary that counts for these messages, and the place of the last that it stands for.
fn summarised(messages: &[Message], summaries: Vec<Compaction>) -> Option<(usize, Compaction)> {
    let place = |through| messages.iter().position(|message| message.id == through);
    let found =
        summaries.into_iter().filter_map(|summary| Some((place(summary.through)?, summary)));
    // Of two for the same message the later one is the newer.
    found.max_by_key(|(through, _)| *through)
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
                // It was read when it was attached, so it can be read again.
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
    // What goes along of it stands for it.
    let reference = passages.is_empty().then(|| files::reference(&file, &text.text));
    let part = AttachedFile { id: file.id, name: file.name, passages, searched, image: None };
    FileContent { part, reference, cut: Some(cut) }
}

/// The files of a conversation that are searched for each of its questions, each once.
pub(super) async fn searched(
    library: &Library,
    whole: &Arc<WholeNotes>,
    messages: &[Message],
    own: &ConversationSettings,
) -> Result<Vec<CutFile>> {
    let attached = messages.iter().flat_map(|message| &message.attachments);
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
