//! The quick question window.

use conversation::{Code, Error};
use tauri::State;

use super::Answer;
use crate::{consent::Consent, links::Link, quick_ask::QuickAskTroubles, sentences};

/// The reasons why the global key or the tray icon is missing although the settings want it.
#[tauri::command]
#[specta::specta]
pub async fn quick_ask_troubles(consent: State<'_, Consent>) -> Answer<QuickAskTroubles> {
    Ok(consent.quick_ask_troubles())
}

#[tauri::command]
#[specta::specta]
pub async fn open_quick_ask(consent: State<'_, Consent>) -> Answer<()> {
    let opened = consent.desktop().open_quick_ask();
    opened.map_err(|reason| Error::new(Code::Internal, || sentences::quick_ask_not_opened(&reason)))
}

/// Hides the quick question window.
#[tauri::command]
#[specta::specta]
pub async fn close_quick_ask(consent: State<'_, Consent>) -> Answer<()> {
    consent.desktop().close_quick_ask();
    Ok(())
}

/// Opens a `marginalia://` link in the main window.
#[tauri::command]
#[specta::specta]
pub async fn open_in_main(consent: State<'_, Consent>, link: String) -> Answer<()> {
    consent.desktop().open_in_main(Link::parse(&link)?);
    Ok(())
}
