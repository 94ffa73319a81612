//! The models that the app offers: `resources/models.json`, compiled in and never fetched.

mod fit;
#[cfg(test)]
mod tests;

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

pub use fit::{Fit, Machine, Measurement, Speed, USUAL_WINDOW};

const TEXT: &str = include_str!("../../../resources/models.json");

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Catalogue {
    pub version: u32,
    /// Smaller models first, those for development last.
    pub models: Vec<CatalogueModel>,
}

#[derive(Debug, Clone, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct CatalogueModel {
    pub id: String,
    /// For `npm start` and tests; never advised.
    #[serde(default)]
    pub development: bool,
    pub name: String,
    pub maker: String,
    pub licence: String,
    pub licence_url: String,
    pub page: String,
    pub parameters: f64,
    pub languages: Vec<String>,
    pub tools: ToolUse,
    /// In tokens.
    pub window: u32,
    /// Memory of a token of the window: 16 bits a number, rounded up where layers share it.
    pub kv_bytes_per_token: u32,
    pub sampling: Sampling,
    /// Limitations, as a sentence for people.
    pub limits: String,
    /// `None` if we haven't measured the model.
    pub bench: Option<Bench>,
    pub files: Vec<ModelFile>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ToolUse {
    /// Proven by a test.
    Yes,
    No,
    /// The maker's claim, untested with this engine.
    Untested,
}

#[derive(Debug, Clone, Copy, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Sampling {
    pub temperature: f32,
    /// Maximum total probability of the candidates, up to 1.
    pub top_p: f32,
    /// Maximum candidates; 0 for all.
    pub top_k: u32,
}

/// Answers of a model to the questions of `npm run answers`, with the figures of `docs/inside/models.md`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Bench {
    pub right: u32,
    pub questions: u32,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct ModelFile {
    pub name: String,
    pub bytes: u64,
    pub sha256: String,
    /// At a fixed commit.
    pub url: String,
    /// URLs of the same file, tried when the first one fails.
    pub mirrors: Vec<String>,
}

impl Catalogue {
    pub fn built_in() -> &'static Self {
        // A test parses the file, so an invalid one never ships.
        static CATALOGUE: LazyLock<Catalogue> =
            LazyLock::new(|| serde_json::from_str(TEXT).unwrap_or_default());
        &CATALOGUE
    }

    pub fn find(&self, name: &str) -> Option<&CatalogueModel> {
        let name = name.trim();
        let is_it = |one: &str| one.eq_ignore_ascii_case(name);
        self.models.iter().find(|model| is_it(&model.id) || is_it(&model.name))
    }

    pub fn of_file(&self, name: &str, bytes: u64) -> Option<&CatalogueModel> {
        let has = |file: &ModelFile| file.name == name && file.bytes == bytes;
        self.models.iter().find(|model| model.files.iter().any(has))
    }

    pub fn of_hash(&self, sha256: &str) -> Option<(&CatalogueModel, &ModelFile)> {
        let files =
            self.models.iter().flat_map(|model| model.files.iter().map(move |file| (model, file)));
        files.into_iter().find(|(_, file)| file.sha256 == sha256)
    }
}

impl CatalogueModel {
    pub fn bytes(&self) -> u64 {
        self.files.iter().map(|file| file.bytes).sum()
    }

    pub fn host(&self) -> String {
        let url = self.files.first().and_then(|file| reqwest::Url::parse(&file.url).ok());
        url.and_then(|url| url.host_str().map(str::to_owned)).unwrap_or_default()
    }
}
