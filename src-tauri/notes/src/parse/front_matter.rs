mod json;
mod properties;
#[cfg(test)]
mod tests;

use std::collections::HashSet;

pub(crate) use self::properties::FrontMatter;
use self::properties::{Properties, unique};
use super::note::Warning;
use crate::{sentences, text::Lines};

/// Unreadable front matter becomes body text; the warning gives the reason.
pub(crate) fn read(text: &str, lines: &Lines<'_>) -> Result<Option<FrontMatter>, Warning> {
    read_with(text, lines, "")
}

/// A property's text, for a name in lower case; of a list, the last item in brackets. `None` if unset or unreadable.
pub fn property(text: &str, name: &str) -> Option<String> {
    read_with(text, &Lines::of(text), name).ok()??.asked
}

fn read_with(text: &str, lines: &Lines<'_>, asked: &str) -> Result<Option<FrontMatter>, Warning> {
    if !is_fence(lines.text(1).trim_start_matches('\u{feff}')) {
        return Ok(None);
    }
    let Some(close) = (2..=lines.count()).find(|line| is_fence(lines.text(*line))) else {
        // A lone rule at the top is no mistake; with a property below it is.
        return match lines.text(2).split_once(':') {
            Some((key, _)) if lines.count() > 1 && is_plain_key(key) => {
                Err(Warning { line: 1, message: sentences::OPEN_FRONT_MATTER.to_string() })
            }
            _ => Ok(None),
        };
    };
    let inside = lines.start(2)..lines.start(close);
    let mut properties = Properties {
        matter: FrontMatter { range: 0..lines.end(close), ..FrontMatter::default() },
        path: Vec::new(),
        keys: HashSet::new(),
        base: inside.start,
        source: text,
        lines,
        asked,
    };
    let inside = &text[inside];
    // Not all JSON is YAML, which lacks `\ud83d\ude00`. A separate reader for plain lines gained nothing: 10,000 notes,
    // two fifths with properties, took 3.05 s of processor time with it and 3.14 s without (six rounds).
    let read = if json::is_object(inside) {
        json::walk(inside, &mut properties);
        Ok(())
    } else {
        properties.read(inside)
    };
    match read {
        Ok(()) => {
            let mut matter = properties.matter;
            matter.aliases = unique(matter.aliases);
            matter.tags = unique(matter.tags);
            Ok(Some(matter))
        }
        Err((line, reason)) => Err(Warning {
            line: line.clamp(1, close),
            message: sentences::bad_front_matter(&reason),
        }),
    }
}

fn is_fence(line: &str) -> bool {
    line.trim_end() == "---"
}

fn is_plain_key(key: &str) -> bool {
    !key.is_empty() && key.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | ' '))
}
