//! Finds the notes that texts name.

use std::collections::HashMap;

use notes::NotePath;
use records::fold;

use super::text::{Topics, tokens};

/// Maximum words of a name.
const LONGEST: usize = 6;

/// Maximum notes with the same name. A name of more notes says little.
const SHARED: usize = 3;

/// Maximum notes. Those of the first texts count.
const NOTES: usize = 8;

/// The notes whose title, file name or alias is in the texts, also within links. `names` are folded.
pub(super) fn named(texts: &[&str], names: &HashMap<String, Vec<NotePath>>) -> Vec<NotePath> {
    let mut found: Vec<NotePath> = Vec::new();
    for text in texts {
        let (topics, words) = (Topics::of(text), tokens(text));
        let mut at = 0;
        while at < words.len() {
            let rest = &words[at..];
            // The longest first: “Salt bread” doesn't name the note “Salt”.
            let longest = LONGEST.min(rest.len());
            let name = (1..=longest)
                .rev()
                .find_map(|length| Some((length, notes_called(&rest[..length], &topics, names)?)));
            let Some((length, notes)) = name else {
                at += 1;
                continue;
            };
            for note in notes {
                if !found.contains(note) {
                    found.push(note.clone());
                }
            }
            at += length;
        }
    }
    found.truncate(NOTES);
    found
}

fn notes_called<'a>(
    words: &[&str],
    topics: &Topics,
    names: &'a HashMap<String, Vec<NotePath>>,
) -> Option<&'a [NotePath]> {
    // A note may be called “More”.
    if let [only] = words
        && !topics.has(only)
    {
        return None;
    }
    let name = fold(&words.join(" "));
    let bare = name.strip_suffix("'s").unwrap_or(&name);
    let notes = names.get(&name).or_else(|| names.get(bare))?;
    (notes.len() <= SHARED).then_some(notes.as_slice())
}

#[cfg(test)]
mod tests {
    use super::*;

    // B119
    #[test]
    fn titles_and_aliases_name_notes() {
        let names = ["Bruno Castellani", "Salt", "Salt bread", "More", "The Remains of the Day"];
        let path = |name: &str| NotePath::new(&format!("{name}.md")).unwrap();
        let mut known: HashMap<String, Vec<NotePath>> =
            names.iter().map(|name| (fold(name), vec![path(name)])).collect();
        known.insert("index".to_owned(), names.map(path).to_vec());
        let check = |texts: &[&str], expected: &[&str]| {
            let expected: Vec<NotePath> = expected.iter().map(|name| path(name)).collect();
            assert_eq!(named(texts, &known), expected, "{texts:?}");
        };
        check(&["Is bruno castellani’s boss here?"], &["Bruno Castellani"]);
        check(&["Who wrote [[Books/The Remains of the Day|it]]?"], &["The Remains of the Day"]);
        check(&["How much salt?", "Salt goes into Salt bread."], &["Salt", "Salt bread"]);
        check(&["Tell me more about Bruno.", "The index?"], &[]);
    }
}
