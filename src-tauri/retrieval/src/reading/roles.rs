//! People by what they do for a group: “Wer leitet unseren Chor?” is the one whose role is “Chorleiterin”.

use index::Result;
use records::{Condition, Query, RecordKind, Target, Test};

use super::{
    keys::is_like,
    reader::Reader,
    words::{Kind, LEXICON, same_stem},
};

const LEADS: &str = "leitet,leiten,leads,lead,conducts,runs,heads,manages,is in charge of";

/// Ends of words for a person who leads.
const LEADERS: &str =
    "leiterin leiter leitung chefin chef leader lead conductor manager head director";

/// Maximum words that name the group.
const MOST: usize = 3;

impl Reader<'_> {
    /// The people whose role is to lead what the question names.
    pub(super) fn leaders(&mut self) -> Result<Option<Query>> {
        let is_asked = self.words.first().is_some_and(|word| word.is("who wer"));
        if !is_asked || !self.periods.is_empty() || !self.take(LEADS) {
            return Ok(None);
        }
        let left = self.left();
        if !(1..=MOST).contains(&left.len()) {
            return Ok(None);
        }
        // The question's own word comes before one of another language: the choir isn't the “Chor”.
        let same: [fn(&str, &str) -> bool; 2] =
            [same_stem, |word, part| LEXICON.same(word, part, Kind::Value)];
        let found = same.iter().find_map(|same| self.role_of(&left, *same));
        let Some((key, condition)) = found else { return Ok(None) };
        let query =
            Query { filter: vec![condition], columns: vec![key], ..Query::of(RecordKind::Note) };
        Ok((self.index.count(&query)? > 0).then_some(query))
    }

    /// The key for roles, and the condition that they lead what the words at `left` name.
    fn role_of(&self, left: &[usize], same: fn(&str, &str) -> bool) -> Option<(String, Condition)> {
        let names = |at: &usize, part: &str| same(&self.words[*at].folded, part);
        let is_it = |value: &str| {
            let parts: Vec<&str> = value.split([' ', '-']).collect();
            let leads = |part: &str| LEADERS.split_whitespace().any(|it| it == part);
            // “Chorleiterin”
            let group = |part: &str| {
                let mut ends = LEADERS.split_whitespace();
                ends.find_map(|end| part.strip_suffix(end))
                    .map(|it| it.trim_end_matches('s').to_owned())
            };
            let groups: Vec<String> = parts.iter().filter_map(|part| group(part)).collect();
            let has = |at: &usize| {
                parts.iter().any(|part| names(at, part))
                    || groups.iter().any(|group| !group.is_empty() && names(at, group))
            };
            (parts.iter().any(|part| leads(part)) || !groups.is_empty()) && left.iter().all(has)
        };
        let roles = self.vocabulary.keys.iter().filter(|key| is_like(key, "role"));
        let mut found = roles.filter_map(|key| {
            let values = key.values.iter().filter(|value| is_it(&value.folded));
            let values: Vec<String> = values.map(|value| value.folded.clone()).collect();
            let target = Target::Key(key.name.clone());
            (!values.is_empty())
                .then(|| (key.name.clone(), Condition::new(target, Test::Is(values))))
        });
        found.next()
    }
}
