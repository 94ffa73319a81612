//! Finds passages that only repeat the sentences of better ones: a diary often says the same again.

use std::collections::HashSet;

/// Number of best passages that are compared.
pub(super) const COMPARED: usize = 30;

/// Minimum words of a sentence beside the matched ones.
const LEAST_WORDS: usize = 2;

/// Maximum words of a property's key.
const KEY_WORDS: usize = 3;

/// Whether each passage only repeats: a better passage has each of its sentences with a matched word, and no heading
/// or property has one. `passages` have their texts and matched words, best first.
pub(super) fn repeats<'a>(
    passages: impl IntoIterator<Item = (&'a str, &'a [String])>,
) -> Vec<bool> {
    let mut seen = HashSet::new();
    let mut is_repeat = |(text, words): (&'a str, &'a [String])| {
        let mut left: Vec<String> = words.iter().map(|word| word.to_lowercase()).collect();
        let known = left.clone();
        let mut is_new = left.is_empty();
        for line in text.lines() {
            let line = line.to_lowercase();
            if !known.iter().any(|word| line.contains(&**word)) {
                continue;
            }
            left.retain(|word| !line.contains(&**word));
            is_new |= !is_sentence(&line, &known);
            is_new |= seen.insert(line.trim().to_owned());
        }
        // A word that no line has is in the title, another name or a folder.
        !is_new && left.is_empty()
    };
    passages.into_iter().map(&mut is_repeat).collect()
}

/// False for headings, tags, table rows, tasks, properties and bare names: what is below or beside them differs.
fn is_sentence(line: &str, matched: &[String]) -> bool {
    let line = line.trim_start();
    let key = line.split_once(':').map(|(key, _)| key.split_whitespace().count());
    let is_property = key.is_some_and(|words| words <= KEY_WORDS);
    let begins = ["#", "|", "- [ ]", "- [x]"].iter().any(|it| line.starts_with(it));
    let is_part = |char: char| char.is_alphanumeric() || char == '\'';
    let words = line.split(|char| !is_part(char)).filter(|word| !word.is_empty());
    let others = words.filter(|word| !matched.iter().any(|it| it == word)).count();
    !begins && !is_property && !line.contains("::") && others >= LEAST_WORDS
}

/// Moves the repeating items behind the others.
pub(super) fn last<T>(items: &mut Vec<T>, repeats: &[bool]) {
    let mut marks = repeats.iter().copied().chain(std::iter::repeat(false));
    let compared = items.len().min(repeats.len());
    let rest = items.split_off(compared);
    let (repeated, others): (Vec<T>, Vec<T>) =
        items.drain(..).partition(|_| marks.next().unwrap_or_default());
    items.extend(others.into_iter().chain(repeated).chain(rest));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn repeated(passages: &[(&str, &[&str])]) -> Vec<bool> {
        let words: Vec<Vec<String>> = passages
            .iter()
            .map(|(_, words)| words.iter().map(|word| (*word).to_owned()).collect())
            .collect();
        repeats(passages.iter().zip(&words).map(|((text, _), words)| (*text, &**words)))
    }

    #[test]
    fn a_sentence_said_before_is_a_repeat() {
        let mugs = ["mugs"];
        let found = repeated(&[
            ("# Friday\n\n* Nothing much.\n* Threw forty mugs, kept thirty-one.", &mugs),
            ("# Monday\n\n* Threw forty mugs, kept thirty-one.\n* Soup again.", &mugs),
            ("# Tuesday\n\n* Mugs go up to £21 from today.", &["Mugs"]),
            ("* Threw forty mugs, kept thirty-one.\n* Mugs go up to £24 now.", &mugs),
        ]);
        assert_eq!(found, [false, true, false, false]);
    }

    #[test]
    fn names_headings_properties_and_tasks_are_no_repeats() {
        let kelly = ["Kelly"];
        for text in [
            "author:\n  - \"[[Kelly]]\"",
            "## Call with Kelly again",
            "author: Kelly and two others",
            "borrowed from: \"[[Kelly|Kelly from the reading group]]\"",
            "- [ ] Ask Kelly about the invoice",
            "present:: Kelly, Ada, Eva, Uwe",
            "#people/kelly and two others",
        ] {
            assert_eq!(repeated(&[(text, &kelly), (text, &kelly)]), [false; 2], "{text}");
        }
        // The other word is in the title.
        let titled: &[&str] = &["Kelly", "desk"];
        let text = "Kelly drew the plan herself.";
        assert_eq!(repeated(&[(text, &kelly), (text, titled), (text, &[])]), [false; 3]);
    }

    #[test]
    fn repeats_come_last_of_those_compared() {
        let mut items = vec!['a', 'b', 'c', 'd'];
        last(&mut items, &[false, true, false]);
        assert_eq!(items, ['a', 'c', 'b', 'd']);
    }
}
