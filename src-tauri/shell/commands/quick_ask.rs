//! The window for a quick question, and how it is reached.

use conversation::{Code, Error};
use tauri::State;

use super::Answer;
use crate::{consent::Consent, links::Link, quick_ask::QuickAskTroubles, sentences};

/// What of reaching the window for a quick question there isn't, though the settings want it.
#[tauri::command]
#[specta::specta]
pub async fn quick_ask_troubles(consent: State<'_, Consent>) -> Answer<QuickAskTroubles> {
    Ok(consent.quick_ask_troubles())
}

/// Opens the window for a quick question.
#[tauri::command]
#[specta::specta]
pub async fn open_quick_ask(consent: State<'_, Consent>) -> Answer<()> {
    let opened = consent.desktop().open_quick_ask();
    opened.map_err(|reason| Error::new(Code::Internal, || sentences::quick_ask_not_opened(&reason)))
}

/// Puts the window for a quick question away.
#[tauri::command]
#[specta::specta]
pub async fn close_quick_ask(consent: State<'_, Consent>) -> Answer<()> {
    consent.desktop().close_quick_ask();
    Ok(())
}

/// Shows in the app's window what a link asks for.
#[tauri::command]
#[specta::specta]
pub async fn open_in_main(consent: State<'_, Consent>, link: String) -> Answer<()> {
    consent.desktop().open_in_main(Link::parse(&link)?);
    Ok(())
}
