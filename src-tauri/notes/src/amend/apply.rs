//! A note's text with other words in places of it, or with all of its words new.

use similar::{Algorithm, DiffOp};

use crate::{ByteRange, sentences};

/// The longest that the lines of two texts are compared; after that some that could keep their line
/// ending get the note's usual one.
const COMPARING: std::time::Duration = std::time::Duration::from_secs(1);

/// A place in a text, and what shall stand there.
pub type Amendment = (ByteRange, String);

/// A text with other texts in these places, which are in order and don't overlap; an empty place is one
/// to insert at. Whatever line endings a new text is written with, a line that stays keeps its own, and a
/// new one gets the note's usual one.
pub fn apply(old: &str, amendments: &[Amendment]) -> Result<String, &'static str> {
    let usual = usual_ending(old);
    let mut text = String::with_capacity(old.len());
    let mut done = 0;
    for (range, new) in amendments {
        if range.start < done {
            return Err(sentences::PLACES_OVERLAP.text());
        }
        let outside = sentences::PLACE_OUTSIDE.text();
        let before = ByteRange { start: done, end: range.start };
        text.push_str(before.of(old).ok_or(outside)?);
        text.push_str(&with_endings(range.of(old).ok_or(outside)?, new, usual));
        done = range.end;
    }
    text.push_str(&old[done..]);
    Ok(text)
}

/// A new text for a note that has the text `old`, with line endings as [`apply`] gives them. A byte order
/// mark is no part of it.
pub fn rewrite(old: &str, new: &str) -> String {
    let is_marked = old.starts_with('\u{feff}');
    let plain = new.strip_prefix('\u{feff}').filter(|_| !is_marked).unwrap_or(new);
    with_endings(old, plain, usual_ending(old))
}

/// The line ending that most lines of `text` have.
fn usual_ending(text: &str) -> &'static str {
    let all = text.matches('\n').count();
    let long = text.matches("\r\n").count();
    if long > all - long { "\r\n" } else { "\n" }
}

/// `new` with the line endings of `old` on the lines that are in both, and `usual` on the others.
fn with_endings(old: &str, new: &str, usual: &'static str) -> String {
    let new: Vec<_> = lines(new).collect();
    let new_texts: Vec<_> = new.iter().map(|(text, _)| *text).collect();
    let mut endings: Vec<_> =
        new.iter().map(|(_, ending)| if ending.is_empty() { "" } else { usual }).collect();
    let old: Vec<_> = lines(old).collect();
    if old.iter().any(|(_, ending)| !ending.is_empty() && *ending != usual) {
        let old_texts: Vec<_> = old.iter().map(|(text, _)| *text).collect();
        let until = std::time::Instant::now().checked_add(COMPARING);
        let same =
            similar::capture_diff_slices_deadline(Algorithm::Myers, &old_texts, &new_texts, until);
        for change in same {
            let DiffOp::Equal { old_index, new_index, len } = change else { continue };
            for n in 0..len {
                let (was, now) = (old[old_index + n].1, &mut endings[new_index + n]);
                if !was.is_empty() && !now.is_empty() {
                    *now = was;
                }
            }
        }
    }
    new_texts.iter().zip(endings).flat_map(|(text, ending)| [*text, ending]).collect()
}

/// Lines without and with their ending: `\n`, `\r\n`, or nothing for the last.
fn lines(text: &str) -> impl Iterator<Item = (&str, &str)> {
    text.split_inclusive('\n').map(|line| {
        let text =
            line.strip_suffix('\n').map_or(line, |text| text.strip_suffix('\r').unwrap_or(text));
        (text, &line[text.len()..])
    })
}

#[cfg(test)]
mod tests;
