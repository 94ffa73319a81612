use notes::NotePath;

use crate::{
    sentences,
    sources::{SearchScope, Sources},
};
use conversation::{
    Result,
    reference::{Kind, Reference},
};

/// Maximum passages from which the matching notes are collected.
const LOOKED_AT: usize = 3_000;

impl Sources {
    /// At most `most` notes and files with matching passages, best first, and the number of further ones.
    pub fn matching_notes(&self, question: &str, most: usize) -> Result<(Vec<NotePath>, u32)> {
        let within = SearchScope { limit: Some(LOOKED_AT), ..SearchScope::default() };
        let found = self.hits(question, within)?;
        let mut notes: Vec<NotePath> = Vec::new();
        for hit in found.hits.into_iter().filter(|hit| hit.why.is_match()) {
            if notes.len() == most {
                break;
            }
            if !notes.contains(&hit.path) {
                notes.push(hit.path);
            }
        }
        let listed = u32::try_from(notes.len()).unwrap_or(u32::MAX);
        Ok((notes, found.matching.notes.saturating_sub(listed)))
    }

    /// The same sources with only these notes to search.
    #[must_use]
    pub fn only(mut self, notes: Vec<NotePath>) -> Self {
        self.setup.scope.places = notes;
        self
    }

    pub fn all_passages(&self, notes: &[NotePath]) -> (Vec<Reference>, Vec<String>) {
        let (mut passages, mut notices) = (Vec::new(), Vec::new());
        for path in notes {
            match self.all_of(path, Kind::Search, sentences::OF_ALL_THAT_MATCH.text()) {
                Ok(all) => passages.extend(all),
                Err(error) => notices.push(sentences::not_read(&self.wikilink(path), &error)),
            }
        }
        (passages, notices)
    }
}
