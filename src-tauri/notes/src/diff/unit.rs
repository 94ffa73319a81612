//! The units in which a note's text changes.

use serde::{Deserialize, Serialize};

/// What a hunk is a part of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum Unit {
    /// Words of a paragraph.
    Words,
    /// A heading.
    Heading,
    /// A row of a table.
    Row,
    /// An item of a list.
    Item,
    /// A property, in the front matter.
    Property,
    /// Lines of code, or of anything else that isn't prose.
    Lines,
    /// A link, whose target changes.
    Link,
    /// The whole note.
    Note,
}
