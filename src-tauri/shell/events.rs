use std::ffi::OsString;

use app::{Broadcast, IndexStatus, News};
use notes::NotePath;
use serde::Serialize;
use specta::Type;
use tauri::{AppHandle, DragDropEvent, Manager, WindowEvent};
use tauri_specta::Event;

use crate::{
    commands::Backend,
    consent::{Consent, DroppedPaths},
    launch::Launch,
    links::{Link, open_in_main},
    quick_ask,
    windows::{MAIN as WINDOW, bring_forward},
};

#[derive(Debug, Clone, Serialize, Type, Event)]
pub struct IndexChanged(pub IndexStatus);

#[derive(Debug, Clone, Serialize, Type)]
pub struct MovedNote {
    pub from: NotePath,
    pub to: NotePath,
}

/// Notes that were moved. [`NotesChanged`] follows with the old and the new paths.
#[derive(Debug, Clone, Serialize, Type, Event)]
pub struct NotesMoved(pub Vec<MovedNote>);

#[derive(Debug, Clone, Serialize, Type, Event)]
pub struct NotesChanged(pub Vec<NotePath>);

#[derive(Debug, Clone, Serialize, Type, Event)]
pub struct ChangesChanged;

/// Events were lost: all vault data that the window shows may be out of date.
#[derive(Debug, Clone, Serialize, Type, Event)]
pub struct NewsMissed;

#[derive(Debug, Clone, Serialize, Type, Event)]
pub struct PathsDropped(pub DroppedPaths);

/// Handles a second start or a link while the app runs. `arguments` excludes the program.
pub fn started_again(app: &AppHandle, arguments: impl Iterator<Item = OsString>) {
    let launch = Launch::from_args(arguments);
    if let Ok(Launch { quick_ask: true, .. }) = launch {
        if let Err(error) = quick_ask::open(app) {
            tracing::warn!(%error, "the window for a quick question wasn't opened");
        }
        return;
    }
    bring_forward(app);
    let Ok(launch) = launch else { return };
    let sent = match (launch.link, launch.folder) {
        (Some(link), _) => {
            match Link::parse(&link) {
                Ok(link) => open_in_main(app, link),
                Err(error) => tracing::warn!(%error, "a link wasn't understood"),
            }
            Ok(())
        }
        (None, Some(folder)) => {
            let token = app.state::<Consent>().give(&folder);
            PathsDropped(DroppedPaths { folder: Some(token), files: Vec::new() })
                .emit_to(app, WINDOW)
        }
        (None, None) => Ok(()),
    };
    if let Err(error) = sent {
        tracing::warn!(%error, "the window didn't get what it was started for");
    }
}

pub fn forward(app: AppHandle, mut news: News) {
    tauri::async_runtime::spawn(async move {
        while let Some(news) = news.next().await {
            let sent = match news {
                Broadcast::Index(status) => IndexChanged(status).emit_to(&app, WINDOW),
                Broadcast::Moved(moved) => {
                    let moved = moved.into_iter().map(|(from, to)| MovedNote { from, to });
                    NotesMoved(moved.collect()).emit_to(&app, WINDOW)
                }
                Broadcast::Notes(paths) => NotesChanged(paths).emit_to(&app, WINDOW),
                Broadcast::Changes => ChangesChanged.emit_to(&app, WINDOW),
                Broadcast::Missed(status) => {
                    let index = status.map(IndexChanged);
                    index
                        .map_or(Ok(()), |index| index.emit_to(&app, WINDOW))
                        .and_then(|()| NewsMissed.emit_to(&app, WINDOW))
                }
            };
            if let Err(error) = sent {
                tracing::warn!(%error, "the window didn't get a piece of news");
            }
        }
    });
}

/// Passes dropped paths to the page. Scans the folder for changes when the window gets the focus. While the window is
/// minimised, folders without change reports aren't scanned.
pub fn window_event(window: &tauri::Window, event: &WindowEvent) {
    if window.label() != WINDOW {
        return;
    }
    match event {
        // A hidden quick question window would keep the app running.
        WindowEvent::Destroyed => quick_ask::end(window.app_handle()),
        WindowEvent::DragDrop(DragDropEvent::Drop { paths, .. }) => {
            let (app, paths) = (window.app_handle().clone(), paths.clone());
            tauri::async_runtime::spawn(async move {
                let dropped = app.state::<Consent>().dropped(&paths).await;
                if let Err(error) = PathsDropped(dropped).emit_to(&app, WINDOW) {
                    tracing::warn!(%error, "the window didn't get what was dropped on it");
                }
            });
        }
        WindowEvent::Focused(_) | WindowEvent::Resized(_) => {
            let backend = window.state::<Backend>();
            let Ok(chat) = backend.app() else { return };
            chat.vaults.set_hidden(window.is_minimized().unwrap_or(false));
            if let WindowEvent::Focused(true) = event {
                chat.vaults.rescan();
            }
        }
        _ => {}
    }
}
