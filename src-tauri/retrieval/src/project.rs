//! The notes and files of a project.

#[cfg(test)]
mod tests;

use std::collections::HashSet;

use index::SearchOptions;
use notes::NotePath;

use crate::{
    files::CutFile,
    sentences,
    sources::{SearchScope, Sources},
};
use conversation::{
    ReferenceId,
    reference::{Kind, Reference, State},
};
use grounding::context::ProjectPart;
use library::Project;

/// Maximum size of a project that is read whole, in tokens: 0.6 of a window of a million. A larger
/// one fits no model.
pub const MOST: u64 = 600_000;

/// What a project gives for a question.
pub struct ProjectMaterial {
    /// Its notes and files, all of them, or none if they are too many for any model or the user wants it
    /// searched.
    pub part: ProjectPart,
    /// The passages that match the question best, for a model that doesn't get all.
    pub hits: Vec<Reference>,
    /// What couldn't be read or isn't there, a sentence each.
    pub notices: Vec<String>,
}

/// How much a project has.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ProjectExtent {
    /// Its notes.
    pub notes: u32,
    /// Its size in tokens, counted up to [`MOST`].
    pub tokens: u64,
    /// What isn't there or can't be read, a sentence each.
    pub notices: Vec<String>,
}

/// What `project` gives for `question`.
pub fn read(
    sources: &Sources,
    project: Project,
    files: &[CutFile],
    question: &str,
) -> ProjectMaterial {
    let (members, mut notices) = members(sources, &project);
    let documents = match project.is_searched {
        true => Vec::new(),
        false => {
            let (documents, _, unread) = whole(sources, &members, files, MOST);
            notices.extend(unread);
            documents
        }
    };
    let hits = search(sources, &members, files, question).unwrap_or_else(|error| {
        notices.push(sentences::project_not_searched(&error));
        Vec::new()
    });
    let part = ProjectPart { name: project.name, instructions: project.instructions, documents };
    ProjectMaterial { part, hits, notices }
}

/// How much `project` has. Reads all its notes.
pub fn extent(sources: &Sources, project: &Project, files: &[CutFile]) -> ProjectExtent {
    let (members, mut notices) = members(sources, project);
    let (_, tokens, unread) = whole(sources, &members, files, MOST);
    notices.extend(unread);
    ProjectExtent { notes: u32::try_from(members.len()).unwrap_or(u32::MAX), tokens, notices }
}

/// The project's notes in path order: those that it names, that lie in its folders, that have one of its
/// tags, and that match its search. With a sentence for each of these that finds none.
fn members(sources: &Sources, project: &Project) -> (Vec<NotePath>, Vec<String>) {
    let mut notices = Vec::new();
    let paths = || sources.catalog.notes().map(|(path, _)| path);
    for place in &project.notes {
        if !paths().any(|path| is_within(path, place)) {
            notices.push(sentences::gone_from_project(place, &project.name));
        }
    }
    let tags = project.tags.iter().map(|tag| {
        let query = format!("tag:\"{}\"", tag.replace('"', " "));
        (query, sentences::no_note_with_tag(tag, &project.name))
    });
    let search = Some(project.search.trim()).filter(|search| !search.is_empty());
    let search = search
        .map(|search| (search.to_owned(), sentences::no_note_for_search(search, &project.name)));
    let mut matching: HashSet<NotePath> = HashSet::new();
    for (query, nothing) in tags.chain(search) {
        match sources.index.matching(&query, &SearchOptions::keyword(usize::MAX)) {
            Ok(found) if found.is_empty() => notices.push(nothing),
            Ok(found) => matching.extend(found),
            Err(error) => notices.push(sentences::project_not_searched(&error)),
        }
    }
    let is_member = |path: &&NotePath| {
        matching.contains(*path) || project.notes.iter().any(|of| is_within(path, of))
    };
    (paths().filter(is_member).cloned().collect(), notices)
}

/// All passages of these notes and files, or none if they have more than `most` tokens; how many they
/// have, up to that; and what couldn't be read.
fn whole(
    sources: &Sources,
    members: &[NotePath],
    files: &[CutFile],
    most: u64,
) -> (Vec<Reference>, u64, Vec<String>) {
    let mut notices = Vec::new();
    let reason = Some(sentences::OF_THE_PROJECT.text());
    let of_files = files.iter().flat_map(CutFile::attached);
    let mut documents: Vec<Reference> = of_files.map(|it| of_project(it, reason)).collect();
    let sizes = documents.iter().filter_map(|it| it.passage.as_ref());
    let mut tokens: u64 = sizes.map(|passage| u64::from(passage.tokens.0)).sum();
    for path in members {
        if tokens > most {
            return (Vec::new(), most, notices);
        }
        let note = match sources.whole.note(&sources.vault, path) {
            Ok(note) => note,
            Err(error) => {
                notices.push(sentences::not_read(&sources.wikilink(path), &error));
                continue;
            }
        };
        tokens += note.passages.iter().map(|(it, _)| u64::from(it.tokens.0)).sum::<u64>();
        let link = link_to(path, sources);
        let of_note = sources.kept_or(link, note.hash, || note.about.clone());
        documents.extend(note.passages.iter().map(|(passage, snippet)| Reference {
            id: ReferenceId::new(),
            passage: Some(passage.clone()),
            snippet: snippet.clone(),
            ..of_note.clone()
        }));
    }
    match tokens > most {
        true => (Vec::new(), most, notices),
        false => (documents, tokens, notices),
    }
}

/// The passages of these notes and files that match best.
fn search(
    sources: &Sources,
    members: &[NotePath],
    files: &[CutFile],
    question: &str,
) -> conversation::Result<Vec<Reference>> {
    let mut found = Vec::new();
    if !members.is_empty() {
        let hits =
            sources.hits(question, SearchScope { places: members, ..SearchScope::default() })?;
        let reference =
            |hit| Reference { kind: Kind::Project, ..sources.reference_to(hit, State::Used) };
        found.extend(hits.hits.iter().map(reference));
    }
    found.extend(files.iter().flat_map(|file| file.found(question)).map(|it| of_project(it, None)));
    Ok(found)
}

/// A passage of a file, as one of the project's.
fn of_project(passage: Reference, reason: Option<&str>) -> Reference {
    let match_reason = reason.map_or_else(|| passage.match_reason.clone(), str::to_owned);
    Reference { kind: Kind::Project, match_reason, ..passage }
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
        match_reason: sentences::OF_THE_PROJECT.to_string(),
        ..Reference::new(Kind::Project, State::Used)
    }
}
