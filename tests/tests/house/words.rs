//! What types are called, and where sentences for people lie.

use super::{holds, rust, shipped, sources::Source};

/// What a thing once was says nothing of what it is; each of these had a noun of the field to be called by.
const NO_NOUNS: [&str; 43] = [
    "Ahead",
    "Aside",
    "Bare",
    "Before",
    "Beside",
    "Began",
    "Broken",
    "Came",
    "Chosen",
    "Done",
    "Drawn",
    "Earlier",
    "Found",
    "Given",
    "Gone",
    "Heard",
    "Held",
    "Hidden",
    "Inside",
    "Kept",
    "Known",
    "Left",
    "Lost",
    "Made",
    "Meant",
    "Near",
    "Needs",
    "Probably",
    "Running",
    "Said",
    "Says",
    "Seen",
    "Sent",
    "Shown",
    "Spaced",
    "Told",
    "Unavailable",
    "Waiting",
    "What",
    "Whose",
    "Within",
    "Wrong",
    "Written",
];

/// Nouns that end as participles do, and what many clones of a handle have in common.
const NOUNS: [&str; 5] = ["Deed", "Embed", "Seed", "Shared", "Speed"];

#[test]
fn types_are_called_by_nouns() {
    let is_type = |name: &str| {
        let mut letters = name.chars();
        letters.next().is_some_and(char::is_uppercase) && letters.all(|c| c.is_lowercase())
    };
    let is_participle = |name: &str| name.ends_with("ed") && !NOUNS.contains(&name);
    let mut broken = Vec::new();
    for source in shipped() {
        for (line, name) in rust::outline(&rust::code(&source.text)).defined {
            if is_type(&name) && (is_participle(&name) || NO_NOUNS.contains(&&*name)) {
                broken.push(format!("{}:{line}: {name}", source.path));
            }
        }
    }
    holds("Types have nouns for names.", broken);
}

/// The crates whose sentences for people all lie in their `sentences.rs`.
const SPEAKING: [&str; 6] = ["app", "cli", "index", "models", "notes", "turn"];

/// Where sentences stand that no person reads, but a model.
const PROMPTS: [&str; 6] = [
    "src-tauri/app/src/model_choice/trial.rs",
    "src-tauri/app/src/turns/summaries.rs",
    "src-tauri/models/src/search_help/rerank/chat.rs",
    "src-tauri/models/src/search_help/rewrite/chat.rs",
    "src-tauri/turn/src/gather.rs",
    "src-tauri/turn/src/tooling.rs",
];

#[test]
fn sentences_for_people_lie_in_one_module_a_crate() {
    let mut broken = Vec::new();
    for name in SPEAKING {
        let folder = format!("src-tauri/{name}/src/");
        let module = format!("{folder}sentences.rs");
        let sources: Vec<Source> =
            shipped().filter(|source| source.path.starts_with(&folder)).collect();
        if !sources.iter().any(|source| source.path == module) {
            broken.push(format!("{module}: isn't there"));
        }
        for source in sources {
            let inside = source.path.starts_with(&format!("{folder}sentences/"));
            if source.path == module || inside || PROMPTS.contains(&&*source.path) {
                continue;
            }
            let texts = rust::texts(&source.text).into_iter();
            let said = texts.filter(|(_, text)| is_sentence(text));
            broken.extend(said.map(|(line, text)| format!("{}:{line}: {text}", source.path)));
        }
    }
    holds("Sentences for people lie in `sentences.rs`.", broken);
}

/// Whether a text is a whole sentence of four words or more.
fn is_sentence(text: &str) -> bool {
    let begins = text.starts_with(|c: char| c.is_uppercase() || c == '“');
    begins && text.ends_with(['.', '!']) && text.split_whitespace().count() >= 4
}
