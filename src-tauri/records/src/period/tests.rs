use jiff::civil::{Date, Weekday};
use proptest::prelude::*;
use serde::Deserialize;

use super::found::FoundPeriod;
use super::{WeekStart, periods};

/// A question, and the periods in it. `today` is 2026-03-19, a Thursday, unless given.
#[derive(Deserialize)]
struct Case {
    question: String,
    today: Option<Date>,
    #[serde(default)]
    sunday: bool,
    /// First day, last day and words.
    found: Vec<(Date, Date, String)>,
}

fn check(lines: &str) {
    let mut wrong = Vec::new();
    for line in lines.lines() {
        let case: Case =
            serde_json::from_str(line).unwrap_or_else(|error| panic!("{line}: {error}"));
        let today = case.today.unwrap_or(Date::constant(2026, 3, 19));
        let week = WeekStart(if case.sunday { Weekday::Sunday } else { Weekday::Monday });
        let found: Vec<(Date, Date, String)> = periods(&case.question, today, week)
            .into_iter()
            .map(|it| (it.period.first, it.period.last, case.question[it.range].to_owned()))
            .collect();
        if found != case.found {
            wrong.push(format!(
                "{}\n  found    {found:?}\n  expected {:?}",
                case.question, case.found
            ));
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn english_periods_are_found() {
    check(include_str!("tests/english.jsonl"));
}

#[test]
fn german_periods_are_found() {
    check(include_str!("tests/german.jsonl"));
}

#[test]
fn spanish_french_and_italian_periods_are_found() {
    check(include_str!("tests/romance.jsonl"));
}

#[test]
fn chinese_periods_are_found() {
    check(include_str!("tests/chinese.jsonl"));
}

#[test]
fn other_words_are_no_periods() {
    check(include_str!("tests/none.jsonl"));
}

#[test]
fn the_week_and_today_count() {
    check(include_str!("tests/todays.jsonl"));
}

const WORDS: &str = "since before after between and to of the last this next two week weeks day month year Monday March \
     May 3 31 2025 ago vor seit bis im letzten nächsten Woche Wochen Januar Ostern the week before 3.3. - – . , ' ’s \
     2026-03-19 KW 47 Q1 but one ago in 999 9999 years 上周 三 月 年 前 最近 到 以来 [[ ]] \" spring first";

fn check_ranges(text: &str, today: Date) -> Result<(), TestCaseError> {
    let mut end = 0;
    for FoundPeriod { period, range } in periods(text, today, WeekStart(Weekday::Monday)) {
        prop_assert!(period.first <= period.last);
        prop_assert!(range.start >= end && range.start < range.end);
        prop_assert!(text.get(range.clone()).is_some());
        end = range.end;
    }
    Ok(())
}

proptest! {
    #[test]
    fn any_text_gives_sound_ranges(text in "\\PC{0,60}", day in 0..4i32) {
        let today = [Date::MIN, Date::MAX, Date::constant(2024, 2, 29), Date::constant(2026, 3, 19)];
        check_ranges(&text, today[usize::try_from(day).unwrap()])?;
    }

    #[test]
    fn any_words_of_time_give_sound_ranges(
        words in prop::collection::vec(prop::sample::select(WORDS.split_whitespace().collect::<Vec<_>>()), 0..14),
        space in "( )?",
        day in 0..4i32,
    ) {
        let today = [Date::MIN, Date::MAX, Date::constant(2024, 2, 29), Date::constant(2026, 1, 1)];
        check_ranges(&words.join(" "), today[usize::try_from(day).unwrap()])?;
        check_ranges(&words.join(&space), today[usize::try_from(day).unwrap()])?;
    }
}
