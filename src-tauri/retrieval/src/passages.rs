//! The part of a text that a question is about.

use std::collections::HashSet;

use index::{Chunk, words::folded};
use models::Tokens;

use crate::query::matter;

/// Stands where passages were left out.
const GAP: &str = "\n\n[…]\n\n";

/// The tokens of a page's name before a passage, at most.
const PAGE_TOKENS: u32 = 24;

/// The passages of `text` that have the most, and the rarest, words of `question`, in their order, of
/// `room` tokens at most. Where none has any, those at the beginning. `pages` are where the text's
/// pages begin, in bytes, and their names, which stand before what is taken of them.
pub fn best_passages(
    text: &str,
    pages: &[(usize, String)],
    question: &str,
    room: Tokens,
) -> String {
    let chunks = index::chunk(text);
    let texts: Vec<&str> = chunks.iter().map(|chunk| chunk.text.as_str()).collect();
    let ranked = ranked(&texts, &matter(question));
    let any = ranked.first().is_some_and(|(score, _)| *score > 0.0);
    let mut left = room.0;
    let mut kept: Vec<&Chunk> = Vec::new();
    let named = if pages.is_empty() { 0 } else { PAGE_TOKENS };
    for (score, at) in ranked {
        let chunk = &chunks[at];
        let tokens = chunk.tokens + named;
        if tokens <= left && (score > 0.0 || !any) {
            left -= tokens;
            kept.push(chunk);
        }
    }
    kept.sort_by_key(|chunk| chunk.ordinal);
    let mut part = String::new();
    let mut next = 0;
    let mut page = None;
    for chunk in kept {
        if !part.is_empty() {
            part.push_str(if chunk.ordinal == next { "\n\n" } else { GAP });
        }
        let of_chunk = pages.iter().rev().find(|(start, _)| *start <= chunk.range.start);
        if let Some((_, name)) = of_chunk.filter(|of_chunk| page != Some(*of_chunk)) {
            part.push_str(&format!("[{name}]\n"));
        }
        page = of_chunk;
        part.push_str(&chunk.text);
        next = chunk.ordinal + 1;
    }
    part
}

/// The places of the passages with what the words of `matter` in them weigh, the rarer the more; the
/// heaviest first, and among equals in their order.
pub(crate) fn ranked(passages: &[&str], matter: &str) -> Vec<(f64, usize)> {
    let words_in = |text: &str| -> HashSet<String> {
        let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
        words.map(folded).collect()
    };
    let asked = words_in(matter);
    let found: Vec<HashSet<String>> = passages
        .iter()
        .map(|passage| words_in(passage).intersection(&asked).cloned().collect())
        .collect();
    let weight = |word: &String| {
        let with_it = found.iter().filter(|words| words.contains(word)).count().max(1);
        (1.0 + passages.len() as f64 / with_it as f64).ln()
    };
    let weights = found.iter().map(|words| words.iter().map(weight).sum::<f64>());
    let mut ranked: Vec<(f64, usize)> = weights.zip(0..).collect();
    ranked.sort_by(|(a, _), (b, _)| b.total_cmp(a));
    ranked
}

#[cfg(test)]
mod tests {
    use super::*;

    // B35
    #[test]
    fn the_passages_that_have_the_words_are_taken_in_their_order() {
        let section = |name: &str, about: &str| {
            format!("# {name}\n\n{}\n\n", format!("The {about} of this month. ").repeat(70))
        };
        let text = [
            section("Rent", "rent"),
            section("Salt", "price of salt"),
            section("Flour", "price of flour"),
        ]
        .concat();
        let part = |question: &str, room| best_passages(&text, &[], question, Tokens(room));
        let heads = |part: &str| -> Vec<String> {
            part.lines().filter_map(|line| line.strip_prefix("# ")).map(str::to_owned).collect()
        };
        assert_eq!(heads(&part("How dear is salt?", 10_000)), ["Salt"]);
        assert_eq!(heads(&part("the price of salt and rent", 10_000)), ["Rent", "Salt", "Flour"]);
        assert_eq!(heads(&part("the price of flour", 700)), ["Flour"]);
        // Nothing matches: the beginning.
        assert_eq!(heads(&part("camels", 700)), ["Rent"]);
        assert_eq!(part("salt", 3), "");
    }

    #[test]
    fn the_page_of_a_passage_stands_before_it() {
        let about = |what: &str| format!("{}\n\n", format!("Some words about {what}. ").repeat(90));
        let (first, second) = (about("rent"), about("salt"));
        let pages = [(0, "Page 1".to_owned()), (first.len(), "Page 2".to_owned())];
        let part = best_passages(&(first + &second), &pages, "the salt", Tokens(10_000));
        assert_eq!(part.matches("[Page 2]\n").count(), 1, "{part}");
        assert!(part.starts_with("[Page 2]\nSome words about salt"), "{part}");
    }
}
