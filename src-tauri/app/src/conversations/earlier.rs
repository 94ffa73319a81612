//! Whether a question was asked before.

use std::collections::BTreeSet;

use conversation::{ConversationId, Result};
use library::EarlierQuestion;
use models::{Embedder, Languages, Purpose};
use retrieval::{blocking, query::matter};

use super::Conversations;

/// Two questions are the same if as large a part of their words is common to them.
const SAME_WORDS: f32 = 0.8;

/// Two questions are the same if their vectors are as near, by the cosine. Of 50 questions in other words 41 are found
/// so; 22 of 698 about 48 articles are taken for another of them, and 2 of 271 about long texts. At 0.88 it is one
/// more that is found and 28 that are taken for another, at 0.93 22 and 8 (`docs/benchmarks.md`).
pub const SAME_MEANING: f32 = 0.89;

/// With fewer words a question says too little for another to be the same.
const LEAST_WORDS: usize = 2;

impl Conversations {
    /// The question of another conversation about the open vault that asks the same, by its words or by what it
    /// means, if there is one that was answered. The nearest of several, and of equally near ones the
    /// newest.
    pub async fn asked_before(
        &self,
        text: &str,
        conversation: Option<ConversationId>,
    ) -> Result<Option<EarlierQuestion>> {
        let vault = self.vaults.vault()?;
        if words(text).len() < LEAST_WORDS {
            return Ok(None);
        }
        let candidates = self.library.earlier_questions(vault.id, conversation, text).await?;
        if candidates.is_empty() {
            return Ok(None);
        }
        let embedder = vault.handle().meaning.map(|meaning| meaning.embedder);
        let text = text.to_owned();
        blocking(move || Ok(same(&text, candidates, embedder.as_deref()))).await
    }
}

/// The nearest of the questions that asks the same as `text`.
fn same(
    text: &str,
    candidates: Vec<EarlierQuestion>,
    embedder: Option<&dyn Embedder>,
) -> Option<EarlierQuestion> {
    let asked = words(text);
    // What has other figures asks something else, however like it sounds.
    let comparable: Vec<EarlierQuestion> = candidates
        .into_iter()
        .filter(|earlier| figures(&words(&earlier.text)) == figures(&asked))
        .collect();
    let by_words = |earlier: &EarlierQuestion| common(&asked, &words(&earlier.text));
    // A model takes texts of a language that it doesn't know for alike.
    let knows = |embedder: &&dyn Embedder| {
        embedder.model().languages != Languages::English || index::is_english(text) != Some(false)
    };
    let by_meaning = embedder.filter(knows).and_then(|embedder| {
        let texts: Vec<&str> =
            std::iter::once(text).chain(comparable.iter().map(|it| &*it.text)).collect();
        embedder.embed(&texts, Purpose::Query).ok()
    });
    let mut best: Option<(f32, EarlierQuestion)> = None;
    for (at, earlier) in comparable.into_iter().enumerate() {
        let near = by_meaning.as_deref().and_then(|vectors| {
            let (own, other) = (vectors.first()?, vectors.get(at + 1)?);
            Some(own.iter().zip(other).map(|(a, b)| a * b).sum::<f32>())
        });
        let shared = by_words(&earlier);
        let is_same = shared >= SAME_WORDS || near.is_some_and(|near| near >= SAME_MEANING);
        let likeness = near.unwrap_or_default().max(shared);
        let is_better = best.as_ref().is_none_or(|(most, known)| {
            likeness > *most || (likeness.total_cmp(most).is_eq() && earlier.asked > known.asked)
        });
        if is_same && is_better {
            best = Some((likeness, earlier));
        }
    }
    best.map(|(_, earlier)| earlier)
}

/// The words that carry a question, in small letters and without the ending of the plural.
fn words(text: &str) -> BTreeSet<String> {
    let text = matter(text).to_lowercase();
    let words = text.split(|char: char| !char.is_alphanumeric()).filter(|word| !word.is_empty());
    words
        .map(|word| match word.strip_suffix('s') {
            Some(stem) if stem.chars().count() > 2 => stem.to_owned(),
            _ => word.to_owned(),
        })
        .collect()
}

fn figures(words: &BTreeSet<String>) -> Vec<&String> {
    words.iter().filter(|word| word.contains(|char: char| char.is_numeric())).collect()
}

/// What part of the words of two questions both have.
#[allow(clippy::cast_precision_loss, reason = "a question has few words")]
fn common(one: &BTreeSet<String>, other: &BTreeSet<String>) -> f32 {
    let all = one.union(other).count();
    one.intersection(other).count() as f32 / all.max(1) as f32
}

#[cfg(test)]
mod tests {
    use conversation::MessageId;

    use super::*;

    // B99
    #[test]
    fn the_same_question_in_other_order_is_found_and_another_figure_asks_something_else() {
        let earlier = |text: &str| EarlierQuestion {
            question: MessageId::new(),
            text: text.to_owned(),
            asked: library::now(),
            answer: MessageId::new(),
            conversation: ConversationId::new(),
            title: String::new(),
        };
        let check = |asked: &str, known: &[&str], expect: Option<&str>| {
            let known = known.iter().map(|text| earlier(text)).collect();
            let found = same(asked, known, None).map(|found| found.text);
            assert_eq!(found.as_deref(), expect, "{asked}");
        };
        let salt = "How much salt goes into rye dough?";
        check("How much salt goes into the rye dough", &[salt], Some(salt));
        check("Into rye dough goes how much salt?", &["Rye dough?", salt], Some(salt));
        check("How much water goes into rye dough?", &[salt], None);
        check("Bread of 2025?", &["Bread of 2026?"], None);
        check(
            "Salt in 500 g of flour?",
            &["Salt in 500 g of flours?"],
            Some("Salt in 500 g of flours?"),
        );
        check("What is rye?", &[], None);
    }
}
