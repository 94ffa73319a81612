//! The rare news that the window gets without asking.

use chat::Broadcast;
use serde::Serialize;
use specta::Type;
use tauri::AppHandle;
use tauri_specta::Event;
use tokio::sync::broadcast::{Receiver, error::RecvError};

use crate::{WINDOW, wire};

/// The index stands otherwise than before.
#[derive(Debug, Clone, Serialize, Type, Event)]
pub struct IndexChanged(pub wire::Index);

/// These notes changed on disk.
#[derive(Debug, Clone, Serialize, Type, Event)]
pub struct NotesChanged(pub Vec<String>);

/// Passes the app's news to the window for as long as the app runs.
pub fn forward(app: AppHandle, mut news: Receiver<Broadcast>) {
    tauri::async_runtime::spawn(async move {
        loop {
            let sent = match news.recv().await {
                Ok(Broadcast::Index(status)) => IndexChanged(status.into()).emit_to(&app, WINDOW),
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
