//! Decides whether a sentence and a passage are in different languages. Words and meanings aren't comparable then.

use language::{NaturalLanguage, detect};

use crate::claims::every_sentence;

/// The languages of a passage.
#[derive(Debug, Default)]
pub(crate) struct PassageLanguages {
    whole: Option<NaturalLanguage>,
    /// The clear languages of its sentences. A note in English may quote German.
    sentences: Vec<NaturalLanguage>,
}

impl PassageLanguages {
    pub(crate) fn of(text: &str) -> Self {
        let mut sentences: Vec<NaturalLanguage> = Vec::new();
        for found in every_sentence(text, &[]).iter().filter_map(|it| detect(&it.text)) {
            if !sentences.contains(&found) {
                sentences.push(found);
            }
        }
        Self { whole: detect(text), sentences }
    }

    /// Whether the passage, all of it, is clearly in another language than `claim`.
    pub(crate) fn exclude(&self, claim: NaturalLanguage) -> bool {
        self.whole.is_some_and(|whole| !whole.resembles(claim))
            && !self.sentences.iter().any(|sentence| sentence.resembles(claim))
    }

    /// Whether the check reads the figures of the passage and of `claim` alike.
    pub(crate) fn has_comparable_figures(&self, claim: NaturalLanguage) -> bool {
        [Some(claim), self.whole].into_iter().flatten().all(reads_figures)
    }
}

/// Languages whose figures the check compares with each other's. Of sentences of XQuAD over the same paragraph in the
/// other language, 1 % seem to lack a figure between English and German, 5 to 8 % with Spanish or Chinese
/// (`390 000 millones`, the century as `XVIII`).
fn reads_figures(language: NaturalLanguage) -> bool {
    matches!(language, NaturalLanguage::English | NaturalLanguage::German)
}

/// Whether `text` is clearly in another language than `claim`.
pub fn in_another_language(claim: &str, text: &str) -> bool {
    detect(claim).is_some_and(|claim| PassageLanguages::of(text).exclude(claim))
}
