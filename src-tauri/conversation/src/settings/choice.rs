//! Which model is chosen, and what the user knows better about models.

use crate::model::Override;
use serde::{Deserialize, Serialize};

/// The model that questions go to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Chosen {
    /// Its server's address. `None` means the first server that was entered; where none was,
    /// whichever is found on this machine and offers a model of this name.
    #[serde(default)]
    pub server: Option<String>,
    /// Its name.
    pub model: String,
}

/// What the user knows better about a model. Where neither a server nor a model is named, it is
/// about all of them; what is said about a narrower circle wins.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct ModelOverride {
    /// The server's address, or `None` for any.
    pub server: Option<String>,
    /// The model's name, or `None` for any.
    pub model: Option<String>,
    /// What is known.
    #[serde(flatten)]
    pub known: Override,
}

/// Whether an address is on this machine.
pub fn is_here(address: &str) -> bool {
    let host = address.split("://").last().unwrap_or_default();
    ["localhost", "127.", "[::1]", "0.0.0.0"].iter().any(|here| host.starts_with(here))
}
