//! What of an attached file goes to the model: all of it, or the passages that a question is about.

use std::{collections::HashSet, sync::Arc};

use index::{Why, words::folded};
use models::Tokens;
use notes::{ByteRange, ContentHash};

use conversation::{
    Attachment, FileExtent, FileText,
    reference::{Kind, Passage, Reference, State},
};
use grounding::references::summary::snippet;

use crate::{query::matter, sentences, whole::WholeNotes};

/// Maximum passages of a file that is searched that go along with a question.
const FOUND: usize = 8;

/// The text of an attached file, cut into passages. Clones share it.
#[derive(Debug, Clone)]
pub struct CutFile {
    file: Attachment,
    passages: Arc<Vec<(Passage, String)>>,
}

impl CutFile {
    /// A file as it is kept. Blocks.
    pub fn new(whole: &WholeNotes, file: Attachment, text: &FileText) -> Self {
        let passages = whole.file(file.hash, text);
        Self { file, passages }
    }

    /// What goes along with the question that it is attached to.
    pub fn attached(&self) -> Vec<Reference> {
        let goes = |passage: &Passage| match &self.file.extent {
            FileExtent::Whole => true,
            FileExtent::Passages { ranges } => ranges
                .iter()
                .any(|range| range.start <= passage.range.start && passage.range.start < range.end),
            FileExtent::Searched => false,
        };
        self.passages
            .iter()
            .filter(|(passage, _)| goes(passage))
            .map(|it| self.reference(it))
            .collect()
    }

    /// The passages that have the most, and the rarest, words of `question`, the best first; none if
    /// none has any.
    pub fn found(&self, question: &str) -> Vec<Reference> {
        let found = self.ranked(question).into_iter().filter(|(score, _, _)| *score > 0.0);
        found
            .take(FOUND)
            .map(|(_, words, it)| Reference {
                match_reason: Why { matched: words, ..Why::default() }.sentence(),
                ..self.reference(it)
            })
            .collect()
    }

    /// A passage that the user pinned, if it is one of this file's.
    pub fn pinned(&self, source: &str, hash: ContentHash) -> Option<Reference> {
        if self.file.id.to_string() != source {
            return None;
        }
        let found = self.passages.iter().find(|(passage, _)| passage.hash == hash)?;
        let match_reason = sentences::YOU_PINNED_IT.to_string();
        Some(Reference { match_reason, ..self.reference(found) })
    }

    /// The bytes of the passages that match `question` best, in their order: as many as `room` holds
    /// by `size`. Where none matches, those at the beginning.
    pub fn best(
        &self,
        question: &str,
        room: Tokens,
        size: &dyn Fn(&Reference) -> Tokens,
    ) -> Vec<ByteRange> {
        let ranked = self.ranked(question);
        let any = ranked.first().is_some_and(|(score, _, _)| *score > 0.0);
        let mut left = room.0;
        let mut kept = Vec::new();
        for (score, _, it) in ranked {
            let tokens = size(&self.reference(it)).0;
            if tokens <= left && (score > 0.0 || !any) {
                left -= tokens;
                kept.push(it.0.range);
            }
        }
        kept.sort_by_key(|range| range.start);
        kept
    }

    /// The passages with what they have of the words of `question`, the best first; among equals, what
    /// comes first in the text.
    fn ranked(&self, question: &str) -> Vec<(f64, Vec<String>, &(Passage, String))> {
        let words_in = |text: &str| -> HashSet<String> {
            let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
            words.map(folded).collect()
        };
        let asked = words_in(&matter(question));
        let found: Vec<HashSet<String>> = self
            .passages
            .iter()
            .map(|(passage, _)| {
                let words = passage.heading_path.iter().map(String::as_str).chain([&*passage.text]);
                words.flat_map(words_in).filter(|word| asked.contains(word)).collect()
            })
            .collect();
        let weight = |word: &String| {
            let with_it = found.iter().filter(|words| words.contains(word)).count().max(1);
            (1.0 + found.len() as f64 / with_it as f64).ln()
        };
        let mut ranked: Vec<_> = found
            .iter()
            .zip(self.passages.iter())
            .map(|(words, it)| {
                let mut named: Vec<String> = words.iter().cloned().collect();
                named.sort();
                (words.iter().map(weight).sum::<f64>(), named, it)
            })
            .collect();
        ranked.sort_by(|(a, ..), (b, ..)| b.total_cmp(a));
        ranked
    }

