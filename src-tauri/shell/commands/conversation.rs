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

/// A conversation with its messages.
#[tauri::command]
#[specta::specta]
pub async fn open_conversation(
    backend: State<'_, Backend>,
    id: String,
) -> Answer<wire::Conversation> {
    let chat = backend.chat()?;
    let conversation = chat.conversation(id.parse()?).await?;
    Ok(wire::Conversation::new(conversation, chat.catalog().ok().as_deref()))
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

/// Adds a file for the next message.
#[tauri::command]
#[specta::specta]
pub async fn attach_file(backend: State<'_, Backend>, path: String) -> Answer<wire::Attachment> {
    Ok(backend.chat()?.attach(Path::new(&path)).await?.into())
}

/// The receipt of an answer.
#[tauri::command]
#[specta::specta]
pub async fn receipt(backend: State<'_, Backend>, answer: String) -> Answer<wire::WireReceipt> {
    Ok(backend.chat()?.receipt(answer.parse()?).await?.into())
}
