//! Asking, and what was asked before.

use ::notes::NotePath;
use app::App;
use conversation::{
    Attachment, AttachmentId, CitingAnswer, Code, CompactionId, ContextView, ConversationEntry,
    ConversationFilter, ConversationId, ConversationSettings, Draft, MessageId, Number, Receipt,
    Remark, SurveyEstimate,
    reference::Translation,
    settings::{ChosenModel, ServerAt},
};
use library::{ConversationHit, EarlierQuestion};
use tauri::{State, ipc::Channel};
use turn::AskRequest;

use super::{Answer, Backend, models::allow};
use crate::{
    batch,
    consent::{Consent, PathToken},
    views::{ConversationView, MessageView, TurnView},
};

/// The conversations of the open vault, newest first.
#[tauri::command]
#[specta::specta]
pub async fn list_conversations(backend: State<'_, Backend>) -> Answer<Vec<ConversationEntry>> {
    backend.chat()?.conversations.list().await
}

/// The same as far as a filter lets them through.
#[tauri::command]
#[specta::specta]
pub async fn filter_conversations(
    backend: State<'_, Backend>,
    filter: ConversationFilter,
) -> Answer<Vec<ConversationEntry>> {
    backend.chat()?.conversations.list_by(filter).await
}

/// The models that answered in the conversations of the open vault, by name.
#[tauri::command]
#[specta::specta]
pub async fn answering_models(backend: State<'_, Backend>) -> Answer<Vec<String>> {
    backend.chat()?.conversations.answering_models().await
}

/// The answers that cite a note, the newest first.
#[tauri::command]
#[specta::specta]
pub async fn answers_citing(
    backend: State<'_, Backend>,
    path: NotePath,
) -> Answer<Vec<CitingAnswer>> {
    backend.chat()?.conversations.answers_citing(path).await
}

/// The newest `limit` messages of a conversation, which is remembered as the open one, or of those
/// before the message `before`.
#[tauri::command]
#[specta::specta]
pub async fn conversation_page(
    backend: State<'_, Backend>,
    id: ConversationId,
    before: Option<MessageId>,
    limit: u32,
) -> Answer<ConversationView> {
    let chat = backend.chat()?;
    let page = chat.conversations.page(id, before, limit).await?;
    if before.is_none() {
        chat.conversations.remember(id).await?;
    }
    Ok(ConversationView::new(page, chat.vaults.catalog().ok().as_deref()))
}

/// The conversations that have these words, best first.
#[tauri::command]
#[specta::specta]
pub async fn search_conversations(
    backend: State<'_, Backend>,
    query: String,
) -> Answer<Vec<ConversationHit>> {
    backend.chat()?.conversations.search(&query).await
}

/// Shows the branch that a message is on.
#[tauri::command]
#[specta::specta]
pub async fn switch_branch(backend: State<'_, Backend>, message: MessageId) -> Answer<()> {
    backend.chat()?.conversations.switch_branch(message).await?;
    Ok(())
}

#[tauri::command]
#[specta::specta]
pub async fn rename_conversation(
    backend: State<'_, Backend>,
    id: ConversationId,
    title: String,
) -> Answer<()> {
    backend.chat()?.conversations.rename(id, &title).await
}

/// Keeps a conversation at the top of the list, or no longer.
#[tauri::command]
#[specta::specta]
pub async fn pin_conversation(
    backend: State<'_, Backend>,
    id: ConversationId,
    pinned: bool,
) -> Answer<()> {
    backend.chat()?.conversations.pin(id, pinned).await
}

/// Deletes a conversation, which can be undone.
#[tauri::command]
#[specta::specta]
pub async fn delete_conversation(backend: State<'_, Backend>, id: ConversationId) -> Answer<()> {
    backend.chat()?.conversations.delete(id).await
}

/// Removes a deleted conversation for good, or all that are deleted. Returns how many were.
#[tauri::command]
#[specta::specta]
pub async fn erase_deleted(
    backend: State<'_, Backend>,
    only: Option<ConversationId>,
) -> Answer<u32> {
    backend.chat()?.conversations.erase_deleted(only).await
}

