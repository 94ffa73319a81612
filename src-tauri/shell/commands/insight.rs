//! What the answers about the open vault rest on.

use app::{Insight, NoteGraph};
use library::{CitedNote, CitingFilter, GraphScope};
use tauri::State;

use super::{Answer, Backend};

/// What the answers of all conversations rest on.
#[tauri::command]
#[specta::specta]
pub async fn insight(backend: State<'_, Backend>) -> Answer<Insight> {
    backend.chat()?.insights.whole().await
}

/// The notes that the answers of a month or a conversation cite.
#[tauri::command]
#[specta::specta]
pub async fn cited_notes(
    backend: State<'_, Backend>,
    filter: CitingFilter,
) -> Answer<Vec<CitedNote>> {
    backend.chat()?.insights.cited(filter).await
}

/// Notes with the links between them, and what was asked that they are cited for.
#[tauri::command]
#[specta::specta]
pub async fn note_graph(backend: State<'_, Backend>, scope: GraphScope) -> Answer<NoteGraph> {
    backend.chat()?.insights.graph(scope).await
}
