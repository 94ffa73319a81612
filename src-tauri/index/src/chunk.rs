//! Passages: a note cut along Markdown's own structure.

use notes::{ByteRange, LineRange};
use serde::{Deserialize, Serialize};

/// A passage of a note. Its text is exactly the note's lines `lines`, joined.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Chunk {
    /// Its place among the note's chunks, from 0.
    pub ordinal: u32,
    /// The headings it stands under, from the outside in.
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

/// Cuts a note into chunks of about 350 tokens, at most 512, along blocks.
pub fn chunk(text: &str) -> Vec<Chunk> {
    let _ = text;
    todo!()
}
