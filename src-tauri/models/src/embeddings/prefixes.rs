//! Prefixes for models that were trained to distinguish questions from passages.

#[cfg(test)]
mod tests;

use super::embedder::Purpose;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Prefixes {
    /// Part of the model's identity, because other prefixes yield other vectors.
    pub(super) name: &'static str,
    query: &'static str,
    passage: &'static str,
}

const fn prefixes(name: &'static str, query: &'static str, passage: &'static str) -> Prefixes {
    Prefixes { name, query, passage }
}

const SENTENCE: &str = "Represent this sentence for searching relevant passages: ";
const INSTRUCT: &str =
    "Instruct: Given a web search query, retrieve relevant passages that answer the query\nQuery: ";

/// By parts of a model's lower-case name, from its model card. The first match counts. Other models want no prefixes,
/// or add them themselves (all-minilm, bge-m3, granite, gte, jina, OpenAI's).
const TABLE: [(&[&str], Prefixes); 11] = [
    (&["nomic-embed"], prefixes("nomic", "search_query: ", "search_document: ")),
    (&["e5", "instruct"], prefixes("instruct", INSTRUCT, "")),
    (&["e5-mistral"], prefixes("instruct", INSTRUCT, "")),
    (&["e5-"], prefixes("e5", "query: ", "passage: ")),
    (&["qwen3-embedding"], prefixes("instruct", INSTRUCT, "")),
    (
        &["embeddinggemma"],
        prefixes("gemma", "task: search result | query: ", "title: none | text: "),
    ),
    (&["arctic-embed2"], prefixes("query", "query: ", "")),
    (&["arctic-embed", "v2"], prefixes("query", "query: ", "")),
    (&["arctic-embed"], prefixes("sentence", SENTENCE, "")),
    (&["mxbai-embed"], prefixes("sentence", SENTENCE, "")),
    (&["bge-", "-en"], prefixes("sentence", SENTENCE, "")),
];

impl Prefixes {
    const NONE: Self = prefixes("", "", "");

    pub(super) fn of(model: &str) -> Self {
        let name = model.to_lowercase();
        let fits = |parts: &[&str]| parts.iter().all(|part| name.contains(part));
        // Ollama's bge-large is the English one.
        let plain = ["bge-large", "bge-base", "bge-small"];
        if plain.contains(&name.split(':').next().unwrap_or_default()) {
            return prefixes("sentence", SENTENCE, "");
        }
        TABLE.iter().find(|(parts, _)| fits(parts)).map_or(Self::NONE, |(_, prefixes)| *prefixes)
    }

    pub(super) fn prefix(self, purpose: Purpose) -> &'static str {
        match purpose {
            Purpose::Query => self.query,
            Purpose::Passage => self.passage,
        }
    }

    pub(super) fn before(self, text: &str, purpose: Purpose) -> String {
        format!("{}{text}", self.prefix(purpose))
    }
}
