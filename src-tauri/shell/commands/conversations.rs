//! Questions, answers, conversations, drafts and attachments.

use ::notes::{ContentHash, NotePath};
use app::App;
use conversation::{
    Attachment, AttachmentId, CitingAnswer, Code, CompactionId, ContextView, ConversationEntry,
    ConversationFilter, ConversationId, ConversationSettings, Draft, MessageId, Number, Rating,
    Receipt, Remark, SurveyEstimate,
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

/// The open vault's conversations: pinned ones first, then newest first.
#[tauri::command]
#[specta::specta]
pub async fn list_conversations(backend: State<'_, Backend>) -> Answer<Vec<ConversationEntry>> {
    backend.app()?.conversations.list().await
}

/// The open vault's conversations that match a filter, in the same order.
#[tauri::command]
#[specta::specta]
pub async fn filter_conversations(
    backend: State<'_, Backend>,
    filter: ConversationFilter,
) -> Answer<Vec<ConversationEntry>> {
    backend.app()?.conversations.list_by(filter).await
}

/// The models that answered in the open vault's conversations, in alphabetical order.
#[tauri::command]
#[specta::specta]
pub async fn answering_models(backend: State<'_, Backend>) -> Answer<Vec<String>> {
    backend.app()?.conversations.answering_models().await
}

/// The answers that cite a note, newest first.
#[tauri::command]
#[specta::specta]
pub async fn answers_citing(
    backend: State<'_, Backend>,
    path: NotePath,
) -> Answer<Vec<CitingAnswer>> {
    backend.app()?.conversations.answers_citing(path).await
}

/// The newest `limit` messages of a conversation, or the newest `limit` before the message `before`. Without
/// `before`, the library stores the conversation as the one that was open last.
#[tauri::command]
#[specta::specta]
pub async fn conversation_page(
    backend: State<'_, Backend>,
    id: ConversationId,
    before: Option<MessageId>,
    limit: u32,
) -> Answer<ConversationView> {
    let app = backend.app()?;
    let page = app.conversations.page(id, before, limit).await?;
    if before.is_none() {
        app.conversations.remember(id).await?;
    }
    Ok(ConversationView::new(page, app.vaults.catalog().ok().as_deref()))
}

/// The conversations whose title or messages have the query's words, best first.
#[tauri::command]
#[specta::specta]
pub async fn search_conversations(
    backend: State<'_, Backend>,
    query: String,
) -> Answer<Vec<ConversationHit>> {
    backend.app()?.conversations.search(&query).await
}

/// Shows the branch that a message is on.
#[tauri::command]
#[specta::specta]
pub async fn switch_branch(backend: State<'_, Backend>, message: MessageId) -> Answer<()> {
    backend.app()?.conversations.switch_branch(message).await?;
    Ok(())
}

#[tauri::command]
#[specta::specta]
pub async fn rename_conversation(
    backend: State<'_, Backend>,
    id: ConversationId,
    title: String,
) -> Answer<()> {
    backend.app()?.conversations.rename(id, &title).await
}

/// Pins a conversation at the top of the list, or unpins it.
#[tauri::command]
#[specta::specta]
pub async fn pin_conversation(
    backend: State<'_, Backend>,
    id: ConversationId,
    pinned: bool,
) -> Answer<()> {
    backend.app()?.conversations.pin(id, pinned).await
}

/// Deletes a conversation. It can be restored for 30 days.
#[tauri::command]
#[specta::specta]
pub async fn delete_conversation(backend: State<'_, Backend>, id: ConversationId) -> Answer<()> {
    backend.app()?.conversations.delete(id).await
}

/// Erases one deleted conversation, or all of them, and returns their number.
#[tauri::command]
#[specta::specta]
pub async fn erase_deleted(
    backend: State<'_, Backend>,
    only: Option<ConversationId>,
) -> Answer<u32> {
    backend.app()?.conversations.erase_deleted(only).await
}

#[tauri::command]
#[specta::specta]
pub async fn restore_conversation(backend: State<'_, Backend>, id: ConversationId) -> Answer<()> {
    backend.app()?.conversations.restore(id).await
}

/// Replaces a summary's text by the user's.
#[tauri::command]
#[specta::specta]
pub async fn edit_compaction(
    backend: State<'_, Backend>,
    id: CompactionId,
    summary: String,
) -> Answer<()> {
    backend.app()?.conversations.edit_compaction(id, summary).await
}

/// Withdraws a summary: requests contain the summarised messages again.
#[tauri::command]
#[specta::specta]
pub async fn undo_compaction(backend: State<'_, Backend>, id: CompactionId) -> Answer<()> {
    backend.app()?.conversations.undo_compaction(id).await
}

/// Rates the verdict on the sentence at byte `sentence` of an answer, or takes the rating back. Returns the answer as
/// it is shown then.
#[tauri::command]
#[specta::specta]
pub async fn rate_verdict(
    backend: State<'_, Backend>,
    answer: MessageId,
    sentence: u32,
    is_right: Option<bool>,
) -> Answer<MessageView> {
    let app = backend.app()?;
    let answer = app.conversations.rate_verdict(answer, sentence, is_right).await?;
    Ok(MessageView::new(answer.into(), app.vaults.catalog().ok().as_deref()))
}

/// The user's ratings of verdicts, newest first.
#[tauri::command]
#[specta::specta]
pub async fn list_ratings(backend: State<'_, Backend>) -> Answer<Vec<Rating>> {
    backend.app()?.ratings.list().await
}

#[tauri::command]
#[specta::specta]
pub async fn forget_rating(backend: State<'_, Backend>, key: ContentHash) -> Answer<()> {
    backend.app()?.ratings.forget(key).await
}

/// Makes the sentence at byte `sentence` cite the passage that the check found (`is_right`), or the model's passage
/// again. Returns the changed answer.
#[tauri::command]
#[specta::specta]
pub async fn correct_citation(
    backend: State<'_, Backend>,
    answer: MessageId,
    sentence: u32,
    is_right: bool,
) -> Answer<MessageView> {
    let app = backend.app()?;
    let answer = app.conversations.correct_citation(answer, sentence, is_right).await?;
    Ok(MessageView::new(answer.into(), app.vaults.catalog().ok().as_deref()))
}

/// Translates the passage that an answer cites by this number into the answer's language.
#[tauri::command]
#[specta::specta]
pub async fn translate_passage(
    backend: State<'_, Backend>,
    answer: MessageId,
    number: Number,
) -> Answer<Translation> {
    backend.app()?.turns.translate(answer, number).await
}

/// Asks the user to allow requests to the model's server, unless it is known or no model is named.
async fn allow_model(app: &App, consent: &Consent, model: Option<&ChosenModel>) -> Answer<()> {
    let at = model.and_then(|model| model.server.as_ref());
    allow(app, consent, at.and_then(ServerAt::as_address).as_slice()).await
}

/// Asks a question and sends the turn's events through `channel`. Returns when the turn has ended. A dialog outside
/// the page asks the user about a server that isn't in the settings.
#[tauri::command]
#[specta::specta]
pub async fn ask(
    backend: State<'_, Backend>,
    consent: State<'_, Consent>,
    request: AskRequest,
    channel: Channel<TurnView>,
) -> Answer<()> {
    let app = backend.app()?;
    allow_model(app, &consent, request.model.as_ref()).await?;
    let events = app.turns.ask(request);
    if let Err(error) = batch::forward(events, &channel, app.vaults.catalog().ok()).await {
        // The window closed. The turn runs to its end, and the library stores the answer.
        tracing::debug!(%error, "the window no longer listens to its turn");
    }
    Ok(())
}

/// Stops the turn that writes this answer.
#[tauri::command]
#[specta::specta]
pub async fn cancel(backend: State<'_, Backend>, answer: MessageId) -> Answer<()> {
    backend.app()?.turns.cancel(answer);
    Ok(())
}

/// Adds a remark to the work on this answer, for its next step. Returns `None` if no step follows or the remark is
/// too long.
#[tauri::command]
#[specta::specta]
pub async fn remark(
    backend: State<'_, Backend>,
    answer: MessageId,
    text: String,
) -> Answer<Option<Remark>> {
    backend.app()?.turns.remark(answer, &text).await
}

/// Allows or refuses a request to the web that a turn shows.
#[tauri::command]
#[specta::specta]
pub async fn decide(
    backend: State<'_, Backend>,
    answer: MessageId,
    outgoing: u32,
    yes: bool,
) -> Answer<()> {
    backend.app()?.turns.decide(answer, outgoing, yes);
    Ok(())
}

/// The context that sending this draft would send. Connects to the model's server, so it asks the user as [`ask`]
/// does.
#[tauri::command]
#[specta::specta]
pub async fn preview(
    backend: State<'_, Backend>,
    consent: State<'_, Consent>,
    request: AskRequest,
) -> Answer<ContextView> {
    let app = backend.app()?;
    allow_model(app, &consent, request.model.as_ref()).await?;
    app.turns.preview(&request).await
}

/// Estimates the effort of reading every note that matches a question. Connects to the model's server, so it asks the
/// user as [`ask`] does.
#[tauri::command]
#[specta::specta]
pub async fn survey_estimate(
    backend: State<'_, Backend>,
    consent: State<'_, Consent>,
    request: AskRequest,
) -> Answer<SurveyEstimate> {
    let app = backend.app()?;
    allow_model(app, &consent, request.model.as_ref()).await?;
    app.turns.survey_estimate(&request).await
}

/// The conversation to show when a vault opens: the one that was open last, else the first of the list.
#[tauri::command]
#[specta::specta]
pub async fn conversation_to_show(backend: State<'_, Backend>) -> Answer<Option<ConversationId>> {
    backend.app()?.conversations.to_show().await
}

/// The unsent question of a conversation in the open vault; `None` for a new conversation.
#[tauri::command]
#[specta::specta]
pub async fn draft(
    backend: State<'_, Backend>,
    conversation: Option<ConversationId>,
) -> Answer<Option<Draft<Attachment>>> {
    backend.app()?.conversations.draft(conversation).await
}

/// Saves an unsent question. A draft without text, files and scope is deleted.
#[tauri::command]
#[specta::specta]
pub async fn keep_draft(
    backend: State<'_, Backend>,
    conversation: Option<ConversationId>,
    draft: Draft<AttachmentId>,
) -> Answer<()> {
    backend.app()?.conversations.keep_draft(conversation, draft).await
}

/// The settings of a conversation in the open vault; `None` for the next new conversation.
#[tauri::command]
#[specta::specta]
pub async fn conversation_settings(
    backend: State<'_, Backend>,
    conversation: Option<ConversationId>,
) -> Answer<ConversationSettings> {
    backend.app()?.conversations.settings_of(conversation).await
}

/// Saves the settings of a conversation in the open vault; `None` for the next new conversation. A dialog outside the
/// page asks the user about a server that isn't in the app's settings.
#[tauri::command]
#[specta::specta]
pub async fn set_conversation_settings(
    backend: State<'_, Backend>,
    consent: State<'_, Consent>,
    conversation: Option<ConversationId>,
    settings: ConversationSettings,
) -> Answer<()> {
    let app = backend.app()?;
    allow_model(app, &consent, settings.model.as_ref()).await?;
    app.conversations.set_settings_of(conversation, settings).await
}

/// Opens a dialog in which the user chooses files for the next message.
#[tauri::command]
#[specta::specta]
pub async fn choose_files(consent: State<'_, Consent>) -> Answer<Vec<PathToken>> {
    let files = consent.desktop().files().await;
    Ok(files.iter().map(|file| consent.give(file)).collect())
}

/// Attaches a file that the user chose, dropped or pasted to the next message. If the file doesn't fit the model's
/// window, its token stays valid, so that the user can attach its passages instead.
#[tauri::command]
#[specta::specta]
pub async fn attach_file(
    backend: State<'_, Backend>,
    consent: State<'_, Consent>,
    token: u32,
) -> Answer<Attachment> {
    let file = consent.take_file(token)?;
    let attached = backend.app()?.turns.attach(file.clone()).await;
    if attached.as_ref().is_err_and(|error| error.code == Code::DoesNotFit) {
        consent.give_back(token, file);
    }
    attached
}

/// Attaches the passages of a file that match a question best.
#[tauri::command]
#[specta::specta]
pub async fn attach_passages(
    backend: State<'_, Backend>,
    consent: State<'_, Consent>,
    token: u32,
    question: String,
) -> Answer<Attachment> {
    let file = consent.take_file(token)?;
    backend.app()?.turns.attach_passages(file, question).await
}

/// Attaches a file that each question of the conversation searches.
#[tauri::command]
#[specta::specta]
pub async fn attach_searched(
    backend: State<'_, Backend>,
    consent: State<'_, Consent>,
    token: u32,
) -> Answer<Attachment> {
    let file = consent.take_file(token)?;
    backend.app()?.turns.attach_searched(file).await
}

/// Saves a text file as a note of the vault and returns the note's path, or `None` if the user declines.
#[tauri::command]
#[specta::specta]
pub async fn keep_as_note(
    backend: State<'_, Backend>,
    consent: State<'_, Consent>,
    token: u32,
) -> Answer<Option<NotePath>> {
    let app = backend.app()?;
    let vault = app.vaults.current().map(|vault| vault.name).unwrap_or_default();
    let file = consent.take_file(token)?;
    if !consent.new_note(&file, &vault).await {
        consent.give_back(token, file);
        return Ok(None);
    }
    let kept = app.changes.create_from(file.clone()).await;
    if kept.is_err() {
        consent.give_back(token, file);
    }
    if let Some(reason) = &kept.as_ref().ok().and_then(|kept| kept.notice.as_ref()) {
        tracing::warn!(%reason, "a new note wasn't committed");
    }
    Ok(kept?.change.notes.pop().map(|note| note.path))
}

/// Returns a token for a pasted file, as for a chosen file.
#[tauri::command]
#[specta::specta]
pub async fn paste_file(
    backend: State<'_, Backend>,
    consent: State<'_, Consent>,
    name: String,
    base64: String,
) -> Answer<PathToken> {
    let file = backend.app()?.turns.pasted(name, base64).await?;
    Ok(consent.give(file))
}

/// Returns tokens for the files or the image that the user pasted, if the web view doesn't give them to the page.
#[tauri::command]
#[specta::specta]
pub async fn paste_clipboard(consent: State<'_, Consent>) -> Answer<Vec<PathToken>> {
    let files = consent.desktop().pasted().await?;
    Ok(files.into_iter().map(|file| consent.give(file)).collect())
}

/// Attaches the last question and answer of another conversation to the next message.
#[tauri::command]
#[specta::specta]
pub async fn attach_conversation(
    backend: State<'_, Backend>,
    id: ConversationId,
) -> Answer<Attachment> {
    backend.app()?.turns.attach_conversation(id).await
}

/// Attaches an earlier answer with its question to the next message.
#[tauri::command]
#[specta::specta]
pub async fn attach_answer(backend: State<'_, Backend>, id: MessageId) -> Answer<Attachment> {
    backend.app()?.turns.attach_answer(id).await
}

/// An answered question of another conversation that asks the same, if there is one.
#[tauri::command]
#[specta::specta]
pub async fn asked_before(
    backend: State<'_, Backend>,
    text: String,
    conversation: Option<ConversationId>,
) -> Answer<Option<EarlierQuestion>> {
    backend.app()?.conversations.asked_before(&text, conversation).await
}

/// The receipts of an answer's model calls, in order.
#[tauri::command]
#[specta::specta]
pub async fn receipts(backend: State<'_, Backend>, answer: MessageId) -> Answer<Vec<Receipt>> {
    backend.app()?.conversations.receipts(answer).await
}

/// The queued questions of a conversation.
#[tauri::command]
#[specta::specta]
pub async fn queue(
    backend: State<'_, Backend>,
    conversation: ConversationId,
) -> Answer<Vec<Draft<Attachment>>> {
    backend.app()?.conversations.queue(conversation).await
}

/// Replaces the queued questions of a conversation. Sends none of them.
#[tauri::command]
#[specta::specta]
pub async fn keep_queue(
    backend: State<'_, Backend>,
    conversation: ConversationId,
    questions: Vec<Draft<AttachmentId>>,
) -> Answer<()> {
    backend.app()?.conversations.keep_queue(conversation, questions).await
}
