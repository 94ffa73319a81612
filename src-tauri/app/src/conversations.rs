//! The conversations that are kept.

mod earlier;
mod files;

use std::collections::HashMap;

use notes::NotePath;

use crate::model_choice::Models;
use crate::vault::OpenVault;
use crate::vaults::Vaults;
use conversation::{
    Answer, AnswerId, Attachment, AttachmentId, CitingAnswer, Code, Compaction, CompactionId,
    Conversation, ConversationEntry, ConversationFilter, ConversationId, ConversationSettings,
    Draft, Error, Message, MessageId, Receipt, Result, Settings,
    reference::{Reference, State},
};
use grounding::{
    context::{Summary, compaction},
    references::{Location, locate, summary::GONE},
};
use library::{ConversationHit, Library, Page};
use retrieval::blocking;

pub use earlier::SAME_MEANING;

/// The conversations of the library. Clones share it.
#[derive(Clone)]
pub struct Conversations {
    library: Library,
    models: Models,
    vaults: Vaults,
}

impl Conversations {
    /// Those that `library` keeps, about notes of `vaults`. Their summaries are counted as `models`
    /// count.
    pub(crate) fn new(library: Library, models: Models, vaults: Vaults) -> Self {
        Self { library, models, vaults }
    }

    /// The conversations of the open vault, the pinned ones first, then newest first.
    pub async fn list(&self) -> Result<Vec<ConversationEntry>> {
        self.library.conversations(self.vaults.vault()?.id).await
    }

    /// The same as far as a filter lets them through.
    pub async fn list_by(&self, filter: ConversationFilter) -> Result<Vec<ConversationEntry>> {
        self.library.conversations_by(self.vaults.vault()?.id, filter).await
    }

    /// The models that answered in the conversations of the open vault, by name.
    pub async fn answering_models(&self) -> Result<Vec<String>> {
        self.library.answering_models(self.vaults.vault()?.id).await
    }

    /// The answers in the open vault's conversations that cite a note, the newest first.
    pub async fn answers_citing(&self, path: NotePath) -> Result<Vec<CitingAnswer>> {
        self.library.answers_citing(self.vaults.vault()?.id, path).await
    }

    /// A conversation with its messages. The state of a reference says whether its passage has
    /// changed or is gone; which references an answer cites is told by its marks.
    pub async fn get(&self, id: ConversationId) -> Result<Conversation> {
        let mut conversation = self.library.conversation(id).await?;
        conversation.messages = self.looked_at(conversation.messages).await?;
        Ok(conversation)
    }

    /// The same with the newest `limit` messages alone, or with the newest `limit` of those that
    /// come before the message `before`.
    ///
    /// # Errors
    /// As [`Conversations::get`], and if `before` isn't in it.
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

