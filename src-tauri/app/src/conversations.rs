//! The conversations that are kept.

use std::collections::HashMap;

use notes::NotePath;

use super::{App, vault::OpenVault};
use conversation::{
    AgentId, AnswerId, Attachment, AttachmentId, Compaction, CompactionId, Conversation,
    ConversationEntry, ConversationId, Draft, MemoryId, Message, MessageId, ProjectId, Receipt,
    Result,
    reference::{Reference, State},
};
use grounding::{
    context::{Summary, compaction},
    references::{Located, locate, summary::GONE},
};
use library::{Agent, ConversationHit, Memory, Page, Project};
use retrieval::blocking;
use turn::AskRequest;

impl App {
    /// The conversations of the open vault, the pinned ones first, then newest first.
    ///
    /// # Errors
    /// If no vault is open or the library fails.
    pub async fn conversations(&self) -> Result<Vec<ConversationEntry>> {
        self.shared.library.conversations(self.open_vault_now()?.id).await
    }

    /// A conversation with its messages. The state of a reference says whether its passage has
    /// changed or is gone; which references an answer cites is told by its marks.
    ///
    /// # Errors
    /// If it isn't there or the library fails.
    pub async fn conversation(&self, id: ConversationId) -> Result<Conversation> {
        let mut conversation = self.shared.library.conversation(id).await?;
        conversation.messages = self.looked_at(conversation.messages).await?;
        Ok(conversation)
    }

    /// The same with the newest `limit` messages alone, or with the newest `limit` of those that
    /// come before the message `before`.
    ///
    /// # Errors
    /// As [`App::conversation`], and if `before` isn't in it.
    pub async fn conversation_page(
        &self,
        id: ConversationId,
        before: Option<MessageId>,
        limit: u32,
    ) -> Result<Page> {
        let mut page = self.shared.library.conversation_page(id, before, limit).await?;
        page.conversation.messages = self.looked_at(page.conversation.messages).await?;
        Ok(page)
    }

    /// Remembers a conversation as the one that is open.
    ///
    /// # Errors
    /// If the library fails.
    pub async fn remember_conversation(&self, id: ConversationId) -> Result<()> {
        self.shared.library.remember_conversation(id).await
    }

    async fn looked_at(&self, mut messages: Vec<Message>) -> Result<Vec<Message>> {
        let Ok(vault) = self.open_vault_now() else { return Ok(messages) };
        blocking(move || {
            look_again(&vault, &mut messages);
            Ok(messages)
        })
        .await
    }

    /// The conversation that was open last in the open vault.
    ///
    /// # Errors
    /// If no vault is open or the library fails.
    pub async fn last_conversation(&self) -> Result<Option<ConversationId>> {
        self.shared.library.last_conversation(self.open_vault_now()?.id).await
    }

    /// The conversation to begin with: the one that was open last, else the first of the list.
    ///
    /// # Errors
    /// If no vault is open or the library fails.
    pub async fn conversation_to_show(&self) -> Result<Option<ConversationId>> {
        let last = self.last_conversation().await?;
        let listed = self.conversations().await?;
        let shown = listed.iter().find(|entry| Some(entry.id) == last).or(listed.first());
        Ok(shown.map(|entry| entry.id))
    }

    /// Shows the branch that a message is on: of those below it, the one that was added to last.
    /// Returns its conversation.
    ///
    /// # Errors
    /// If it isn't there or the library fails.
    pub async fn switch_branch(&self, message: MessageId) -> Result<ConversationId> {
        self.shared.library.switch_branch(message).await
    }

    /// Gives a conversation another title: one line without spaces around it.
    ///
    /// # Errors
    /// If there is no title, the conversation isn't there, or the library fails.
    pub async fn rename_conversation(&self, id: ConversationId, title: &str) -> Result<()> {
        let title = title.split_whitespace().collect::<Vec<_>>().join(" ");
        if title.is_empty() {
            return Err(conversation::Error::new(
                conversation::Code::BadInput,
                "The title is empty.",
            ));
        }
        self.shared.library.rename_conversation(id, title).await
    }

    /// Keeps a conversation at the top of the list, or no longer.
    ///
    /// # Errors
    /// If it isn't there or the library fails.
    pub async fn pin_conversation(&self, id: ConversationId, pinned: bool) -> Result<()> {
        self.shared.library.pin_conversation(id, pinned).await
    }

