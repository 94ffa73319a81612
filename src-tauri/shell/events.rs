//! The rare news that the window gets without asking.

use app::Broadcast;
use serde::Serialize;
use specta::Type;
use tauri::{AppHandle, Manager, WindowEvent};
use tauri_specta::Event;
use tokio::sync::broadcast::{Receiver, error::RecvError};

use crate::{commands::Backend, wire};

/// The label of the only window.
pub const WINDOW: &str = "main";

/// The index status changed.
#[derive(Debug, Clone, Serialize, Type, Event)]
pub struct IndexChanged(pub wire::Index);

/// A note that has another path.
#[derive(Debug, Clone, Serialize, Type)]
pub struct Moved {
    pub from: String,
    pub to: String,
}

/// These notes have another path. [`NotesChanged`] with both paths of each follows.
#[derive(Debug, Clone, Serialize, Type, Event)]
pub struct NotesMoved(pub Vec<Moved>);

/// These notes changed on disk.
#[derive(Debug, Clone, Serialize, Type, Event)]
pub struct NotesChanged(pub Vec<String>);

/// Passes the app's news to the window for as long as the app runs.
pub fn forward(app: AppHandle, mut news: Receiver<Broadcast>) {
    tauri::async_runtime::spawn(async move {
        loop {
            let sent = match news.recv().await {
                Ok(Broadcast::Index(status)) => IndexChanged(status.into()).emit_to(&app, WINDOW),
                Ok(Broadcast::Moved(moved)) => {
                    let moved = moved
                        .into_iter()
                        .map(|(from, to)| Moved { from: from.into(), to: to.into() });
                    NotesMoved(moved.collect()).emit_to(&app, WINDOW)
                }
                Ok(Broadcast::Notes(paths)) => {
                    NotesChanged(paths.into_iter().map(String::from).collect())
                        .emit_to(&app, WINDOW)
                }
                // The window only needs the newest state; the next message brings it.
                Err(RecvError::Lagged(_)) => continue,
                Err(RecvError::Closed) => return,
            };
            if let Err(error) = sent {
                tracing::warn!(%error, "the window didn't get a piece of news");
            }
        }
    });
}

/// Passes the window's state to the vault: coming to the front makes it look for changes on disk,
/// and while the window is hidden it doesn't look.
pub fn window_event(window: &tauri::Window, event: &WindowEvent) {
    let (WindowEvent::Focused(_) | WindowEvent::Resized(_)) = event else { return };
    let backend = window.state::<Backend>();
    let Ok(chat) = backend.chat() else { return };
    chat.set_hidden(window.is_minimized().unwrap_or(false));
    if let WindowEvent::Focused(true) = event {
        chat.look_again();
    }
}
