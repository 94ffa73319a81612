//! Which passage a sentence comes from that cites none, or the wrong one.
//!
//! Small models often answer rightly and leave the marks away, or write another document's number.
//! What is found here is our guess, and is shown as that; it never becomes a citation.

use std::ops::Range;

use conversation::{CitationMark, Number, Support};

use crate::{
    claims::{Claim, every_sentence},
    learned::features::{Features, features},
    text::{
        facts::{Evidence, Fact},
        meaning::Meaning,
        passage::Passage,
        signs::Sign,
        statement::Statement,
        tokens::tokens,
    },
    verdict::{Source, missing, places, verdict},
};

/// A sentence that says something, and the passage that it clearly comes from, if there is one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Origin {
    /// Where the sentence stands in the answer, in bytes.
    pub range: Range<usize>,
    /// The passage, and the sentences of it that carry this one, in bytes of its text.
    pub passage: Option<(Number, Vec<Range<usize>>)>,
}

/// How much nearer than any other the passage must be: a share of the words of question and sentence
/// together.
const NEARER: f32 = 0.1;

/// Where sentences of an answer come from, whatever they cite: that one of `sources` which
/// supports the sentence as it would support a citation, if nothing that the sentence says is missing
/// in it, and no other does so nearly as well. `marks`, `question` and `meaning` are as for
/// [`check`](crate::check). Only sentences whose place is `wanted` are looked at, which costs a look at
/// every source; and of them only those that say something by themselves.
pub fn origins(
    answer: &str,
    marks: &[CitationMark],
    sources: &[Source<'_>],
    question: &str,
    meaning: Meaning<'_>,
    wanted: &dyn Fn(&Range<usize>) -> bool,
) -> Vec<Origin> {
    let asked = Evidence::new(&[question]);
    let all: Vec<_> = every_sentence(answer, marks);
    let wanted: Vec<_> = all
        .into_iter()
        .filter(|claim| wanted(&claim.range) && is_statement(answer, claim))
        .collect();
    if wanted.is_empty() {
        return Vec::new();
    }
    let wanted: Vec<(Claim, Statement)> = wanted
        .into_iter()
        .map(|claim| {
            let said = Statement::read(&claim.text, meaning);
            (claim, said)
        })
        .collect();
    let all: Vec<&Statement> = wanted.iter().map(|(_, said)| said).collect();
    let known: Vec<(Number, Passage)> = sources
        .iter()
        .map(|source| (source.number, Passage::read(source.text, source.about, &all, meaning)))
        .collect();
    let mut origins = Vec::new();
    for (claim, said) in &wanted {
        // What only repeats the question, or says next to nothing, comes from nowhere.
        let new = said.facts.iter().any(|fact| !asked.has(fact));
        if said.tokens.iter().filter(|token| token.counts()).count() < LEAST_WORDS && !new {
            continue;
        }
        let both = Statement::read(&format!("{question} {}", claim.text), &|_| None);
        let mut near: Vec<(f32, Number, &Passage)> = Vec::new();
        for (number, passage) in &known {
            let lost: Vec<Fact> = missing(said, &[passage], Some(&asked))
                .into_iter()
                .map(|found| found.fact.clone())
                .collect();
            if lost.is_empty() && verdict(&features(said, passage), &[]) == Support::Supported {
                near.push((words_shared(&features(&both, passage)), *number, passage));
            }
        }
        near.sort_by(|a, b| b.0.total_cmp(&a.0));
        let clear = match near.as_slice() {
            [] => None,
            [first, second, ..] if first.0 - second.0 < NEARER => None,
            [first, ..] => Some((first.1, places(first.2, &features(said, first.2).evidence))),
        };
        origins.push(Origin { range: claim.range.clone(), passage: clear });
    }
    origins
}

/// Whether a sentence says something that a passage could carry. What leads over to the next one doesn't, nor do
/// headings, questions, and what is said of the notes themselves (`Your notes don't say`).
fn is_statement(answer: &str, claim: &Claim) -> bool {
    let begins = answer[..claim.range.start].rfind('\n').map_or(0, |at| at + 1);
    let mut lines = answer[begins..].lines();
    let line = lines.next().unwrap_or_default().trim_start_matches([' ', '>']);
    let is_rule =
        |line: &str| line.contains('-') && line.chars().all(|c| matches!(c, '|' | '-' | ':' | ' '));
    let is_head = line.starts_with('|') && lines.next().is_some_and(is_rule);
    let is_definition = line.starts_with('[') && line.contains("]:");
    let leads_over = claim.text.ends_with([':', '：', '?', '？']);
    !(line.starts_with('#') || is_head || is_definition || leads_over || is_of_notes(&claim.text))
}

/// Whether a sentence says that what the answer was made from doesn't tell something.
pub(crate) fn is_of_notes(sentence: &str) -> bool {
    let tokens = tokens(sentence);
    let names_them = tokens.iter().enumerate().any(|(at, token)| {
        // “Anna notes that”, and “the sources of the river”.
        let folded = |at: Option<usize>| at.and_then(|at| tokens.get(at)).map(|it| &*it.folded);
        let is_theirs = |word: &str| OF_THEM.contains(&word);
        let owned = at.checked_sub(1).is_some_and(|before| {
            tokens[before.saturating_sub(1)..at]
                .iter()
                .any(|it| BEFORE_NOTES.contains(&&*it.folded))
        });
        OF_NOTES.contains(&&*token.folded) && owned && !folded(Some(at + 1)).is_some_and(is_theirs)
    });
    names_them && tokens.iter().any(|token| token.sign == Some(Sign::Not))
}

/// What an answer was made from, as answers call it, without accents.
const OF_NOTES: [&str; 17] = [
    "notes",
    "documents",
    "document",
    "passages",
    "sources",
    "excerpts",
    "notizen",
    "dokumente",
    "dokumenten",
    "quellen",
    "notas",
    "documentos",
    "fuentes",
    "note",
    "appunti",
    "documenti",
    "fontes",
];

const BEFORE_NOTES: [&str; 40] = [
    "the", "your", "these", "those", "any", "provided", "given", "my", "deine", "deinen", "ihre",
    "ihren", "die", "den", "diese", "diesen", "tus", "sus", "las", "los", "estas", "estos", "vos",
    "tes", "les", "ces", "le", "tue", "sue", "gli", "tuoi", "suoi", "i", "queste", "questi",
    "suas", "tuas", "as", "os", "dei",
];

/// Words behind them, where they are those of something else.
const OF_THEM: [&str; 10] = ["of", "des", "der", "von", "vom", "de", "del", "du", "di", "della"];

/// A sentence with fewer words that carry meaning, and no fact of its own, could be from anywhere.
const LEAST_WORDS: usize = 3;

fn words_shared(features: &Features) -> f32 {
    features.values[0]
}
