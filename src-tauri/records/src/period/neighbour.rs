//! “The week before” as the week before the last question's.

use std::ops::Range;

use jiff::civil::Date;

use super::{
    FoundPeriod, WeekStart,
    calendar::{Clock, Unit, shift},
    names,
};
use crate::Period;

/// A time beside another one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Neighbour {
    pub period: Period,
    /// The question says nothing else: “And the week before?”
    pub is_all: bool,
    /// The bytes of the question that name it.
    pub range: Range<usize>,
}

/// The day, week, weekend, month or year before or after `of`, if a question ends with it: “and the week before?”
/// `None` for a question that says before what: “the week before my trip”.
pub fn neighbour(question: &str, of: Period, week: WeekStart) -> Option<Neighbour> {
    let words = words(question);
    let named = Distance::at_end(&words).or_else(|| Distance::of_same_length(&words, of, week))?;
    named.beside(&words, of, week)
}

/// The time before today's of a question that has no other time: “What did I do the week before?”
pub fn before_today(question: &str, today: Date, week: WeekStart) -> Option<FoundPeriod> {
    let words = words(question);
    let found = Distance::at_end(&words)?.beside(&words, Period::day(today), week)?;
    let Neighbour { period, range, .. } = found;
    (period.last < today).then_some(FoundPeriod { period, range })
}

/// “That week” as the week of `of`, “the same day” as its day. `None` if `of` is longer.
pub fn same_time(question: &str, of: Period, week: WeekStart) -> Option<FoundPeriod> {
    let words = words(question);
    let clock = Clock { today: of.first, start: week.0, ahead: false };
    words.iter().enumerate().find_map(|(at, word)| {
        let chinese = SAME.iter().find(|(name, _)| word.text.contains(name));
        let (unit, range) = match chinese {
            Some((name, unit)) => {
                let start = word.range.start + word.text.find(name)?;
                (*unit, start..start + name.len())
            }
            None => {
                let that = words.get(at.checked_sub(1)?)?;
                let article = || words.get(at.checked_sub(2)?).map(|it| &*it.text);
                let is_same = match &*that.text {
                    "that" | "jenem" | "jener" | "jenen" => true,
                    "same" | "selben" | "gleichen" | "derselben" | "demselben" => true,
                    "der" | "dem" => matches!(article(), Some("in" | "an")),
                    _ => false,
                };
                // “In der Woche davor” is another one.
                let next = words.get(at + 1).map_or("", |it| &*it.text);
                let goes_on = BEFORE.contains(&next) || AFTER.contains(&next);
                let is_same = is_same && !goes_on && !matches!(next, "vor" | "nach" | "vom");
                let unit = match &*word.text {
                    "morning" | "evening" | "night" | "afternoon" | "abend" => Unit::Day,
                    text => unit(text)?,
                };
                (unit, that.range.start..is_same.then_some(word.range.end)?)
            }
        };
        let period = clock.around(unit, of.first)?;
        (of.last <= period.last).then_some(FoundPeriod { period, range })
    })
}

/// Chinese words with “that”.
const SAME: [(&str, Unit); 8] = [
    ("那天", Unit::Day),
    ("当天", Unit::Day),
    ("同一天", Unit::Day),
    ("那周", Unit::Week),
    ("那个星期", Unit::Week),
    ("那个周末", Unit::Weekend),
    ("那个月", Unit::Month),
    ("那年", Unit::Year),
];

struct Word {
    /// In lower case.
    text: String,
    range: Range<usize>,
}

fn words(question: &str) -> Vec<Word> {
    let mut found = Vec::new();
    let mut start = None;
    for (at, char) in question.char_indices().chain([(question.len(), ' ')]) {
        match start {
            None if char.is_alphanumeric() => start = Some(at),
            Some(begin) if !char.is_alphanumeric() => {
                let range = begin..at;
                let text = question.get(range.clone()).unwrap_or_default().to_lowercase();
                found.push(Word { text, range });
                start = None;
            }
            _ => {}
        }
    }
    found
}

/// The distance that the last words of a question name.
struct Distance<'a> {
    unit: Unit,
    /// Negative before.
    count: i64,
    /// The number of words before it.
    before: usize,
    /// The beginning of the same word, in Chinese.
    rest: &'a str,
}