    /// Deletes a conversation. It can be brought back for 30 days.
    ///
    /// # Errors
    /// If it isn't there or the library fails.
    pub async fn delete_conversation(&self, id: ConversationId) -> Result<()> {
        self.shared.library.delete_conversation(id).await
    }

    /// Brings a deleted conversation back.
    ///
    /// # Errors
    /// If it isn't there any more or the library fails.
    pub async fn restore_conversation(&self, id: ConversationId) -> Result<()> {
        self.shared.library.restore_conversation(id).await
    }

    /// The conversations of the open vault that have a message or title with these words, best
    /// first.
    ///
    /// # Errors
    /// If no vault is open or the library fails.
    pub async fn search_conversations(&self, query: &str) -> Result<Vec<ConversationHit>> {
        self.shared.library.search_conversations(self.open_vault_now()?.id, query).await
    }

    /// The summaries of a conversation that weren't undone, over all its branches, oldest first.
    ///
    /// # Errors
    /// If the library fails.
    pub async fn compactions(&self, conversation: ConversationId) -> Result<Vec<Compaction>> {
        self.shared.library.compactions(conversation).await
    }

    /// Puts the user's words in the place of a summary's.
    ///
    /// # Errors
    /// If it isn't there or the library fails.
    pub async fn edit_compaction(&self, id: CompactionId, summary: String) -> Result<()> {
        let (_, compaction) = self.shared.library.compaction(id).await?;
        let Compaction { model, found, messages, .. } = compaction;
        let text = compaction::told(&Summary { text: summary.clone(), found, messages });
        let counter = self.shared.calibrations.counter(&model);
        let after = blocking(move || Ok(counter.count(&text).tokens)).await?;
        self.shared.library.edit_compaction(id, summary, after).await
    }

    /// Has a summary stand for nothing any more.
    ///
    /// # Errors
    /// If it isn't there or the library fails.
    pub async fn undo_compaction(&self, id: CompactionId) -> Result<()> {
        self.shared.library.undo_compaction(id).await
    }

    /// The receipt of an answer's last model call.
    ///
    /// # Errors
    /// If it has none or the library fails.
    pub async fn receipt(&self, answer: AnswerId) -> Result<Receipt> {
        self.shared.library.receipt(answer).await
    }

    /// The receipts of an answer's model calls, in order.
    ///
    /// # Errors
    /// If it has none or the library fails.
    pub async fn receipts(&self, answer: AnswerId) -> Result<Vec<Receipt>> {
        self.shared.library.receipts(answer).await
    }

    /// An attached file with its content: its text, or an image's bytes.
    ///
    /// # Errors
    /// If it isn't there or the library fails.
    pub async fn attachment_bytes(&self, id: AttachmentId) -> Result<(Attachment, Vec<u8>)> {
        self.shared.library.attachment_bytes(id).await
    }

    /// What is remembered for the open vault, oldest first.
    ///
    /// # Errors
    /// If no vault is open or the library fails.
    pub async fn memories(&self) -> Result<Vec<Memory>> {
        self.shared.library.memories(self.open_vault_now()?.id).await
    }

    /// Remembers a text for the open vault.
    ///
    /// # Errors
    /// If there is no text, no vault is open, or the library fails.
    pub async fn remember(&self, text: String) -> Result<MemoryId> {
        self.shared.library.remember(self.open_vault_now()?.id, text).await
    }

    /// Forgets what was remembered.
    ///
    /// # Errors
    /// If it isn't there or the library fails.
    pub async fn forget(&self, id: MemoryId) -> Result<()> {
        self.shared.library.forget(id).await
    }

    /// The projects of the open vault, oldest first.
    ///
    /// # Errors
    /// If no vault is open or the library fails.
    pub async fn projects(&self) -> Result<Vec<Project>> {
        self.shared.library.projects(self.open_vault_now()?.id).await
    }

    /// Keeps a project of the open vault, in place of the one with its id if there is one.
    ///
    /// # Errors
    /// If it has no name, no vault is open, or the library fails.
    pub async fn put_project(&self, project: Project) -> Result<()> {
        self.shared.library.put_project(self.open_vault_now()?.id, project).await
    }

