//! Statistics of the sources that the open vault's answers cite.

use app::{Insight, NoteGraph};
use library::{CitedNote, CitingFilter, GraphScope};
use tauri::State;

use super::{Answer, Backend};

/// The statistics over all conversations of the open vault.
#[tauri::command]
#[specta::specta]
pub async fn insight(backend: State<'_, Backend>) -> Answer<Insight> {
    backend.app()?.insights.whole().await
}

/// The notes that the answers of a month or a conversation cite.
#[tauri::command]
#[specta::specta]
pub async fn cited_notes(
    backend: State<'_, Backend>,
    filter: CitingFilter,
) -> Answer<Vec<CitedNote>> {
    backend.app()?.insights.cited(filter).await
}

/// Notes, the links between them, and the questions whose answers cite them.
#[tauri::command]
#[specta::specta]
pub async fn note_graph(backend: State<'_, Backend>, scope: GraphScope) -> Answer<NoteGraph> {
    backend.app()?.insights.graph(scope).await
}
