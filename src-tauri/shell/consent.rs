//! Permissions that the user gave outside the page: chosen or dropped files and folders, servers to ask, hosts to
//! open. The page can request permissions but can't grant them.

use parking_lot::{Mutex, MutexGuard};
use std::{
    collections::{BTreeMap, BTreeSet},
    path::{Path, PathBuf},
};

use app::{attachments::FileSource, keys::Origin};
use conversation::{
    Error, Result,
    settings::{QuickAskSettings, WebSettings, is_unencrypted},
};
use serde::Serialize;
use specta::Type;

use crate::{
    desktop::Desktop,
    quick_ask::QuickAskTroubles,
    sentences::{self, Question},
};

/// Maximum number of files and folders waiting to be used. The oldest are dropped.
const PATHS_KEPT: usize = 1000;

/// Maximum number of unused pasted files in memory, each of at most 64 MB.
const PASTED_KEPT: usize = 2;

/// Maximum number of characters of an address in a question; a longer address would push the buttons off the screen.
const ADDRESS_SHOWN: usize = 300;

/// A chosen or dropped file or folder, or a pasted file. The page gets the name and a token that uses the file once.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
pub struct PathToken {
    pub token: u32,
    pub name: String,
}

pub struct Consent {
    desktop: Box<dyn Desktop>,
    state: Mutex<State>,
    /// Locked while a question is open, so that questions come one at a time.
    asking: tokio::sync::Mutex<()>,
}

#[derive(Default)]
struct State {
    quick_ask: QuickAskTroubles,
    /// The newest token.
    last: u32,
    /// Files and folders by their tokens.
    files: BTreeMap<u32, FileSource>,
    /// Servers that the user allowed since the app started.
    servers: BTreeSet<Origin>,
    /// Hosts, mail recipients and files that the user allowed to be opened since the app started.
    opened: BTreeSet<String>,
}

impl Consent {
    pub fn new(desktop: impl Desktop + 'static) -> Self {
        Self {
            desktop: Box::new(desktop),
            state: Mutex::default(),
            asking: tokio::sync::Mutex::default(),
        }
    }

    pub fn desktop(&self) -> &dyn Desktop {
        &*self.desktop
    }

    pub async fn offer_quick_ask(&self, settings: QuickAskSettings) {
        let troubles = self.desktop.offer_quick_ask(settings).await;
        self.state().quick_ask = troubles;
    }

    pub fn quick_ask_troubles(&self) -> QuickAskTroubles {
        self.state().quick_ask.clone()
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock()
    }

    /// Lets the page use a path once. The token isn't secret: it names only a file that the user gave to this page.
    pub fn give(&self, file: impl Into<FileSource>) -> PathToken {
        let file = file.into();
        let name = file.name();
        let mut state = self.state();
        state.last = state.last.wrapping_add(1);
        let token = state.last;
        state.files.insert(token, file);
        let is_pasted = |file: &FileSource| matches!(file, FileSource::Pasted { .. });
        let pasted = state.files.iter().rev().filter(|(_, file)| is_pasted(file));
        let old: Vec<u32> = pasted.skip(PASTED_KEPT).map(|(&token, _)| token).collect();
        for token in old {
            state.files.remove(&token);
        }
        if state.files.len() > PATHS_KEPT {
            state.files.pop_first();
        }
        PathToken { token, name }
    }

    /// Uses up a token and returns its path. A pasted file has none: the call fails with `BadInput`, and the token
    /// stays valid for [`Self::take_file`].
    pub fn take(&self, token: u32) -> Result<PathBuf> {
        match self.take_file(token)? {
            FileSource::Disk(path) => Ok(path),
            pasted @ FileSource::Pasted { .. } => {
                self.give_back(token, pasted);
                Err(Error::bad_input(sentences::NOT_CHOSEN))
            }
        }
    }

    pub fn take_file(&self, token: u32) -> Result<FileSource> {
        self.state().files.remove(&token).ok_or_else(|| Error::bad_input(sentences::NOT_CHOSEN))
    }

    /// Restores a token whose file couldn't be used.
    pub fn give_back(&self, token: u32, file: FileSource) {
        self.state().files.insert(token, file);
    }

    /// Asks whether to save a file as a note in the vault.
    pub async fn new_note(&self, file: &FileSource, vault: &str) -> bool {
        let question = sentences::keep_as_note(&shortened(&file.name()), &shortened(vault));
        let _one_at_a_time = self.asking.lock().await;
        self.desktop.confirm(question).await
    }

    /// Asks before requests to servers, except `known` ones and those allowed since the app started.
    pub async fn servers(&self, known: &[&str], addresses: &[&str]) -> Result<()> {
        let known: BTreeSet<_> = known.iter().filter_map(|it| Origin::of(it).ok()).collect();
        let origins = addresses.iter().map(|it| Origin::of(it)).collect::<Result<BTreeSet<_>>>()?;
        let _one_at_a_time = self.asking.lock().await;
        let allowed = self.state().servers.clone();
        let new: Vec<_> =
            origins.into_iter().filter(|it| !known.contains(it) && !allowed.contains(it)).collect();
        if new.is_empty() {
            return Ok(());
        }
        let named = new.iter().map(Origin::as_str).collect::<Vec<_>>().join("\n");
        if self.desktop.confirm(server_question(&named, &new)).await {
            self.state().servers.extend(new);
            return Ok(());
        }
        let named = named.replace('\n', ", ");
        Err(Error::bad_input(|| sentences::not_allowed(&named)))
    }

