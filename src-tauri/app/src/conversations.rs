//! The handle for conversations, with the present states of their references.

#[cfg(test)]
mod tests;

mod earlier;
mod files;

use std::collections::HashMap;

use notes::NotePath;

use crate::model_choice::Models;
use crate::ratings::follow;
use crate::vault::OpenVault;
use crate::vaults::Vaults;
use conversation::{
    Answer, AnswerId, Attachment, AttachmentId, CitingAnswer, Compaction, CompactionId,
    Conversation, ConversationEntry, ConversationFilter, ConversationId, ConversationSettings,
    Draft, Error, Message, MessageId, Receipt, Result, Settings,
    reference::{Reference, State},
};
use grounding::{
    context::{Summary, compaction},
    references::{Location, locate, summary::GONE},
};
use library::{ConversationHit, Library, Page, now};
use retrieval::blocking;

pub use earlier::SAME_MEANING;

#[derive(Clone)]
pub struct Conversations {
    library: Library,
    models: Models,
    vaults: Vaults,
}

impl Conversations {
    pub(crate) fn new(library: Library, models: Models, vaults: Vaults) -> Self {
        Self { library, models, vaults }
    }

    /// Pinned ones first, then newest first.
    pub async fn list(&self) -> Result<Vec<ConversationEntry>> {
        self.library.conversations(self.vaults.vault()?.id).await
    }

    pub async fn list_by(&self, filter: ConversationFilter) -> Result<Vec<ConversationEntry>> {
        self.library.conversations_by(self.vaults.vault()?.id, filter).await
    }

    pub async fn answering_models(&self) -> Result<Vec<String>> {
        self.library.answering_models(self.vaults.vault()?.id).await
    }

    pub async fn answers_citing(&self, path: NotePath) -> Result<Vec<CitingAnswer>> {
        self.library.answers_citing(self.vaults.vault()?.id, path).await
    }

    /// Updates the references whose passages changed or are gone.
    pub async fn get(&self, id: ConversationId) -> Result<Conversation> {
        let mut conversation = self.library.conversation(id).await?;
        conversation.messages = self.looked_at(conversation.messages).await?;
        Ok(conversation)
    }

    /// The newest `limit` messages, or the newest `limit` before the message `before`.
    pub async fn page(
        &self,
        id: ConversationId,
        before: Option<MessageId>,
        limit: u32,
    ) -> Result<Page> {
        let mut page = self.library.conversation_page(id, before, limit).await?;
        page.conversation.messages = self.looked_at(page.conversation.messages).await?;
        Ok(page)
    }

    /// Makes the sentence at byte `sentence` cite the passage that the check found (`is_right`), or the model's
    /// passage again.
    pub async fn correct_citation(
        &self,
        answer: MessageId,
        sentence: u32,
        is_right: bool,
    ) -> Result<Answer> {
        let change = move |answer: &mut Answer| match is_right {
            true => answer.put_right(sentence),
            false => answer.take_back(sentence),
        };
        let answer = self.library.change_citations(answer, change).await?;
        self.shown(answer).await
    }

    /// Rates the verdict on the sentence at byte `sentence`, or takes the rating back (`None`).
    pub async fn rate_verdict(
        &self,
        answer: MessageId,
        sentence: u32,
        is_right: Option<bool>,
    ) -> Result<Answer> {
        let (_, message) = self.library.message(answer).await?;
        let rated = |answer: Answer| {
            let rating = answer.rated(sentence, is_right.unwrap_or_default(), now())?;
            Some((answer, rating))
        };
        let Some((answer, rating)) = message.into_answer().and_then(rated) else {
            return Err(Error::bad_input(crate::sentences::NO_VERDICT));
        };
        match is_right {
            Some(_) => self.library.rate(rating).await?,
            None => self.library.forget_rating(rating.key).await?,
        }
        self.shown(answer).await
    }

    async fn shown(&self, answer: Answer) -> Result<Answer> {
        let looked_at = self.looked_at(vec![answer.clone().into()]).await?;
        Ok(looked_at.into_iter().next().and_then(Message::into_answer).unwrap_or(answer))
    }

    pub async fn remember(&self, id: ConversationId) -> Result<()> {
        self.library.remember_conversation(id).await
    }

    async fn looked_at(&self, mut messages: Vec<Message>) -> Result<Vec<Message>> {
        follow(&self.library, messages.iter_mut().filter_map(Message::answer_mut)).await;
        let Ok(vault) = self.vaults.vault() else { return Ok(messages) };
        blocking(move || {
            look_again(&vault, &mut messages);
            Ok(messages)
        })
        .await
    }

    async fn last(&self) -> Result<Option<ConversationId>> {
        self.library.last_conversation(self.vaults.vault()?.id).await
    }

    /// The conversation that was open last, else the first of the list.
    pub async fn to_show(&self) -> Result<Option<ConversationId>> {
        let last = self.last().await?;
        let listed = self.list().await?;
        let shown = listed.iter().find(|entry| Some(entry.id) == last).or(listed.first());
        Ok(shown.map(|entry| entry.id))
    }

    /// Shows the branch with this message and, below it, the branch that was added to last.
    pub async fn switch_branch(&self, message: MessageId) -> Result<ConversationId> {
        self.library.switch_branch(message).await
    }

    pub async fn rename(&self, id: ConversationId, title: &str) -> Result<()> {
        let title = language::one_line(title);
        if title.is_empty() {
            return Err(Error::bad_input(crate::sentences::NO_TITLE));
        }
        self.library.rename_conversation(id, title).await
    }

