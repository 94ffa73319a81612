use conversation::FilePart;
use notes::{ByteRange, LineRange};
use serde::{Deserialize, Serialize};

/// A passage of a note. `text` is exactly the bytes `range` of the note's text: whole lines without
/// the last line end. Only a line that is longer than [`MAX_TOKENS`] or has data in it is cut;
/// `lines` then includes the cut line.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Chunk {
    pub ordinal: u32,
    /// The headings common to all of its text, outermost first, including one at its beginning. Long ones are
    /// truncated with `…`.
    pub heading_path: Vec<String>,
    /// The header row of the table, if the passage begins within a table and so lacks the row in
    /// its text. A long one is truncated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub columns: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub part: Option<FilePart>,
    pub lines: LineRange,
    pub range: ByteRange,
    pub tokens: u32,
    pub text: String,
}

/// Maximum size of a chunk, in o200k tokens.
pub const MAX_TOKENS: u32 = 512;

/// Target size of a chunk, in o200k tokens.
pub const TARGET_TOKENS: u32 = 350;

/// Maximum bytes of a heading in a path: it is stored and sent with every passage below it.
pub(super) const MAX_HEADING: usize = 300;

/// Maximum size of the heading paths of all passages of a note, as a multiple of its text. Headings
/// are shortened until they fit. In normal notes the paths have a tenth of the text's size.
pub(super) const HEADINGS_SHARE: usize = 4;

/// Maximum passages of a note: the largest readable note at 512 bytes each. Prose passages have three times that.
pub const MAX_PASSAGES: usize = 32_768;
