//! Passages of a note as references, and its properties where no passage has them.

use conversation::{
    ReferenceId,
    reference::{Kind, Passage, Reference, State},
};
use notes::{ContentHash, NotePath};
use records::fold;

use super::{Sources, is_of};
use crate::{sentences, whole::WholeNote};

impl Sources {
    /// All passages of a note or indexed file, in order; empty for a file that isn't indexed.
    pub fn all_of(
        &self,
        path: &NotePath,
        kind: Kind,
        reason: &str,
    ) -> Result<Vec<Reference>, notes::Error> {
        let match_reason = reason.to_owned();
        if !path.is_note() {
            let of_file = |it| Reference {
                match_reason: match_reason.clone(),
                ..self.of_document(path, kind, it)
            };
            return Ok(self.document(path).into_iter().map(of_file).collect());
        }
        let note = self.whole.note(&self.vault, path)?;
        Ok(self.references(path, &note, (kind, reason), &note.passages))
    }

    pub fn pinned(&self, source: &str, hash: ContentHash) -> Option<Reference> {
        self.passage(source, hash, sentences::YOU_PINNED_IT.text())
    }

    /// A passage that an earlier answer cites, if its note still has it.
    pub fn cited(&self, source: &str, hash: ContentHash) -> Option<Reference> {
        self.passage(source, hash, sentences::CITED.text())
    }

    fn passage(&self, source: &str, hash: ContentHash, reason: &str) -> Option<Reference> {
        let path = NotePath::new(source).ok()?;
        let all = self.all_of(&path, Kind::Search, reason).ok()?;
        all.into_iter().find(|passage| is_of(passage, hash))
    }

    /// The hits, with the properties of the first of their notes that have one of these `keys`. A short note has them in
    /// its passage; no passage of a longer one has them. A note that can't be read any more has none.
    pub fn with_properties(
        &self,
        hits: Vec<Reference>,
        keys: &[String],
        reason: &str,
    ) -> Vec<Reference> {
        const NOTES: usize = 3;
        if keys.is_empty() {
            return hits;
        }
        let mut read: Vec<NotePath> = Vec::new();
        let mut all = Vec::new();
        for hit in hits {
            let kind = hit.kind;
            let path = hit.path.clone().filter(|path| read.len() < NOTES && !read.contains(path));
            all.push(hit);
            let Some(path) = path else { continue };
            let properties = self.properties_of(&path, kind, reason).ok().flatten();
            let is_asked = |it: &Reference| it.passage.as_ref().is_some_and(|it| has_key(it, keys));
            all.extend(properties.filter(is_asked));
            read.push(path);
        }
        all
    }

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

    fn references(
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

/// Whether front matter has one of these folded keys.
fn has_key(properties: &Passage, keys: &[String]) -> bool {
    let names = properties.text.lines().filter_map(|line| line.split_once(':'));
    names.map(|(name, _)| fold(name.trim())).any(|name| keys.contains(&name))
}