    pub async fn pin(&self, id: ConversationId, pinned: bool) -> Result<()> {
        self.library.pin_conversation(id, pinned).await
    }

    /// Can be restored for 30 days.
    pub async fn delete(&self, id: ConversationId) -> Result<()> {
        self.library.delete_conversation(id).await
    }

    pub async fn restore(&self, id: ConversationId) -> Result<()> {
        self.library.restore_conversation(id).await
    }

    /// Removes one or all deleted conversations for good and returns their number.
    pub async fn erase_deleted(&self, only: Option<ConversationId>) -> Result<u32> {
        self.library.erase_deleted(only).await
    }

    pub async fn search(&self, query: &str) -> Result<Vec<ConversationHit>> {
        self.library.search_conversations(self.vaults.vault()?.id, query).await
    }

    pub async fn edit_compaction(&self, id: CompactionId, summary: String) -> Result<()> {
        let (_, compaction) = self.library.compaction(id).await?;
        let Compaction { model, found, quotes, messages, .. } = compaction;
        let edited = Summary { text: summary.clone(), found, quotes, messages };
        let text = compaction::summary_text(&edited);
        let counter = self.models.counter(&model);
        let after = blocking(move || Ok(counter.count(&text).tokens)).await?;
        self.library.edit_compaction(id, summary, after).await
    }

    /// The summary no longer replaces messages.
    pub async fn undo_compaction(&self, id: CompactionId) -> Result<()> {
        self.library.undo_compaction(id).await
    }

    pub async fn receipts(&self, answer: AnswerId) -> Result<Vec<Receipt>> {
        self.library.receipts(answer).await
    }

    /// `None`: the draft for a new conversation.
    pub async fn draft(
        &self,
        conversation: Option<ConversationId>,
    ) -> Result<Option<Draft<Attachment>>> {
        self.library.draft(self.vaults.vault()?.id, conversation).await
    }

    /// `None`: the settings for the next new conversation.
    pub async fn settings_of(
        &self,
        conversation: Option<ConversationId>,
    ) -> Result<ConversationSettings> {
        self.library.conversation_settings(self.vaults.vault()?.id, conversation).await
    }

    pub async fn set_settings_of(
        &self,
        conversation: Option<ConversationId>,
        settings: ConversationSettings,
    ) -> Result<()> {
        settings.check()?;
        models::check_settings(&settings.over(Settings::default()))?;
        let vault = self.vaults.vault()?.id;
        self.library.put_conversation_settings(vault, conversation, settings).await
    }

    /// A draft without text, files and scope is deleted.
    pub async fn keep_draft(
        &self,
        conversation: Option<ConversationId>,
        draft: Draft<AttachmentId>,
    ) -> Result<()> {
        self.library.put_draft(self.vaults.vault()?.id, conversation, draft).await
    }

    pub async fn queue(&self, conversation: ConversationId) -> Result<Vec<Draft<Attachment>>> {
        self.library.queue(conversation).await
    }

    pub async fn keep_queue(
        &self,
        conversation: ConversationId,
        questions: Vec<Draft<AttachmentId>>,
    ) -> Result<()> {
        self.library.put_queue(conversation, questions).await
    }
}

/// Updates the states of shown references. Reads each note once.
fn look_again(vault: &OpenVault, messages: &mut [Message]) {
    let mut texts: HashMap<NotePath, Option<String>> = HashMap::new();
    for reference in messages.iter_mut().flat_map(|message| &mut message.references) {
        let shown = matches!(reference.state, State::Cited | State::Used);
        let has_text = |path: &&NotePath| path.is_note() || reference.passage.is_some();
        let Some(path) = reference.path.as_ref().filter(|path| shown && has_text(path)) else {
            continue;
        };
        let text = texts.entry(path.clone()).or_insert_with(|| text_now(vault, path));
        if let Some(state) = state_now(reference, text.as_deref()) {
            reference.state = state;
        }
        // The passage itself is stored and stays readable.
        if text.is_none() {
            reference.summary = Some(GONE.to_string());
            reference.snippet = GONE.to_string();
        }
    }
}

/// The current text of a file: `None` if it is gone, empty if unknown.
fn text_now(vault: &OpenVault, path: &NotePath) -> Option<String> {
    let found = match path.is_note() {
        true => vault.vault.read_note(path).map(|note| note.text),
        // The text comes from the index, the file's existence from the folder.
        false => vault.vault.entry(path).map(|_| {
            let read = vault.index.document(path).ok().flatten();
            read.map(|file| file.text).unwrap_or_default()
        }),
    };
    match found {
        Ok(text) => Some(text),
        Err(notes::Error::NotFound(_)) => None,
        // An unreadable note isn't gone.
        Err(_) => Some(String::new()),
    }
}

fn state_now(reference: &Reference, text: Option<&str>) -> Option<State> {
    let passage = reference.passage.as_ref();
    match (text, passage) {
        (None, _) => Some(State::Gone),
        (Some(""), _) | (_, None) => None,
        (Some(text), Some(passage)) if text.contains(&passage.text) => None,
        (Some(text), Some(passage)) => match locate(passage, text) {
            Location::Unchanged(_) | Location::Moved(_) => None,
            Location::Changed { .. } => Some(State::Changed),
            Location::Heading(_) | Location::Gone => Some(State::Gone),
        },
    }
}