    /// Has a sentence of an answer, the one that begins at byte `sentence`, cite the passage that carries it
    /// as far as the check found; or again what the model cited. Returns the answer as it is then.
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
        let answer = self.library.cite_otherwise(answer, change).await?;
        let looked_at = self.looked_at(vec![answer.clone().into()]).await?;
        Ok(looked_at.into_iter().next().and_then(Message::into_answer).unwrap_or(answer))
    }

    /// Remembers a conversation as the one that is open.
    pub async fn remember(&self, id: ConversationId) -> Result<()> {
        self.library.remember_conversation(id).await
    }

    async fn looked_at(&self, mut messages: Vec<Message>) -> Result<Vec<Message>> {
        let Ok(vault) = self.vaults.vault() else { return Ok(messages) };
        blocking(move || {
            look_again(&vault, &mut messages);
            Ok(messages)
        })
        .await
    }

    /// The conversation that was open last in the open vault.
    async fn last(&self) -> Result<Option<ConversationId>> {
        self.library.last_conversation(self.vaults.vault()?.id).await
    }

    /// The conversation to begin with: the one that was open last, else the first of the list.
    pub async fn to_show(&self) -> Result<Option<ConversationId>> {
        let last = self.last().await?;
        let listed = self.list().await?;
        let shown = listed.iter().find(|entry| Some(entry.id) == last).or(listed.first());
        Ok(shown.map(|entry| entry.id))
    }

    /// Shows the branch that a message is on: of those below it, the one that was added to last.
    /// Returns its conversation.
    pub async fn switch_branch(&self, message: MessageId) -> Result<ConversationId> {
        self.library.switch_branch(message).await
    }

    /// Gives a conversation another title: one line without spaces around it.
    pub async fn rename(&self, id: ConversationId, title: &str) -> Result<()> {
        let title = title.split_whitespace().collect::<Vec<_>>().join(" ");
        if title.is_empty() {
            return Err(Error::new(Code::BadInput, crate::sentences::NO_TITLE));
        }
        self.library.rename_conversation(id, title).await
    }

    /// Keeps a conversation at the top of the list, or no longer.
    pub async fn pin(&self, id: ConversationId, pinned: bool) -> Result<()> {
        self.library.pin_conversation(id, pinned).await
    }

    /// Deletes a conversation. It can be brought back for 30 days.
    pub async fn delete(&self, id: ConversationId) -> Result<()> {
        self.library.delete_conversation(id).await
    }

    pub async fn restore(&self, id: ConversationId) -> Result<()> {
        self.library.restore_conversation(id).await
    }

    /// Removes for good what was deleted: this conversation, or all that are deleted. Returns how many
    /// were.
    pub async fn erase_deleted(&self, only: Option<ConversationId>) -> Result<u32> {
        self.library.erase_deleted(only).await
    }

    /// The conversations of the open vault that have a message or title with these words, best
    /// first.
    pub async fn search(&self, query: &str) -> Result<Vec<ConversationHit>> {
        self.library.search_conversations(self.vaults.vault()?.id, query).await
    }

    /// Puts the user's words in the place of a summary's.
    pub async fn edit_compaction(&self, id: CompactionId, summary: String) -> Result<()> {
        let (_, compaction) = self.library.compaction(id).await?;
        let Compaction { model, found, messages, .. } = compaction;
        let text = compaction::told(&Summary { text: summary.clone(), found, messages });
        let counter = self.models.counter(&model);
        let after = blocking(move || Ok(counter.count(&text).tokens)).await?;
        self.library.edit_compaction(id, summary, after).await
    }

    /// Has a summary stand for nothing any more.
    pub async fn undo_compaction(&self, id: CompactionId) -> Result<()> {
        self.library.undo_compaction(id).await
    }

    /// The receipts of an answer's model calls, in order.
    pub async fn receipts(&self, answer: AnswerId) -> Result<Vec<Receipt>> {
        self.library.receipts(answer).await
    }

    /// What was being written in a conversation of the open vault, or for a new one.
    pub async fn draft(
        &self,
        conversation: Option<ConversationId>,
    ) -> Result<Option<Draft<Attachment>>> {
        self.library.draft(self.vaults.vault()?.id, conversation).await
    }

    /// What a conversation of the open vault has of its own, or the next new one.
    pub async fn settings_of(
        &self,
        conversation: Option<ConversationId>,
    ) -> Result<ConversationSettings> {
        self.library.conversation_settings(self.vaults.vault()?.id, conversation).await
    }

    /// Keeps what a conversation of the open vault has of its own, or the next new one.
    ///
    /// # Errors
    /// If something of it isn't valid (the sentence says what), no vault is open, or the library fails.
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

    /// Stores a question while it is being written. One without text, files and scope is forgotten.
    pub async fn keep_draft(
        &self,
        conversation: Option<ConversationId>,
        draft: Draft<AttachmentId>,
    ) -> Result<()> {
        self.library.put_draft(self.vaults.vault()?.id, conversation, draft).await
    }

    /// The questions that wait in a conversation.
    pub async fn queue(&self, conversation: ConversationId) -> Result<Vec<Draft<Attachment>>> {
        self.library.queue(conversation).await
    }

    /// Keeps the questions that wait in a conversation, also one of another vault than the open one.
    pub async fn keep_queue(
        &self,
        conversation: ConversationId,
        questions: Vec<Draft<AttachmentId>>,
    ) -> Result<()> {
        self.library.put_queue(conversation, questions).await
    }
}

/// Looks whether the passages that answers rest on still stand in their notes. Each note is read
/// once, however many passages of it are cited.
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
        // The passage itself is kept and can still be read.
        if text.is_none() {
            reference.summary = Some(GONE.to_string());
            reference.snippet = GONE.to_string();
        }
    }
}

