//! Finding passages, as the window sees it.

use serde::{Deserialize, Serialize};
use specta::Type;

use super::{Lines, ServerSetting};

/// How search by meaning stands.
#[derive(Debug, Clone, Serialize, Type)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum MeaningState {
    Off { message: String },
    Loading,
    Embedding { done: u32, total: u32 },
    Paused { done: u32, total: u32 },
    Ready,
    Failed { message: String },
}

#[derive(Debug, Clone, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Hit {
    pub path: String,
    pub title: String,
    pub heading_path: Vec<String>,
    pub lines: Lines,
    pub text: String,
    pub matched: Vec<String>,
    /// Why it was found, in a few words.
    pub why: String,
}

/// What passages are looked for by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum WireSearchMode {
    Both,
    Words,
    Meaning,
}

#[derive(Debug, Clone, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Found {
    pub hits: Vec<Hit>,
    /// Notes that match at all.
    pub matching_notes: u32,
    /// What the user should know of the search, each in a sentence.
    pub notices: Vec<String>,
}

/// A note that has to do with another one.
#[derive(Debug, Clone, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct RelatedNote {
    pub path: String,
    pub title: String,
    pub why: String,
}

#[derive(Debug, Clone, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct SearchSettings {
    pub embeddings: WireEmbeddings,
    pub vectors: WireVectors,
    pub rerank: WireRerank,
    pub rewrite: bool,
    pub max_k: u32,
    /// In hundredths: JavaScript's numbers and ours then never differ by a digit.
    pub threshold: u32,
    pub display_k: u32,
}

#[derive(Debug, Clone, Serialize, Deserialize, Type)]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum WireEmbeddings {
    BuiltIn,
    Server { server: ServerSetting, model: String },
    Off,
}

#[derive(Debug, Clone, Serialize, Deserialize, Type)]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum WireVectors {
    Own,
    Chroma { base_url: String },
}

#[derive(Debug, Clone, Serialize, Deserialize, Type)]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum WireRerank {
    Off,
    Server { base_url: String, model: String },
    ChatModel,
}
