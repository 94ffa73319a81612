//! What types are called, and where sentences for people lie.

use super::{holds, rust::Spot, shipped, sources::Source};

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
        for Spot { line, name, .. } in source.code().defined {
            if is_type(&name) && (is_participle(&name) || NO_NOUNS.contains(&&*name)) {
                broken.push(format!("{}:{line}: {name}", source.path));
            }
        }
    }
    holds("Types have nouns for names.", broken);
}

/// The folders of the crates that speak to people: all but `language`, which only says how, and `support`, whose
/// sentences a model reads.
const SPEAKING: [&str; 14] = [
    "app/src",
    "cli/src",
    "conversation/src",
    "documents/src",
    "engine/src",
    "grounding/src",
    "index/src",
    "library/src",
    "models/src",
    "notes/src",
    "retrieval/src",
    "shell",
    "turn/src",
    "web/src",
];

/// The files and folders where sentences stand that no person reads, but a model.
const PROMPTS: [&str; 17] = [
    "src-tauri/app/src/model_choice/exam.rs",
    "src-tauri/app/src/model_choice/trial.rs",
    "src-tauri/app/src/turns/gists.rs",
    "src-tauri/app/src/turns/summaries.rs",
    "src-tauri/app/src/turns/translating.rs",
    "src-tauri/grounding/src/context/batch.rs",
    "src-tauri/grounding/src/context/compaction.rs",
    "src-tauri/grounding/src/context/prompt.rs",
    "src-tauri/grounding/src/context/work.rs",
    "src-tauri/models/src/search_help/rerank/chat.rs",
    "src-tauri/models/src/search_help/rewrite/chat.rs",
    "src-tauri/retrieval/src/reading/written.rs",
    "src-tauri/retrieval/src/table_text.rs",
    "src-tauri/retrieval/src/tools/",
    "src-tauri/turn/src/gather.rs",
    "src-tauri/turn/src/calls/tools.rs",
    "src-tauri/turn/src/routing.rs",
];

#[test]
fn sentences_for_people_lie_in_one_module_a_crate() {
    let mut broken = Vec::new();
    for folder in SPEAKING {
        let folder = format!("src-tauri/{folder}/");
        let module = format!("{folder}sentences.rs");
        let sources: Vec<Source> =
            shipped().filter(|source| source.path.starts_with(&folder)).collect();
        if !sources.iter().any(|source| source.path == module) {
            broken.push(format!("{module}: isn't there"));
        }
        for source in sources {
            let inside = source.path.starts_with(&format!("{folder}sentences/"));
            let is_prompt = PROMPTS.iter().any(|place| source.path.starts_with(place));
            if source.path == module || inside || is_prompt {
                continue;
            }
            let texts = source.code().texts.into_iter();
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

/// The files whose sentences stand in every language: the terminal program is in English.
fn translated() -> Vec<Source> {
    let is_one = |path: &str| {
        let inside = path.contains("/sentences/") || path.ends_with("/sentences.rs");
        inside && !path.starts_with("src-tauri/cli/")
    };
    let found: Vec<_> = shipped().filter(|source| is_one(&source.path)).collect();
    assert!(found.len() > 12, "only {} files of sentences were found", found.len());
    found
}

#[test]
fn no_sentence_for_people_is_in_one_language_alone() {
    let mut broken = Vec::new();
    for source in translated() {
        let lines: Vec<&str> = source.text.lines().collect();
        for (line, text) in source.code().texts {
            let before = lines.get(line - 1).copied().unwrap_or_default();
            let has_language = before.contains("en: \"") || before.contains("de: \"");
            if is_sentence(&text) && !has_language {
                broken.push(format!("{}:{line}: {text}", source.path));
            }
        }
    }
    holds("A sentence for people stands in every language.", broken);
}

/// The file of a run's log has the words of warnings, and must not have the text of a note.
#[test]
fn warnings_have_constant_texts() {
    let mut broken = Vec::new();
    let mut looked_at = 0;
    for source in shipped().filter(|source| source.has_any(&["warn!", "error!"])) {
        let code = source.code();
        for called in &code.macros {
            if matches!(&*called.name, "tracing::warn" | "tracing::error") {
                let made =
                    code.texts[called.texts.clone()].iter().filter(|(_, text)| text.contains('{'));
                broken.extend(made.map(|(line, text)| format!("{}:{line}: {text}", source.path)));
                looked_at += 1;
            }
        }
    }
    assert!(looked_at > 40, "only {looked_at} warnings were found");
    holds("A warning's words stand in the code; what varies is in its fields.", broken);
}

#[test]
fn german_is_written_as_german_is() {
    let mut broken = Vec::new();
    let mut looked_at = 0;
    for source in translated() {
        for (at, _) in source.text.match_indices("de: \"") {
            let rest = &source.text[at + "de: \"".len()..];
            let text = &rest[..rest.find('"').unwrap_or(rest.len())];
            let opened = text.matches('„').count();
            if text.contains(['”', '\'']) || opened != text.matches('“').count() {
                let line = source.text[..at].matches('\n').count() + 1;
                broken.push(format!("{}:{line}: {text}", source.path));
            }
            looked_at += 1;
        }
    }
    assert!(looked_at > 500, "only {looked_at} German texts were found");
    holds("German has its own quotation marks, „ and “.", broken);
}
