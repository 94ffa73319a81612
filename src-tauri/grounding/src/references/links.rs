//! Resolves the wikilinks of a user's message.

#[cfg(test)]
mod tests;

use notes::{Catalog, Link, NotePath, Resolution};

use conversation::{
    FileGroup,
    reference::{Kind, Reference, State},
};

use crate::sentences;

/// The notes and text files that `text` links, in order, without duplicates but with broken links. Links in code
/// don't count.
pub fn direct_references(text: &str, catalog: &Catalog) -> Vec<Reference> {
    let mut references: Vec<Reference> = Vec::new();
    // A message has no front matter; the line break keeps a leading rule from looking like one.
    for link in notes::parse(&format!("\n{text}")).links {
        let reference = reference(&link, catalog);
        let is_read = |path: &NotePath| {
            let group = FileGroup::of(path.as_str()).map(|(group, _)| group);
            path.is_note() || group.is_some_and(|group| group != FileGroup::Pictures)
        };
        let is_text = reference.path.as_ref().is_none_or(is_read);
        let same = |known: &Reference| match (&known.path, &reference.path) {
            (Some(known), Some(path)) => known == path,
            (None, None) => known.title.to_lowercase() == reference.title.to_lowercase(),
            _ => false,
        };
        if is_text && !references.iter().any(same) {
            references.push(reference);
        }
    }
    references
}

fn reference(link: &Link, catalog: &Catalog) -> Reference {
    let (path, others, suggestions) = match catalog.resolve(None, &link.target) {
        Resolution::Resolved { path } => (Some(path), Vec::new(), Vec::new()),
        Resolution::Ambiguous { chosen, others } => (Some(chosen), others, Vec::new()),
        Resolution::Broken { suggestions } => {
            (None, Vec::new(), with_alias(&link.target.path, suggestions, catalog))
        }
    };
    let title = match &path {
        Some(path) => catalog.title(path),
        None if link.target.path.is_empty() => link.raw.clone(),
        None => link.target.path.clone(),
    };
    let state = if path.is_some() { State::Used } else { State::Broken };
    Reference {
        wikilink: link.raw.clone(),
        path,
        anchor: link.target.anchor.clone(),
        title,
        match_reason: sentences::LINKED_BY_YOU.to_string(),
        others,
        suggestions,
        ..Reference::new(Kind::Direct, state)
    }
}

/// An alias finds no note (as in Obsidian), but in a message it means its note, so this is the first suggestion.
pub fn with_alias(name: &str, suggestions: Vec<NotePath>, catalog: &Catalog) -> Vec<NotePath> {
    let name = name.to_lowercase();
    let mut all: Vec<NotePath> = catalog
        .notes()
        .filter(|(_, note)| note.aliases.iter().any(|alias| alias.to_lowercase() == name))
        .map(|(path, _)| path.clone())
        .collect();
    for suggestion in suggestions {
        if !all.contains(&suggestion) {
            all.push(suggestion);
        }
    }
    all.truncate(5);
    all
}

/// The user's message for the model: the text, then the linked documents with summaries. `read_tool` is the offered
/// tool that reads a note, if any.
pub(crate) fn referenced_documents(
    text: &str,
    references: &[Reference],
    read_tool: Option<&str>,
) -> String {
    let direct = || references.iter().filter(|reference| reference.kind == Kind::Direct);
    if direct().next().is_none() {
        return text.to_owned();
    }
    let mut message = format!("{text}\n\nReferenced Documents:");
    for Reference { wikilink, path, summary, .. } in direct() {
        message.push_str(&match (path, summary) {
            (Some(path), Some(summary)) => format!("\n- {wikilink} ({path}): {summary}"),
            (Some(path), None) => format!("\n- {wikilink} ({path})"),
            (None, _) => format!("\n- {wikilink}: Warning - Document not found"),
        });
    }
    if let Some(tool) = read_tool.filter(|_| direct().any(|reference| reference.path.is_some())) {
        message.push_str(&format!(
            "\nPlease read these documents using the {tool} tool if you need more information."
        ));
    }
    message
}