#[tauri::command]
#[specta::specta]
pub async fn restore_conversation(backend: State<'_, Backend>, id: ConversationId) -> Answer<()> {
    backend.chat()?.conversations.restore(id).await
}

/// Puts the user's words in the place of a summary's.
#[tauri::command]
#[specta::specta]
pub async fn edit_compaction(
    backend: State<'_, Backend>,
    id: CompactionId,
    summary: String,
) -> Answer<()> {
    backend.chat()?.conversations.edit_compaction(id, summary).await
}

/// Has a summary stand for nothing any more.
#[tauri::command]
#[specta::specta]
pub async fn undo_compaction(backend: State<'_, Backend>, id: CompactionId) -> Answer<()> {
    backend.chat()?.conversations.undo_compaction(id).await
}

/// Has a sentence of an answer cite the passage that carries it, or again what the model cited. Returns
/// the answer as it is then.
#[tauri::command]
#[specta::specta]
pub async fn correct_citation(
    backend: State<'_, Backend>,
    answer: MessageId,
    sentence: u32,
    is_right: bool,
) -> Answer<MessageView> {
    let chat = backend.chat()?;
    let answer = chat.conversations.correct_citation(answer, sentence, is_right).await?;
    Ok(MessageView::new(answer.into(), chat.vaults.catalog().ok().as_deref()))
}

/// Translates the passage that an answer cites by this number into the answer's language.
#[tauri::command]
#[specta::specta]
pub async fn translate_passage(
    backend: State<'_, Backend>,
    answer: MessageId,
    number: Number,
) -> Answer<Translation> {
    backend.chat()?.turns.translate(answer, number).await
}

/// Makes sure that the user allows the server of a model to be asked, where a model is named.
async fn allow_model(chat: &App, consent: &Consent, model: Option<&ChosenModel>) -> Answer<()> {
    let at = model.and_then(|model| model.server.as_ref());
    allow(chat, consent, at.and_then(ServerAt::as_address).as_slice()).await
}

/// Asks, and tells the turn through `channel`; returns when the turn has ended. The user is asked outside the
/// page about a server that isn't in the settings.
#[tauri::command]
#[specta::specta]
pub async fn ask(
    backend: State<'_, Backend>,
    consent: State<'_, Consent>,
    request: AskRequest,
    channel: Channel<TurnView>,
) -> Answer<()> {
    let chat = backend.chat()?;
    allow_model(chat, &consent, request.model.as_ref()).await?;
    let events = chat.turns.ask(request);
    if let Err(error) = batch::forward(events, &channel, chat.vaults.catalog().ok()).await {
        // The window is gone; the turn goes on to its end and is kept.
        tracing::debug!(%error, "the window no longer listens to its turn");
    }
    Ok(())
}

/// Stops the turn that writes this answer.
#[tauri::command]
#[specta::specta]
pub async fn cancel(backend: State<'_, Backend>, answer: MessageId) -> Answer<()> {
    backend.chat()?.turns.cancel(answer);
    Ok(())
}

/// Says something to the turn that works on this answer, for its next step. Nothing comes back if there is none
/// to come.
#[tauri::command]
#[specta::specta]
pub async fn remark(
    backend: State<'_, Backend>,
    answer: MessageId,
    text: String,
) -> Answer<Option<Remark>> {
    backend.chat()?.turns.remark(answer, &text).await
}

/// Lets something that a turn shows go to the web, or not.
#[tauri::command]
#[specta::specta]
pub async fn decide(
    backend: State<'_, Backend>,
    answer: MessageId,
    outgoing: u32,
    yes: bool,
) -> Answer<()> {
    backend.chat()?.turns.decide(answer, outgoing, yes);
    Ok(())
}

