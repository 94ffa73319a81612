//! Finds the passage behind a sentence that cites none, or a wrong one.
//!
//! Small models often answer correctly but omit marks, or write another document's number. The passage found here is
//! a guess and shown as one; it never becomes a citation.

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
        token::Token,
        tokens::tokens,
    },
    verdict::{Source, missing, places, verdict},
};

/// A sentence with content, and the passage that it clearly comes from, if any.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Origin {
    /// Bytes of the answer.
    pub range: Range<usize>,
    /// The passage, and the bytes of its supporting sentences.
    pub passage: Option<(Number, Vec<Range<usize>>)>,
}

/// Minimum lead over the second-best passage, as a share of the words of question and sentence together.
const NEARER: f32 = 0.1;

/// The origins of an answer's sentences, whatever they cite. An origin is the one passage in `sources` that supports
/// the sentence as a citation would, lacks none of its facts, and clearly leads the others. `marks`, `question` and
/// `meaning` are as in [`check`](crate::check). Only `wanted` sentences with content of their own are searched for,
/// because each is compared with every source.
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
        // A sentence that repeats the question, or has almost no content, has no origin.
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
            // A sentence in other words has no clear origin.
            let found = Features { is_brief: false, ..features(said, passage) };
            if lost.is_empty() && verdict(&found, &[]) == Support::Supported {
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

/// A sentence that a passage could support. Lead-ins, headings, questions and sentences about the notes themselves
/// (`Your notes don't say`) don't count.
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

/// Whether a sentence says that the notes don't contain something.
pub(crate) fn is_of_notes(sentence: &str) -> bool {
    let tokens = tokens(sentence);
    let names_them = tokens.iter().enumerate().any(|(at, token)| {
        // Excludes “Anna notes that” and “the sources of the river”.
        let folded = |at: Option<usize>| at.and_then(|at| tokens.get(at)).map(|it| &*it.folded);
        let is_theirs = |word: &str| OF_THEM.contains(&word);
        let owned = at.checked_sub(1).is_some_and(|before| {
            tokens[before.saturating_sub(1)..at]
                .iter()
                .any(|it| BEFORE_NOTES.contains(&&*it.folded))
        });
        OF_NOTES.contains(&&*token.folded) && owned && !folded(Some(at + 1)).is_some_and(is_theirs)
    });
    let denies = |tokens: &[Token]| tokens.iter().any(|token| token.sign == Some(Sign::Not));
    let opens = || SPACELESS_NOTES.iter().any(|name| sentence.trim_start().starts_with(name));
    let bare = tokens.iter().position(|token| BARE_NOTES.contains(&&*token.folded));
    // “Anna maakt geen notities” says something else.
    let names_bare = || opens() || bare.is_some_and(|at| denies(&tokens[at..]));
    denies(&tokens) && (names_them || names_bare())
}

/// Names that answers use for the notes, without accents.
#[rustfmt::skip]
const OF_NOTES: [&str; 17] = [
    "notes", "documents", "document", "passages", "sources", "excerpts", "notizen", "dokumente", "dokumenten", "quellen",
    "notas", "documentos", "fuentes", "note", "appunti", "documenti", "fontes",
];

const BEFORE_NOTES: [&str; 40] = [
    "the", "your", "these", "those", "any", "provided", "given", "my", "deine", "deinen", "ihre",
    "ihren", "die", "den", "diese", "diesen", "tus", "sus", "las", "los", "estas", "estos", "vos",
    "tes", "les", "ces", "le", "tue", "sue", "gli", "tuoi", "suoi", "i", "queste", "questi",
    "suas", "tuas", "as", "os", "dei",
];

/// Names for the notes in Dutch, Swedish and Russian, which need no article.
const BARE_NOTES: [&str; 6] =
    ["notities", "aantekeningen", "anteckningarna", "anteckningar", "заметки", "заметках"];

/// Names for the notes in scripts without spaces, at the beginning of a sentence.
const SPACELESS_NOTES: [&str; 4] = ["笔记", "筆記", "ノート", "メモ"];

/// Words that follow such a name if it belongs to something else.
const OF_THEM: [&str; 10] = ["of", "des", "der", "von", "vom", "de", "del", "du", "di", "della"];

/// Minimum content words of a sentence without facts of its own; a shorter one could come from anywhere.
const LEAST_WORDS: usize = 3;

fn words_shared(features: &Features) -> f32 {
    features.values[0]
}
