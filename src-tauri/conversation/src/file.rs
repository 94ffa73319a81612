//! Files other than notes: the parts of their text, and the share of an attached file that a model gets.

#[cfg(test)]
mod tests;

use notes::{ByteRange, LineRange, NotePath};
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum PartUnit {
    Page,
    Slide,
    Sheet,
    Chapter,
}

impl PartUnit {
    /// As in a link: `page`.
    pub fn word(self) -> &'static str {
        match self {
            Self::Page => "page",
            Self::Slide => "slide",
            Self::Sheet => "sheet",
            Self::Chapter => "chapter",
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct FilePart {
    pub unit: PartUnit,
    /// From 1.
    pub number: u32,
    /// An additional name: a sheet's name or a chapter's title.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
}

impl FilePart {
    /// For a link to the file, after the `#`: `page=3`.
    pub fn anchor(&self) -> String {
        format!("{}={}", self.unit.word(), self.number)
    }
}

impl std::fmt::Display for FilePart {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {}", self.unit.word(), self.number)?;
        match &self.name {
            Some(name) => write!(f, " ({name})"),
            None => Ok(()),
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlacedPart {
    pub start: usize,
    #[serde(flatten)]
    pub part: FilePart,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct LineBox {
    /// From 1. A line that continues a word has two boxes.
    pub line: u32,
    /// Left, in ten-thousandths of the picture's width.
    pub x: u32,
    /// Top, in ten-thousandths of the picture's height.
    pub y: u32,
    /// In ten-thousandths of the picture's width.
    pub width: u32,
    /// In ten-thousandths of the picture's height.
    pub height: u32,
}

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct FileText {
    pub text: String,
    /// The parts in order, if the text was extracted from another format and is therefore Markdown. `None` for the
    /// file's own text.
    pub parts: Option<Vec<PlacedPart>>,
    pub boxes: Vec<LineBox>,
}

impl FileText {
    pub fn plain(text: impl Into<String>) -> Self {
        Self { text: text.into(), ..Self::default() }
    }

    pub fn parts(&self) -> &[PlacedPart] {
        self.parts.as_deref().unwrap_or_default()
    }
}

/// The groups of readable files other than notes, for the settings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum FileGroup {
    Pdf,
    /// Texts, slides and sheets of Office and OpenDocument, and RTF.
    Office,
    Books,
    /// Saved web pages: HTML.
    Web,
    /// Plain text, tables of values, and canvases.
    Text,
    /// Pictures with text to recognise, and pages of other files that are pictures.
    Pictures,
}

impl FileGroup {
    pub const ALL: [Self; 6] =
        [Self::Pdf, Self::Office, Self::Books, Self::Web, Self::Text, Self::Pictures];

    /// In lower case.
    pub fn endings(self) -> &'static [&'static str] {
        match self {
            Self::Pdf => &["pdf"],
            Self::Office => {
                &["docx", "pptx", "xlsx", "xlsm", "xlsb", "xls", "odt", "odp", "ods", "rtf"]
            }
            Self::Books => &["epub"],
            Self::Web => &["html", "htm", "xhtml"],
            Self::Text => &["txt", "csv", "tsv", "canvas"],
            Self::Pictures => &["png", "jpg", "jpeg"],
        }
    }

    pub fn of(name: &str) -> Option<(Self, &'static str)> {
        let (_, ending) = name.rsplit_once('.')?;
        Self::ALL.into_iter().find_map(|group| {
            let found = group.endings().iter().find(|known| known.eq_ignore_ascii_case(ending))?;
            Some((group, *found))
        })
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum FileExtent {
    #[default]
    Whole,
    /// The passages that matched when the file was attached.
    Passages {
        /// In bytes of the file's text.
        ranges: Vec<ByteRange>,
    },
    /// The matching passages for each question of the conversation.
    Searched,
    /// A passage of the vault with its text at the time it was attached.
    Excerpt { place: ExcerptPlace },
}

/// A passage's place in the vault.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct ExcerptPlace {
    pub path: NotePath,
    pub wikilink: String,
    pub lines: LineRange,
    pub range: ByteRange,
    /// From the outside in.
    pub heading_path: Vec<String>,
    /// The head of the table whose later rows the passage begins with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub columns: Option<String>,
    /// The page, slide, sheet or chapter, for files with such parts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub part: Option<FilePart>,
}
