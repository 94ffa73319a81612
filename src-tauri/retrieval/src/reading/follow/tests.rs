//! Conversations over a small vault. `talk_questions.txt` has them; an indented line is a follow-up.

use jiff::civil::{Weekday, date};
use models::Exchange;
use records::{Query, WeekStart};

use super::*;
use crate::reading::tests::index_of;

const VAULT: &str = include_str!("../tests/talk.txt");
const TALKS: &str = include_str!("../tests/talk_questions.txt");

// B125
#[test]
fn follow_ups_are_about_the_rows_of_the_last_table() {
    let (_folder, index) = index_of(VAULT);
    let asked = AskingDay { today: date(2026, 3, 19), week: WeekStart(Weekday::Monday) };
    let (mut wrong, mut past) = (Vec::new(), Vec::new());
    let mut last: Option<Query> = None;
    let lines = TALKS.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    for line in lines {
        let (question, expected) = line.split_once(" → ").unwrap();
        if !question.starts_with(' ') {
            past.clear();
            last = None;
        }
        let question = question.trim();
        let talk = FollowUp::read(question, &past, &index).unwrap();
        let follow_up = Some(&talk).filter(|talk| talk.kind != Kind::First);
        let found = match follow_up {
            Some(talk) => Reading::of_follow_up(question, talk, last.as_ref(), &index, asked),
            None => Ok(None),
        };
        let query = found.unwrap().or_else(|| {
            let text = talk.restated.as_deref().unwrap_or(question);
            let reading = Reading::of(text, &index, asked).unwrap();
            follow_up.map_or(reading.clone(), |talk| reading.bound(talk)).query
        });
        let read = query.as_ref().map_or("text".to_owned(), Query::to_string);
        if read != expected {
            wrong.push(format!("{line} : {read}"));
        }
        last = query.or(last);
        past.push(Exchange { question: question.to_owned(), answer: String::new() });
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
