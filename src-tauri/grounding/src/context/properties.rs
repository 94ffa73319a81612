//! A note's properties as a sentence for a model. Raw YAML makes small models quote keys and stray `---`.

#[cfg(test)]
mod tests;

use conversation::reference::{Passage, Reference};
use notes::{NotePath, Property};

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

/// `Spirited Away: director Hayao Miyazaki; rating 6.` Lines that aren't properties stay as they are.
pub(super) fn spoken(title: &str, lines: &str) -> String {
    let said: Vec<String> = properties(lines)
        .iter()
        .filter(|property| !property.values.is_empty())
        .map(|Property { name, values, .. }| {
            let values: Vec<String> = values.iter().map(|value| plain(value)).collect();
            format!("{name} {}", values.join(", "))
        })
        .collect();
    match said.is_empty() {
        true => lines.lines().filter(|line| !is_fence(line)).collect::<Vec<_>>().join("\n"),
        false => format!("{title}: {}.", said.join("; ")),
    }
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
