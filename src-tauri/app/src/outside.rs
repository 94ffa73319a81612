//! Files of the vault that another program may open.

use std::path::{Path, PathBuf};

use conversation::{Code, Error};
use serde::Serialize;

/// A kind of file that can be opened in another program: one that such programs show or play, and
/// don't run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum FileKind {
    Document,
    Image,
    Audio,
    Film,
}

/// The kinds, and the endings of their files' names. Whatever isn't here is only shown in the file
/// manager: a list of what is dangerous would never be whole. SVG isn't here because browsers open it,
/// and run what is in it.
const KINDS: [(FileKind, &str); 4] = [
    (FileKind::Document, "md txt pdf csv docx xlsx pptx odt ods odp epub rtf canvas"),
    (FileKind::Image, "png jpg jpeg gif webp avif bmp heic tif tiff"),
    (FileKind::Audio, "mp3 m4a aac flac ogg oga opus wav"),
    (FileKind::Film, "mp4 m4v mkv mov ogv webm"),
];

impl FileKind {
    /// The kind of a file, by the ending of its name; `None` if it isn't opened from here.
    pub fn of(path: &Path) -> Option<Self> {
        let ending = path.extension()?.to_str()?.to_ascii_lowercase();
        let has = |endings: &str| endings.split(' ').any(|one| one == ending);
        KINDS.iter().find(|(_, endings)| has(endings)).map(|(kind, _)| *kind)
    }
}

/// A file of the vault as the user is asked about it before another program gets it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct OutsideFile {
    /// Where it is on the disk, links followed.
    pub path: PathBuf,
    /// What it is. `None` for what is only shown in the file manager.
    pub kind: Option<FileKind>,
    /// Whether it is a note in a vault of Obsidian's, which can show it.
    pub obsidian: bool,
}

impl OutsideFile {
    pub(crate) fn at(path: PathBuf, obsidian: bool) -> Self {
        let kind = FileKind::of(&path);
        Self { path, kind, obsidian }
    }

    /// Its place, if another program may open it.
    ///
    /// # Errors
    /// [`Code::UnsupportedFile`] if it is of no kind that only shows what is in it.
    pub fn to_open(&self) -> Result<&Path, Error> {
        if self.kind.is_some() {
            return Ok(&self.path);
        }
        Err(Error::new(Code::UnsupportedFile, || crate::sentences::not_opened_here(&self.path)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_shown_or_played_is_opened() {
        fn check(name: &str, expect: Option<FileKind>) {
            assert_eq!(FileKind::of(Path::new(name)), expect, "{name}");
            let file = OutsideFile::at(PathBuf::from(name), false);
            assert_eq!(file.to_open().is_ok(), expect.is_some(), "{name}");
        }
        for (kind, endings) in KINDS {
            for ending in endings.split_whitespace() {
                check(&format!("a.{ending}"), Some(kind));
                check(&format!("a.{}", ending.to_uppercase()), Some(kind));
            }
        }
        for name in [
            "a",
            ".md",
            "pdf",
            "a.",
            "a.pdf.",
            "a.pdf ",
            "a.exe",
            "a.EXE.",
            "a.pdf.exe",
            "a.html",
            "a.svg",
            "a.desktop",
            "a.sh",
            "a.library-ms",
            "a.search-ms",
            "a.theme",
            "a.rdp",
            "a.docm",
            "a.xlsm",
            "a.iso",
            "a.chm",
            "a.inetloc",
            "a.dmg",
            "a.flatpakref",
            "a.jnlp",
            "a.zip",
            "a.ps1",
            "a.url",
            "a.webloc",
            "a.xll",
            "a.settingcontent-ms",
        ] {
            check(name, None);
        }
    }
}
