//! What a file says, and where.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use crate::{Kind, Refusal, Unit, sentences};

/// A file's text with its places. All ranges are half-open and in bytes of [`Document::text`].
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Document {
    /// What the file is, by its content.
    pub kind: Kind,
    /// The title that the file gives itself.
    pub title: Option<String>,
    /// All text in reading order: headings with `#`, list items with `-`, tables as Markdown.
    pub text: String,
    /// Pages, slides, sheets or chapters, in their order. Their ranges don't overlap.
    pub parts: Vec<Part>,
    /// Headers and footers that stand on many pages: each is in the text once.
    pub repeated: Vec<String>,
    /// What couldn't be read, though the rest could: a page that is only a picture, the pages after
    /// a limit.
    pub problems: Vec<Refusal>,
}

/// A page, slide, sheet or chapter.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Part {
    /// What such parts are called.
    pub unit: Unit,
    /// Its number, from 1.
    pub number: u32,
    /// What it is called besides: a sheet's name, a chapter's title, a page's own number.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub name: Option<String>,
    /// Its text.
    pub range: Range<usize>,
    /// Its size, where the format has one.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub size: Option<Size>,
    /// What the text consists of.
    pub blocks: Vec<Block>,
    /// Where the lines stand on the page, where the format says so.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub lines: Vec<Line>,
    /// Whether it is a picture whose text isn't known.
    #[serde(skip_serializing_if = "std::ops::Not::not", default)]
    pub picture: bool,
    /// Whether its text was recognised in the picture that it is.
    #[serde(skip_serializing_if = "std::ops::Not::not", default)]
    pub recognised: bool,
}

/// A heading, a paragraph, an item of a list, a table.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Block {
    /// Which of these.
    pub kind: BlockKind,
    /// Its text.
    pub range: Range<usize>,
    /// The headings over it, outermost first; a heading's own text isn't among them.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub headings: Vec<String>,
}

/// What a block is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum BlockKind {
    /// A heading; the level is the number of its `#`.
    Heading,
    /// A paragraph.
    Paragraph,
    /// An item of a list.
    Item,
    /// A table, as Markdown.
    Table,
}

/// Where a line stands on its page.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Line {
    /// Its text.
    pub range: Range<usize>,
    /// The rectangle around it.
    pub rect: Rect,
}

/// A piece of text that was recognised in a picture, of one line at most.
#[derive(Debug, Clone, PartialEq)]
pub struct RecognisedText {
    /// It.
    pub text: String,
    /// Where it stands, in the measure of the picture's page.
    pub rect: Rect,
}

/// A rectangle on a page as it is shown: in points of 1/72 inch, from the top left corner.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Rect {
    /// Left edge.
    pub x: f32,
    /// Upper edge.
    pub y: f32,
    /// Width.
    pub width: f32,
    /// Height.
    pub height: f32,
}

/// A page's size, in points of 1/72 inch.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Size {
    /// Width.
    pub width: f32,
    /// Height.
    pub height: f32,
}

impl Part {
    /// What the part is called, for people: `Page 3`, `Slide 2`, `Sheet 1: Sales`.
    pub fn label(&self) -> String {
        sentences::label(self.unit, self.number, self.name.as_deref())
    }
}

impl Document {
    /// The text of a part.
    pub fn text_of(&self, part: &Part) -> &str {
        self.text.get(part.range.clone()).unwrap_or_default()
    }
}
