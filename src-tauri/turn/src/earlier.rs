//! What was said before: the turns of the branch that a question continues, and the summary that
//! stands for the first of them.

use models::image;

use crate::{choices, sentences};
use conversation::{
    Attachment, AttachmentId, Author, Compaction, ConversationSettings, Message, MessageId, Result,
    reference::{Kind, Reference, State},
};
use grounding::{
    context::{AttachedFile, PastTurn, Summary},
    references::summary::snippet,
};
use library::Library;

/// The turns before a question.
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
    pub(super) file: Attachment,
    pub(super) part: AttachedFile,
}

/// The turns of these messages, of which the newest summary that counts stands for the first; those that
/// are pinned stay beside it.
///
/// # Errors
/// If the library fails.
pub(super) async fn of(
    library: &Library,
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
                let files = files(library, ids).await?;
                earlier.ends.push(message.id);
                earlier.turns.push(PastTurn {
                    id: message.id,
                    pinned: choices::is_pinned(own, message),
                    question: message.text.clone(),
                    references: message.references.clone(),
                    attachments: files.into_iter().map(|attached| attached.part).collect(),
                    steps: Vec::new(),
                    answer: None,
                    found: Vec::new(),
                });
            }
            Author::Assistant => {
                if let (Some(turn), Some(end)) = (earlier.turns.last_mut(), earlier.ends.last_mut())
                {
                    *end = message.id;
                    turn.steps.clone_from(&message.steps);
                    let text = message.cited_text().into_owned();
                    turn.answer = Some(text).filter(|text| !text.is_empty());
                }
            }
        }
    }
    Ok(earlier)
}

/// The newest summary that counts for these messages, and the place of the last that it stands for.
fn summarised(messages: &[Message], summaries: Vec<Compaction>) -> Option<(usize, Compaction)> {
    let place = |through| messages.iter().position(|message| message.id == through);
    let found =
        summaries.into_iter().filter_map(|summary| Some((place(summary.through)?, summary)));
    // Of two for the same message the later one is the newer.
    found.max_by_key(|(through, _)| *through)
}

/// Attached files with their contents.
///
/// # Errors
/// If one isn't there, or the library fails.
pub(super) async fn files(library: &Library, ids: Vec<AttachmentId>) -> Result<Vec<FileContent>> {
    let mut all = Vec::new();
    for (file, text) in library.attachments(ids).await? {
        let mut image = None;
        if file.image.is_some() {
            let (_, bytes) = library.attachment_bytes(file.id).await?;
            // It was read when it was attached, so it can be read again.
            image = image::read(bytes).ok();
        }
        let part = AttachedFile { id: file.id, name: file.name.clone(), text, image };
        all.push(FileContent { file, part });
    }
    Ok(all)
}

/// An attached file as what the answer rests on. The model sees it whole, so it has no numbered
/// passage.
pub(super) fn file_reference(attached: &FileContent) -> Reference {
    let file = &attached.file;
    Reference {
        wikilink: file.name.clone(),
        attachment: Some(file.id),
        title: file.name.clone(),
        snippet: snippet(&attached.part.text),
        match_reason: sentences::YOU_ATTACHED_IT.to_owned(),
        ..Reference::new(Kind::Attachment, State::Used)
    }
}
