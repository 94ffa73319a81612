//! A piece of a note, and how large it is.

use conversation::FilePart;
use notes::{ByteRange, LineRange};
use serde::{Deserialize, Serialize};

/// A passage of a note.
///
/// Its text is always exactly the bytes `range` of the note's text. For nearly every chunk these
/// are whole lines: the note's lines `lines` with the line ends between them, and without the one
/// after the last. Only where a single line is longer than [`MAX_TOKENS`], or has data in its
/// middle, is that line cut; a chunk then begins or ends inside a line, and `lines` names the
/// lines that it touches.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Chunk {
    /// Its place among the note's chunks, from 0.
    pub ordinal: u32,
    /// The headings over all of its text, from the outside in. The heading that the chunk begins
    /// with is one of them; of several small sections in one chunk only what they have in common.
    /// A very long one is cut, with `…` at its end.
    pub heading_path: Vec<String>,
    /// The page, slide, sheet or chapter that it stands on, if it is of a file that has such.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub part: Option<FilePart>,
    pub lines: LineRange,
    /// Its bytes in the decoded text.
    pub range: ByteRange,
    /// Its size in o200k tokens.
    pub tokens: u32,
    pub text: String,
}

/// Maximum size of a chunk, in o200k tokens.
pub const MAX_TOKENS: u32 = 512;

/// Approximate size up to which chunks are filled, in o200k tokens.
pub const TARGET_TOKENS: u32 = 350;

/// Maximum length of a heading in a heading path, in bytes: it is kept and sent with every passage
/// under it.
pub(super) const MAX_HEADING: usize = 300;

/// Maximum size of all heading paths of a text together, in times the text's own. Honest ones have a
/// tenth; where there is more, longer headings are cut shorter.
pub(super) const HEADINGS_SHARE: usize = 4;

/// Maximum number of passages of a note: those of the largest note that is read, at 512 bytes each. A
/// passage of prose has three times as many.
pub const MAX_PASSAGES: usize = 32_768;
