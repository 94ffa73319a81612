//! A desktop for tests: it answers as it is told, and writes down what it was asked.

use std::{
    path::{Path, PathBuf},
    sync::{Arc, Mutex},
};

use futures::future::{BoxFuture, FutureExt};

use crate::{desktop::Desktop, sentences::Question};

/// What the user would do.
#[derive(Clone, Default)]
pub struct Desk {
    /// What the user chooses in every dialog for one path.
    pub path: Option<PathBuf>,
    /// Whether the user answers questions with yes.
    pub agrees: bool,
    /// The questions that were asked.
    pub asked: Arc<Mutex<Vec<Question>>>,
    /// The names that files to write were to have at first.
    pub named: Arc<Mutex<Vec<String>>>,
    /// What was opened or shown outside.
    pub opened: Arc<Mutex<Vec<String>>>,
}

impl Desk {
    fn open(&self, what: String) -> Result<(), String> {
        self.opened.lock().unwrap().push(what);
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

    fn import(&self) -> BoxFuture<'_, Option<PathBuf>> {
        self.chosen()
    }

    fn export(&self, name: &str) -> BoxFuture<'_, Option<PathBuf>> {
        self.named.lock().unwrap().push(name.to_owned());
        self.chosen()
    }

    fn confirm(&self, question: Question) -> BoxFuture<'_, bool> {
        self.asked.lock().unwrap().push(question);
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
}
