//! What a server offers.

use models::{Model, Server};

/// A server and what it said when it was asked for its models.
#[derive(Debug, Clone)]
pub struct ServerModels {
    pub server: Server,
    pub name: Option<String>,
    /// The user entered it; else it was found on this machine.
    pub entered: bool,
    /// A program of another user of this machine answers there. `false` if the system doesn't tell.
    pub another_users: bool,
    /// Its key is kept in the keychain, which doesn't give it. Nothing but the attempt to list is
    /// without it: no question goes there.
    pub locked: bool,
    /// Its models as the user knows them, or why it doesn't tell.
    pub models: std::result::Result<Vec<Model>, models::Error>,
}
