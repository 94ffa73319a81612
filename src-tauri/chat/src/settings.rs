//! What the user has set. Kept in the library, but for the key.

use models::{ProviderKind, Server, Tokens};
use serde::{Deserialize, Serialize};

use crate::{Code, Error, Result};

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

impl Settings {
    /// Checks what can be checked without a server.
    ///
    /// # Errors
    /// [`Code::BadInput`] with a sentence that names the setting.
    pub fn check(&self) -> Result<()> {
        if let Some(server) = &self.server {
            let address =
                Server { kind: server.kind, base_url: server.base_url.clone(), key: None };
            address.connect().map_err(|error| Error::new(Code::BadInput, error.message))?;
            // The settings are written to the library, and keys never are.
            let authority = server.base_url.split_once("://").map_or("", |(_, rest)| rest);
            if authority.split(['/', '?', '#']).next().is_some_and(|host| host.contains('@')) {
                return Err(Error::new(
                    Code::BadInput,
                    "The server's address has a name or password in it. Give the address alone, and \
                     the key by itself.",
                ));
            }
        }
        if self.model.as_ref().is_some_and(|model| model.trim().is_empty()) {
            return Err(Error::new(Code::BadInput, "The model's name is empty."));
        }
        if let Some(window) = self.window
            && window <= self.reserve
        {
            return Err(Error::new(
                Code::BadInput,
                format!(
                    "The window of {window} tokens leaves no room: {} are kept for the answer.",
                    self.reserve
                ),
            ));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_that_cannot_work_are_refused() {
        let server = |address: &str| Settings {
            server: Some(ServerSetting {
                kind: ProviderKind::OpenAi,
                base_url: address.to_owned(),
            }),
            ..Settings::default()
        };
        let window = |window| Settings { window: Some(Tokens(window)), ..Settings::default() };
        let model = |name: &str| Settings { model: Some(name.to_owned()), ..Settings::default() };
        let cases = [
            (Settings::default(), None),
            (server("http://127.0.0.1:8080"), None),
            (server("https://models.example/v1"), None),
            (server("no address"), Some("isn't valid")),
            (server("https://me:secret@models.example"), Some("password")),
            (window(4096), None),
            (window(1024), Some("1024")),
            (model(" "), Some("empty")),
        ];
        for (settings, expected) in cases {
            match (settings.check(), expected) {
                (Ok(()), None) => {}
                (Err(error), Some(part)) => {
                    assert_eq!(error.code, Code::BadInput);
                    assert!(error.message.contains(part), "{error}");
                    assert!(!error.message.contains("secret"), "{error}");
                }
                (result, expected) => panic!("{settings:?}: {result:?}, not {expected:?}"),
            }
        }
    }

    #[test]
    fn older_settings_load() {
        let settings: Settings = serde_json::from_str(r#"{"model":"small"}"#).unwrap();
        assert_eq!(settings, Settings { model: Some("small".to_owned()), ..Settings::default() });
    }
}
