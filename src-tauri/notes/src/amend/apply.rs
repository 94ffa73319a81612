use language::Sentence;

use similar::{Algorithm, DiffOp};

use crate::{ByteRange, sentences};

/// Maximum time to compare lines; after it, some unchanged lines get the note's usual ending instead of their own.
const COMPARING: std::time::Duration = std::time::Duration::from_secs(1);

pub type Amendment = (ByteRange, String);

/// The ranges are in order; an empty one inserts. Unchanged lines keep their endings, new ones get the usual one.
pub fn apply(old: &str, amendments: &[Amendment]) -> Result<String, Sentence> {
    let usual = usual_ending(old);
    let mut text = String::with_capacity(old.len());
    let mut done = 0;
    for (range, new) in amendments {
        if range.start < done {
            return Err(sentences::PLACES_OVERLAP);
        }
        let outside = sentences::PLACE_OUTSIDE;
        let before = ByteRange { start: done, end: range.start };
        text.push_str(before.of(old).ok_or(outside)?);
        text.push_str(&with_endings(range.of(old).ok_or(outside)?, new, usual));
        done = range.end;
    }
    text.push_str(&old[done..]);
    Ok(text)
}

/// Replaces the whole text, with line endings as in [`apply`]. A byte order mark isn't part of the text.
pub fn rewrite(old: &str, new: &str) -> String {
    let is_marked = old.starts_with('\u{feff}');
    let plain = new.strip_prefix('\u{feff}').filter(|_| !is_marked).unwrap_or(new);
    with_endings(old, plain, usual_ending(old))
}

fn usual_ending(text: &str) -> &'static str {
    let all = text.matches('\n').count();
    let long = text.matches("\r\n").count();
    if long > all - long { "\r\n" } else { "\n" }
}

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

fn lines(text: &str) -> impl Iterator<Item = (&str, &str)> {
    text.split_inclusive('\n').map(|line| {
        let text =
            line.strip_suffix('\n').map_or(line, |text| text.strip_suffix('\r').unwrap_or(text));
        (text, &line[text.len()..])
    })
}

#[cfg(test)]
mod tests;
