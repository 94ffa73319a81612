use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum Unit {
    Words,
    Heading,
    Row,
    Item,
    Property,
    Lines,
    Link,
    Note,
}
