#[cfg(test)]
mod tests;

use std::path::{Path, PathBuf};

use conversation::{Code, Error};
use serde::Serialize;

/// Kinds of files that other programs show or play, and don't run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum FileKind {
    Document,
    Image,
    Audio,
    Film,
}

/// File extensions by kind. Others are only shown in the file manager: a list of dangerous ones would never be
/// complete. SVG is missing because browsers run its scripts.
const KINDS: [(FileKind, &str); 4] = [
    (FileKind::Document, "md txt pdf csv docx xlsx pptx odt ods odp epub rtf canvas"),
    (FileKind::Image, "png jpg jpeg gif webp avif bmp heic tif tiff"),
    (FileKind::Audio, "mp3 m4a aac flac ogg oga opus wav"),
    (FileKind::Film, "mp4 m4v mkv mov ogv webm"),
];

impl FileKind {
    pub fn of(path: &Path) -> Option<Self> {
        let ending = path.extension()?.to_str()?.to_ascii_lowercase();
        let has = |endings: &str| endings.split(' ').any(|one| one == ending);
        KINDS.iter().find(|(_, endings)| has(endings)).map(|(kind, _)| *kind)
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct OutsideFile {
    pub path: PathBuf,
    /// `None` if only the file manager may show it.
    pub kind: Option<FileKind>,
    /// A note in an Obsidian vault, which can show it.
    pub obsidian: bool,
}

impl OutsideFile {
    pub(crate) fn at(path: PathBuf, obsidian: bool) -> Self {
        let kind = FileKind::of(&path);
        Self { path, kind, obsidian }
    }

    pub fn to_open(&self) -> Result<&Path, Error> {
        if self.kind.is_some() {
            return Ok(&self.path);
        }
        Err(Error::new(Code::UnsupportedFile, || crate::sentences::not_opened_here(&self.path)))
    }
}
