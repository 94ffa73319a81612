//! Passages of a note as references, and its properties where no passage has them.

use conversation::{
    ReferenceId,
    reference::{Kind, Passage, Reference, State},
};
use notes::NotePath;

use crate::{sources::Sources, whole::WholeNote};

impl Sources {
    /// The properties of a note, if no passage of it has them.
    pub fn properties_of(
        &self,
        path: &NotePath,
        kind: Kind,
        reason: &str,
    ) -> Result<Option<Reference>, notes::Error> {
        if !path.is_note() {
            return Ok(None);
        }
        let note = self.whole.note(&self.vault, path)?;
        Ok(self.references(path, &note, (kind, reason), note.properties.as_slice()).pop())
    }

    pub(crate) fn references(
        &self,
        path: &NotePath,
        note: &WholeNote,
        (kind, reason): (Kind, &str),
        passages: &[(Passage, String)],
    ) -> Vec<Reference> {
        let of_note = Reference {
            wikilink: self.wikilink(path),
            path: Some(path.clone()),
            title: self.catalog.title(path),
            match_reason: reason.to_owned(),
            ..Reference::new(kind, State::Used)
        };
        let of_note = self.kept_or(of_note, note.hash, || note.about.clone());
        let passages = passages.iter().map(|(passage, snippet)| Reference {
            id: ReferenceId::new(),
            passage: Some(passage.clone()),
            snippet: snippet.clone(),
            ..of_note.clone()
        });
        passages.collect()
    }
}
