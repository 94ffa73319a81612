//! Joins the continuation of a broken answer to its text. Models repeat the last words or start over, and omit the
//! space between.

#[cfg(test)]
mod tests;

use std::collections::BTreeSet;

use conversation::model::said::{SentenceEnds, ends_sentence, sentences, words, words_so_far};

/// Minimum words of a repeated sentence that is dropped.
const REPEATED: usize = 3;

/// Reads the continuation of a broken answer, and holds back only text that may repeat the answer.
pub(crate) struct Joint {
    /// The answer's sentences, normalised for comparison.
    said: BTreeSet<String>,
    /// The last sentence, normalised, if it is incomplete.
    last: String,
    /// All words of the answer and its passages, with a space before and after each.
    known: String,
    before: String,
    ends: SentenceEnds,
    held: String,
    is_joined: bool,
}

impl Joint {
    /// `text` is the broken answer, `sources` are the texts of its passages.
    pub(crate) fn new<'a>(text: &str, sources: impl Iterator<Item = &'a str>) -> Self {
        let mut said: Vec<String> = sentences(text).map(words).collect();
        let is_whole = text
            .trim_end_matches([']', ' ', '*', '”', '"'])
            .ends_with(|c| c == '\n' || ends_sentence(c));
        let last = if is_whole { None } else { said.pop() }.unwrap_or_default();
        let mut known = format!(" {} ", words(text));
        for source in sources {
            known.push_str(&words(source));
            known.push(' ');
        }
        let fences = text.lines().filter(|line| line.trim_start().starts_with("```")).count();
        Self {
            said: said.into_iter().filter(|said| !said.is_empty()).collect(),
            last,
            known,
            before: text.to_owned(),
            ends: SentenceEnds::default(),
            held: String::new(),
            // Every space counts in a code block, so its continuation passes unchanged.
            is_joined: fences % 2 == 1,
        }
    }

    /// Takes the next piece, and returns the text to show.
    pub(crate) fn push(&mut self, text: &str) -> String {
        let mut chars = text.char_indices();
        while !self.is_joined {
            let Some((at, c)) = chars.next() else { break };
            if self.ends.before(c)
                && let Some(out) = self.end_sentence()
            {
                return out + &text[at..];
            }
            self.held.push(c);
        }
        if self.is_joined {
            return text.to_owned();
        }
        if self.may_repeat() { String::new() } else { self.join() }
    }

    /// Ends the continuation, and returns the text that was held back.
    pub(crate) fn end_text(&mut self) -> String {
        if self.is_joined {
            return String::new();
        }
        let said = words(&self.held);
        let is_said = |sentence: &String| sentence.starts_with(&said);
        if said.is_empty() || self.said.iter().any(is_said) || self.last.ends_with(&said) {
            return String::new();
        }
        self.join()
    }

    /// Whether any text was added to the answer.
    pub(crate) fn is_joined(&self) -> bool {
        self.is_joined
    }

    /// Ends a sentence: drops it if the answer has it, otherwise returns it.
    fn end_sentence(&mut self) -> Option<String> {
        let said = words(&self.held);
        if !said.contains(char::is_alphabetic) {
            // Space and a list number belong to the text behind them.
            return None;
        }
        if said.split(' ').count() >= REPEATED && self.said.contains(&said) {
            self.held.clear();
            return None;
        }
        Some(self.join())
    }

    /// Whether the held text may become a repeated sentence, or repeat the answer's last words.
    fn may_repeat(&self) -> bool {
        let said = words_so_far(&self.held);
        let repeats = |sentence: &str| sentence.starts_with(&said);
        said.is_empty()
            || self.may_be_number()
            || self.said.range(said.clone()..).next().is_some_and(|sentence| repeats(sentence))
            || ends_of(&self.last).any(repeats)
            || self.may_be_one_word()
    }

    fn may_be_number(&self) -> bool {
        let number = self.held.trim().trim_end_matches(['.', ')']);
        number.len() <= 3 && number.chars().all(|c| c.is_ascii_digit())
    }

    /// Whether the held text may complete a word that broke off.
    fn may_be_one_word(&self) -> bool {
        let part = self.part();
        !part.is_empty()
            && self.held.chars().all(char::is_alphanumeric)
            && self.known.contains(&format!(" {part}{}", self.held.to_lowercase()))
    }

    /// The letters at the end of the answer.
    fn part(&self) -> String {
        let end = self.before.trim_end_matches(char::is_alphanumeric).len();
        self.before[end..].to_lowercase()
    }

    /// Takes the held text without repeated words, with the space that belongs before it.
    fn join(&mut self) -> String {
        self.is_joined = true;
        let held = std::mem::take(&mut self.held);
        let said = words(&held);
        let is_repeated = |end: &&str| {
            // The answer's last word may be cut if its whole last sentence is repeated.
            let is_whole = *end == self.last && end.contains(' ');
            let is_long = end.contains(' ') || end.len() > 3;
            let rest = said.strip_prefix(end);
            rest.is_some_and(|rest| {
                is_whole || is_long && (rest.is_empty() || rest.starts_with(' '))
            })
        };
        let repeated = ends_of(&self.last).find(is_repeated);
        let mut rest = held.as_str();
        if let Some(repeated) = repeated {
            let ends = held.char_indices().map(|(at, c)| at + c.len_utf8());
            let end = ends.into_iter().find(|end| words(&held[..*end]) == repeated);
            rest = &held[end.unwrap_or(0)..];
            if rest.starts_with(char::is_alphanumeric) {
                // The answer broke off within this word.
                return rest.to_owned();
            }
        }
        let space = self.space_before(rest);
        let rest = if space.is_empty() && !self.before.ends_with(char::is_whitespace) {
            rest
        } else {
            rest.trim_start_matches(' ')
        };
        format!("{space}{rest}")
    }

    fn space_before(&self, rest: &str) -> &'static str {
        let (Some(last), Some(first)) = (self.before.chars().next_back(), rest.chars().next())
        else {
            return "";
        };
        let is_block =
            ["- ", "* ", "#", "> ", "| ", "```"].iter().any(|sign| rest.starts_with(sign))
                || rest.split_once(". ").is_some_and(|(number, _)| number.parse::<u32>().is_ok());
        let is_wide = |c: char| c >= '\u{2e80}';
        if last == '\n' || first == '\n' {
            ""
        } else if is_block {
            "\n"
        } else if last.is_whitespace()
            || first.is_whitespace()
            || is_wide(last)
            || is_wide(first)
            || matches!(last, '(' | '[' | '{' | '“' | '„' | '«' | '/')
            || ".,;:!?)]}…”’%".contains(first)
            || self.is_one_word(rest)
        {
            ""
        } else {
            " "
        }
    }

    /// Whether `rest` completes a word that broke off: the known words include the whole word, and the part only
    /// once.
    fn is_one_word(&self, rest: &str) -> bool {
        let part = self.part();
        let more: String = rest.chars().take_while(|c| c.is_alphanumeric()).collect();
        // The one occurrence is the end of the answer.
        let is_alone = self.known.matches(&format!(" {part} ")).count() <= 1;
        !part.is_empty()
            && !more.is_empty()
            && is_alone
            && self.known.contains(&format!(" {part}{} ", more.to_lowercase()))
    }
}

/// The endings of a sentence from each of its words on, the longest first.
fn ends_of(sentence: &str) -> impl Iterator<Item = &str> {
    let starts = sentence.match_indices(' ').map(|(at, _)| at + 1);
    std::iter::once(0)
        .chain(starts)
        .filter_map(|start| sentence.get(start..))
        .filter(|end| !end.is_empty())
}
