//! “The week before” as the week before the last question's.

use super::{
    WeekStart,
    calendar::{Clock, Unit},
};
use crate::Period;

/// The day, week, weekend, month or year before or after `of`, if that is what a question names: “and the week
/// before?” `None` for one that says before what: “the week before my trip”.
pub fn neighbour(question: &str, of: Period, week: WeekStart) -> Option<Period> {
    let lower = question.to_lowercase();
    let words: Vec<&str> =
        lower.split(|it: char| !it.is_alphanumeric()).filter(|it| !it.is_empty()).collect();
    let end = words.iter().rposition(|it| !BEHIND.contains(it))? + 1;
    let (unit, distance) = chinese(words[end - 1]).or_else(|| named(&words[..end]))?;
    let day = if distance < 0 { of.first } else { of.last };
    Clock { today: day, start: week.0, ahead: false }.relative(unit, distance)
}

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

fn chinese(word: &str) -> Option<(Unit, i64)> {
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
        let distance = match word.strip_suffix(name)?.chars().last()? {
            '前' => -1,
            '后' => 1,
            _ => return None,
        };
        Some((*unit, distance))
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
            assert_eq!(found.map(|it| (it.first, it.last)), expected, "{question}");
        }
        let all = Period { first: jiff::civil::Date::MIN, last: jiff::civil::Date::MAX };
        assert_eq!(neighbour("the day before", all, WeekStart(Weekday::Monday)), None);
    }
}
