//! Ratings written as one word or in stars: “five-star books”, “rated ★★★★”.

use super::words::Word;

const STARS: &str = "star stars stern sterne sternen";

/// Divides “five-star” and “Fünf-Sterne”.
pub(super) fn split_stars(words: &mut Vec<Word>) {
    let mut at = 0;
    while let Some(word) = words.get(at) {
        let parts = word.text.split_once('-').map(|(number, unit)| {
            let middle = word.range.start + number.len();
            let number = Word::new(number, word.range.start..middle);
            (number, Word::new(unit, middle + 1..word.range.end))
        });
        if let Some((number, unit)) = parts
            && unit.is(STARS)
            && (number.number().is_some() || number.is("one ein eins half"))
        {
            words.splice(at..=at, [number, unit]);
        }
        at += 1;
    }
}

/// Adds the number of the stars that a question has: “★★★★”.
pub(super) fn add_stars(words: &mut Vec<Word>, question: &str) {
    let is_star = |it: char| matches!(it, '★' | '⭐' | '🌟' | '☆' | '½' | '\u{fe0f}');
    let mut start = 0;
    while let Some(found) = question.get(start..).and_then(|rest| rest.find(is_star)) {
        let begin = start + found;
        let rest = question.get(begin..).unwrap_or_default();
        let length = rest.find(|it| !is_star(it)).unwrap_or(rest.len());
        let (range, text) = (begin..begin + length, &rest[..length]);
        start = range.end;
        let is_word =
            words.iter().any(|it| it.range.start < range.end && range.start < it.range.end);
        let number = records::Value::new(text).number.filter(|_| !is_word);
        if let Some(number) = number {
            words.push(Word::new(&number.to_string(), range.clone()));
            words.push(Word::new("stars", range));
        }
    }
    words.sort_by_key(|word| word.range.start);
}
