#[cfg(test)]
mod tests;

use serde_json::{Deserializer, Value};

/// The named passages in order (from 0), of `count`; `None` if the answer names none.
pub(super) fn order(answer: &str, count: usize) -> Option<Vec<usize>> {
    let named = from_json(answer, count).or_else(|| from_lines(answer, count))?;
    let mut order: Vec<usize> = Vec::with_capacity(count);
    for number in named {
        if !order.contains(&(number - 1)) {
            order.push(number - 1);
        }
    }
    Some(order)
}

/// A number from 1, and its score, if any.
type Mention = (usize, Option<f64>);

/// The first JSON that names passages: between other words, or in a code block.
fn from_json(answer: &str, count: usize) -> Option<Vec<usize>> {
    answer.match_indices(['[', '{']).find_map(|(start, _)| {
        let mut values = Deserializer::from_str(&answer[start..]).into_iter::<Value>();
        let value = values.next()?.ok()?;
        // "[3] 0.9" is a part of a line, not a list of one.
        let lonely = value.as_array().is_some_and(|list| list.len() < 2);
        let rest = &answer[start + values.byte_offset()..];
        if lonely && (answer[..start].contains(is_digit) || rest.contains(is_digit)) {
            return None;
        }
        sorted(named(&value, count)?, count)
    })
}

fn is_digit(c: char) -> bool {
    c.is_ascii_digit()
}

fn named(value: &Value, count: usize) -> Option<Vec<Mention>> {
    match value {
        Value::Array(list) => {
            let is_score = |value: &Value| value.as_f64().is_some_and(|n| n.fract() != 0.0);
            if list.len() == count && list.iter().any(is_score) && list.iter().all(Value::is_number)
            {
                let scores = list.iter().enumerate();
                return Some(scores.map(|(place, score)| (place + 1, score.as_f64())).collect());
            }
            let entries = list.iter().filter_map(entry).collect::<Vec<_>>();
            (!entries.is_empty()).then_some(entries)
        }
        Value::Object(fields) => {
            let scores: Vec<Mention> = fields
                .iter()
                .filter_map(|(name, score)| Some((number(name)?, Some(score.as_f64()?))))
                .collect();
            match scores.is_empty() {
                false => Some(scores),
                true => fields.values().find_map(|value| named(value, count)),
            }
        }
        _ => None,
    }
}

fn entry(value: &Value) -> Option<Mention> {
    let whole = |value: &Value| match value {
        Value::Number(number) => usize::try_from(number.as_u64()?).ok(),
        Value::String(text) => number(text),
        _ => None,
    };
    match value {
        Value::Array(pair) => Some((whole(pair.first()?)?, pair.get(1).and_then(Value::as_f64))),
        Value::Object(fields) => {
            let names = ["index", "id", "number", "passage", "document", "passage_number"];
            let number = names.iter().find_map(|name| whole(fields.get(*name)?))?;
            let names = ["score", "relevance", "relevance_score", "rating"];
            Some((number, names.iter().find_map(|name| fields.get(*name)?.as_f64())))
        }
        value => Some((whole(value)?, None)),
    }
}

/// Accepts "3", "[3]" and "Passage 3".
fn number(text: &str) -> Option<usize> {
    let digits = text.trim_matches(|c: char| !c.is_ascii_digit());
    digits.parse().ok()
}

/// Lines that begin with a number, perhaps with a score, or one line of numbers.
fn from_lines(answer: &str, count: usize) -> Option<Vec<usize>> {
    let numbers = |line: &str| -> Vec<f64> {
        line.split(|c: char| !c.is_ascii_digit() && c != '.')
            .map(|word| word.trim_matches('.'))
            .filter_map(|word| word.parse().ok())
            .collect()
    };
    let lines: Vec<Vec<f64>> = answer
        .lines()
        .filter(|line| {
            let line = line.trim_start().trim_start_matches(['-', '*', '#', '[', '(', ' ']);
            let line = line.strip_prefix("Passage ").unwrap_or(line);
            line.starts_with(|c: char| c.is_ascii_digit())
        })
        .map(numbers)
        .filter(|numbers| numbers.first().is_some_and(|first| first.fract() == 0.0))
        .collect();
    let named: Vec<Mention> = match lines.as_slice() {
        [] => return None,
        [line] => line.iter().filter(|n| n.fract() == 0.0).map(|&n| (n as usize, None)).collect(),
        lines => lines
            .iter()
            .map(|line| (line[0] as usize, line.get(1).copied().filter(|_| line.len() == 2)))
            .collect(),
    };
    sorted(named, count)
}

/// Drops numbers that name no passage, and sorts by score if each mention has one.
fn sorted(mut named: Vec<Mention>, count: usize) -> Option<Vec<usize>> {
    // Some models count from zero, whatever the passages are called.
    let from_nought = named.iter().any(|(n, _)| *n == 0) && named.iter().all(|(n, _)| *n < count);
    if from_nought {
        named.iter_mut().for_each(|(number, _)| *number += 1);
    }
    named.retain(|(number, _)| (1..=count).contains(number));
    if named.iter().all(|(_, score)| score.is_some()) {
        named.sort_by(|a, b| b.1.unwrap_or_default().total_cmp(&a.1.unwrap_or_default()));
    }
    (!named.is_empty()).then(|| named.into_iter().map(|(number, _)| number).collect())
}