impl<'a> Distance<'a> {
    fn at_end(words: &'a [Word]) -> Option<Self> {
        let words = front(words)?;
        if let Some((unit, count, rest)) = chinese(&words.last()?.text) {
            return Some(Self { unit, count, before: words.len() - 1, rest });
        }
        let texts: Vec<&str> = words.iter().map(|it| &*it.text).collect();
        let (unit, count, length) = named(&texts)?;
        Some(Self { unit, count, before: texts.len() - length, rest: "" })
    }

    /// “And the one before that?”, “und davor?”: a week before a week.
    fn of_same_length(words: &'a [Word], of: Period, week: WeekStart) -> Option<Self> {
        let has_that = words.last().is_some_and(|it| it.text == "that");
        let words = front(words)?;
        let (last, before) = words.split_last()?;
        let direction = direction(&last.text, &BEFORE, &AFTER)?;
        let is_one = before.last().is_some_and(|it| it.text == "one");
        let is_german = matches!(&*last.text, "davor" | "danach" | "zuvor");
        let before = before.len() - usize::from(is_one);
        let clock = Clock { today: of.first, start: week.0, ahead: false };
        let units = [Unit::Day, Unit::Weekend, Unit::Week, Unit::Month, Unit::Quarter, Unit::Year];
        let unit = units.into_iter().find(|unit| clock.around(*unit, of.first) == Some(of))?;
        let is_frame = words[..before].iter().all(|it| is_frame(&it.text));
        ((is_one || has_that || is_german) && is_frame).then_some(Self {
            unit,
            count: direction,
            before,
            rest: "",
        })
    }

    fn beside(&self, words: &[Word], of: Period, week: WeekStart) -> Option<Neighbour> {
        let Self { unit, count, before, rest } = *self;
        let period = match count {
            -1 | 1 => {
                let day = if count < 0 { of.first } else { of.last };
                let clock = Clock { today: day, start: week.0, ahead: false };
                // The weekend after a Wednesday is in the same week.
                let mut near =
                    [0, count].into_iter().filter_map(|count| clock.relative(unit, count));
                let is_beside =
                    |it: &Period| if count < 0 { it.last < of.first } else { it.first > of.last };
                near.find(is_beside)?
            }
            ..=-1 => Period::days(shift(of.first, unit, count)?, of.first.yesterday().ok()?)?,
            0.. => Period::days(of.last.tomorrow().ok()?, shift(of.last, unit, count)?)?,
        };
        let others = words.get(..before)?;
        let is_all = is_frame(rest) && others.iter().all(|it| is_frame(&it.text));
        let articles = others.iter().rev().take_while(|it| ARTICLES.contains(&&*it.text)).count();
        let word = words.get(before)?;
        let start = match rest.is_empty() {
            true => words.get(before - articles)?.range.start,
            // Chinese words have the same bytes in lower case.
            false => word.range.end - (word.text.len() - rest.len()),
        };
        let range = start..words.last()?.range.end;
        Some(Neighbour { period, is_all, range })
    }
}

/// The words without those of [`BEHIND`] at the end.
fn front(words: &[Word]) -> Option<&[Word]> {
    let last = words.iter().rposition(|it| !BEHIND.contains(&&*it.text))?;
    words.get(..=last)
}

fn is_frame(word: &str) -> bool {
    word.is_empty() || FRAME.split_whitespace().any(|it| it == word)
}

/// Words before a time that ask nothing by themselves.
const FRAME: &str = "\
    and or so then now ok what about how was were is the a an in on at for of during \
    und oder dann was wie ist war mit der die das dem den des am im an ein eine einen einem einer von vom für 那 那么";

/// What may stand behind: “the day before that”.
const BEHIND: [&str; 5] = ["that", "then", "please", "bitte", "war"];

/// What may stand between the question's other words and a time.
const ARTICLES: [&str; 11] =
    ["the", "in", "on", "at", "for", "die", "der", "den", "dem", "das", "am"];

/// Maximum number of days, weeks, months or years at once.
const MOST: i64 = 100;

