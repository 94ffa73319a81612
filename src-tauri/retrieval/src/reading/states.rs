//! Conditions on what has become of something: “on my watchlist”, “not yet seen”, “overdue”, “expired”.

use index::KeyEntry;
use jiff::civil::Date;
use records::{Condition, Period, Target, Test};

use super::{
    phrases::{DONE, OVERDUE},
    reader::Reader,
    words::{Kind, LEXICON},
};

/// A date that these name has passed, or not yet.
const EXPIRED: &str = "expired,has run out,have run out,run out,no longer valid,out of,abgelaufen,abgelaufene,abgelaufener,abgelaufenen,abgelaufenem,nicht mehr gultig";
const VALID: &str =
    "still valid,still under,not expired,noch gultig,gultig,gultige,noch nicht abgelaufen";

impl Reader<'_> {
    pub(super) fn status_conditions(&mut self, keys: &[KeyEntry]) -> Vec<Condition> {
        let Some(key) = keys.iter().find(|key| LEXICON.same("status", &key.key, Kind::Key)) else {
            return self.not_yet(keys);
        };
        // Phrases whose words have other meanings by themselves.
        let phrases = [
            (
                "want",
                "to read pile,to-read pile,want to read,want to watch,want to see,still want,to read,to watch,still on,have not read,haven't read,not yet read,will lesen,will sehen,noch lesen,noch sehen,lesen will,sehen will,noch nicht gelesen,noch nicht gesehen,to-read,to-watch,wish list,watch list,reading list",
            ),
            (
                "dropped",
                "give up on,gave up on,given up on,give up,gave up,given up,nicht zu ende gelesen,did not finish,didn't finish,nicht fertig,nicht zu ende",
            ),
            ("paused", "on hold,auf eis"),
            ("active", "right now,in progress,lese ich gerade,in arbeit,at the moment,zur zeit"),
        ];
        for (state, all) in phrases {
            let Some(place) = self.place_of(all) else { continue };
            let values: Vec<String> = key
                .values
                .iter()
                .filter(|value| LEXICON.groups(&value.folded, Kind::Status).contains(&state))
                .map(|value| value.folded.clone())
                .collect();
            if !values.is_empty() {
                self.use_words(place);
                self.take("pile,on,my,list");
                let target = Target::Key(key.name.clone());
                return vec![Condition::new(target, Test::Is(values))];
            }
        }
        Vec::new()
    }

    /// “not yet seen”, in notes that have the date on which something was seen.
    fn not_yet(&mut self, keys: &[KeyEntry]) -> Vec<Condition> {
        let phrases = "noch nicht gesehen,nicht gesehen,noch nicht gelesen,nicht gelesen,not yet seen,haven't seen,not seen,haven't watched,not watched,haven't read,not read,not yet read,noch nicht gespielt,haven't played,unseen,unread,ungesehen,ungelesen";
        let event = keys.iter().find(|key| {
            ["seen", "finished", "played", "visited"]
                .iter()
                .any(|name| self.same_key(name, &key.key))
        });
        let (Some(place), Some(key)) = (self.place_of(phrases), event) else { return Vec::new() };
        self.use_words(place);
        self.take("noch,aus,steht,stehen");
        vec![Condition { target: Target::Key(key.name.clone()), test: Test::Exists, negated: true }]
    }

    /// “Overdue invoices”, “devices with an expired warranty”: conditions on a key of dates.
    pub(super) fn overdue(&mut self, keys: &[KeyEntry]) -> Vec<Condition> {
        let condition = |key: &KeyEntry, test| Condition::new(Target::Key(key.name.clone()), test);
        let is_date = |key: &&KeyEntry| key.dates > 0 && key.dates * 2 >= key.total();
        let mut dates = keys.iter().filter(is_date);
        let past = Test::Before(Period::day(self.today));
        let due = dates.clone().find(|key| LEXICON.same("due", &key.key, Kind::Key));
        if let Some(due) = due.filter(|_| self.take(OVERDUE)) {
            let mut found = vec![condition(due, past)];
            found.extend(not_done(keys));
            return found;
        }
        let names = |key: &&KeyEntry| self.words.iter().any(|word| self.names_key(word, key));
        let Some(key) = dates.find(names) else { return Vec::new() };
        // “Not expired” has “expired” in it.
        let test = if self.take(VALID) {
            Test::Within(Period { first: self.today, last: Date::MAX })
        } else if self.take(EXPIRED) {
            past
        } else {
            return Vec::new();
        };
        for at in 0..self.words.len() {
            if self.names_key(&self.words[at], key) {
                self.use_words(at..at + 1);
            }
        }
        vec![condition(key, test)]
    }
}

/// Excludes notes whose status says that they are done: these can't be overdue.
pub(super) fn not_done(keys: &[KeyEntry]) -> Option<Condition> {
    let status = keys.iter().find(|key| LEXICON.same("status", &key.key, Kind::Key))?;
    let values = status.values.iter().map(|value| value.folded.clone());
    let done = values.filter(|value| {
        DONE.split(',').any(|done| done == value)
            || LEXICON.groups(value, Kind::Status).iter().any(|it| ["done", "dropped"].contains(it))
    });
    let done: Vec<String> = done.collect();
    let target = Target::Key(status.name.clone());
    (!done.is_empty()).then_some(Condition { target, test: Test::Is(done), negated: true })
}
