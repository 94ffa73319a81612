//! A fake desktop that gives preset answers and records requests.

use parking_lot::Mutex;
use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use futures::future::{BoxFuture, FutureExt};

use app::attachments::FileSource;
use conversation::{Error, settings::QuickAskSettings};

use crate::{
    desktop::Desktop,
    links::Link,
    quick_ask::QuickAskTroubles,
    sentences::{self, Question},
};

#[derive(Clone, Default)]
pub struct Desk {
    /// The path chosen in every dialog.
    pub path: Option<PathBuf>,
    /// The file that the user pastes next.
    pub pasted: Arc<Mutex<Option<PathBuf>>>,
    /// The user answers every question with yes.
    pub agrees: bool,
    pub asked: Arc<Mutex<Vec<Question>>>,
    /// Suggested names of files to write.
    pub named: Arc<Mutex<Vec<String>>>,
    /// Operations on the app's windows.
    pub windows: Arc<Mutex<Vec<String>>>,
    pub opened: Arc<Mutex<Vec<String>>>,
}

impl Desk {
    fn open(&self, what: String) -> Result<(), String> {
        self.opened.lock().push(what);
        Ok(())
    }

    fn chosen(&self) -> BoxFuture<'_, Option<PathBuf>> {
        async { self.path.clone() }.boxed()
    }
}

impl Desktop for Desk {
    fn folder(&self, _: &str) -> BoxFuture<'_, Option<PathBuf>> {
        self.chosen()
    }

    fn model(&self) -> BoxFuture<'_, Option<PathBuf>> {
        self.chosen()
    }

    fn files(&self) -> BoxFuture<'_, Vec<PathBuf>> {
        async { self.path.iter().cloned().collect() }.boxed()
    }

    fn pasted(&self) -> BoxFuture<'_, conversation::Result<Vec<FileSource>>> {
        let pasted = self.pasted.lock().take();
        let refused = || Error::bad_input(sentences::NOT_PASTED);
        async move { pasted.map(|path| vec![FileSource::from(&path)]).ok_or_else(refused) }.boxed()
    }

    fn import(&self) -> BoxFuture<'_, Option<PathBuf>> {
        self.chosen()
    }

    fn export(&self, name: &str) -> BoxFuture<'_, Option<PathBuf>> {
        self.named.lock().push(name.to_owned());
        self.chosen()
    }

    fn confirm(&self, question: Question) -> BoxFuture<'_, bool> {
        self.asked.lock().push(question);
        async { self.agrees }.boxed()
    }

    fn open_address(&self, address: &str) -> Result<(), String> {
        self.open(address.to_owned())
    }

    fn open_file(&self, path: &Path) -> Result<(), String> {
        self.open(path.display().to_string())
    }

    fn show_file(&self, path: PathBuf) -> BoxFuture<'_, Result<(), String>> {
        async move { self.open(format!("shown: {}", path.display())) }.boxed()
    }

    fn open_quick_ask(&self) -> Result<(), String> {
        self.windows.lock().push("quick".to_owned());
        Ok(())
    }

    fn close_quick_ask(&self) {
        self.windows.lock().push("no quick".to_owned());
    }

    fn offer_quick_ask(&self, settings: QuickAskSettings) -> BoxFuture<'_, QuickAskTroubles> {
        self.windows.lock().push(format!("offered: {}", settings.on));
        async { QuickAskTroubles { key: None, tray: Some("No tray.".to_owned()) } }.boxed()
    }

    fn open_in_main(&self, link: Link) {
        self.windows.lock().push(format!("{link:?}"));
    }

    fn apply_language(&self) {
        self.windows.lock().push(format!("speaks {:?}", language::current()));
    }
}
