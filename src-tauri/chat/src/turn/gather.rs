//! What a turn needs to know before anything is built or sent. The preview of a draft gathers by the
//! same function as the turn that sends it.

use std::sync::Arc;

use jiff::{Timestamp, tz::TimeZone};
use models::Tokens;

use super::retrieve::{Searched, Sources};
use crate::{
    AttachmentId, ConversationId, MessageId, Mode, ReferenceId, Result,
    app::{Finding, blocking, vault::OpenVault},
    context::{AttachedFile, Input, PastTurn},
    library::{Attachment, Author, Library, Message, now},
    references::{Kind, Ledger, Reference, State, links::direct_references, summary::snippet},
    settings::Shares,
};

/// A question, asked or not yet.
pub(crate) struct Draft {
    pub(crate) conversation: Option<ConversationId>,
    /// The kept message that is this question; what follows it in the conversation doesn't count.
    pub(crate) kept: Option<MessageId>,
    pub(crate) text: String,
    pub(crate) mode: Mode,
    pub(crate) attachments: Vec<AttachmentId>,
    pub(crate) when: Timestamp,
}

/// What a turn works with.
pub(crate) struct Gathered {
    /// The builder's input, whose window the caller sets.
    pub(crate) input: Input,
    /// Passages that were found and that the model need not see.
    pub(crate) rest: Vec<Reference>,
    /// The references of the attached files.
    pub(crate) files: Vec<Reference>,
    /// What the user should know.
    pub(crate) notices: Vec<String>,
    /// Whether the search was asked and answered, be it with nothing.
    pub(crate) searched: bool,
}

impl Gathered {
    /// Whether there is nothing that an answer from notes could rest on.
    pub(crate) fn has_no_support(&self) -> bool {
        let input = &self.input;
        self.searched
            && input.hits.is_empty()
            && input.attachments.is_empty()
            && input.linked.iter().all(|note| note.text.is_empty())
            && input.history.iter().all(|turn| turn.attachments.is_empty())
    }
}

/// Gathers what the answer to `draft` is made from.
///
/// # Errors
/// If the library fails, or an attached file isn't there. A failing search is a notice.
pub(crate) async fn gather(
    library: &Library,
    vault: &Arc<OpenVault>,
    draft: Draft,
    reserve: Tokens,
    finding: Finding,
) -> Result<Gathered> {
    let mut earlier_messages = Vec::new();
    let mut ledger = Ledger::default();
    if let Some(conversation) = draft.conversation {
        earlier_messages = library.history(conversation, draft.kept).await?;
        ledger = Ledger::new(library.numbers(conversation).await?);
    }
    let attached = library.attachments(draft.attachments).await?;
    let history = history(library, &earlier_messages).await?;
    let found = {
        let sources = Sources {
            vault: vault.vault.clone(),
            index: vault.index.clone(),
            catalog: vault.catalog(),
            finding,
        };
        let (text, mode) = (draft.text.clone(), draft.mode);
        // An answer without passages is better than none, so even a defect here is a notice.
        blocking(move || Ok(find(&sources, &text, mode))).await.unwrap_or_else(|error| Found {
            notices: vec![format!("Your notes couldn't be looked at: {error}.")],
            ..Found::default()
        })
    };
    let mut notices = found.notices;
    if draft.mode.has_notes() && !vault.synced_once() {
        notices.insert(
            0,
            "The vault is still being indexed: passages of some notes can't be found yet."
                .to_owned(),
        );
    }
    Ok(Gathered {
        files: attached.iter().map(|(file, text)| file_reference(file, text)).collect(),
        notices,
        rest: found.rest,
        searched: found.searched,
        input: Input {
            when: told(draft.when),
            mode: draft.mode,
            history,
            linked: found.linked,
            hits: found.hits,
            attachments: attached.into_iter().map(|(file, text)| file_part(&file, text)).collect(),
            question: draft.text,
            ledger,
            ..bare_input(Tokens(0), reserve)
        },
    })
}

/// The input of a turn in which nothing is said, found or attached.
pub(crate) fn bare_input(window: Tokens, reserve: Tokens) -> Input {
    Input {
        instructions: None,
        agent: None,
        when: told(now()),
        mode: Mode::Notes,
        summary: None,
        history: Vec::new(),
        project: None,
        linked: Vec::new(),
        hits: Vec::new(),
        attachments: Vec::new(),
        question: String::new(),
        rounds: Vec::new(),
        tools: Vec::new(),
        read_tool: None,
        tools_left: Vec::new(),
        last_call: false,
        reminder: String::new(),
        vision: false,
        window,
        reserve,
        shares: Shares::default(),
        ledger: Ledger::default(),
    }
}

fn told(when: Timestamp) -> String {
    when.to_zoned(TimeZone::system()).strftime("%A, %-d %B %Y, %H:%M").to_string()
}

#[derive(Default)]
struct Found {
    linked: Vec<crate::context::LinkedNote>,
    hits: Vec<Reference>,
    rest: Vec<Reference>,
    notices: Vec<String>,
    searched: bool,
}

fn find(sources: &Sources, text: &str, mode: Mode) -> Found {
    let mut notices = Vec::new();
    let mut linked = Vec::new();
    for link in direct_references(text, &sources.catalog) {
        let (note, notice) = sources.linked(link, text);
        linked.push(note);
        notices.extend(notice);
    }
    let mut found = Found { linked, ..Found::default() };
    if mode.has_notes() {
        match sources.search(text) {
            Ok(Searched { shown, rest, notices: told }) => {
                notices.extend(told);
                found = Found { hits: shown, rest, searched: true, ..found };
            }
            Err(error) => notices.push(format!("Your notes couldn't be searched: {error}.")),
        }
    }
    Found { notices, ..found }
}

/// The earlier turns, each question with its answer and its files.
async fn history(library: &Library, messages: &[Message]) -> Result<Vec<PastTurn>> {
    let mut turns: Vec<PastTurn> = Vec::new();
    for message in messages {
        match message.author {
            Author::User => {
                let files = message.attachments.iter().map(|file| file.id).collect();
                let files = library.attachments(files).await?;
                turns.push(PastTurn {
                    question: message.text.clone(),
                    references: message.references.clone(),
                    attachments: files
                        .into_iter()
                        .map(|(file, text)| file_part(&file, text))
                        .collect(),
                    steps: Vec::new(),
                    answer: None,
                    found: Vec::new(),
                });
            }
            Author::Assistant => {
                if let Some(turn) = turns.last_mut()
                    && !message.text.is_empty()
                {
                    turn.answer = Some(message.text.clone());
                }
            }
        }
    }
    Ok(turns)
}

fn file_part(file: &Attachment, text: String) -> AttachedFile {
    AttachedFile { name: file.name.clone(), text, image: None }
}

/// An attached file as what the answer rests on. The model sees it whole, so it has no numbered
/// passage.
fn file_reference(file: &Attachment, text: &str) -> Reference {
    Reference {
        id: ReferenceId::new(),
        number: None,
        kind: Kind::Attachment,
        state: State::Used,
        wikilink: file.name.clone(),
        path: None,
        attachment: Some(file.id),
        url: None,
        call: None,
        anchor: None,
        title: file.name.clone(),
        passage: None,
        summary: None,
        snippet: snippet(text),
        match_reason: "you attached it".to_owned(),
        others: Vec::new(),
        suggestions: Vec::new(),
    }
}
