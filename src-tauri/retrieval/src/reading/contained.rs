//! Words that the notes of a kind must contain, where no key or value has them: “recipes with leeks”.

use index::Result;
use records::{Condition, Query, RecordKind, Target, Test};

use super::{
    classes::Class,
    phrases::{LATEST, STORIES},
    reader::Reader,
    words::{Kind, LEXICON},
};

/// What somebody thinks of a thing, which its note needn't call so.
const OPINION: &str = "good bad great nice worth gut schlecht toll schon";

/// Sorts of food, which a recipe doesn't list by this name.
const SORTS: &str = "meat fleisch fish fisch seafood meeresfruchte dairy milchprodukte gluten lactose laktose alcohol alkohol \
    nuts nusse carbs kohlenhydrate animal tierisches";

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
        // “All supper club evenings” of a folder “Supper club”
        let named = self.words.get(class.words.clone()).unwrap_or_default();
        let is_whole_name =
            named.len() > 1 && !named.iter().any(|word| word.is_plural(self.is_english));
        let is_head =
            |at: usize| at == class.words.end && self.words[at].is_plural(self.is_english);
        let left: Vec<usize> =
            left.iter().copied().filter(|at| !(is_whole_name && is_head(*at))).collect();
        if left.is_empty() {
            return Ok(true);
        }
        // What the latest one says needn't be in it.
        if left.len() > MOST || self.says(STORIES) || is_of_latest {
            return Ok(false);
        }
        let (mut filter, mut any) = (query.filter.clone(), query.any.clone());
        for at in left {
            let word = &self.words[at];
            // “More than four guests” compares what no key counts.
            let before = at.checked_sub(1).map(|at| &self.words[at]);
            if before.is_some_and(|it| it.is("than als least mindestens most hochstens"))
                // A recipe from somebody may only name them.
                || word.is_capitalised() && before.is_some_and(|it| it.is("from von"))
                || word.is(OPINION)
            {
                return Ok(false);
            }
            // A number counts or rates something, which the text needn't say.
            if word.number().is_some() || word.is("zero null one eins") {
                return Ok(false);
            }
            if self.is_negated(at) {
                let Some(without) = self.excluded(query, at)? else { return Ok(false) };
                filter.push(without);
                continue;
            }
            let of =
                |text: &str| Condition::new(Target::Text, Test::Contains(vec![text.to_owned()]));
            // The plural may be in the question only: “leeks”, and “leek soup”.
            let single = word.folded.strip_suffix('s').filter(|it| it.len() > 3 && self.is_english);
            match single.filter(|it| !it.ends_with('s')) {
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

    /// The condition that leaves out what a word names: notes whose names have it or, of recipes, whose text does. `None`
    /// if no note of the query is left out: the word may be meant in another sense.
    fn excluded(&self, query: &Query, at: usize) -> Result<Option<Condition>> {
        let word = &self.words[at];
        let without =
            |target, texts| Condition { target, test: Test::Contains(texts), negated: true };
        let names = self.vocabulary.names.keys().flat_map(|name| name.split(' '));
        let mut parts: Vec<String> =
            names.filter(|part| word.stem_is(part)).map(str::to_owned).collect();
        parts.sort_unstable();
        parts.dedup();
        let mut found = vec![without(Target::Name, parts)];
        // “Neither in Dresden nor in Hamburg”, where one of them is a value.
        let is_second = query.filter.iter().any(|it| it.negated && it.test != Test::Exists);
        if is_second || self.says_class("recipe") && !word.is(SORTS) {
            found.push(without(Target::Text, self.forms(&word.folded)?));
        }
        let all = self.index.count(query)?;
        for condition in found {
            let mut narrowed = query.clone();
            narrowed.filter.push(condition.clone());
            let rest = self.index.count(&narrowed)?;
            if rest < all || is_second && condition.target == Target::Text {
                return Ok(Some(condition));
            }
        }
        Ok(None)
    }

    /// A word and its singular or plural, as the vault has it; at least the word.
    fn forms(&self, folded: &str) -> Result<Vec<String>> {
        // The full-text index joins English forms itself.
        const ENDINGS: [&str; 2] = ["en", "n"];
        const LEAST: usize = 4;
        let single = ENDINGS.iter().filter_map(|end| folded.strip_suffix(end));
        let single = single.filter(|it| it.chars().count() >= LEAST).map(str::to_owned);
        let plural = ENDINGS.iter().map(|end| format!("{folded}{end}"));
        let mut found = vec![folded.to_owned()];
        for form in single.chain(plural) {
            let has = Condition::new(Target::Text, Test::Contains(vec![form.clone()]));
            let query = Query { filter: vec![has], ..Query::of(RecordKind::Note) };
            if self.index.count(&query)? > 0 {
                found.push(form);
            }
        }
        Ok(found)
    }

    /// Whether the question names notes of this group of kinds.
    fn says_class(&self, group: &str) -> bool {
        self.words.iter().any(|word| LEXICON.groups(&word.folded, Kind::Class).contains(&group))
    }
}
