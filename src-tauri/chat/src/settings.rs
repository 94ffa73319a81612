//! What the user has set. Kept in the library, but for the key.

use models::{ProviderKind, Tokens};
use serde::{Deserialize, Serialize};

/// The settings. A missing field is its default, so that older files load.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// The model's server, or `None` to use the first that is found on this machine.
    pub server: Option<ServerSetting>,
    /// The model's name, or `None` for the first that the server offers.
    pub model: Option<String>,
    /// The model's window, if the user knows better than the server.
    pub window: Option<Tokens>,
    /// The tokens kept free for the answer.
    pub reserve: Tokens,
    /// Folders and files to leave out, as globs.
    pub exclude: Vec<String>,
    /// Whether `.gitignore` files count.
    pub gitignore: bool,
}

/// A server that the user chose.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ServerSetting {
    /// Its protocol.
    pub kind: ProviderKind,
    /// Its address.
    pub base_url: String,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            server: None,
            model: None,
            window: None,
            reserve: Tokens(1024),
            exclude: Vec::new(),
            gitignore: false,
        }
    }
}
