//! Words that the notes of a kind must contain, where no key or value has them: “recipes with leeks”.

use index::Result;
use records::{Condition, Query, Target, Test};

use super::{
    classes::Class,
    phrases::{LATEST, STORIES},
    reader::Reader,
};

/// What somebody thinks of a thing, which its note needn't call so.
const OPINION: &str = "good bad great nice worth gut schlecht toll schon";

impl Reader<'_> {
    /// Looks for the remaining words in the notes of the class. They must be few, and found in some but not all.
    pub(super) fn with_text(
        &self,
        query: &mut Query,
        class: &Class,
        left: &[usize],
    ) -> Result<bool> {
        const MOST: usize = 3;
        let has_text = self.words.iter().any(|word| word.is("with mit containing"));
        let is_of_latest = self.says(LATEST) && !query.sort.is_empty() && !has_text;
        // What the latest one says needn't be in it.
        if left.len() > MOST || self.says(STORIES) || is_of_latest {
            return Ok(false);
        }
        let (mut filter, mut any) = (query.filter.clone(), query.any.clone());
        for at in left {
            let word = &self.words[*at];
            // “More than four guests” compares what no key counts.
            let before = at.checked_sub(1).map(|at| &self.words[at]);
            if before.is_some_and(|it| it.is("than als least mindestens most hochstens"))
                // A recipe from somebody may only name them.
                || word.is_capitalised() && before.is_some_and(|it| it.is("from von"))
                || word.is(OPINION)
            {
                return Ok(false);
            }
            let negated = self.is_negated(*at);
            let of = |text: &str| Condition {
                target: Target::Text,
                test: Test::Contains(vec![text.to_owned()]),
                negated,
            };
            // The plural may be in the question only: “leeks”, and “leek soup”.
            let single = word.folded.strip_suffix('s').filter(|it| it.len() > 3 && self.is_english);
            match single.filter(|it| !it.ends_with('s') && !negated) {
                Some(single) => any.push(vec![of(&word.folded), of(single)]),
                None => filter.push(of(&word.folded)),
            }
        }
        let narrowed = Query { filter, any, ..query.clone() };
        let found = self.index.count(&narrowed)?;
        let is_some = found > 0 && found < class.notes;
        if is_some {
            *query = narrowed;
        }
        Ok(is_some)
    }
}
