//! What is remembered for all conversations about the open vault.

use conversation::MemoryId;
use library::Memory;
use tauri::State;

use super::{Answer, Backend};

/// What is remembered, oldest first.
#[tauri::command]
#[specta::specta]
pub async fn list_memories(backend: State<'_, Backend>) -> Answer<Vec<Memory>> {
    backend.chat()?.memories.list().await
}

/// Remembers what the user wrote or confirmed.
#[tauri::command]
#[specta::specta]
pub async fn remember(backend: State<'_, Backend>, text: String) -> Answer<MemoryId> {
    backend.chat()?.memories.remember(text).await
}

/// Puts other words in the place of something that the user had remembered.
#[tauri::command]
#[specta::specta]
pub async fn reword_memory(backend: State<'_, Backend>, id: MemoryId, text: String) -> Answer<()> {
    backend.chat()?.memories.reword(id, text).await
}

#[tauri::command]
#[specta::specta]
pub async fn forget_memory(backend: State<'_, Backend>, id: MemoryId) -> Answer<()> {
    backend.chat()?.memories.forget(id).await
}
