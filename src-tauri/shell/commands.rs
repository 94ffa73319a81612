//! The commands that the window can call. Each unpacks its arguments, calls one function of `app`, and converts the
//! result.

pub mod changes;
pub mod conversations;
pub mod files;
pub mod insight;
pub mod local_models;
pub mod memories;
pub mod models;
pub mod notes;
pub mod projects;
pub mod quick_ask;
pub mod vault;

use std::{fmt::Display, path::PathBuf, sync::Arc};

use app::{App, HelpPage, HelpView};
use conversation::{Code, Error};
use language::Language;
use tauri::State;

use crate::sentences;
use crate::{
    consent::Consent,
    launch::{self, Launch},
    links::Link,
    log::{LogReport, Logs},
    openings::Openings,
    preferences,
    views::Start,
};

/// A command's result: a value, or an error with a sentence for the user.
pub type Answer<T> = Result<T, Error>;

/// The opened app, or the error that prevented its opening.
pub struct Backend(conversation::Result<App>);

impl Backend {
    pub fn new(opened: conversation::Result<App>) -> Self {
        Self(opened)
    }

    pub fn app(&self) -> conversation::Result<&App> {
        self.0.as_ref().map_err(Clone::clone)
    }
}

/// The folders to search for files shipped with the app, such as the sample vault.
pub struct ShippedFolders(pub Vec<PathBuf>);

/// Path of the window's preferences file, for the store plugin.
#[tauri::command]
#[specta::specta]
pub async fn preferences_file() -> Answer<String> {
    Ok(preferences::file()?.to_string_lossy().into_owned())
}

#[tauri::command]
#[specta::specta]
pub async fn help_page(page: HelpPage) -> Answer<HelpView> {
    Ok(page.view())
}

/// A report of this run, and of the previous run if it crashed. `None` if no log can be written.
#[tauri::command]
#[specta::specta]
pub async fn log_report(logs: State<'_, Arc<Logs>>) -> Answer<Option<LogReport>> {
    Ok(logs.report())
}

/// Sets the language of errors, notices, dialogs and the tray to the window's language.
#[tauri::command]
#[specta::specta]
pub async fn set_language(consent: State<'_, Consent>, language: Language) -> Answer<()> {
    language::set_current(language);
    consent.desktop().apply_language();
    Ok(())
}

/// The data for the window's first view. Opens the vault named on the command line, else the last one, unless the app
/// ended repeatedly while opening it.
#[tauri::command]
#[specta::specta]
pub async fn start(
    backend: State<'_, Backend>,
    shipped: State<'_, ShippedFolders>,
    launch: State<'_, Launch>,
    logs: State<'_, Arc<Logs>>,
    openings: State<'_, Arc<Openings>>,
) -> Answer<Start> {
    let app = backend.app()?;
    let mut notices: Vec<String> = app.notice().into_iter().collect();
    let mut vault = app.vaults.current();
    if vault.is_none() {
        let wanted = match &*launch {
            Launch { folder: Some(folder), .. } => Some(folder.clone()),
            Launch { sample: true, .. } => Some(sample_vault(&shipped)?),
            _ => {
                let last = app.vaults.recent().await?.into_iter().next();
                let (reopened, left) = match openings.may_reopen() {
                    true => (last, None),
                    false => (None, last),
                };
                notices.extend(left.map(|folder| sentences::not_reopened(&folder)));
                reopened
            }
        };
        if let Some(folder) = wanted {
            match openings.open(&app.vaults, &folder).await {
                Ok(opened) => vault = Some(opened),
                Err(error) => notices.push(error.to_string()),
            }
        }
    }
    let link = launch.link.as_deref().map(Link::parse).transpose();
    let link = link.unwrap_or_else(|error| {
        notices.push(error.to_string());
        None
    });
    Ok(Start {
        link,
        version: env!("CARGO_PKG_VERSION").to_owned(),
        vault,
        notice: (!notices.is_empty()).then(|| notices.join(" ")),
        crashed: logs.take_crash(),
    })
}

/// The folder of the user's copy of the sample vault. The first call makes the copy.
pub(crate) fn sample_vault(shipped: &ShippedFolders) -> Answer<PathBuf> {
    let failed = |reason: &dyn Display| Error::new(Code::NotFound, || sentences::no_sample(reason));
    let mut folders = shipped.0.iter().map(|folder| folder.join("sample-vault"));
    let shipped = folders.find(|folder| folder.is_dir());
    let shipped = shipped.ok_or_else(|| failed(&sentences::NOT_INSTALLED))?;
    launch::sample_vault(&shipped, &app::place::data_dir()?)
        .map_err(|error| failed(&error).because(error))
}