const BEFORE: [&str; 7] = ["before", "earlier", "davor", "zuvor", "vorher", "prior", "previously"];
const AFTER: [&str; 6] = ["after", "later", "afterwards", "danach", "darauf", "später"];
const PREVIOUS: [&str; 3] = ["previous", "preceding", "vorhergehenden"];
const FOLLOWING: [&str; 3] = ["following", "folgenden", "darauffolgenden"];

/// -1 or 1.
fn direction(adverb: &str, before: &[&str], after: &[&str]) -> Option<i64> {
    if before.contains(&adverb) {
        Some(-1)
    } else if after.contains(&adverb) {
        Some(1)
    } else {
        None
    }
}

/// The unit, how many of them, and the number of words.
fn named(words: &[&str]) -> Option<(Unit, i64, usize)> {
    let [.., first, second] = words else { return None };
    let one = |unit: &str, adverb: &str, before: &[&str], after: &[&str]| {
        Some((self::unit(unit)?, direction(adverb, before, after)?, 2))
    };
    let several = || {
        let [.., count, unit, adverb] = words else { return None };
        let count = names::number(count).or_else(|| count.parse().ok())?;
        let count = Some(count).filter(|it| (2..=MOST).contains(it))?;
        Some((names::unit(unit)?, direction(adverb, &BEFORE, &AFTER)?.checked_mul(count)?, 3))
    };
    one(first, second, &BEFORE, &AFTER)
        .or_else(|| one(second, first, &PREVIOUS, &FOLLOWING))
        .or_else(several)
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
            ("and the two weeks before that?", Some((date(2026, 2, 23), date(2026, 3, 8)))),
            ("und die drei Tage danach?", Some((date(2026, 3, 16), date(2026, 3, 18)))),
            ("and the one before that?", Some((date(2026, 3, 2), date(2026, 3, 8)))),
            ("and before that?", Some((date(2026, 3, 2), date(2026, 3, 8)))),
            ("Und davor?", Some((date(2026, 3, 2), date(2026, 3, 8)))),
            ("and the one after?", Some((date(2026, 3, 16), date(2026, 3, 22)))),
            ("What did I do before that?", None),
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
    fn that_week_is_the_week_of_the_last_time() {
        let day = Period::day(date(2026, 3, 11));
        let month = Period { first: date(2026, 3, 1), last: date(2026, 3, 31) };
        let cases = [
            ("which meetings did I have that week?", day, Some((9, 15, "that week"))),
            ("what else did i do that day", day, Some((11, 11, "that day"))),
            ("Was war in der Woche sonst noch?", day, Some((9, 15, "der Woche"))),
            ("Wer kam am selben Tag?", day, Some((11, 11, "selben Tag"))),
            ("who called the same weekend", day, Some((14, 15, "same weekend"))),
            ("and how much did I spend that month?", month, Some((1, 31, "that month"))),
            ("我那天还做了什么？", day, Some((11, 11, "那天"))),
            ("what else did I do that day?", month, None),
            ("which meetings did I have this week?", day, None),
            ("Was mache ich in dieser Woche?", day, None),
            ("What was that?", day, None),
            ("Was war in der Woche davor?", day, None),
            ("what happened that week before christmas", day, None),
        ];
        for (question, of, expected) in cases {
            let found = same_time(question, of, WeekStart(Weekday::Monday)).map(|it| {
                let Period { first, last } = it.period;
                (first.day(), last.day(), &question[it.range])
            });
            assert_eq!(found, expected, "{question}");
        }
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

    // B127
    #[test]
    fn without_another_time_it_is_the_one_before_today_s() {
        let thursday = date(2026, 3, 19);
        let week = (date(2026, 3, 9), date(2026, 3, 15));
        let cases = [
            ("What did I do the week before?", Some((week, "the week before"))),
            ("Was war in der Woche davor?", Some((week, "in der Woche davor"))),
            (
                "Who came the weekend before that?",
                Some(((date(2026, 3, 14), date(2026, 3, 15)), "the weekend before that")),
            ),
            ("我前一周做了什么", None),
            ("what came before that?", None),
            ("and the week after?", None),
        ];
        for (question, expected) in cases {
            let found = before_today(question, thursday, WeekStart(Weekday::Monday));
            let found = found.map(|it| ((it.period.first, it.period.last), &question[it.range]));
            assert_eq!(found, expected, "{question}");
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
