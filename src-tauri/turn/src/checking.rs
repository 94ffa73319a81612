//! Holding an answer against the passages that it cites.

use std::{ops::Range, sync::Arc};

use models::Embedder;

use conversation::{
    Check, CitationMark, Message, PassageSpan, Probably, Result, Support,
    reference::{Kind, Number, Reference},
};
use grounding::references::support::{Meaning, Source, check, origins};
use retrieval::blocking;

use crate::meanings::Meanings;

/// So many of the passages that an uncited answer may come from are compared.
const COMPARED: usize = 20;

/// Checks an answer: marks how well each cited passage supports its sentence, and what it lacks;
/// where nothing is cited, or nothing that supports it, what a sentence probably comes from. `embedder` compares meanings, if
/// it gives words vectors. Its failure leaves the words to decide.
///
/// # Errors
/// If the check itself fails: a defect of ours, and no reason to lose the answer.
pub(super) async fn checked(
    answer: Message,
    question: String,
    embedder: Option<Arc<dyn Embedder>>,
) -> Result<Message> {
    blocking(move || {
        let mut answer = answer;
        let meanings = Meanings::new(embedder);
        judge(&mut answer, &question, &|text| meanings.vectors(text));
        Ok(answer)
    })
    .await
}

fn judge(answer: &mut Message, question: &str, meaning: Meaning<'_>) {
    let abouts: Vec<(Number, &Reference, Vec<&str>)> = answer
        .references
        .iter()
        .filter_map(|reference| Some((reference.number?, reference)))
        .map(|(number, reference)| (number, reference, about(reference)))
        .collect();
    let sources: Vec<Source<'_>> = abouts
        .iter()
        .filter_map(|(number, reference, about)| {
            let text = &reference.passage.as_ref()?.text;
            Some(Source { number: *number, text, about })
        })
        .collect();
    let verdicts = check(&answer.text, &answer.citations, &sources, question, meaning);
    for verdict in verdicts {
        let (start, end) = (offset(verdict.claim.range.start), offset(verdict.claim.range.end));
        for mark in &mut answer.citations {
            if mark.start >= start && mark.end <= end {
                let of = verdict.marks.iter().find(|(number, _)| *number == mark.number);
                mark.support = of.map(|(_, assessment)| assessment.support);
            }
        }
        let missing = verdict.missing.iter().map(ToString::to_string).collect();
        let mut found = Check { missing, ..Check::new(start, end) };
        for (number, assessment) in verdict.marks {
            found.evidence.extend(spans(number, &assessment.evidence));
            found.contradicts.extend(spans(number, &assessment.contradicts));
            found.nearest.extend(spans(number, &assessment.nearest));
            found.differing.extend(assessment.differing);
        }
        answer.checks.push(found);
    }
    // Where a sentence cites nothing, or nothing that supports it, another passage may carry it.
    let seen: Vec<Source<'_>> = sources.iter().take(COMPARED).copied().collect();
    let cited_in = |range: &Range<usize>| {
        let range = range.clone();
        let inside = move |mark: &&CitationMark| {
            (mark.start as usize) < range.end && range.start < mark.end as usize
        };
        answer.citations.iter().filter(inside)
    };
    let doubtful = |range: &Range<usize>| {
        let is_wrong = |mark: &CitationMark| {
            matches!(mark.support, Some(Support::Unsupported | Support::Contradicted))
        };
        cited_in(range).all(is_wrong)
    };
    for origin in origins(&answer.text, &answer.citations, &seen, question, meaning, &doubtful) {
        let (start, end) = (offset(origin.range.start), offset(origin.range.end));
        let cited: Vec<Number> = cited_in(&origin.range).map(|mark| mark.number).collect();
        if cited.is_empty() {
            answer.checks.push(Check::new(start, end));
        }
        // What a passage says that the check refused a moment ago, it says no better now.
        let other = origin.passage.filter(|(number, _)| !cited.contains(number));
        answer.probably.extend(other.map(|(number, evidence)| {
            let evidence = spans(number, &evidence).collect();
            Probably { start, end, number, evidence }
        }));
    }
    answer.checks.sort_by_key(|check| check.start);
}

fn spans(number: Number, ranges: &[Range<usize>]) -> impl Iterator<Item = PassageSpan> {
    ranges.iter().map(move |range| PassageSpan {
        number,
        start: offset(range.start),
        end: offset(range.end),
    })
}

/// What the model knew of a passage besides its text.
fn about(reference: &Reference) -> Vec<&str> {
    let headings = reference.passage.iter().flat_map(|passage| &passage.heading_path);
    let path = reference.path.as_ref().filter(|_| reference.kind != Kind::Web);
    std::iter::once(reference.title.as_str())
        .chain(path.map(|path| path.as_str()))
        .chain(headings.map(String::as_str))
        .collect()
}

/// No answer comes near 4 GB.
fn offset(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}
