//! The notes of a project.

#[cfg(test)]
mod tests;

use notes::NotePath;

use crate::sentences;
use crate::sources::{SearchScope, Sources};
use conversation::{
    ReferenceId,
    reference::{Kind, Reference, State},
};
use grounding::context::ProjectPart;
use library::Project;

/// Maximum size of a project that is read whole, in tokens: 0.6 of a window of a million. A larger
/// one fits no model.
const MOST: u64 = 600_000;

/// The project's notes as passages, all of them, or none if they are too many for any model; the
/// passages among them that match `question` best, for a model that can't hold all; and what
/// couldn't be read.
pub fn read(
    sources: &Sources,
    project: Project,
    question: &str,
) -> (ProjectPart, Vec<Reference>, Vec<String>) {
    let (documents, mut notices) = whole(sources, &project.notes, MOST);
    let hits = search(sources, &project.notes, question).unwrap_or_else(|error| {
        notices.push(sentences::project_not_searched(&error));
        Vec::new()
    });
    let part = ProjectPart { name: project.name, instructions: project.instructions, documents };
    (part, hits, notices)
}

/// All passages of the notes that are these or lie in these folders, or none if they have more than
/// `most` tokens.
fn whole(sources: &Sources, places: &[NotePath], most: u64) -> (Vec<Reference>, Vec<String>) {
    let mut notices = Vec::new();
    let mut documents = Vec::new();
    let mut tokens = 0;
    let paths = sources.catalog.notes().map(|(path, _)| path);
    for path in paths.filter(|path| places.iter().any(|of| is_within(path, of))) {
        let note = match sources.whole.note(&sources.vault, path) {
            Ok(note) => note,
            Err(error) => {
                notices.push(sentences::not_read(&sources.wikilink(path), &error));
                continue;
            }
        };
        tokens += note.passages.iter().map(|(it, _)| u64::from(it.tokens.0)).sum::<u64>();
        if tokens > most {
            return (Vec::new(), notices);
        }
        let link = link_to(path, sources);
        let of_project = sources.kept_or(link, note.hash, || note.about.clone());
        documents.extend(note.passages.iter().map(|(passage, snippet)| Reference {
            id: ReferenceId::new(),
            passage: Some(passage.clone()),
            snippet: snippet.clone(),
            ..of_project.clone()
        }));
    }
    (documents, notices)
}

/// The passages that match best, of the notes that are these or lie in these folders.
fn search(
    sources: &Sources,
    places: &[NotePath],
    question: &str,
) -> conversation::Result<Vec<Reference>> {
    if places.is_empty() {
        return Ok(Vec::new());
    }
    let found = sources.hits(question, SearchScope { places, ..SearchScope::default() })?;
    let reference =
        |hit| Reference { kind: Kind::Project, ..sources.reference_to(hit, State::Used) };
    Ok(found.hits.iter().map(reference).collect())
}

/// Whether a note is `of`, or lies in that folder.
fn is_within(path: &NotePath, of: &NotePath) -> bool {
    let (path, of) = (path.as_str(), of.as_str().trim_end_matches('/'));
    path == of || path.strip_prefix(of).is_some_and(|rest| rest.starts_with('/'))
}

/// A note of the project as if it were linked.
fn link_to(path: &NotePath, sources: &Sources) -> Reference {
    Reference {
        wikilink: sources.wikilink(path),
        path: Some(path.clone()),
        title: sources.catalog.title(path),
        match_reason: sentences::OF_THE_PROJECT.to_owned(),
        ..Reference::new(Kind::Project, State::Used)
    }
}
