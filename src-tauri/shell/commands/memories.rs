//! The open vault's memory, which all its conversations share.

use conversation::MemoryId;
use library::Memory;
use tauri::State;

use super::{Answer, Backend};

/// The vault's memories, oldest first.
#[tauri::command]
#[specta::specta]
pub async fn list_memories(backend: State<'_, Backend>) -> Answer<Vec<Memory>> {
    backend.app()?.memories.list().await
}

/// Stores a fact that the user wrote or confirmed.
#[tauri::command]
#[specta::specta]
pub async fn remember(backend: State<'_, Backend>, text: String) -> Answer<MemoryId> {
    backend.app()?.memories.remember(text).await
}

/// Replaces the text of a fact.
#[tauri::command]
#[specta::specta]
pub async fn reword_memory(backend: State<'_, Backend>, id: MemoryId, text: String) -> Answer<()> {
    backend.app()?.memories.reword(id, text).await
}

#[tauri::command]
#[specta::specta]
pub async fn forget_memory(backend: State<'_, Backend>, id: MemoryId) -> Answer<()> {
    backend.app()?.memories.forget(id).await
}
