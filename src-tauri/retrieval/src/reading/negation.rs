//! Negations of a question: “not by Ridley Scott”, “have I never seen”.

use index::{KeyEntry, Result, ValueEntry};
use records::{Condition, Target, Test};

use super::{
    amounts::is_yes_no,
    classes::Class,
    keys::{is_like, like, not_done, same_key},
    phrases::DONE,
    reader::Reader,
    words::{Kind, LEXICON, Word},
};

const NOT: &str = "neither nor weder not never nicht nie niemals haven't hasn't didn't don't doesn't isn't aren't wasn't weren't";

/// Words that only deny a value behind them.
const WITHOUT: &str =
    "outside besides except without no non excluding ohne ausser kein keine keinen ausserhalb";

/// Maximum words between a negation and its word, plus one.
const NEAR: usize = 2;

impl Reader<'_> {
    /// Where a negation is right before a word.
    fn negation(&self, at: usize) -> Option<usize> {
        // “Weder … noch”
        let is_second = |word: &Word| word.is("noch") && self.says("weder");
        let is_it = |place: &usize| {
            let word = &self.words[*place];
            word.is(NOT) || word.is(WITHOUT) || is_second(word)
        };
        (at.saturating_sub(NEAR)..at).find(is_it)
    }

    pub(super) fn is_negated(&self, at: usize) -> bool {
        self.negation(at).is_some()
    }

    /// Marks the negation right before a word as used, and says whether there is one.
    pub(super) fn takes_negation(&mut self, at: usize) -> bool {
        let negation = self.negation(at);
        if let Some(place) = negation {
            self.use_words(place..place + 1);
        }
        negation.is_some()
    }

    /// Marks the negation right behind a name as used: “Ruth” in “Which meetings was Ruth not at?”
    pub(super) fn takes_absence(&mut self, end: usize) -> bool {
        const PLACES: &str = "at in there present attend attending dabei anwesend da bei";
        let is_not = self.words.get(end).is_some_and(|word| word.is("not never nicht nie"));
        let is_absence = is_not && self.words.get(end + 1).is_some_and(|word| word.is(PLACES));
        if is_absence {
            self.use_words(end..end + 2);
        }
        is_absence
    }

    /// Like [`Self::takes_negation`], for an unused verb that names the key: “have I never seen”, “haven't I read”.
    pub(super) fn takes_denial(&mut self, key: &KeyEntry) -> bool {
        let is_verb = |at: &usize| {
            let word = &self.words[*at];
            !word.used && self.names_key(word, key)
        };
        let verb = (0..self.words.len()).filter(is_verb).find(|at| self.is_negated(*at));
        verb.is_some_and(|at| self.takes_negation(at))
    }

    /// “no rating”, “ohne Frist”: conditions for named keys that notes lack.
    pub(super) fn lacking(&mut self, class: &Class) -> Result<Vec<Condition>> {
        let keys = &class.keys[..];
        let mut found = self.undone(keys);
        found.extend(self.free_of(keys));
        for at in 1..self.words.len() {
            let is_article = at > 1 && self.words[at - 1].is("a an any");
            let lack = if is_article { at - 2 } else { at - 1 };
            let word = &self.words[at];
            if word.used || !self.words[lack].is("no without ohne kein keine keinen keiner") {
                continue;
            }
            let (key, end) = match self.date_named(keys, at) {
                Some(found) => found,
                None => match keys.iter().find(|key| self.names_key(word, key)) {
                    Some(key) => (key, at + 1),
                    None => continue,
                },
            };
            self.use_words(lack..end);
            let target = Target::Key(key.name.clone());
            // “Days with no coffee” where others have a number of cups.
            if key.values.iter().any(|value| value.is_number && value.folded == "0") {
                let test = Test::Is(vec!["0".to_owned()]);
                found.push(Condition::new(target, test));
                continue;
            }
            found.push(Condition { target, test: Test::Exists, negated: true });
            found.extend(self.beginning(class, key)?);
        }
        Ok(found)
    }

    /// The key of dates that “end date” or “Zahlungsdatum” names at a place, and the place behind these words.
    fn date_named<'k>(&self, keys: &'k [KeyEntry], at: usize) -> Option<(&'k KeyEntry, usize)> {
        const DATES: &str = "date dates day datum";
        const NOUNS: [(&str, &str); 6] = [
            ("payment zahlung bezahlung", "paid"),
            ("end ende", "end"),
            ("completion abschluss", "finished"),
            ("purchase kauf", "bought"),
            ("return ruckgabe", "return"),
            ("delivery liefer lieferung", "delivered"),
        ];
        let word = &self.words[at];
        let joined = word.folded.strip_suffix("datum").filter(|rest| rest.len() > 2);
        let is_next = self.words.get(at + 1).is_some_and(|next| next.is(DATES));
        let (noun, end) = match joined {
            Some(noun) => (noun.trim_end_matches('s'), at + 1),
            None => (&*word.folded, at + 1 + usize::from(is_next)),
        };
        if joined.is_none() && !is_next {
            return None;
        }
        let says = |nouns: &str| nouns.split(' ').any(|it| it == noun);
        let meaning = NOUNS.iter().find(|(nouns, _)| says(nouns)).map_or(noun, |(_, it)| *it);
        let dates = || keys.iter().filter(|key| key.dates > 0 && key.dates * 2 >= key.total());
        let found = dates().find(|key| same_key(meaning, key) || same_key(noun, key));
        // What has ended is finished.
        let ended = || dates().find(|key| meaning == "end" && same_key("finished", key));
        found.or_else(ended).map(|key| (key, end))
    }

    /// “Without an end date” is what has begun, where the other notes of the class are of another form: tasks in the
    /// folder of their project have neither date.
    fn beginning(&self, class: &Class, end: &KeyEntry) -> Result<Option<Condition>> {
        let dates = class.keys.iter().filter(|key| key.dates > 0 && key.key != end.key);
        let start = like(dates.clone(), "start").or_else(|| like(dates, "started"));
        let is_end = ["end", "finished"].iter().any(|name| is_like(end, name));
        let Some(start) = start.filter(|_| is_end) else { return Ok(None) };
        let has = |key: &KeyEntry| Condition::new(Target::Key(key.name.clone()), Test::Exists);
        let lacks = |key: &KeyEntry| Condition { negated: true, ..has(key) };
        let with = |of: &[Condition]| self.class_with([&class.conditions[..], of].concat());
        let (begun, others) = (with(&[has(start)])?, with(&[lacks(start), lacks(end)])?);
        if others.notes == 0 || begun.notes == 0 || with(&[lacks(start), has(end)])?.notes > 0 {
            return Ok(None);
        }
        // Projects that are only planned have no keys of their own.
        const LEAST: usize = 2;
        let is_own = |key: &&KeyEntry| {
            let is_known = |it: &KeyEntry| it.key == key.key;
            key.notes * 2 >= others.notes && !begun.keys.iter().any(is_known)
        };
        let is_other = others.keys.iter().filter(is_own).nth(LEAST - 1).is_some();
        Ok(is_other.then(|| has(start)))
    }

    /// “Without meat”, where notes have `meatless: true` or are vegetarian, and “with meat”.
    fn free_of(&mut self, keys: &[KeyEntry]) -> Option<Condition> {
        const LACK: &str = "no without ohne kein keine keinen";
        let at = (1..self.words.len()).find(|at| {
            let is_led = |word: &Word| word.is(LACK) || word.is("with mit");
            let leads = is_led(&self.words[at - 1]);
            leads
                && !self.words[*at].used
                && keys.iter().any(|key| is_free_of(&self.words[*at], key))
        })?;
        let is_lack = self.words[at - 1].is(LACK);
        let key = keys.iter().find(|key| is_free_of(&self.words[at], key))?;
        self.use_words(at - 1..at + 1);
        let target = Target::Key(key.name.clone());
        Some(Condition::new(target, Test::Is(vec![is_lack.to_string()])))
    }

    /// “Unrated”, “unread”, where that is no value of the vault.
    fn undone(&mut self, keys: &[KeyEntry]) -> Vec<Condition> {
        let mut found = Vec::new();
        for at in 0..self.words.len() {
            let word = &self.words[at];
            // “Unread” may be a status, “to read”.
            let is_value = |key: &KeyEntry| {
                let same = |it: &ValueEntry| LEXICON.same(&word.folded, &it.spoken, Kind::Status);
                key.values.iter().any(same)
            };
            let Some(rest) = word.folded.strip_prefix("un").filter(|rest| rest.len() > 3) else {
                continue;
            };
            let of_rest = |key: &&KeyEntry| same_key(rest, key);
            // “Unpaid” invoices don't lack an amount.
            if keys.iter().filter(of_rest).any(is_yes_no) {
                continue;
            }
            if word.used || keys.iter().any(is_value) {
                continue;
            }
            let condition = match keys.iter().find(of_rest) {
                Some(key) => {
                    let target = Target::Key(key.name.clone());
                    Some(Condition { target, test: Test::Exists, negated: true })
                }
                None => not_done(keys).filter(|_| DONE.split(',').any(|done| done == rest)),
            };
            if let Some(condition) = condition {
                self.use_words(at..at + 1);
                found.push(condition);
            }
        }
        found
    }

    /// “Alone” is without the company that other notes name.
    pub(super) fn alone(&mut self, keys: &[KeyEntry]) -> Option<Condition> {
        let key = like(keys.iter(), "with")?;
        let target = Target::Key(key.name.clone());
        let is_said = self.take("alone,by myself,on my own,allein,alleine");
        is_said.then_some(Condition { target, test: Test::Exists, negated: true })
    }

    /// Whether a “not” is in no condition, so that the query would find what the question excludes. The words `left`
    /// may still be looked for.
    pub(super) fn denies(&self, left: &[usize]) -> bool {
        let is_unused = |at: &usize| self.words[*at].is(NOT) && !self.words[*at].used;
        let has_text = |at: usize| left.iter().any(|left| (at + 1..=at + NEAR).contains(left));
        (0..self.words.len()).filter(is_unused).any(|at| !has_text(at))
    }
}

/// Whether a key says that something has nothing of what the word names: “fleischlos”, “gluten-free”.
fn is_free_of(word: &Word, key: &KeyEntry) -> bool {
    const ENDINGS: [&str; 4] = ["los", "frei", "less", "free"];
    if !is_yes_no(key) {
        return false;
    }
    let name = key.key.replace(['-', '_', ' '], "");
    let mut rests = ENDINGS.iter().filter_map(|end| name.strip_suffix(end));
    word.is("meat fleisch") && is_like(key, "vegetarian")
        || rests.any(|rest| rest.len() > 2 && word.stem_is(rest))
}
