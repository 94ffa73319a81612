//! “The week before” as the week before the last question's.

use super::{
    WeekStart,
    calendar::{Clock, Unit},
};
use crate::Period;

/// A time beside another one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Neighbour {
    pub period: Period,
    /// The question says nothing else: “And the week before?”
    pub is_all: bool,
}

/// The day, week, weekend, month or year before or after `of`, if a question ends with it: “and the week before?”
/// `None` for a question that says before what: “the week before my trip”.
pub fn neighbour(question: &str, of: Period, week: WeekStart) -> Option<Neighbour> {
    let lower = question.to_lowercase();
    let words: Vec<&str> =
        lower.split(|it: char| !it.is_alphanumeric()).filter(|it| !it.is_empty()).collect();
    let end = words.iter().rposition(|it| !BEHIND.contains(it))? + 1;
    let in_chinese = || {
        let (unit, distance, rest) = chinese(words[end - 1])?;
        Some((unit, distance, [&words[..end - 1], &[rest][..]].concat()))
    };
    let in_two_words = || {
        let (unit, distance) = named(&words[..end])?;
        Some((unit, distance, words[..end - 2].to_vec()))
    };
    let (unit, distance, before) = in_chinese().or_else(in_two_words)?;
    let day = if distance < 0 { of.first } else { of.last };
    let clock = Clock { today: day, start: week.0, ahead: false };
    // The weekend after a Wednesday is in the same week.
    let mut near = [0, distance].into_iter().filter_map(|distance| clock.relative(unit, distance));
    let is_beside =
        |it: &Period| if distance < 0 { it.last < of.first } else { it.first > of.last };
    let period = near.find(is_beside)?;
    let is_frame = |word: &&str| word.is_empty() || FRAME.split_whitespace().any(|it| it == *word);
    Some(Neighbour { period, is_all: before.iter().all(is_frame) })
}

/// Words before a time that ask nothing by themselves.
const FRAME: &str = "\
    and or so then now ok what about how was were is the a an in on at for of during \
    und oder dann was wie ist war mit der die das dem den des am im an ein eine einen einem einer von vom für 那 那么";

/// What may stand behind: “the day before that”.
const BEHIND: [&str; 5] = ["that", "then", "please", "bitte", "war"];

const BEFORE: [&str; 7] = ["before", "earlier", "davor", "zuvor", "vorher", "prior", "previously"];
const AFTER: [&str; 6] = ["after", "later", "afterwards", "danach", "darauf", "später"];
const PREVIOUS: [&str; 3] = ["previous", "preceding", "vorhergehenden"];
const FOLLOWING: [&str; 3] = ["following", "folgenden", "darauffolgenden"];

fn named(words: &[&str]) -> Option<(Unit, i64)> {
    let [.., first, second] = words else { return None };
    let of = |unit: &str, adverb: &str, before: &[&str], after: &[&str]| {
        let distance = if before.contains(&adverb) {
            -1
        } else if after.contains(&adverb) {
            1
        } else {
            return None;
        };
        Some((self::unit(unit)?, distance))
    };
    of(first, second, &BEFORE, &AFTER).or_else(|| of(second, first, &PREVIOUS, &FOLLOWING))
}

fn unit(word: &str) -> Option<Unit> {
    Some(match word {
        "day" | "tag" => Unit::Day,
        "week" | "woche" => Unit::Week,
        "weekend" | "wochenende" => Unit::Weekend,
        "month" | "monat" => Unit::Month,
        "year" | "jahr" => Unit::Year,
        _ => return None,
    })
}

/// The time at the end of a word, and the rest of the word.
fn chinese(word: &str) -> Option<(Unit, i64, &str)> {
    const UNITS: [(&str, Unit); 6] = [
        ("一天", Unit::Day),
        ("一周", Unit::Week),
        ("一个星期", Unit::Week),
        ("一个月", Unit::Month),
        ("一年", Unit::Year),
        ("一个周末", Unit::Weekend),
    ];
    let word = word.trim_end_matches('呢');
    UNITS.iter().find_map(|(name, unit)| {
        let before = word.strip_suffix(name)?;
        let rest = before.strip_suffix(['前', '后'])?;
        let distance = if before.ends_with('前') { -1 } else { 1 };
        Some((*unit, distance, rest))
    })
}

#[cfg(test)]
mod tests {
    use jiff::civil::{Weekday, date};

    use super::*;

    // B127
    #[test]
    fn the_week_before_is_the_one_before_the_last_question_s() {
        let week = Period { first: date(2026, 3, 9), last: date(2026, 3, 15) };
        let cases = [
            ("And the week before?", Some((date(2026, 3, 2), date(2026, 3, 8)))),
            ("and the following week", Some((date(2026, 3, 16), date(2026, 3, 22)))),
            ("What about the day before that?", Some((date(2026, 3, 8), date(2026, 3, 8)))),
            ("the previous month", Some((date(2026, 2, 1), date(2026, 2, 28)))),
            ("und im Monat danach?", Some((date(2026, 4, 1), date(2026, 4, 30)))),
            ("Und am Wochenende davor?", Some((date(2026, 3, 7), date(2026, 3, 8)))),
            ("a year earlier", Some((date(2025, 1, 1), date(2025, 12, 31)))),
            ("前一周呢？", Some((date(2026, 3, 2), date(2026, 3, 8)))),
            ("the week before my trip", None),
            ("What did I do before?", None),
            ("Why?", None),
        ];
        for (question, expected) in cases {
            let found = neighbour(question, week, WeekStart(Weekday::Monday));
            let found = found.map(|it| (it.period.first, it.period.last));
            assert_eq!(found, expected, "{question}");
        }
        let all = Period { first: jiff::civil::Date::MIN, last: jiff::civil::Date::MAX };
        assert_eq!(neighbour("the day before", all, WeekStart(Weekday::Monday)), None);
    }

    // B127
    #[test]
    fn the_weekend_after_a_wednesday_is_in_the_same_week() {
        let wednesday = Period::day(date(2026, 3, 11));
        let cases = [
            ("and the weekend after?", (date(2026, 3, 14), date(2026, 3, 15))),
            ("and the weekend before?", (date(2026, 3, 7), date(2026, 3, 8))),
            ("and the week after?", (date(2026, 3, 16), date(2026, 3, 22))),
        ];
        for (question, expected) in cases {
            let found = neighbour(question, wednesday, WeekStart(Weekday::Monday)).unwrap();
            assert_eq!((found.period.first, found.period.last), expected, "{question}");
        }
    }

    #[test]
    fn a_question_with_words_of_its_own_says_more_than_a_time() {
        let week = Period { first: date(2026, 3, 9), last: date(2026, 3, 15) };
        let cases = [
            ("And the week before?", true),
            ("What about the day before that?", true),
            ("Und wie war die Woche davor?", true),
            ("那前一周呢？", true),
            ("What did Ada say the week before?", false),
            ("Und mit Ada im Monat danach?", false),
            ("我们前一周呢？", false),
        ];
        for (question, expected) in cases {
            let found = neighbour(question, week, WeekStart(Weekday::Monday)).unwrap();
            assert_eq!(found.is_all, expected, "{question}");
        }
    }
}
