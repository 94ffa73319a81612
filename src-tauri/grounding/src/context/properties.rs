//! A note's properties as a sentence for a model. Raw YAML makes small models quote keys and stray `---`.

#[cfg(test)]
mod tests;

use conversation::reference::{Passage, Reference};
use language::{Language, MONTHS, NaturalLanguage, Sentence};
use notes::{NotePath, Property, TYPE_KEYS};

/// The line of the first property, below the opening `---`.
const FIRST_LINE: u32 = 2;

/// The byte where a note's properties end in its passage, including their closing line; 0 without properties.
pub(super) fn properties_end(reference: &Reference, passage: &Passage) -> usize {
    let opens = passage.text.lines().next().is_some_and(is_fence);
    let begins = if opens { 1 } else { FIRST_LINE };
    let is_note = reference.path.as_ref().is_some_and(NotePath::is_note);
    if !is_note || passage.lines.start != begins {
        return 0;
    }
    let mut end = 0;
    for (number, line) in passage.text.split_inclusive('\n').enumerate() {
        end += line.len();
        if is_fence(line) && (number > 0 || !opens) {
            return if properties(&passage.text[..end]).is_empty() { 0 } else { end };
        }
    }
    // Properties that fill the passage lack their closing line.
    let lines = passage.text.lines().filter(|line| !line.trim().is_empty());
    let is_inner = |line: &str| line.starts_with([' ', '\t', '-', '#']);
    let outer = lines.filter(|line| !is_inner(line)).count();
    if !opens && outer > 0 && properties(&passage.text).len() == outer {
        passage.text.len()
    } else {
        0
    }
}

/// `Spirited Away: film; director Hayao Miyazaki; rating 6; seen 3 March 2026.` Lines that aren't properties stay as
/// they are. Dates are in the language of `text`.
pub(super) fn spoken(title: &str, lines: &str, text: &str) -> String {
    let language = match language::detect(text) {
        Some(NaturalLanguage::German) => Some(Language::German),
        Some(NaturalLanguage::English) => Some(Language::English),
        Some(_) => None,
        None => Some(language::current()),
    };
    let mut found = properties(lines);
    found.retain(|property| !property.values.is_empty());
    let is_kind = |property: &Property| TYPE_KEYS.contains(&&*property.name.to_lowercase());
    found.sort_by_key(|property| !is_kind(property));
    let said: Vec<String> = found
        .iter()
        .map(|property| {
            let value = |value: &String| {
                let value = plain(value);
                language.and_then(|language| spoken_day(&value, language)).unwrap_or(value)
            };
            let values = property.values.iter().map(value).collect::<Vec<_>>().join(", ");
            if is_kind(property) { values } else { format!("{} {values}", property.name) }
        })
        .collect();
    match said.is_empty() {
        true => lines.lines().filter(|line| !is_fence(line)).collect::<Vec<_>>().join("\n"),
        false => format!("{title}: {}.", said.join("; ")),
    }
}

/// `3 March 2026` for `2026-03-03`.
fn spoken_day(value: &str, language: Language) -> Option<String> {
    let is_day = value.len() == 10
        && value.bytes().enumerate().all(|(at, byte)| match at {
            4 | 7 => byte == b'-',
            _ => byte.is_ascii_digit(),
        });
    let mut parts = value.split('-').filter(|_| is_day);
    let (year, month, day) = (parts.next()?, parts.next()?, parts.next()?);
    let at = month.parse::<usize>().ok()?.checked_sub(1)?;
    let Sentence { en, de } = MONTHS.get(at)?;
    let day = day.trim_start_matches('0');
    (!day.is_empty()).then(|| match language {
        Language::English => format!("{day} {en} {year}"),
        Language::German => format!("{day}. {de} {year}"),
    })
}

fn is_fence(line: &str) -> bool {
    matches!(line.trim_end(), "---" | "...")
}

fn properties(lines: &str) -> Vec<Property> {
    let inside: Vec<&str> = lines.lines().filter(|line| !is_fence(line)).collect();
    notes::parse_with_blocks(&format!("---\n{}\n---\n", inside.join("\n"))).properties
}

/// A value without the brackets of its links; `yes` and `no` for boxes.
fn plain(value: &str) -> String {
    match value {
        "true" => return "yes".to_owned(),
        "false" => return "no".to_owned(),
        _ => {}
    }
    let mut parts = value.split("[[");
    let mut said = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (link, rest) = part.split_once("]]").unwrap_or((part, ""));
        said.push_str(link.rsplit('|').next().unwrap_or(link));
        said.push_str(rest);
    }
    said
}
