//! Follow-ups whose pronoun stands for a note that the conversation names: “Where does he live?”

use index::{Index, Result};
use records::Query;

use super::{
    AskingDay, Reading,
    reader::Reader,
    words::{Word, words},
};

/// Pronouns and possessives of one person or thing. German “sie” may also be several.
const PRONOUNS: &str = "\
    it its he him his she her er ihn ihm es sie ihr sein seine seinen seinem seiner ihre ihren ihrem ihrer";

impl Reading {
    /// The query of a message with a note's name in place of its pronoun. `naming` are the texts that may name the
    /// note, the surest first. `None` if in none of them exactly one note has what the message asks for: “Where does
    /// he live?” behind “Who owns the Heron app?” is not about the app, which has no city.
    pub fn of_pronoun(
        message: &str,
        naming: &[String],
        index: &Index,
        asked: AskingDay,
    ) -> Result<Option<Query>> {
        let asks_otherwise = |reader: &Reader<'_>| reader.asks_only_when() == Some(false);
        if Reader::new(message, index, asked)?.as_ref().is_some_and(asks_otherwise) {
            return Ok(None);
        }
        let words = words(message, &[]);
        let mut pronouns = words.iter().filter(|word| is_pronoun(word));
        let (Some(only), None) = (pronouns.next(), pronouns.next()) else { return Ok(None) };
        for text in naming {
            let mut found: Vec<Query> = Vec::new();
            for name in names(text, index, asked)? {
                let mut whole = message.to_owned();
                whole.replace_range(only.range.clone(), &name);
                let Some(mut reader) = Reader::new(&whole, index, asked)? else { continue };
                found.extend(reader.entity()?.filter(|query| !found.contains(query)));
            }
            if !found.is_empty() {
                return Ok(found.pop().filter(|_| found.is_empty()));
            }
        }
        Ok(None)
    }
}

fn is_pronoun(word: &Word) -> bool {
    PRONOUNS.split_whitespace().any(|pronoun| pronoun == word.folded)
}

/// The names of notes in a text, the longest first.
fn names(text: &str, index: &Index, asked: AskingDay) -> Result<Vec<String>> {
    let Some(mut reader) = Reader::new(text, index, asked)? else { return Ok(Vec::new()) };
    let names = std::iter::from_fn(|| reader.longest_name().map(|(name, _)| name));
    Ok(names.collect())
}
