//! All notes that match a question, to be read whole.

use notes::NotePath;

use crate::{
    sentences,
    sources::{SearchScope, Sources},
};
use conversation::{
    ReferenceId, Result,
    reference::{Kind, Reference, State},
};

/// Maximum passages that are looked at for the order of the notes.
const LOOKED_AT: usize = 3_000;

impl Sources {
    /// The notes with passages that match a question, `most` at most, the best first; and how many more
    /// match.
    ///
    /// # Errors
    /// If the index fails.
    pub fn matching_notes(&self, question: &str, most: usize) -> Result<(Vec<NotePath>, u32)> {
        let within = SearchScope { limit: Some(LOOKED_AT), ..SearchScope::default() };
        let found = self.hits(question, within)?;
        let mut notes: Vec<NotePath> = Vec::new();
        for hit in found.hits {
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

    /// All passages of these notes, in order and without numbers; with a sentence for each note that can't
    /// be read.
    pub fn all_passages(&self, notes: &[NotePath]) -> (Vec<Reference>, Vec<String>) {
        let (mut passages, mut notices) = (Vec::new(), Vec::new());
        for path in notes {
            let note = match self.whole.note(&self.vault, path) {
                Ok(note) => note,
                Err(error) => {
                    notices.push(sentences::not_read(&self.wikilink(path), &error));
                    continue;
                }
            };
            let of_note = Reference {
                wikilink: self.wikilink(path),
                path: Some(path.clone()),
                title: self.catalog.title(path),
                match_reason: sentences::OF_ALL_THAT_MATCH.to_string(),
                ..Reference::new(Kind::Search, State::Used)
            };
            let of_note = self.kept_or(of_note, note.hash, || note.about.clone());
            passages.extend(note.passages.iter().map(|(passage, snippet)| Reference {
                id: ReferenceId::new(),
                passage: Some(passage.clone()),
                snippet: snippet.clone(),
                ..of_note.clone()
            }));
        }
        (passages, notices)
    }
}
