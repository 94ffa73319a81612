#[cfg(test)]
mod tests;

use jiff::{Timestamp, tz::TimeZone};
use notes::{Catalog, NotePath, Vault};

use crate::sentences;
use conversation::Result;

pub use crate::sentences::prompt_not_read;

const REPLACES: &str = "replaces-instructions";

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PromptNote {
    pub path: NotePath,
    pub name: String,
    pub text: String,
    pub replaces_instructions: bool,
    /// A sentence about a defect; the prompt works anyway.
    pub problem: Option<String>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Filling {
    pub selection: String,
    pub note: String,
    pub date: String,
}

pub fn in_folder(vault: &Vault, catalog: &Catalog, folder: &str) -> (Vec<PromptNote>, Vec<String>) {
    let (mut prompts, mut unread) = (Vec::new(), Vec::new());
    let folder = folder.trim_end_matches('/');
    if folder.is_empty() {
        return (prompts, unread);
    }
    let is_inside = |path: &&NotePath| {
        path.as_str().strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'))
    };
    for path in catalog.notes().map(|(path, _)| path).filter(is_inside) {
        match read(vault, path) {
            Ok(prompt) => prompts.push(prompt),
            Err(error) => unread.push(prompt_not_read(path.stem(), &error)),
        }
    }
    (prompts, unread)
}

pub fn read(vault: &Vault, path: &NotePath) -> Result<PromptNote> {
    Ok(of_text(path, &vault.read_note(path)?.text))
}

fn of_text(path: &NotePath, text: &str) -> PromptNote {
    let name = path.stem().to_owned();
    let note = notes::parse(text);
    let (body, mut problem) = match (&note.front_matter, note.warnings.first()) {
        (Some(range), _) => (&text[range.end..], None),
        (None, Some(warning)) if text.starts_with("---") => {
            let problem = sentences::prompt_oddity(&name, &warning.message);
            (after_fence(text), Some(problem))
        }
        (None, _) => (text, None),
    };
    let value = notes::property(text, REPLACES).unwrap_or_default();
    let replaces_instructions = match &*value.to_lowercase() {
        "true" | "yes" => true,
        "" | "false" | "no" => false,
        _ => {
            problem = Some(sentences::not_yes_or_no(&name, REPLACES, &value));
            false
        }
    };
    PromptNote {
        path: path.clone(),
        name,
        text: body.trim().to_owned(),
        replaces_instructions,
        problem,
    }
}

fn after_fence(text: &str) -> &str {
    let mut at = 0;
    for (number, line) in text.split_inclusive('\n').enumerate() {
        at += line.len();
        if number > 0 && matches!(line.trim_end(), "---" | "...") {
            return &text[at..];
        }
    }
    text
}

/// Fills the placeholders, and returns the names of those without a value. Inserted text isn't searched for
/// placeholders.
pub fn filled(text: &str, filling: &Filling) -> (String, Vec<&'static str>) {
    let places = [
        ("{{selection}}", &filling.selection),
        ("{{note}}", &filling.note),
        ("{{date}}", &filling.date),
    ];
    let (mut filled, mut empty) = (String::new(), Vec::new());
    let mut rest = text;
    while let Some(at) = rest.find("{{") {
        filled.push_str(&rest[..at]);
        rest = &rest[at..];
        let (place, put) = match places.iter().find(|(place, _)| rest.starts_with(place)) {
            Some((place, put)) => (*place, put.as_str()),
            None => ("{{", "{{"),
        };
        if put.is_empty() && !empty.contains(&place) {
            empty.push(place);
        }
        filled.push_str(put);
        rest = &rest[place.len()..];
    }
    filled.push_str(rest);
    (filled, empty)
}

pub fn day(when: Timestamp) -> String {
    when.to_zoned(TimeZone::system()).strftime("%A, %-d %B %Y").to_string()
}

/// The name after `/`: lower case, with `-` for spaces.
pub fn command(name: &str) -> String {
    name.split_whitespace().collect::<Vec<_>>().join("-").to_lowercase()
}
