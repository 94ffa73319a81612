//! The vault's tags that name a kind of notes.

use super::{
    reader::Reader,
    words::{Kind, LEXICON},
};

impl Reader<'_> {
    /// The tags with a part that names a kind. Below another kind, a part says what the notes are about:
    /// `project/garden` are projects. These are the kind only if nothing else is, and `may_be_topic`.
    pub(super) fn tags_named(
        &self,
        is_it: &dyn Fn(&str) -> bool,
        may_be_topic: bool,
    ) -> Vec<String> {
        let is_kind = |part: &str| !LEXICON.groups(part, Kind::Class).is_empty() && !is_it(part);
        let is_topic = |tag: &str| tag.rsplit('/').skip(1).any(is_kind);
        let tags = self.vocabulary.tags.iter().filter_map(|(tag, _)| part_named(tag, is_it));
        let (topics, mut own): (Vec<String>, Vec<String>) = tags.partition(|tag| is_topic(tag));
        if own.is_empty() && may_be_topic {
            own = topics;
        }
        own.dedup();
        own
    }
}

/// The tag down to its part with this name: of `bake/sourdough`, `bake`.
pub(super) fn part_named(tag: &str, is_it: &dyn Fn(&str) -> bool) -> Option<String> {
    let mut end = 0;
    for part in tag.split('/') {
        end += part.len();
        if is_it(part) {
            return Some(tag[..end].to_owned());
        }
        end += 1;
    }
    None
}
