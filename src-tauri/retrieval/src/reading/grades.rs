//! Grades whose order is plain: “6b or harder”, “easier than V4”.

use index::KeyEntry;
use records::{Condition, Target, Test};

use super::{
    amounts::{OR_LESS, OR_MORE},
    reader::Reader,
};

const HARDER_THAN: &str =
    "harder than,above,higher than,over,more than,schwerer als,uber,hoher als,schwieriger als";
const EASIER_THAN: &str =
    "easier than,below,lower than,under,less than,leichter als,unter,einfacher als";
const OR_HARDER: &str = "or harder,or above,or higher,or more,and harder,and above,and up,and higher,upwards,oder schwerer,\
    oder hoher,oder mehr,oder daruber,und schwerer,und hoher,und daruber,oder schwieriger,aufwarts";
const OR_EASIER: &str = "or easier,or below,or lower,or less,and easier,and below,oder leichter,oder darunter,und leichter,\
    und darunter,oder einfacher,abwarts";
const AT_LEAST: &str = "at least,mindestens,from,ab";
const AT_MOST: &str = "at most,up to,hochstens,bis,bis zu,maximal";

/// Minimum different grades of a key.
const LEAST: usize = 3;

/// A grade's parts in their order: number, letter, sign.
type Grade = (u32, char, i8);

impl Reader<'_> {
    /// The grades beyond one that the question names.
    pub(super) fn grade_conditions(&mut self, keys: &[KeyEntry]) -> Vec<Condition> {
        let mut found = Vec::new();
        for key in keys {
            let Some(grades) = grades_of(key) else { continue };
            for at in 0..self.words.len() {
                let word = &self.words[at];
                let Some(named) = grade(&word.folded).filter(|_| !word.used) else { continue };
                let Some(may) = self.takes_bound(at) else { continue };
                let values = grades.iter().filter(|(it, _)| may(it.cmp(&named)));
                let values: Vec<String> = values.map(|(_, value)| (*value).to_owned()).collect();
                self.use_words(at..at + 1);
                let target = Target::Key(key.name.clone());
                found.push(Condition::new(target, Test::Is(values)));
            }
        }
        found
    }

    /// Whether “or more” and its like stand in no condition: of “7a or above”, a query would only find 7a.
    pub(super) fn leaves_bound(&self) -> bool {
        const JOINED: [&str; 4] = ["or ", "and ", "oder ", "und "];
        let phrases = OR_MORE.split(',').chain(OR_LESS.split(',')).map(str::trim);
        let mut joined = phrases.filter(|it| JOINED.iter().any(|and| it.starts_with(and)));
        joined.any(|phrase| self.says_free(phrase))
    }

    /// Which grades are meant by the words beside the one at a place. These words are used.
    fn takes_bound(&mut self, at: usize) -> Option<fn(std::cmp::Ordering) -> bool> {
        type May = fn(std::cmp::Ordering) -> bool;
        let before: [(&str, May); 4] = [
            (HARDER_THAN, std::cmp::Ordering::is_gt),
            (EASIER_THAN, std::cmp::Ordering::is_lt),
            (AT_LEAST, std::cmp::Ordering::is_ge),
            (AT_MOST, std::cmp::Ordering::is_le),
        ];
        let behind: [(&str, May); 2] =
            [(OR_HARDER, std::cmp::Ordering::is_ge), (OR_EASIER, std::cmp::Ordering::is_le)];
        let phrases = |list: &'static str| list.split(',').map(str::trim);
        let behind = behind.into_iter().find_map(|(list, may)| {
            let is_it = |phrase: &&str| self.place_of(phrase).is_some_and(|it| it.start == at + 1);
            let place = phrases(list).find(is_it).and_then(|phrase| self.place_of(phrase))?;
            Some((place, may))
        });
        let before = || {
            before.into_iter().find_map(|(list, may)| {
                let is_it = |phrase: &&str| self.place_of(phrase).is_some_and(|it| it.end == at);
                let place = phrases(list).find(is_it).and_then(|phrase| self.place_of(phrase))?;
                Some((place, may))
            })
        };
        let (place, may) = behind.or_else(before)?;
        self.use_words(place);
        Some(may)
    }
}

/// The grades of a key whose values are all of one scale.
fn grades_of(key: &KeyEntry) -> Option<Vec<(Grade, &str)>> {
    let values = key.values.iter().map(|value| &*value.folded).filter(|value| !value.is_empty());
    let grades: Vec<(Grade, &str)> =
        values.map(|value| Some((grade(value)?, value))).collect::<Option<_>>()?;
    let is_of_v = |value: &str| value.starts_with('v');
    let first = grades.first().map(|(_, value)| is_of_v(value))?;
    let is_one = grades.iter().all(|(_, value)| is_of_v(value) == first);
    (grades.len() >= LEAST && is_one).then_some(grades)
}

/// `6b+` and `V4`. A number alone may be anything.
fn grade(text: &str) -> Option<Grade> {
    let (plain, sign) = match text.as_bytes().last()? {
        b'+' => (&text[..text.len() - 1], 1),
        b'-' => (&text[..text.len() - 1], -1),
        _ => (text, 0),
    };
    let scaled = plain.strip_prefix('v');
    let digits = scaled.unwrap_or(plain);
    let letter = digits.chars().next_back().filter(char::is_ascii_lowercase);
    let number = letter.map_or(digits, |_| &digits[..digits.len() - 1]);
    let is_letter = letter.is_none_or(|letter| ('a'..='d').contains(&letter));
    if scaled.is_some() == letter.is_some() || !is_letter || !(1..=2).contains(&number.len()) {
        return None;
    }
    Some((number.parse().ok()?, letter.unwrap_or(' '), sign))
}
