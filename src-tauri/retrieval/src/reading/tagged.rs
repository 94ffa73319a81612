//! Questions for notes with a tag that the question calls one: “Which notes are tagged to-read?”, “all #recipe notes”.

use std::ops::Range;

use index::Result;
use records::{Condition, Query, RecordKind, Target, Test, fold};

use super::{reader::Reader, tags::part_named};

const TAGGED: &str =
    "tagged as,tagged with,tagged,with the tag,have the tag,has the tag,getaggt mit,mit dem tag";

impl Reader<'_> {
    pub(super) fn tagged(&mut self, question: &str) -> Result<Option<Query>> {
        if self.says("task,tasks,todo,todos,aufgabe,aufgaben") {
            return Ok(None);
        }
        let mut filter = self.marked_tags(question);
        if filter.is_empty() {
            let Some((tag, range)) = self.named_tag(question) else { return Ok(None) };
            self.use_text(range);
            filter.push(of_tags(vec![tag]));
        }
        self.take(TAGGED);
        let mut query = Query { filter, ..Query::of(RecordKind::Note) };
        self.take_count(&mut query);
        if !self.left().is_empty()
            && let Some(class) = self.class()?
        {
            query.filter.extend(class.conditions);
            self.use_class_words();
        }
        query.filter.extend(self.in_time());
        Ok((self.left().is_empty() && self.index.count(&query)? > 0).then_some(query))
    }

    /// Conditions for the tags behind a `#`, whose words are used. “Or” joins two.
    pub(super) fn marked_tags(&mut self, question: &str) -> Vec<Condition> {
        let mut found: Vec<Condition> = Vec::new();
        let mut end = 0;
        for (at, _) in question.match_indices('#') {
            let before = question[..at].chars().next_back();
            let is_begin = before.is_none_or(|it| it.is_whitespace() || "(,".contains(it));
            let Some((tag, range)) = self.tag_at(question, at + 1).filter(|_| is_begin) else {
                continue;
            };
            let between = question.get(end..at).map(fold).unwrap_or_default();
            let is_other = between.split_whitespace().any(|word| matches!(word, "or" | "oder"));
            end = range.end;
            self.use_text(range);
            match found.last_mut().map(|last| &mut last.test) {
                Some(Test::Is(tags)) if is_other => tags.push(tag),
                _ => found.push(of_tags(vec![tag])),
            }
        }
        found
    }

    /// The tag behind “tagged”.
    fn named_tag(&self, question: &str) -> Option<(String, Range<usize>)> {
        let word = self.words.get(self.place_of(TAGGED)?.end)?;
        self.tag_at(question, word.range.start)
    }

    /// The vault's tag that begins here.
    fn tag_at(&self, question: &str, start: usize) -> Option<(String, Range<usize>)> {
        let rest = question.get(start..)?;
        let end = rest.find(|it: char| !it.is_alphanumeric() && !matches!(it, '-' | '_' | '/'));
        let written = rest[..end.unwrap_or(rest.len())].trim_end_matches('/');
        let tag = fold(written);
        let is_it = |known: &str| {
            known.strip_prefix(&*tag).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        };
        let mut all = self.vocabulary.tags.iter().map(|(tag, _)| tag);
        let is_known = !tag.is_empty() && all.clone().any(|it| is_it(it));
        // “Tagged as trade” means `people/trade`.
        let mut below = || all.find_map(|it| part_named(it, &|part| part == tag));
        let found = if is_known { Some(tag.clone()) } else { below() };
        found.map(|tag| (tag, start..start + written.len()))
    }
}

fn of_tags(tags: Vec<String>) -> Condition {
    Condition::new(Target::Tag, Test::Is(tags))
}
