//! The models' files on this machine.

use std::{
    collections::BTreeSet,
    path::{Path, PathBuf},
};

use engine::{
    header::Header,
    memory::{self, Memory},
    protocol::{Failure, Loaded},
};

use crate::capabilities::ServerFacts;
use conversation::model::{Model, Source, Tokens, Window};

/// The window that a model gets if nobody wants another one: enough for a question with its passages,
/// and little enough for the memory of most machines.
const WINDOW: u32 = 8192;

/// A file of a model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ModelFile {
    /// The model's name: the file's, without `.gguf`.
    pub name: String,
    /// The file.
    pub file: PathBuf,
    /// What the file says of itself, or why it can't be used.
    pub header: Result<Header, Failure>,
}

/// The models in these places, each a folder or a file, by name. A name counts once, in the first
/// place that has it. A folder that isn't there has none. Blocks.
pub fn model_files(places: &[PathBuf]) -> Vec<ModelFile> {
    let mut names = BTreeSet::new();
    let mut all: Vec<ModelFile> = places
        .iter()
        .flat_map(|place| files(place))
        .filter_map(|file| {
            let name = file.file_stem()?.to_string_lossy().into_owned();
            names.insert(name.clone()).then(|| ModelFile {
                name,
                header: Header::read(&file),
                file,
            })
        })
        .collect();
    all.sort_by(|a, b| a.name.cmp(&b.name));
    all
}

/// The file of the model `name`. Blocks.
pub(super) fn file_of(places: &[PathBuf], name: &str) -> Option<PathBuf> {
    let mut files = places.iter().flat_map(|place| files(place));
    files.find(|file| file.file_stem().is_some_and(|stem| stem.to_string_lossy() == name))
}

fn files(place: &Path) -> Vec<PathBuf> {
    let is_model = |file: &PathBuf| {
        file.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("gguf"))
    };
    if !place.is_dir() {
        return Some(place.to_owned()).filter(is_model).into_iter().collect();
    }
    let entries = std::fs::read_dir(place).into_iter().flatten().flatten();
    let mut files: Vec<_> = entries.map(|entry| entry.path()).filter(is_model).collect();
    files.sort();
    files
}

/// What can be told of a model that isn't loaded: its window is the one that fits into memory now.
pub(super) fn model(file: &ModelFile, header: &Header, memory: Memory) -> Model {
    // A model that doesn't fit is offered with the smallest window; being asked, it tells the figures.
    let window = memory::window(&file.file, header, WINDOW, memory).unwrap_or(2048);
    facts(header, window).model(file.name.clone(), false)
}

/// The same of the one that is.
pub(super) fn loaded_model(file: &ModelFile, header: &Header, loaded: &Loaded) -> Model {
    facts(header, loaded.window).model(file.name.clone(), false)
}

fn facts(header: &Header, window: u32) -> ServerFacts {
    ServerFacts {
        window: Some(Window { tokens: Tokens(window), source: Source::Server }),
        tools: Some(header.knows_tools()),
        vision: Some(false),
        thinking: Some(header.always_thinks()),
    }
}
