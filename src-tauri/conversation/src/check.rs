//! Citation marks of an answer, and what the check found about its sentences.

use serde::{Deserialize, Serialize};

use crate::{reference::Number, support::Support};

/// A citation mark in an answer's text: the bytes of its `[n]`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct CitationMark {
    /// The first byte of `[n]` in the text.
    pub start: u32,
    /// One past its last byte.
    pub end: u32,
    pub number: Number,
    /// How well the passage supports the sentence, once that was checked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub support: Option<Support>,
    /// What the model wrote in its place, if the user put this citation there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub instead_of: Option<OriginalCitation>,
}

/// What a model wrote where the user put another citation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct OriginalCitation {
    /// The number that it cited, which still stands in the text; `None` if it cited nothing there.
    pub number: Option<Number>,
    /// How well that passage supported the sentence.
    pub support: Option<Support>,
}

impl CitationMark {
    /// A mark of a model's, not checked yet.
    pub fn new(start: u32, end: u32, number: Number) -> Self {
        Self { start, end, number, support: None, instead_of: None }
    }

    /// The number that stands in the text between `start` and `end`; `None` if nothing stands there.
    pub fn written(&self) -> Option<Number> {
        self.instead_of.map_or(Some(self.number), |written| written.number)
    }
}

/// What our check found of a sentence that says something, besides how well each cited passage supports it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Check {
    /// The first byte of the sentence in the answer.
    pub start: u32,
    /// One past its last byte.
    pub end: u32,
    /// What it says and none of the passages that it cites does: numbers, dates, names, quotations.
    pub missing: Vec<String>,
    /// The sentences of its passages that carry it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub evidence: Vec<PassageSpan>,
    /// The sentences of its passages that say otherwise.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub contradicts: Vec<PassageSpan>,
    /// The model that decided how well it is supported, where the check itself couldn't tell.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub judged_by: Option<String>,
    /// The sentences that come nearest in passages that lack something of it. Where it cites nothing, it says that
    /// the notes don't tell what was asked, and this is the sentence that comes nearest to the question.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub nearest: Vec<PassageSpan>,
    /// The words in which it and what contradicts it differ, in small letters without accents.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub differing: Vec<String>,
    /// Passages that say otherwise than those that it rests on.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub disagreements: Vec<Disagreement>,
}

/// Two passages that can't both be right.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Disagreement {
    /// The sentence that the answer rests on.
    pub one: PassageSpan,
    /// The sentence of another passage that says otherwise.
    pub other: PassageSpan,
    /// The words in which they differ, in small letters without accents.
    pub differing: Vec<String>,
}

impl Check {
    /// One that found nothing yet, of the sentence from `start` to `end`.
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
            judged_by: None,
        }
    }
}

/// Bytes of a passage's text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct PassageSpan {
    pub number: Number,
    /// The first byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

/// A sentence without a citation, or with none that supports it, and the passage that it clearly comes
/// from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct ProbableSource {
    /// The first byte of the sentence in the answer.
    pub start: u32,
    /// One past its last byte.
    pub end: u32,
    pub number: Number,
    /// The sentences of the passage that carry it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub evidence: Vec<PassageSpan>,
}
