use models::{Model, Server};

#[derive(Debug, Clone)]
pub struct ServerModels {
    pub server: Server,
    pub name: Option<String>,
    /// Entered by the user, else found on this machine.
    pub entered: bool,
    /// `false` if the system doesn't report the owner.
    pub another_users: bool,
    /// The keychain refuses its key. The server is listed without it; no question goes there.
    pub locked: bool,
    pub models: Result<Vec<Model>, models::Error>,
}
