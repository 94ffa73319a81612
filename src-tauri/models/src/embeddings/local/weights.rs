//! The files of the built-in models, and their sessions.

use std::{
    fs,
    path::{Path, PathBuf},
};

use ort::{environment::Environment, session::Session};

use super::errors::unusable;
use crate::{onnx, sentences};
use conversation::model::Error;

/// A file of a model and its BLAKE3 hash. Vectors of other weights can't be compared with those in people's indexes.
pub(super) struct ModelFile {
    pub(super) name: &'static str,
    pub(super) hash: &'static str,
}

impl ModelFile {
    pub(super) fn read(&self, folder: &Path) -> Result<Vec<u8>, Error> {
        let file = folder.join(self.name);
        let bytes = fs::read(&file).map_err(|error| unusable(&file, error))?;
        match blake3::hash(&bytes).to_hex().as_str() == self.hash {
            true => Ok(bytes),
            false => Err(unusable(&file, sentences::embeddings::NOT_THE_FILE)),
        }
    }

    fn check(&self, folder: &Path) -> Result<(), Error> {
        let file = folder.join(self.name);
        onnx::check_file(&file, self.hash).map_err(|reason| unusable(&file, reason))
    }
}

/// The weights of a model in ONNX's format.
pub(super) struct Weights {
    pub(super) graph: ModelFile,
    /// The words' vectors, which ONNX Runtime maps into memory: sessions share them, and the system may drop them.
    pub(super) mapped: Option<ModelFile>,
}

impl Weights {
    pub(super) fn check(&self, folder: &Path) -> Result<(), Error> {
        self.graph.check(folder)?;
        self.mapped.as_ref().map_or(Ok(()), |mapped| mapped.check(folder))
    }

    /// `more` is appended to the graph of a model without a mapped file.
    pub(super) fn session(
        &self,
        environment: &Environment,
        folder: &Path,
        more: &[u8],
    ) -> Result<Session, Error> {
        let path: PathBuf = folder.join(self.graph.name);
        let made = match &self.mapped {
            // The runtime looks for the mapped file beside the graph's file.
            Some(_) => onnx::session_of_file(environment, &path),
            None => {
                let mut graph = self.graph.read(folder)?;
                graph.extend_from_slice(more);
                onnx::session(environment, &graph)
            }
        };
        made.map_err(|error| unusable(&path, error))
    }
}
