//! A piece of a note, and how large it is.

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
    pub heading_path: Vec<String>,
    /// Its lines.
    pub lines: LineRange,
    /// Its bytes in the decoded text.
    pub range: ByteRange,
    /// Its size in o200k tokens.
    pub tokens: u32,
    /// Its text.
    pub text: String,
}

/// Maximum size of a chunk, in o200k tokens.
pub const MAX_TOKENS: u32 = 512;

/// Approximate size up to which chunks are filled, in o200k tokens.
pub const TARGET_TOKENS: u32 = 350;