    /// Asks before saving a key for an unencrypted connection. Saving the key permits all later uses.
    pub async fn key(&self, address: &str) -> Result<()> {
        let origin = Origin::of(address)?;
        if !is_unencrypted(origin.as_str()) {
            return Ok(());
        }
        let question = sentences::send_key(&shortened(origin.as_str()));
        let _one_at_a_time = self.asking.lock().await;
        if self.desktop.confirm(question).await {
            return Ok(());
        }
        Err(Error::bad_input(|| sentences::key_not_saved(&origin)))
    }

    /// Asks the user to allow opening an address, once per run for each host and each mail recipient.
    pub async fn link(&self, address: &tauri::Url) -> Result<()> {
        let target = match address.host_str() {
            Some(host) => format!("{}://{host}", address.scheme()),
            None => format!("{}:{}", address.scheme(), address.path()),
        };
        let shown = shortened(address.as_str());
        self.open(&target, &shown, sentences::open_address(&target, &shown)).await
    }

    /// Asks the user to allow opening a file in another program, once per run for each file.
    pub async fn file(&self, path: &Path) -> Result<()> {
        // Not shortened: the extension at the end shows the file's type.
        let whole = path.display().to_string();
        self.open(&whole, &whole, sentences::open_file(&whole)).await
    }

    /// Asks unless `target` was allowed before. `shown` is the text for it in an error.
    async fn open(&self, target: &str, shown: &str, question: Question) -> Result<()> {
        let _one_at_a_time = self.asking.lock().await;
        if self.state().opened.contains(target) {
            return Ok(());
        }
        if self.desktop.confirm(question).await {
            self.state().opened.insert(target.to_owned());
            return Ok(());
        }
        Err(Error::bad_input(|| sentences::not_opened(shown)))
    }

    /// Asks before the settings `wanted` change the search service, or reduce the questions about
    /// web requests. The page itself shows those questions later, so only this one is outside its
    /// control.
    pub async fn web(&self, now: &WebSettings, wanted: &WebSettings) -> Result<()> {
        let Some(address) = wanted.service.address() else { return Ok(()) };
        if wanted.service == now.service && wanted.ask <= now.ask {
            return Ok(());
        }
        let origin = Origin::of(address)?;
        let (shown, is_open) = (shortened(origin.as_str()), is_unencrypted(origin.as_str()));
        let question = sentences::search_web(&shown, is_open, wanted.ask);
        let _one_at_a_time = self.asking.lock().await;
        if !self.desktop.confirm(question).await {
            return Err(Error::bad_input(sentences::WEB_NOT_ALLOWED));
        }
        // The permission includes requests to the service as a server.
        self.state().servers.insert(origin);
        Ok(())
    }

    /// Gives tokens for dropped files, and for the first dropped folder.
    pub async fn dropped(&self, paths: &[PathBuf]) -> DroppedPaths {
        let mut dropped = DroppedPaths::default();
        for path in paths.iter().take(PATHS_KEPT) {
            if tokio::fs::metadata(path).await.is_ok_and(|metadata| metadata.is_dir()) {
                if dropped.folder.is_none() {
                    dropped.folder = Some(self.give(path));
                }
            } else {
                // Attaching a missing file fails later, with a message that names the file.
                dropped.files.push(self.give(path));
            }
        }
        dropped
    }
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Type)]
pub struct DroppedPaths {
    pub folder: Option<PathToken>,
    pub files: Vec<PathToken>,
}

fn server_question(named: &str, new: &[Origin]) -> Question {
    let is_open = |origin: &&Origin| is_unencrypted(origin.as_str());
    let open = new.iter().find(is_open).map(|origin| origin as &dyn std::fmt::Display);
    sentences::use_servers(&shortened(named), open)
}

fn shortened(address: &str) -> String {
    language::beginning(address, ADDRESS_SHOWN)
}

/// A safe file name from the page's suggestion: no path, not hidden, with the given extension.
pub fn file_name(called: &str, ending: &str) -> String {
    let bad = |c: char| c.is_control() || "/\\:*?\"<>|".contains(c);
    let clean: String = called.chars().map(|c| if bad(c) { '-' } else { c }).take(120).collect();
    let clean = clean.trim_matches(|c: char| c == '.' || c.is_whitespace());
    let stem = Path::new(clean).file_stem().map_or(clean.into(), |stem| stem.to_string_lossy());
    let has_ending = clean.to_lowercase().ends_with(&format!(".{ending}"));
    match (has_ending, stem.is_empty()) {
        (true, false) => clean.to_owned(),
        (_, true) => format!("Marginalia.{ending}"),
        (false, false) => format!("{clean}.{ending}"),
    }
}

#[cfg(test)]
mod tests;
