//! Dates until which something holds, under keys such as “warranty until” and “Garantie bis”.

use index::KeyEntry;
use jiff::civil::Date;
use records::{Period, periods};

use super::{keys::parts, reader::Reader, words::Word};

/// Parts of such keys.
const UNTIL: [&str; 3] = ["until", "till", "bis"];
const ENDS: [&str; 7] = ["expires", "expiry", "expiration", "ends", "end", "ende", "ablauf"];

const RUN_OUT: &str =
    "run out,runs out,ran out,running out,expire,expires,expiring,ablaufen,ablauft,auslaufen";
const RUNS: &str = "laufen lauft liefen lief";

impl Reader<'_> {
    /// Whether a word says what the date under this key ends, in a question for what runs out.
    pub(super) fn is_end_of(&self, word: &Word, key: &KeyEntry) -> bool {
        const LEAST: usize = 4;
        let is_end = |part: &str| UNTIL.contains(&part) || ENDS.contains(&part);
        let parts = parts(key);
        let is_named = |part: &String| part.len() >= LEAST && !is_end(part) && word.stem_is(part);
        key.dates > 0
            && key.dates * 2 >= key.total()
            && parts.iter().any(|part| is_end(part))
            && parts.iter().any(is_named)
            && (self.says(RUN_OUT) || self.says("expired,abgelaufen") || self.runs_out().is_some())
    }

    /// The places of “laufen … ab”.
    fn runs_out(&self) -> Option<(usize, usize)> {
        let verb = self.words.iter().position(|word| word.is(RUNS))?;
        let rest = self.words.get(verb + 1..)?;
        let particle = rest.iter().position(|word| word.is("ab aus"))?;
        Some((verb, verb + 1 + particle))
    }

    /// Uses the verb of “run out in 2026”, which says when and not that it has happened. `false` if there is none.
    pub(super) fn use_run_out(&mut self, key: &KeyEntry) -> bool {
        if let Some(place) = self.place_of(RUN_OUT) {
            // The key “expires” is the date.
            let is_key = self.words[place.clone()].iter().any(|word| self.names_key(word, key));
            if !is_key {
                self.use_words(place);
            }
            return true;
        }
        let Some((verb, particle)) = self.runs_out() else { return false };
        self.use_words(verb..verb + 1);
        self.use_words(particle..particle + 1);
        true
    }

    /// The time in “a warranty until 2026” where the key is “warranty until”, not all the time before it.
    pub(super) fn until_alone(&self, period: Period, key: Option<&KeyEntry>) -> Period {
        let is_until = |key: &KeyEntry| parts(key).iter().any(|part| UNTIL.contains(&&**part));
        let may = key.is_some_and(is_until) && period.first == Date::MIN;
        let Some(found) = self.periods.first().filter(|_| may) else { return period };
        let mut words = self.words.iter().filter(|word| {
            found.range.start <= word.range.start && word.range.end <= found.range.end
        });
        if !words.next().is_some_and(|word| word.is("until till bis")) {
            return period;
        }
        let rest: Vec<&str> = words.map(|word| &*word.text).collect();
        let alone = periods(&format!("during {}", rest.join(" ")), self.today, self.week);
        alone.first().map_or(period, |found| found.period)
    }
}
