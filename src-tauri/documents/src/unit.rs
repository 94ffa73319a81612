//! What the parts of a file are called.

use serde::{Deserialize, Serialize};

/// What a file's parts are called.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Unit {
    /// A page.
    Page,
    /// A slide.
    Slide,
    /// A sheet of a workbook.
    Sheet,
    /// A chapter of a book.
    Chapter,
    /// The file, which has no parts.
    Whole,
}
