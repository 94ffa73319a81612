//! The models that the app offers: `resources/models.json`, compiled into the program. A newer
//! catalogue comes with a newer program and is never fetched.

mod fit;
#[cfg(test)]
mod tests;

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

pub use fit::{Fit, Machine, Measurement, Speed, USUAL_WINDOW};

const TEXT: &str = include_str!("../../../resources/models.json");

/// The models that can be downloaded by their name.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Catalogue {
    pub version: u32,
    /// The models; smaller ones first, and last those that are there for development.
    pub models: Vec<CatalogueModel>,
}

#[derive(Debug, Clone, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct CatalogueModel {
    /// What it is asked for by, such as `qwen3.5-4b`.
    pub id: String,
    /// Whether it is there for `npm start` and tests, and never advised.
    #[serde(default)]
    pub development: bool,
    pub name: String,
    pub maker: String,
    /// The licence of its weights, as SPDX names it.
    pub licence: String,
    pub licence_url: String,
    pub page: String,
    /// How many weights it has, in billions.
    pub parameters: f64,
    /// The languages that it was made for, by ISO 639-1.
    pub languages: Vec<String>,
    /// Whether it calls tools with this engine.
    pub tools: ToolUse,
    /// Maximum window, in tokens.
    pub window: u32,
    /// Memory that a token of the window takes, in bytes: of what is kept in 16 bits, rounded up
    /// where layers share it.
    pub kv_bytes_per_token: u32,
    pub sampling: Sampling,
    /// What it can't do, in a sentence for people.
    pub limits: String,
    /// Its files. Today each model is one.
    pub files: Vec<ModelFile>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ToolUse {
    /// It does, and a test shows it.
    Yes,
    /// It doesn't.
    No,
    /// Its maker says so; nobody tried it with this engine.
    Untested,
}

/// How the next token is chosen.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Sampling {
    /// 0 takes the likeliest.
    pub temperature: f32,
    /// Share of the likely ones, up to 1.
    pub top_p: f32,
    /// Number of the likely ones; 0 for all.
    pub top_k: u32,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct ModelFile {
    pub name: String,
    /// Its size in bytes.
    pub bytes: u64,
    /// Its SHA-256, 64 hexadecimal digits in lower case.
    pub sha256: String,
    /// Where it is, at a commit that never changes.
    pub url: String,
    /// Other places that have the very same file, asked when the first one fails.
    pub mirrors: Vec<String>,
}

impl Catalogue {
    /// The catalogue that this program came with.
    pub fn built_in() -> &'static Self {
        // A test reads it; a file that can't be read never ships.
        static CATALOGUE: LazyLock<Catalogue> =
            LazyLock::new(|| serde_json::from_str(TEXT).unwrap_or_default());
        &CATALOGUE
    }

    /// The model with this id, or with this name, in whatever case.
    pub fn find(&self, name: &str) -> Option<&CatalogueModel> {
        let name = name.trim();
        let is_it = |one: &str| one.eq_ignore_ascii_case(name);
        self.models.iter().find(|model| is_it(&model.id) || is_it(&model.name))
    }

    /// The model that has a file of this name and size.
    pub fn of_file(&self, name: &str, bytes: u64) -> Option<&CatalogueModel> {
        let has = |file: &ModelFile| file.name == name && file.bytes == bytes;
        self.models.iter().find(|model| model.files.iter().any(has))
    }

    /// The model that has a file with this SHA-256, and the file.
    pub fn of_hash(&self, sha256: &str) -> Option<(&CatalogueModel, &ModelFile)> {
        let files =
            self.models.iter().flat_map(|model| model.files.iter().map(move |file| (model, file)));
        files.into_iter().find(|(_, file)| file.sha256 == sha256)
    }
}

impl CatalogueModel {
    /// The size of its files together, in bytes.
    pub fn bytes(&self) -> u64 {
        self.files.iter().map(|file| file.bytes).sum()
    }

    /// The host that its files come from.
    pub fn host(&self) -> String {
        let url = self.files.first().and_then(|file| reqwest::Url::parse(&file.url).ok());
        url.and_then(|url| url.host_str().map(str::to_owned)).unwrap_or_default()
    }
}
