//! Word-level changes of a passage since it was cited.

#[cfg(test)]
mod tests;

use std::time::{Duration, Instant};

use serde::Serialize;
use similar::{Algorithm, DiffOp};

/// Maximum time of a comparison. The rest counts as changed.
const COMPARING: Duration = Duration::from_millis(300);

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct PassagePiece {
    pub when: When,
    pub text: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum When {
    Both,
    Then,
    Now,
}

/// The pieces of `Both` and `Then` make the old text, those of `Both` and `Now` the new one.
pub(super) fn changes(then: &str, now: &str) -> Vec<PassagePiece> {
    let (old, new) = (words(then), words(now));
    let until = Instant::now().checked_add(COMPARING);
    let steps = similar::capture_diff_slices_deadline(Algorithm::Myers, &old, &new, until);
    let mut found: Vec<PassagePiece> = Vec::new();
    for (at, step) in steps.iter().enumerate() {
        let (was, is) = (old[step.old_range()].concat(), new[step.new_range()].concat());
        let is_between = at > 0 && at + 1 < steps.len();
        match step {
            // Blanks between changed words join the change, which reads more clearly.
            DiffOp::Equal { .. } if is_between && was.trim().is_empty() => {
                push(&mut found, When::Then, &was);
                push(&mut found, When::Now, &is);
            }
            DiffOp::Equal { .. } => push(&mut found, When::Both, &was),
            _ => {
                push(&mut found, When::Then, &was);
                push(&mut found, When::Now, &is);
            }
        }
    }
    found
}

fn push(found: &mut Vec<PassagePiece>, when: When, text: &str) {
    if text.is_empty() {
        return;
    }
    let since = found.iter().rposition(|piece| piece.when == When::Both).map_or(0, |at| at + 1);
    let mut open = found[since..].iter_mut();
    let known = match when {
        When::Both => None,
        When::Then | When::Now => open.find(|piece| piece.when == when),
    };
    match known {
        Some(piece) => piece.text.push_str(text),
        None => found.push(PassagePiece { when, text: text.to_owned() }),
    }
}

fn words(text: &str) -> Vec<&str> {
    let kind = |c: char| match c {
        c if c.is_alphanumeric() => 0,
        c if c.is_whitespace() => 1,
        _ => 2,
    };
    let mut words = Vec::new();
    let mut from = 0;
    let mut before = None;
    for (at, c) in text.char_indices() {
        let now = kind(c);
        if at > from && (before != Some(now) || now == 2) {
            words.push(&text[from..at]);
            from = at;
        }
        before = Some(now);
    }
    if from < text.len() {
        words.push(&text[from..]);
    }
    words
}