/// What sending this draft would send. The user is asked as by [`ask`]: the server is looked at.
#[tauri::command]
#[specta::specta]
pub async fn preview(
    backend: State<'_, Backend>,
    consent: State<'_, Consent>,
    request: AskRequest,
) -> Answer<ContextView> {
    let chat = backend.chat()?;
    allow_model(chat, &consent, request.model.as_ref()).await?;
    chat.turns.preview(&request).await
}

/// What reading every note that matches a question would take. The user is asked as by [`ask`]: the server is
/// looked at.
#[tauri::command]
#[specta::specta]
pub async fn survey_estimate(
    backend: State<'_, Backend>,
    consent: State<'_, Consent>,
    request: AskRequest,
) -> Answer<SurveyEstimate> {
    let chat = backend.chat()?;
    allow_model(chat, &consent, request.model.as_ref()).await?;
    chat.turns.survey_estimate(&request).await
}

/// The conversation to show of the open vault: the one that was open last, else the newest.
#[tauri::command]
#[specta::specta]
pub async fn conversation_to_show(backend: State<'_, Backend>) -> Answer<Option<ConversationId>> {
    backend.chat()?.conversations.to_show().await
}

/// The question that was being written in a conversation of the open vault, or for a new one.
#[tauri::command]
#[specta::specta]
pub async fn draft(
    backend: State<'_, Backend>,
    conversation: Option<ConversationId>,
) -> Answer<Option<Draft<Attachment>>> {
    backend.chat()?.conversations.draft(conversation).await
}

/// Keeps a question as it is being written. One without text and files is forgotten.
#[tauri::command]
#[specta::specta]
pub async fn keep_draft(
    backend: State<'_, Backend>,
    conversation: Option<ConversationId>,
    draft: Draft<AttachmentId>,
) -> Answer<()> {
    backend.chat()?.conversations.keep_draft(conversation, draft).await
}

/// What a conversation of the open vault has of its own, or the next new one.
#[tauri::command]
#[specta::specta]
pub async fn conversation_settings(
    backend: State<'_, Backend>,
    conversation: Option<ConversationId>,
) -> Answer<ConversationSettings> {
    backend.chat()?.conversations.settings_of(conversation).await
}

/// Keeps what a conversation of the open vault has of its own, or the next new one. The user is asked
/// outside the page about a server that isn't in the settings.
#[tauri::command]
#[specta::specta]
pub async fn set_conversation_settings(
    backend: State<'_, Backend>,
    consent: State<'_, Consent>,
    conversation: Option<ConversationId>,
    settings: ConversationSettings,
) -> Answer<()> {
    let chat = backend.chat()?;
    allow_model(chat, &consent, settings.model.as_ref()).await?;
    chat.conversations.set_settings_of(conversation, settings).await
}

/// Has the user choose files for the next message.
#[tauri::command]
#[specta::specta]
pub async fn choose_files(consent: State<'_, Consent>) -> Answer<Vec<PathToken>> {
    let files = consent.desktop().files().await;
    Ok(files.iter().map(|file| consent.give(file)).collect())
}

/// Adds a file that the user chose, dropped or pasted for the next message. What doesn't fit can be used in
/// another way, by the same token.
#[tauri::command]
#[specta::specta]
pub async fn attach_file(
    backend: State<'_, Backend>,
    consent: State<'_, Consent>,
    token: u32,
) -> Answer<Attachment> {
    let file = consent.take_file(token)?;
    let attached = backend.chat()?.turns.attach(file.clone()).await;
    if attached.as_ref().is_err_and(|error| error.code == Code::DoesNotFit) {
        consent.give_back(token, file);
    }
    attached
}

/// Adds the passages of a file that match a question best.
#[tauri::command]
#[specta::specta]
pub async fn attach_passages(
    backend: State<'_, Backend>,
    consent: State<'_, Consent>,
    token: u32,
    question: String,
) -> Answer<Attachment> {
    let file = consent.take_file(token)?;
    backend.chat()?.turns.attach_passages(file, question).await
}

