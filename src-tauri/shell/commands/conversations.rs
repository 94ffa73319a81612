//! Asking, and what was asked before.

use std::path::Path;

use tauri::{State, ipc::Channel};

use super::{Answer, Backend};
use crate::{batch, wire};

/// The conversations of the open vault, newest first.
#[tauri::command]
#[specta::specta]
pub async fn list_conversations(
    backend: State<'_, Backend>,
) -> Answer<Vec<wire::ConversationEntry>> {
    Ok(backend.chat()?.conversations().await?.into_iter().map(Into::into).collect())
}

/// The newest `limit` messages of a conversation, which is remembered as the open one, or of those
/// before the message `before`.
#[tauri::command]
#[specta::specta]
pub async fn conversation_page(
    backend: State<'_, Backend>,
    id: String,
    before: Option<String>,
    limit: u32,
) -> Answer<wire::Conversation> {
    let chat = backend.chat()?;
    let (id, before) = (id.parse()?, before.map(|before| before.parse()).transpose()?);
    let page = chat.conversation_page(id, before, limit).await?;
    if before.is_none() {
        chat.remember_conversation(id).await?;
    }
    Ok(wire::Conversation::new(page, chat.catalog().ok().as_deref()))
}

/// The conversations that have these words, best first.
#[tauri::command]
#[specta::specta]
pub async fn search_conversations(
    backend: State<'_, Backend>,
    query: String,
) -> Answer<Vec<wire::ConversationHit>> {
    Ok(backend.chat()?.search_conversations(&query).await?.into_iter().map(Into::into).collect())
}

/// Shows the branch that a message is on.
#[tauri::command]
#[specta::specta]
pub async fn switch_branch(backend: State<'_, Backend>, message: String) -> Answer<()> {
    backend.chat()?.switch_branch(message.parse()?).await?;
    Ok(())
}

/// Gives a conversation another title.
#[tauri::command]
#[specta::specta]
pub async fn rename_conversation(
    backend: State<'_, Backend>,
    id: String,
    title: String,
) -> Answer<()> {
    Ok(backend.chat()?.rename_conversation(id.parse()?, &title).await?)
}

/// Keeps a conversation at the top of the list, or no longer.
#[tauri::command]
#[specta::specta]
pub async fn pin_conversation(backend: State<'_, Backend>, id: String, pinned: bool) -> Answer<()> {
    Ok(backend.chat()?.pin_conversation(id.parse()?, pinned).await?)
}

/// Deletes a conversation, which can be undone.
#[tauri::command]
#[specta::specta]
pub async fn delete_conversation(backend: State<'_, Backend>, id: String) -> Answer<()> {
    Ok(backend.chat()?.delete_conversation(id.parse()?).await?)
}

/// Brings a deleted conversation back.
#[tauri::command]
#[specta::specta]
pub async fn restore_conversation(backend: State<'_, Backend>, id: String) -> Answer<()> {
    Ok(backend.chat()?.restore_conversation(id.parse()?).await?)
}

/// Puts the user's words in the place of a summary's.
#[tauri::command]
#[specta::specta]
pub async fn edit_compaction(
    backend: State<'_, Backend>,
    id: String,
    summary: String,
) -> Answer<()> {
    Ok(backend.chat()?.edit_compaction(id.parse()?, summary).await?)
}

/// Has a summary stand for nothing any more.
#[tauri::command]
#[specta::specta]
pub async fn undo_compaction(backend: State<'_, Backend>, id: String) -> Answer<()> {
    Ok(backend.chat()?.undo_compaction(id.parse()?).await?)
}

/// Asks, and tells the turn through `channel`; returns when the turn has ended.
#[tauri::command]
#[specta::specta]
pub async fn ask(
    backend: State<'_, Backend>,
    request: wire::Ask,
    channel: Channel<wire::Turn>,
) -> Answer<()> {
    let chat = backend.chat()?;
    let events = chat.ask(request.try_into()?);
    if let Err(error) = batch::forward(events, &channel, chat.catalog().ok()).await {
        // The window is gone; the turn goes on to its end and is kept.
        tracing::debug!(%error, "the window no longer listens to its turn");
    }
    Ok(())
}

/// Stops the turn that writes this answer.
#[tauri::command]
#[specta::specta]
pub async fn cancel(backend: State<'_, Backend>, answer: String) -> Answer<()> {
    backend.chat()?.cancel(answer.parse()?);
    Ok(())
}

/// What sending this draft would send.
#[tauri::command]
#[specta::specta]
pub async fn preview(backend: State<'_, Backend>, request: wire::Ask) -> Answer<wire::Context> {
    Ok(backend.chat()?.preview(&request.try_into()?).await?.into())
}

/// The conversation to show of the open vault: the one that was open last, else the newest.
#[tauri::command]
#[specta::specta]
pub async fn conversation_to_show(backend: State<'_, Backend>) -> Answer<Option<String>> {
    Ok(backend.chat()?.conversation_to_show().await?.map(|id| id.to_string()))
}

/// The question that was being written in a conversation of the open vault, or for a new one.
#[tauri::command]
#[specta::specta]
pub async fn draft(
    backend: State<'_, Backend>,
    conversation: Option<String>,
) -> Answer<Option<wire::Draft>> {
    let conversation = conversation.map(|id| id.parse()).transpose()?;
    Ok(backend.chat()?.draft(conversation).await?.map(Into::into))
}

/// Keeps a question as it is being written. One without text and files is forgotten.
#[tauri::command]
#[specta::specta]
pub async fn keep_draft(backend: State<'_, Backend>, request: wire::Ask) -> Answer<()> {
    Ok(backend.chat()?.keep_draft(request.try_into()?).await?)
}

/// Adds a file for the next message.
#[tauri::command]
#[specta::specta]
pub async fn attach_file(backend: State<'_, Backend>, path: String) -> Answer<wire::Attachment> {
    Ok(backend.chat()?.attach(Path::new(&path)).await?.into())
}

/// The receipts of an answer's calls of a model, in order.
#[tauri::command]
#[specta::specta]
pub async fn receipts(
    backend: State<'_, Backend>,
    answer: String,
) -> Answer<Vec<wire::WireReceipt>> {
    let receipts = backend.chat()?.receipts(answer.parse()?).await?;
    Ok(receipts.into_iter().map(Into::into).collect())
}
