//! The models of a server.

use models::{Model, Server};

#[derive(Debug, Clone)]
pub struct ServerModels {
    pub server: Server,
    pub name: Option<String>,
    /// Entered by the user, else found on this machine.
    pub entered: bool,
    /// A program of another user of this machine answers there. `false` if the system doesn't report it.
    pub another_users: bool,
    /// The keychain has its key but refuses to give it. The server is listed without it; no question goes there.
    pub locked: bool,
    /// With the user's settings, or the server's error.
    pub models: std::result::Result<Vec<Model>, models::Error>,
}
