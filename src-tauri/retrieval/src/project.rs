#[cfg(test)]
mod tests;

use std::collections::HashSet;

use index::SearchOptions;
use notes::NotePath;

use crate::{
    files::{self, CutFile},
    sentences,
    sources::{SearchScope, Sources},
};
use conversation::{
    FileGroup,
    reference::{Kind, Reference, State},
};
use grounding::context::ProjectPart;
use library::Project;

/// Maximum tokens of a project that is read whole: 0.6 of a window of a million. A larger one fits no model.
pub const MOST: u64 = 600_000;

pub struct ProjectMaterial {
    /// All notes and files; empty if they are too large for any model or the user wants them searched.
    pub part: ProjectPart,
    pub hits: Vec<Reference>,
    pub notices: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ProjectExtent {
    pub notes: u32,
    pub files: u32,
    /// Tokens, counted up to [`MOST`].
    pub tokens: u64,
    pub notices: Vec<String>,
}

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
    let mut hits = search(sources, &members, question).unwrap_or_else(|error| {
        notices.push(sentences::project_not_searched(&error));
        Vec::new()
    });
    let (of_files, told) = files::found(files, question, &sources.setup);
    hits.extend(of_files.into_iter().map(|it| of_project(it, None)));
    if documents.is_empty() {
        notices.extend(told);
    }
    let part = ProjectPart { name: project.name, instructions: project.instructions, documents };
    ProjectMaterial { part, hits, notices }
}

pub fn extent(sources: &Sources, project: &Project, files: &[CutFile]) -> ProjectExtent {
    let (members, mut notices) = members(sources, project);
    let (_, tokens, unread) = whole(sources, &members, files, MOST);
    notices.extend(unread);
    notices.extend(not_among(sources, project, &members));
    let count = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
    let notes = members.iter().filter(|path| path.is_note()).count();
    let files = members.len() - notes + files.len();
    ProjectExtent { notes: count(notes), files: count(files), tokens, notices }
}

fn not_among(sources: &Sources, project: &Project, members: &[NotePath]) -> Option<String> {
    let has_text = |path: &NotePath| {
        FileGroup::of(path.as_str()).is_some_and(|(group, _)| group != FileGroup::Pictures)
    };
    let is_left = |path: &&NotePath| {
        has_text(path)
            && project.notes.iter().any(|of| is_within(path, of))
            && members.binary_search(path).is_err()
    };
    let left = sources.catalog.files().filter(is_left).count();
    (left > 0).then(|| sentences::not_among_project(left))
}

/// The project's notes and files in path order: by name, folder, tag or search. With a sentence for each criterion
/// without matches.
fn members(sources: &Sources, project: &Project) -> (Vec<NotePath>, Vec<String>) {
    let mut notices = Vec::new();
    let read = sources.index.documents().unwrap_or_else(|error| {
        notices.push(sentences::project_not_searched(&error));
        Vec::new()
    });
    let notes = || sources.catalog.notes().map(|(path, _)| path);
    for place in &project.notes {
        if notes().chain(&read).any(|path| is_within(path, place)) {
            continue;
        }
        let is_there = sources.catalog.files().any(|path| is_within(path, place));
        notices.push(match is_there {
            true => sentences::nothing_to_read(place, &project.name),
            false => sentences::gone_from_project(place, &project.name),
        });
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
    let mut members: Vec<NotePath> = notes().chain(&read).filter(is_member).cloned().collect();
    members.sort_unstable();
    (members, notices)
}

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
    let size = |passages: &[Reference]| -> u64 {
        let sizes = passages.iter().filter_map(|it| it.passage.as_ref());
        sizes.map(|passage| u64::from(passage.tokens.0)).sum()
    };
    let mut tokens = size(&documents);
    for path in members {
        if tokens > most {
            return (Vec::new(), most, notices);
        }
        match sources.all_of(path, Kind::Project, sentences::OF_THE_PROJECT.text()) {
            Ok(all) => {
                tokens += size(&all);
                documents.extend(all);
            }
            Err(error) => notices.push(sentences::not_read(&sources.wikilink(path), &error)),
        }
    }
    if tokens > most { (Vec::new(), most, notices) } else { (documents, tokens, notices) }
}

fn search(
    sources: &Sources,
    members: &[NotePath],
    question: &str,
) -> conversation::Result<Vec<Reference>> {
    if members.is_empty() {
        return Ok(Vec::new());
    }
    let hits = sources.hits(question, SearchScope { places: members, ..SearchScope::default() })?;
    let reference =
        |hit| Reference { kind: Kind::Project, ..sources.reference_to(hit, State::Used) };
    Ok(hits.hits.iter().map(reference).collect())
}

fn of_project(passage: Reference, reason: Option<&str>) -> Reference {
    let match_reason = reason.map_or_else(|| passage.match_reason.clone(), str::to_owned);
    Reference { kind: Kind::Project, match_reason, ..passage }
}

fn is_within(path: &NotePath, of: &NotePath) -> bool {
    let (path, of) = (path.as_str(), of.as_str().trim_end_matches('/'));
    path == of || path.strip_prefix(of).is_some_and(|rest| rest.starts_with('/'))
}
