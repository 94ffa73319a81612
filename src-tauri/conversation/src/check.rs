//! Citation marks of an answer, and the check's findings.

use serde::{Deserialize, Serialize};

use crate::{reference::Number, support::Support};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct CitationMark {
    /// The first byte of `[n]` in the answer's text.
    pub start: u32,
    pub end: u32,
    pub number: Number,
    /// `None` before the check, and if the passage is in another language.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub support: Option<Support>,
    /// The model's original, if the user corrected this citation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub instead_of: Option<OriginalCitation>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct OriginalCitation {
    /// The cited number, which is still in the text; `None` for no citation.
    pub number: Option<Number>,
    pub support: Option<Support>,
}

impl CitationMark {
    pub fn new(start: u32, end: u32, number: Number) -> Self {
        Self { start, end, number, support: None, instead_of: None }
    }

    /// The number in the text between `start` and `end`; `None` if there is none.
    pub fn written(&self) -> Option<Number> {
        self.instead_of.map_or(Some(self.number), |written| written.number)
    }
}

/// The check's findings about a sentence, except its support by each cited passage.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Check {
    /// The first byte of the sentence in the answer.
    pub start: u32,
    pub end: u32,
    /// Numbers, dates, names and quotations that no cited passage contains.
    pub missing: Vec<String>,
    /// Supporting sentences of cited passages.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub evidence: Vec<PassageSpan>,
    /// Contradicting sentences of cited passages.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub contradicts: Vec<PassageSpan>,
    /// The model that judged the support where the check couldn't decide.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub judged_by: Option<String>,
    /// The closest sentences of passages that lack a part of this one. For a sentence without citations, which denies
    /// that the notes answer the question: the sentence closest to the question.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub nearest: Vec<PassageSpan>,
    /// The words that differ between this sentence and contradicting ones, in lower case without accents.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub differing: Vec<String>,
    /// Passages that contradict the cited ones.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub disagreements: Vec<Disagreement>,
    /// Cited passages in another language than this sentence. Their citations have no support unless a figure
    /// disproves the sentence.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub other_language: Vec<Number>,
    /// The user's rating of the verdict: right or wrong. Never stored with the answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating: Option<bool>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Disagreement {
    /// The sentence that supports the answer.
    pub one: PassageSpan,
    /// The contradicting sentence of another passage.
    pub other: PassageSpan,
    /// The differing words, in lower case without accents.
    pub differing: Vec<String>,
}

impl Check {
    pub fn new(start: u32, end: u32) -> Self {
        Self {
            start,
            end,
            missing: Vec::new(),
            evidence: Vec::new(),
            contradicts: Vec::new(),
            nearest: Vec::new(),
            differing: Vec::new(),
            disagreements: Vec::new(),
            other_language: Vec::new(),
            judged_by: None,
            rating: None,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct PassageSpan {
    pub number: Number,
    pub start: u32,
    pub end: u32,
}

/// The passage that is clearly the source of a sentence without a supporting citation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct ProbableSource {
    pub start: u32,
    pub end: u32,
    pub number: Number,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub evidence: Vec<PassageSpan>,
}
