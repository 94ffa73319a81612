use conversation::FilePart;
use notes::{ByteRange, LineRange};
use serde::{Deserialize, Serialize};

/// A passage of a note: exactly the bytes `range` of its text. Usually whole lines without the last line end; only a
/// line longer than [`MAX_TOKENS`] or with data in it is cut, and `lines` has the lines touched.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Chunk {
    pub ordinal: u32,
    /// The headings common to all of its text, outermost first, including one at its beginning. Long ones are
    /// truncated with `…`.
    pub heading_path: Vec<String>,
    /// The head of the table whose later rows the passage begins with, which the text lacks. Long ones are truncated.
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

/// Maximum size of all heading paths, as a multiple of the text. Normal texts have a tenth; beyond it, headings are
/// shortened.
pub(super) const HEADINGS_SHARE: usize = 4;

/// Maximum passages of a note: the largest readable note at 512 bytes each. Prose passages have three times that.
pub const MAX_PASSAGES: usize = 32_768;