    /// Deletes a project; its conversations stay.
    ///
    /// # Errors
    /// If it isn't there or the library fails.
    pub async fn delete_project(&self, id: ProjectId) -> Result<()> {
        self.shared.library.delete_project(id).await
    }

    /// Puts a conversation to a project, or to none.
    ///
    /// # Errors
    /// If it isn't there or the library fails.
    pub async fn set_project(
        &self,
        conversation: ConversationId,
        project: Option<ProjectId>,
    ) -> Result<()> {
        self.shared.library.set_project(conversation, project).await
    }

    /// The agents, oldest first.
    ///
    /// # Errors
    /// If the library fails.
    pub async fn agents(&self) -> Result<Vec<Agent>> {
        self.shared.library.agents().await
    }

    /// Keeps an agent, in place of the one with its id if there is one.
    ///
    /// # Errors
    /// If it has no name or the library fails.
    pub async fn put_agent(&self, agent: Agent) -> Result<()> {
        self.shared.library.put_agent(agent).await
    }

    /// Deletes an agent; its conversations stay.
    ///
    /// # Errors
    /// If it isn't there or the library fails.
    pub async fn delete_agent(&self, id: AgentId) -> Result<()> {
        self.shared.library.delete_agent(id).await
    }

    /// Gives a conversation an agent, or none.
    ///
    /// # Errors
    /// If it isn't there or the library fails.
    pub async fn set_agent(
        &self,
        conversation: ConversationId,
        agent: Option<AgentId>,
    ) -> Result<()> {
        self.shared.library.set_agent(conversation, agent).await
    }

    /// What was being written in a conversation of the open vault, or for a new one.
    ///
    /// # Errors
    /// If no vault is open or the library fails.
    pub async fn draft(
        &self,
        conversation: Option<ConversationId>,
    ) -> Result<Option<Draft<Attachment>>> {
        self.shared.library.draft(self.open_vault_now()?.id, conversation).await
    }

    /// Keeps a question as it is being written. One without text and files is forgotten.
    ///
    /// # Errors
    /// If no vault is open or the library fails.
    pub async fn keep_draft(&self, request: AskRequest) -> Result<()> {
        let AskRequest { conversation, text, mode, passages_only, attachments, .. } = request;
        let draft = Draft { text, mode, passages_only, attachments };
        self.shared.library.put_draft(self.open_vault_now()?.id, conversation, draft).await
    }
}

/// Looks whether the passages that answers rest on still stand in their notes. Each note is read
/// once, however many passages of it are cited.
fn look_again(vault: &OpenVault, messages: &mut [Message]) {
    let mut texts: HashMap<NotePath, Option<String>> = HashMap::new();
    for reference in messages.iter_mut().flat_map(|message| &mut message.references) {
        let shown = matches!(reference.state, State::Cited | State::Used);
        let Some(path) = reference.path.as_ref().filter(|path| shown && path.is_note()) else {
            continue;
        };
        let text = texts.entry(path.clone()).or_insert_with(|| match vault.vault.read_note(path) {
            Ok(note) => Some(note.text),
            Err(notes::Error::NotFound(_)) => None,
            // A note that can't be read just now isn't gone.
            Err(_) => Some(String::new()),
        });
        if let Some(state) = state_now(reference, text.as_deref()) {
            reference.state = state;
        }
        // The passage itself is kept and can still be read.
        if text.is_none() {
            reference.summary = Some(GONE.to_owned());
            reference.snippet = GONE.to_owned();
        }
    }
}

/// What has become of a reference, if anything has. `text` is its note's, `None` if that is gone, and
/// empty if it can't be told.
fn state_now(reference: &Reference, text: Option<&str>) -> Option<State> {
    let passage = reference.passage.as_ref();
    match (text, passage) {
        (None, _) => Some(State::Gone),
        (Some(""), _) | (_, None) => None,
        (Some(text), Some(passage)) if text.contains(&passage.text) => None,
        (Some(text), Some(passage)) => match locate(passage, text) {
            Located::Unchanged(_) | Located::Moved(_) => None,
            Located::Changed { .. } => Some(State::Changed),
            Located::Heading(_) | Located::Gone => Some(State::Gone),
        },
    }
}