/// The text of a note or another file as it is now: `None` if that is gone, and empty if it can't be told.
fn text_now(vault: &OpenVault, path: &NotePath) -> Option<String> {
    let found = match path.is_note() {
        true => vault.vault.read_note(path).map(|note| note.text),
        // What it says now, the index knows; that it is there, the folder.
        false => vault.vault.entry(path).map(|_| {
            let read = vault.index.document(path).ok().flatten();
            read.map(|file| file.text).unwrap_or_default()
        }),
    };
    match found {
        Ok(text) => Some(text),
        Err(notes::Error::NotFound(_)) => None,
        // A note that can't be read just now isn't gone.
        Err(_) => Some(String::new()),
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
            Location::Unchanged(_) | Location::Moved(_) => None,
            Location::Changed { .. } => Some(State::Changed),
            Location::Heading(_) | Location::Gone => Some(State::Gone),
        },
    }
}

#[cfg(test)]
mod tests {
    use conversation::{Code, Mode, Scope};
    use library::export::Format;

    use super::*;
    use crate::fixture::{Ground, nowhere};

    /// Two sessions of one question and one answer, as an earlier app wrote them.
    const SESSIONS: &str = r#"{
        "s1": {"title": "Bread", "messages": [
            {"role": "user", "content": "How much salt?"},
            {"role": "assistant", "content": "Two per cent."}]},
        "s2": {"title": "Ovens", "messages": [
            {"role": "user", "content": "How hot?"},
            {"role": "assistant", "content": "Very."}]}}"#;

    #[tokio::test]
    async fn conversations_are_kept_without_a_model_and_without_turns() {
        let ground = Ground::new();
        let settings = ground.settings().await;
        let vaults = ground.vaults(&settings).await;
        let models = ground.models(&settings).await;
        let kept = Conversations::new(ground.library.clone(), models, vaults.clone());
        assert_eq!(kept.list().await.unwrap_err().code, Code::NoVault);
        vaults.open(&ground.root()).await.unwrap();
        let file = ground.folder.path().join("chat_sessions.json");
        std::fs::write(&file, SESSIONS).unwrap();
        let imported = kept.import(&file).await.unwrap();
        let (bread, ovens) = (imported[0].conversation, imported[1].conversation);

        assert_eq!(kept.rename(bread, " \n").await.unwrap_err().code, Code::BadInput);
        kept.rename(bread, " Rye\nbread ").await.unwrap();
        assert_eq!(kept.get(bread).await.unwrap().title, "Rye bread");
        assert_eq!(kept.get(nowhere()).await.unwrap_err().code, Code::NotFound);
        kept.pin(ovens, true).await.unwrap();
        assert_eq!(kept.list().await.unwrap()[0].id, ovens);
        kept.remember(bread).await.unwrap();
        assert_eq!(kept.to_show().await.unwrap(), Some(bread));
        kept.delete(bread).await.unwrap();
        assert_eq!(kept.to_show().await.unwrap(), Some(ovens));
        assert!(kept.search("salt").await.unwrap().is_empty());
        kept.restore(bread).await.unwrap();
        assert_eq!(kept.search("salt").await.unwrap().len(), 1);
        let file = kept.export(bread, Format::Markdown).await.unwrap();
        assert!(file.contains("Two per cent."), "{file}");
    }

    #[tokio::test]
    async fn a_draft_is_kept_until_it_is_empty() {
        let ground = Ground::new();
        let settings = ground.settings().await;
        let vaults = ground.opened(&settings).await;
        let models = ground.models(&settings).await;
        let kept = Conversations::new(ground.library.clone(), models, vaults);
        let typed = |text: &str| Draft {
            text: text.to_owned(),
            mode: Mode::Notes,
            scope: Scope::default(),
            passages_only: false,
            work: false,
            attachments: Vec::new(),
        };
        kept.keep_draft(None, typed("And n")).await.unwrap();
        assert_eq!(kept.draft(None).await.unwrap().unwrap().text, "And n");
        kept.keep_draft(None, typed("")).await.unwrap();
        assert_eq!(kept.draft(None).await.unwrap(), None);
    }
}
