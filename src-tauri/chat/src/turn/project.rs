//! The notes of a project.

use notes::NotePath;

use super::retrieve::{Sources, Within};
use crate::{
    ReferenceId,
    context::ProjectPart,
    library::Project,
    references::{Kind, Reference, State},
};

/// So many passages of the vault are looked through for those of a project.
const LOOKED_THROUGH: usize = 100;

/// The project's notes as passages, all of them; the passages among them that match `question`
/// best, for a model that can't hold all; and what couldn't be read.
pub(super) fn read(
    sources: &Sources,
    project: Project,
    question: &str,
) -> (ProjectPart, Vec<Reference>, Vec<String>) {
    let mut notices = Vec::new();
    let mut documents = Vec::new();
    let is_of_it = |path: &NotePath| project.notes.iter().any(|of| is_within(path, of));
    let paths: Vec<NotePath> = sources
        .catalog
        .notes()
        .map(|(path, _)| path)
        .filter(|path| is_of_it(path))
        .cloned()
        .collect();
    for path in &paths {
        let (note, notice) = sources.linked(link_to(path, sources), "");
        documents.extend(note.text);
        notices.extend(notice);
    }
    let within = Within { limit: Some(LOOKED_THROUGH), ..Within::default() };
    let hits = match sources.hits(question, within) {
        Ok(found) => {
            let of_it = found.hits.into_iter().filter(|hit| is_of_it(&hit.path));
            let shown = sources.finding.options(question).display_k;
            let reference =
                |hit| Reference { kind: Kind::Project, ..sources.found(&hit, State::Used) };
            of_it.take(shown).map(reference).collect()
        }
        Err(error) => {
            notices.push(format!("The project's notes couldn't be searched: {error}."));
            Vec::new()
        }
    };
    let part = ProjectPart { name: project.name, instructions: project.instructions, documents };
    (part, hits, notices)
}

/// Whether a note is `of`, or lies in that folder.
fn is_within(path: &NotePath, of: &NotePath) -> bool {
    let (path, of) = (path.as_str(), of.as_str().trim_end_matches('/'));
    path == of || path.strip_prefix(of).is_some_and(|rest| rest.starts_with('/'))
}

/// A note of the project as if it were linked.
fn link_to(path: &NotePath, sources: &Sources) -> Reference {
    Reference {
        id: ReferenceId::new(),
        number: None,
        kind: Kind::Project,
        state: State::Used,
        wikilink: sources.wikilink(path),
        path: Some(path.clone()),
        attachment: None,
        url: None,
        call: None,
        anchor: None,
        title: sources.catalog.title(path),
        passage: None,
        summary: None,
        snippet: String::new(),
        match_reason: "it belongs to the project".to_owned(),
        others: Vec::new(),
        suggestions: Vec::new(),
    }
}
