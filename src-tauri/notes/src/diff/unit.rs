//! The units in which a note's text changes.

use serde::{Deserialize, Serialize};

/// What a hunk is a part of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum Unit {
    Words,
    Heading,
    Row,
    Item,
    Property,
    /// Lines of code, or of anything else that isn't prose.
    Lines,
    Link,
    Note,
}
