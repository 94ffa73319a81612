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
    /// How passages are looked for.
    pub search: SearchSettings,
}

/// How passages are looked for.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct SearchSettings {
    /// What makes vectors of passages and questions.
    pub embeddings: Embeddings,
    /// Where the vectors are kept.
    pub vectors: Vectors,
    /// What puts the passages that were found into a better order.
    pub rerank: Rerank,
    /// Whether the chat model words a question in other ways first, and these are looked for, too.
    pub rewrite: bool,
    /// How many passages are looked at.
    pub max_k: u32,
    /// How near a passage must be that is found by its meaning alone, as a cosine.
    pub threshold: f32,
    /// How many of the passages the model sees.
    pub display_k: u32,
}

/// What makes vectors of texts.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum Embeddings {
    /// The model that comes with the app.
    #[default]
    BuiltIn,
    /// A model of a server.
    Server {
        /// The server.
        server: ServerSetting,
        /// The model's name.
        model: String,
    },
    /// Nothing: search is by words alone.
    Off,
}

/// Where vectors are kept.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum Vectors {
    /// In the index, on this machine.
    #[default]
    Own,
    /// On a Chroma server.
    Chroma {
        /// Its address.
        base_url: String,
    },
}

/// What reranks.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum Rerank {
    /// Nothing.
    #[default]
    Off,
    /// A server with `/v1/rerank`.
    Server {
        /// Its address.
        base_url: String,
        /// The model's name.
        model: String,
    },
    /// The model that answers.
    ChatModel,
}

impl Default for SearchSettings {
    fn default() -> Self {
        Self {
            embeddings: Embeddings::BuiltIn,
            vectors: Vectors::Own,
            rerank: Rerank::Off,
            rewrite: false,
            max_k: 10,
            threshold: 0.25,
            display_k: 5,
        }
    }
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
            search: SearchSettings::default(),
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
            check_server(server)?;
        }
        self.search.check()?;
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

impl SearchSettings {
    fn check(&self) -> Result<()> {
        let bad = |message: &str| Err(Error::new(Code::BadInput, message));
        let openai = |base_url: &String| ServerSetting {
            kind: ProviderKind::OpenAi,
            base_url: base_url.clone(),
        };
        if let Embeddings::Server { server, model } = &self.embeddings {
            check_server(server)?;
            if model.trim().is_empty() {
                return bad("Search by meaning needs the name of the server's embedding model.");
            }
        }
        if let Rerank::Server { base_url, model } = &self.rerank {
            check_server(&openai(base_url))?;
            if model.trim().is_empty() {
                return bad("Reranking needs the name of the server's model.");
            }
        }
        if let Vectors::Chroma { base_url } = &self.vectors {
            check_server(&openai(base_url))?;
        }
        if !(1..=MOST_PASSAGES).contains(&self.max_k) {
            return bad("Between 1 and 100 passages can be looked at for a question.");
        }
        if self.display_k == 0 || self.display_k > self.max_k {
            return bad("The model can see at least 1 passage, and no more than are looked at.");
        }
        // A number that isn't one is outside, too.
        if !(0.0..=1.0).contains(&self.threshold) {
            return bad("How near a passage must be is a number from 0 to 1.");
        }
        Ok(())
    }
}

/// More passages for one question than this fit no window and no reranker.
const MOST_PASSAGES: u32 = 100;

fn check_server(server: &ServerSetting) -> Result<()> {
    let address = Server { kind: server.kind, base_url: server.base_url.clone(), key: None };
    address.connect().map_err(|error| Error::new(Code::BadInput, error.message))?;
    // The settings are written to the library, and keys never are.
    let authority = server.base_url.split_once("://").map_or("", |(_, rest)| rest);
    if authority.split(['/', '?', '#']).next().is_some_and(|host| host.contains('@')) {
        return Err(Error::new(
            Code::BadInput,
            "The server's address has a name or password in it. Give the address alone, and the \
             key by itself.",
        ));
    }
    Ok(())
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
        let search = |change: fn(&mut SearchSettings)| {
            let mut settings = Settings::default();
            change(&mut settings.search);
            settings
        };
        let cases = [
            (Settings::default(), None),
            (server("http://127.0.0.1:8080"), None),
            (server("https://models.example/v1"), None),
            (server("no address"), Some("isn't valid")),
            (server("https://me:secret@models.example"), Some("password")),
            (window(4096), None),
            (window(1024), Some("1024")),
            (model(" "), Some("empty")),
            (search(|search| search.max_k = 0), Some("Between 1 and 100")),
            (search(|search| search.display_k = 11), Some("no more than are looked at")),
            (search(|search| search.threshold = f32::NAN), Some("from 0 to 1")),
            (search(|search| search.threshold = 1.5), Some("from 0 to 1")),
            (
                search(|search| {
                    search.vectors = Vectors::Chroma { base_url: "no address".to_owned() }
                }),
                Some("isn't valid"),
            ),
            (
                search(|search| {
                    search.rerank = Rerank::Server {
                        base_url: "https://me:secret@models.example".to_owned(),
                        model: "m".to_owned(),
                    };
                }),
                Some("password"),
            ),
            (
                search(|search| {
                    search.embeddings = Embeddings::Server {
                        server: ServerSetting {
                            kind: ProviderKind::Ollama,
                            base_url: "http://127.0.0.1:11434".to_owned(),
                        },
                        model: String::new(),
                    };
                }),
                Some("embedding model"),
            ),
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