/// Adds a file that is searched for each question of the conversation.
#[tauri::command]
#[specta::specta]
pub async fn attach_searched(
    backend: State<'_, Backend>,
    consent: State<'_, Consent>,
    token: u32,
) -> Answer<Attachment> {
    let file = consent.take_file(token)?;
    backend.chat()?.turns.attach_searched(file).await
}

/// Puts a text file into the vault as a note, if the user agrees, and returns the note's path.
#[tauri::command]
#[specta::specta]
pub async fn keep_as_note(
    backend: State<'_, Backend>,
    consent: State<'_, Consent>,
    token: u32,
) -> Answer<Option<NotePath>> {
    let chat = backend.chat()?;
    let vault = chat.vaults.current().map(|vault| vault.name).unwrap_or_default();
    let file = consent.take_file(token)?;
    if !consent.new_note(&file, &vault).await {
        consent.give_back(token, file);
        return Ok(None);
    }
    let kept = chat.changes.create_from(file.clone()).await;
    if kept.is_err() {
        consent.give_back(token, file);
    }
    if let Some(reason) = &kept.as_ref().ok().and_then(|kept| kept.notice.as_ref()) {
        tracing::warn!(%reason, "a new note wasn't committed");
    }
    Ok(kept?.change.notes.pop().map(|note| note.path))
}

/// Takes a pasted file, in Base64, which can be attached like one that was chosen.
#[tauri::command]
#[specta::specta]
pub async fn paste_file(
    backend: State<'_, Backend>,
    consent: State<'_, Consent>,
    name: String,
    base64: String,
) -> Answer<PathToken> {
    let file = backend.chat()?.turns.pasted(name, base64).await?;
    Ok(consent.give(file))
}

/// Takes the files and the image that the user pastes, where the page gets none with the paste. They can be attached
/// like those that were chosen.
#[tauri::command]
#[specta::specta]
pub async fn paste_clipboard(consent: State<'_, Consent>) -> Answer<Vec<PathToken>> {
    let files = consent.desktop().pasted().await?;
    Ok(files.into_iter().map(|file| consent.give(file)).collect())
}

/// Adds the last question and answer of another conversation for the next message.
#[tauri::command]
#[specta::specta]
pub async fn attach_conversation(
    backend: State<'_, Backend>,
    id: ConversationId,
) -> Answer<Attachment> {
    backend.chat()?.turns.attach_conversation(id).await
}

/// Adds an answer that was given before, with its question, for the next message.
#[tauri::command]
#[specta::specta]
pub async fn attach_answer(backend: State<'_, Backend>, id: MessageId) -> Answer<Attachment> {
    backend.chat()?.turns.attach_answer(id).await
}

/// The question of another conversation that asks the same, if there is one that was answered.
#[tauri::command]
#[specta::specta]
pub async fn asked_before(
    backend: State<'_, Backend>,
    text: String,
    conversation: Option<ConversationId>,
) -> Answer<Option<EarlierQuestion>> {
    backend.chat()?.conversations.asked_before(&text, conversation).await
}

/// The receipts of an answer's calls of a model, in order.
#[tauri::command]
#[specta::specta]
pub async fn receipts(backend: State<'_, Backend>, answer: MessageId) -> Answer<Vec<Receipt>> {
    backend.chat()?.conversations.receipts(answer).await
}

/// The questions that wait in a conversation.
#[tauri::command]
#[specta::specta]
pub async fn queue(
    backend: State<'_, Backend>,
    conversation: ConversationId,
) -> Answer<Vec<Draft<Attachment>>> {
    backend.chat()?.conversations.queue(conversation).await
}

/// Keeps the questions that wait in a conversation, instead of those that were kept. None is asked by that.
#[tauri::command]
#[specta::specta]
pub async fn keep_queue(
    backend: State<'_, Backend>,
    conversation: ConversationId,
    questions: Vec<Draft<AttachmentId>>,
) -> Answer<()> {
    backend.chat()?.conversations.keep_queue(conversation, questions).await
}
