//! What a note says of itself: front matter, headings, block ids, tags, links.

use serde::{Deserialize, Serialize};

use crate::{ByteRange, LineRange};

/// A parsed note. All offsets are bytes in the decoded text, all lines count from 1.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Note {
    /// The `title` property, else the first level-1 heading. The file's name stands in elsewhere.
    pub title: Option<String>,
    /// Other names, from the `aliases` (or `alias`) property.
    pub aliases: Vec<String>,
    /// Tags without `#`, from the `tags` property and the body, first use first, each once.
    pub tags: Vec<String>,
    /// Headings in order.
    pub headings: Vec<Heading>,
    /// Block ids (`^id`) in order.
    pub blocks: Vec<BlockId>,
    /// Links of every kind in order.
    pub links: Vec<Link>,
    /// Where the front matter stands, with its fences, if there is any.
    pub front_matter: Option<ByteRange>,
    /// What was odd about the note, in sentences; never an error.
    pub warnings: Vec<Warning>,
}

/// A heading.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Heading {
    /// 1 to 6.
    pub level: u8,
    /// The heading's text without marks.
    pub text: String,
    /// The heading's own line (its first, for an underlined heading).
    pub line: u32,
    /// The lines of its section: from the heading to before the next of the same or a higher level.
    pub section: LineRange,
}

/// A block that links can name.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct BlockId {
    /// The id without `^`.
    pub id: String,
    /// The lines of the block.
    pub lines: LineRange,
}

/// A link as it stands in a note.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Link {
    /// The link's text, verbatim: `[[a|b]]`, `![[c]]`, `[d](e.md)`.
    pub raw: String,
    /// How it is written.
    pub kind: LinkKind,
    /// What it names.
    pub target: LinkTarget,
    /// The text shown instead of the target, if one is given.
    pub shown: Option<String>,
    /// The line on which it starts.
    pub line: u32,
    /// Its bytes.
    pub range: ByteRange,
}

/// How a link is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LinkKind {
    /// `[[note]]`
    Wikilink,
    /// `![[note]]`, or a Markdown image of a vault file.
    Embed,
    /// `[text](note.md)`
    Markdown,
    /// A front-matter property whose whole value is a wikilink.
    Property,
}

/// What a link names, taken apart but not yet looked up.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LinkTarget {
    /// The name or path, percent-decoded for Markdown links; empty for the note itself.
    pub path: String,
    /// What follows `#`.
    pub anchor: Option<Anchor>,
}

impl LinkTarget {
    /// Takes apart the inside of a wikilink up to its `|`: `a/b#H` → path `a/b`, heading `H`.
    pub fn parse(text: &str) -> Self {
        let _ = text;
        todo!()
    }
}

/// A place inside a note, as a link names it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Anchor {
    /// `#A` or `#A#B`: headings from the outside in.
    Heading(Vec<String>),
    /// `#^id`
    Block(String),
}

/// Something odd in a note that the user may want to know.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Warning {
    /// The line it is about.
    pub line: u32,
    /// A sentence.
    pub message: String,
}

impl Note {
    /// The lines that `anchor` names, if the note has them.
    pub fn lines_of(&self, anchor: &Anchor) -> Option<LineRange> {
        let _ = anchor;
        todo!()
    }
}

/// Parses a note's text. Never fails: what can't be understood is body text, with a warning.
pub fn parse(text: &str) -> Note {
    let _ = text;
    todo!()
}
