//! The folder of models: lists, adds and removes them.
//!
//! Beside a model `NAME.gguf` lie `NAME.gguf.verified`, which caches its SHA-256 with the size and time it was valid
//! for, and `NAME.gguf.licence.txt`. A partial download is `SHA256.part`. `NAME.gguf.path` names the place of a model
//! outside the folder.

use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;
use std::{fs, io};

use serde::Serialize;

use super::error::Error;
use super::part;
use crate::catalogue::{Catalogue, CatalogueModel, ModelFile};
use crate::header::Header;
use crate::memory::{self, Memory};

/// The licence of every model in the catalogue, which a test checks.
const APACHE: &str = include_str!("../../../../LICENSE-APACHE");

/// Bytes to leave free on the disk.
const ROOM: u64 = 1_000_000_000;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ModelFolder {
    path: PathBuf,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct LocalModel {
    /// The catalogue's id, or the file's name without its extension.
    pub id: String,
    pub name: String,
    pub path: PathBuf,
    pub bytes: u64,
    /// The SHA-256 matches the catalogue; false for the user's own files.
    pub verified: bool,
    /// The file lies outside the folder.
    pub outside_folder: bool,
}

impl LocalModel {
    /// The catalogue's model with this id and size.
    pub fn entry(&self) -> Option<&'static CatalogueModel> {
        Catalogue::built_in().find(&self.id).filter(|model| model.bytes() == self.bytes)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Adding {
    /// Added to the folder, by a hard link if the file is on the same disk.
    Copy,
    Reference,
}

impl ModelFolder {
    pub fn new(path: impl Into<PathBuf>) -> Self {
        Self { path: path.into() }
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    pub fn free(&self) -> io::Result<u64> {
        // If the folder doesn't exist yet, an existing parent is on the same disk.
        let there = self.path.ancestors().find(|folder| folder.is_dir());
        fs4::available_space(there.unwrap_or(Path::new(".")))
    }

    pub fn models(&self) -> Result<Vec<LocalModel>, Error> {
        let failed = |error: io::Error| Error::of_file(&error, &self.path, &self.path);
        let listed = match fs::read_dir(&self.path) {
            Ok(listed) => listed,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            Err(error) => return Err(failed(error)),
        };
        let mut models = Vec::new();
        for entry in listed {
            let path = entry.map_err(failed)?.path();
            models.extend(self.model_at(&path));
        }
        models.sort_by(|a, b| a.id.cmp(&b.id));
        Ok(models)
    }

    pub fn find(&self, name: &str) -> Result<LocalModel, Error> {
        let is_it = |one: &str| one.eq_ignore_ascii_case(name.trim());
        let file = |model: &LocalModel| {
            model.path.file_name().is_some_and(|file| is_it(&file.to_string_lossy()))
        };
        let mut models = self.models()?.into_iter();
        models
            .find(|model| is_it(&model.id) || is_it(&model.name) || file(model))
            .ok_or_else(|| self.not_found(name))
    }

    fn not_found(&self, name: &str) -> Error {
        Error::Missing { name: name.trim().to_owned(), folder: self.path.clone() }
    }

    fn model_at(&self, path: &Path) -> Option<LocalModel> {
        let name = path.file_name()?.to_str()?;
        let (name, path, outside_folder) = match name.strip_suffix(".path") {
            Some(name) => (name, PathBuf::from(fs::read_to_string(path).ok()?.trim_end()), true),
            None => (name, path.to_owned(), false),
        };
        let (stem, ending) = name.rsplit_once('.')?;
        if !ending.eq_ignore_ascii_case("gguf") {
            return None;
        }
        let bytes = fs::metadata(&path).ok().filter(fs::Metadata::is_file)?.len();
        let entry = Catalogue::built_in().of_file(name, bytes);
        let verified = !outside_folder
            && entry.is_some_and(|model| model.files.iter().any(|file| self.is_verified(file)));
        let (id, called) = match entry {
            Some(model) => (model.id.clone(), model.name.clone()),
            None => (stem.to_owned(), stem.to_owned()),
        };
        Some(LocalModel { id, name: called, path, bytes, verified, outside_folder })
    }

    /// Bytes of the model's partial downloads.
    pub fn begun(&self, model: &CatalogueModel) -> u64 {
        model.files.iter().map(|file| self.part_length(file)).sum()
    }

    fn part_length(&self, file: &ModelFile) -> u64 {
        fs::metadata(self.part(file)).map_or(0, |part| part.len()).min(file.bytes)
    }

    pub(super) fn part(&self, file: &ModelFile) -> PathBuf {
        self.path.join(format!("{}.part", file.sha256))
    }

    /// Bytes left to download.
    pub(super) fn missing(&self, file: &ModelFile) -> u64 {
        if self.is_verified(file) { 0 } else { file.bytes - self.part_length(file) }
    }

    /// True if the file is unchanged since its SHA-256 was checked.
    pub(super) fn is_verified(&self, file: &ModelFile) -> bool {
        let path = self.path.join(&file.name);
        let stored = fs::read_to_string(beside(&path, "verified"));
        stored.is_ok_and(|stored| stamp(&path, &file.sha256).is_ok_and(|now| now == stored))
    }

    pub(super) fn set_verified(&self, file: &ModelFile) -> io::Result<()> {
        let path = self.path.join(&file.name);
        fs::write(beside(&path, "verified"), stamp(&path, &file.sha256)?)
    }

    pub(super) fn keep_licence(&self, model: &CatalogueModel, file: &ModelFile) -> io::Result<()> {
        let CatalogueModel { name, maker, licence, licence_url, page, .. } = model;
        let text = format!(
            "{name} by {maker} ({page}) is under {licence} ({licence_url}).\nThis file came unchanged from {}.\n\n{APACHE}",
            file.url,
        );
        fs::write(beside(&self.path.join(&file.name), "licence.txt"), text)
    }

    /// Removes a model, its companion files and partial downloads. A file outside the folder stays. Returns the freed
    /// bytes.
    pub fn remove(&self, name: &str) -> Result<u64, Error> {
        let mut files = Vec::new();
        match self.find(name) {
            Ok(LocalModel { path, outside_folder: true, .. }) => {
                let named = fs::read_dir(&self.path)
                    .into_iter()
                    .flatten()
                    .flatten()
                    .map(|entry| entry.path());
                let refers = |entry: &PathBuf| {
                    self.model_at(entry)
                        .is_some_and(|model| model.outside_folder && model.path == path)
                };
                files.extend(named.filter(refers));
            }
            Ok(LocalModel { path, .. }) => files.push(path),
            Err(Error::Missing { .. }) => {}
            Err(error) => return Err(error),
        }
        if let Some(model) = Catalogue::built_in().find(name) {
            files.extend(
                model.files.iter().map(|file| self.part(file)).filter(|part| part.exists()),
            );
        }
        if files.is_empty() {
            return Err(self.not_found(name));
        }
        let mut freed = 0;
        for path in files {
            let failed = |error: io::Error| Error::of_file(&error, &path, &self.path);
            freed += fs::metadata(&path).map_err(failed)?.len();
            fs::remove_file(&path).map_err(failed)?;
            for ending in ["verified", "licence.txt"] {
                match fs::remove_file(beside(&path, ending)) {
                    Err(error) if error.kind() != io::ErrorKind::NotFound => {
                        return Err(failed(error));
                    }
                    _ => {}
                }
            }
        }
        Ok(freed)
    }

    /// A file whose SHA-256 is in the catalogue becomes the catalogue's model. Only files of a size in the catalogue
    /// are hashed.
    ///
    /// # Errors
    /// If the file isn't a model, is incomplete, too new or too large for this memory, its name exists already, or
    /// copying fails.
    pub fn add(&self, from: &Path, adding: Adding, memory: Memory) -> Result<LocalModel, Error> {
        let unreadable = |error: io::Error| Error::of_file(&error, from, &self.path);
        let from = &std::path::absolute(from).map_err(unreadable)?;
        let header = Header::read(from).map_err(Error::NoModel)?;
        memory::check(from, &header, memory).map_err(Error::NoModel)?;
        let bytes = fs::metadata(from).map_err(unreadable)?.len();
        let known = self.known(from, bytes).map_err(unreadable)?;
        let own = from.file_name().and_then(|name| name.to_str()).unwrap_or("model.gguf");
        let name = known.map_or(own, |(_, file)| &file.name);
        let place = self.path.join(name);
        if place.exists() || beside(&place, "path").exists() {
            return match known {
                Some((model, file)) if self.is_verified(file) => self.find(&model.id),
                _ => Err(Error::Exists { name: name.to_owned(), folder: self.path.clone() }),
            };
        }
        let failed = |error: io::Error| Error::of_file(&error, &place, &self.path);
        fs::create_dir_all(&self.path).map_err(failed)?;
        let added = match adding {
            Adding::Reference => {
                let entry = beside(&place, "path");
                fs::write(&entry, from.to_string_lossy().as_bytes()).map_err(failed)?;
                entry
            }
            Adding::Copy => {
                if fs::hard_link(from, &place).is_err() {
                    check_room(name, bytes, self.free().map_err(failed)?, &self.path)?;
                    copy(from, &place).map_err(failed)?;
                }
                place.clone()
            }
        };
        if let (Some((model, file)), Adding::Copy) = (known, adding) {
            self.set_verified(file).map_err(failed)?;
            self.keep_licence(model, file).map_err(failed)?;
        }
        self.model_at(&added).ok_or_else(|| self.not_found(name))
    }

    fn known(
        &self,
        path: &Path,
        bytes: u64,
    ) -> io::Result<Option<(&'static CatalogueModel, &'static ModelFile)>> {
        let catalogue = Catalogue::built_in();
        if !catalogue.models.iter().flat_map(|model| &model.files).any(|file| file.bytes == bytes) {
            return Ok(None);
        }
        Ok(catalogue.of_hash(&part::hash_file(path)?))
    }
}

/// Checks that `needs` bytes fit into `free` with [`ROOM`] to spare.
pub(super) fn check_room(name: &str, needs: u64, free: u64, folder: &Path) -> Result<(), Error> {
    if needs == 0 || needs.saturating_add(ROOM) <= free {
        return Ok(());
    }
    let needs = needs.saturating_add(ROOM);
    Err(Error::NoRoom { name: name.to_owned(), folder: folder.to_owned(), needs, free })
}

/// Copies under another name first, so that an interrupted copy doesn't look like a model.
fn copy(from: &Path, to: &Path) -> io::Result<()> {
    let half = beside(to, "half");
    let copied = fs::copy(from, &half).and_then(|_| fs::rename(&half, to));
    if copied.is_err() {
        drop(fs::remove_file(&half));
    }
    copied
}

fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".");
    name.push(ending);
    PathBuf::from(name)
}

/// Content of the `.verified` file: hash, size and time.
fn stamp(path: &Path, sha256: &str) -> io::Result<String> {
    let data = fs::metadata(path)?;
    let changed = data.modified()?.duration_since(UNIX_EPOCH).map_err(io::Error::other)?;
    Ok(format!("{sha256} {} {}\n", data.len(), changed.as_nanos()))
}
