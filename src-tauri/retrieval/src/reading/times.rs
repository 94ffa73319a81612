//! The times that a question names, as one period.

use std::ops::Range;

use index::Vocabulary;
use jiff::civil::Date;
use records::{FoundPeriod, Period};

use super::words::Word;

/// “(2026-03-09 – 2026-03-15)”
pub(super) fn days(period: Period) -> String {
    let end = |day: Date, is_open: bool| if is_open { "…".to_owned() } else { day.to_string() };
    let first = end(period.first, period.first == Date::MIN);
    let last = end(period.last, period.last == Date::MAX);
    format!("({first} – {last})")
}

/// The question with the days of `period` at `range`.
pub(super) fn with_days(question: &str, range: &Range<usize>, period: Period) -> Option<String> {
    let (before, after) = (question.get(..range.start)?, question.get(range.end..)?);
    Some(format!("{before}{}{after}", days(period)))
}

/// Joins periods with only “and” or “or” between them, such as “January and February”. Returns true
/// if the joined period has days that are in none of them, such as February in “January and March”.
pub(super) fn join(periods: &mut Vec<FoundPeriod>, question: &str) -> bool {
    let joins = |text: &str| {
        let word = text.trim_start_matches(',').trim_start();
        matches!(word, "and" | "or" | "und" | "oder" | "和" | "或")
    };
    // Read backward, because a comma joins only the periods of a list that ends in “and” or “or”:
    // “December, January and February”.
    let mut is_list = false;
    let mut are_joined: Vec<bool> = Vec::new();
    for pair in periods.windows(2).rev() {
        let [last, next] = pair else { continue };
        let between = question.get(last.range.end..next.range.start).unwrap_or_default().trim();
        is_list = joins(between) || is_list && matches!(between, "," | "、");
        are_joined.push(is_list);
    }
    // The first period has none before it.
    are_joined.push(false);
    are_joined.reverse();
    let mut joined: Vec<FoundPeriod> = Vec::new();
    let mut has_gap = false;
    for (next, is_joined) in periods.drain(..).zip(are_joined) {
        match joined.last_mut().filter(|_| is_joined) {
            Some(last) => {
                let Period { first, last: end } = last.period;
                let touches = |before: Date, after: Date| {
                    before >= after || before.tomorrow().is_ok_and(|day| day >= after)
                };
                has_gap |= !touches(end, next.period.first) || !touches(next.period.last, first);
                last.period =
                    Period { first: first.min(next.period.first), last: end.max(next.period.last) };
                last.range.end = next.range.end;
            }
            None => joined.push(next),
        }
    }
    *periods = joined;
    has_gap
}

/// A year without a preposition: “Anzahl Bücher 2025”. Only for a question without another period.
pub(super) fn bare_year(words: &[Word]) -> Option<FoundPeriod> {
    let years = words.iter().filter(|word| word.text.len() == 4);
    let mut years = years.filter_map(|word| Some((word, word.text.parse().ok()?)));
    let (word, year) = years.find(|(_, year)| (1990..2100).contains(year))?;
    Some(FoundPeriod { period: Period::year(year)?, range: word.range.clone() })
}

/// True if the words of a period are part of a name: “Juli” in “Juli Zeh”.
pub(super) fn is_in_name(words: &[Word], period: &FoundPeriod, vocabulary: &Vocabulary) -> bool {
    let is_inside =
        |word: &Word| period.range.start <= word.range.start && word.range.end <= period.range.end;
    let is_known = |name: &str| {
        vocabulary.names.contains_key(name)
            || vocabulary
                .keys
                .iter()
                .flat_map(|key| &key.values)
                .any(|value| value.folded == name || value.link.as_deref() == Some(name))
    };
    (2..=4).any(|length| {
        words.windows(length).any(|window| {
            let inside = window.iter().filter(|word| is_inside(word)).count();
            let name: Vec<&str> = window.iter().map(|word| &*word.folded).collect();
            (1..length).contains(&inside) && is_known(&name.join(" "))
        })
    })
}
