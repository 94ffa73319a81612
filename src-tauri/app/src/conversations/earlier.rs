//! Finds an earlier question that asks the same.

#[cfg(test)]
mod tests;

use std::collections::BTreeSet;

use conversation::{ConversationId, Result};
use library::EarlierQuestion;
use models::{Embedder, Languages, Purpose};
use retrieval::{blocking, query::matter};

use super::Conversations;

/// Minimum share of common words for two questions to be the same.
const SAME_WORDS: f32 = 0.8;

/// Minimum cosine of the vectors for two questions to be the same. It finds 41 of 50 rephrased questions, and confuses
/// 22 of 698 questions about 48 articles and 2 of 271 about long texts. 0.88 finds one more and confuses 28; 0.93 finds
/// 22 and confuses 8 (`docs/benchmarks.md`).
pub const SAME_MEANING: f32 = 0.89;

/// Minimum words of a question: a shorter one says too little.
const LEAST_WORDS: usize = 2;

impl Conversations {
    /// The nearest answered question of another conversation that asks the same, by words or meaning.
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

fn same(
    text: &str,
    candidates: Vec<EarlierQuestion>,
    embedder: Option<&dyn Embedder>,
) -> Option<EarlierQuestion> {
    let asked = words(text);
    // A question with other numbers is another question.
    let comparable: Vec<EarlierQuestion> = candidates
        .into_iter()
        .filter(|earlier| figures(&words(&earlier.text)) == figures(&asked))
        .collect();
    let by_words = |earlier: &EarlierQuestion| common(&asked, &words(&earlier.text));
    // A model finds all texts of an unknown language alike.
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

/// Content words in lower case, without the plural's ending.
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

#[allow(clippy::cast_precision_loss, reason = "a question has few words")]
fn common(one: &BTreeSet<String>, other: &BTreeSet<String>) -> f32 {
    let all = one.union(other).count();
    one.intersection(other).count() as f32 / all.max(1) as f32
}