    fn reference(&self, (passage, snippet): &(Passage, String)) -> Reference {
        Reference {
            passage: Some(passage.clone()),
            snippet: snippet.clone(),
            ..reference(&self.file, "")
        }
    }
}

/// A file as what an answer rests on; `text` is how it begins.
pub fn reference(file: &Attachment, text: &str) -> Reference {
    Reference {
        wikilink: file.name.clone(),
        attachment: Some(file.id),
        title: file.name.clone(),
        snippet: snippet(text),
        match_reason: sentences::YOU_ATTACHED_IT.to_string(),
        ..Reference::new(Kind::Attachment, State::Used)
    }
}

#[cfg(test)]
mod tests {
    use conversation::{AttachmentId, FilePart, PartUnit, PlacedPart};

    use super::*;

    fn cut(text: FileText, extent: FileExtent) -> CutFile {
        let file = Attachment {
            id: AttachmentId::new(),
            name: "list.pdf".to_owned(),
            bytes: 1,
            tokens: Tokens(1),
            hash: ContentHash::of(&text.text),
            image: None,
            extent,
        };
        CutFile::new(&WholeNotes::default(), file, &text)
    }

    fn sections() -> String {
        let section = |name: &str, about: &str| {
            format!("# {name}\n\n{}\n\n", format!("The {about} of this month. ").repeat(70))
        };
        [
            section("Rent", "rent"),
            section("Salt", "price of salt"),
            section("Flour", "price of flour"),
        ]
        .concat()
    }

    fn heads<'a>(texts: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
        texts.into_iter().filter_map(|text| text.lines().next()?.strip_prefix("# ")).collect()
    }

    // B35
    #[test]
    fn the_passages_that_have_the_words_are_taken_in_their_order() {
        let text = sections();
        let file = cut(FileText::plain(text.clone()), FileExtent::Whole);
        let size = |it: &Reference| it.passage.as_ref().map(|it| it.tokens).unwrap_or_default();
        let best = |question: &str, room| file.best(question, Tokens(room), &size);
        let of = |ranges: &[ByteRange]| -> Vec<&str> {
            heads(ranges.iter().filter_map(|range| text.get(range.start..range.end)))
        };
        assert_eq!(of(&best("How dear is salt?", 10_000)), ["Salt"]);
        assert_eq!(of(&best("the price of salt and rent", 10_000)), ["Rent", "Salt", "Flour"]);
        assert_eq!(of(&best("the price of flour", 700)), ["Flour"]);
        // Nothing matches: the beginning.
        assert_eq!(of(&best("camels", 700)), ["Rent"]);
        assert!(best("salt", 3).is_empty());
    }

    // B35, B91
    #[test]
    fn as_much_of_a_file_goes_along_as_was_chosen() {
        let text = sections();
        let part = FilePart { unit: PartUnit::Page, number: 1, name: None };
        let paged = FileText {
            parts: Some(vec![PlacedPart { start: 0, part }]),
            ..FileText::plain(text.clone())
        };
        let whole = cut(paged.clone(), FileExtent::Whole).attached();
        assert!(whole.len() >= 3 && whole.iter().all(|it| it.attachment.is_some()));
        let pages = whole.iter().filter_map(|it| it.passage.as_ref()?.part.as_ref());
        assert_eq!(pages.count(), whole.len());

        let (start, end) = (text.find("# Salt").unwrap(), text.find("# Flour").unwrap());
        let ranges = vec![ByteRange { start, end }];
        let some = cut(paged.clone(), FileExtent::Passages { ranges }).attached();
        let texts = some.iter().map(|it| it.passage.as_ref().map_or("", |it| &it.text));
        assert_eq!(heads(texts), ["Salt"]);

        let searched = cut(paged, FileExtent::Searched);
        assert!(searched.attached().is_empty());
        let found = searched.found("How dear is the salt?");
        assert!(found.first().is_some_and(|it| it.match_reason.contains("salt")), "{found:?}");
        assert!(searched.found("camels").is_empty());
    }
}
