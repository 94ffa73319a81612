//! Checks an answer against the passages that it cites.

use std::ops::Range;

use tokio_util::sync::CancellationToken;

use conversation::{
    Answer, Check, CitationMark, Disagreement, PassageSpan, ProbableSource, Result, Support,
    reference::{Number, Reference, State},
};
use library::CallReport;
use retrieval::blocking;
use support::{Meaning, Source, check, disagreements, nearest, origins};

use super::{
    judge::{Doubt, settle},
    tables,
};
use crate::{
    closest::{COMPARED, abouts, offset, sources},
    embedded_texts::EmbeddedTexts,
    sentences,
    stop::{Outcome, Stop},
    turn::Turn,
};

/// Maximum bytes of an answer to check: about the size of the most tokens that a model may write. A longer answer is
/// from a model that didn't stop, and the check would compare each of its sentences with every passage.
const CHECKED_BYTES: usize = 128 * 1024;

/// Checks an answer: finds the support of each sentence by its cited passages, the facts that no cited passage has,
/// and the probable source of a sentence without supporting citation. Sentences that the check can't decide go to the
/// judge, if the user chose one. If the check itself fails, the answer stays as it is.
pub(crate) async fn check_answer(
    turn: &Turn,
    answer: Answer,
    question: String,
    outcome: &Outcome,
    report: &mut CallReport,
) -> Answer {
    let stopped = matches!(outcome, Err(Stop::Cancelled));
    let embedder = turn.vault.meaning.as_ref().map(|meaning| meaning.embedder.clone());
    // A user who stopped the turn doesn't want to wait, so only words are compared, which is fast.
    let embedded = EmbeddedTexts::new(embedder.filter(|_| !stopped));
    let cancel = if stopped { CancellationToken::new() } else { turn.entered.cancel.clone() };
    if checked_citations(&answer).len() < answer.citations.len() {
        report.problems.push(sentences::CHECKED_IN_PART.to_string());
    }
    let mut checked = answer.clone();
    let all = check_all(turn, &mut checked, question, embedded, outcome, report);
    match cancel.run_until_cancelled(all).await {
        Some(Ok(())) => checked,
        Some(Err(error)) => {
            report.problems.push(sentences::not_checked(&error));
            answer
        }
        // The user stopped the check: the answer is whole, with the findings so far.
        None => {
            report.problems.push(sentences::CHECK_STOPPED.to_string());
            checked
        }
    }
}

async fn check_all(
    turn: &Turn,
    answer: &mut Answer,
    question: String,
    embedded: EmbeddedTexts,
    outcome: &Outcome,
    report: &mut CallReport,
) -> Result<()> {
    let (unchecked, asked) = (answer.clone(), question.clone());
    let (checked, doubts, embedded) = blocking(move || {
        let mut answer = unchecked;
        let doubts = mark(&mut answer, &asked, &|text| embedded.vectors(text));
        Ok((answer, doubts, embedded))
    })
    .await?;
    *answer = checked;
    // A server that failed, or was stopped, isn't asked again.
    if outcome.is_ok() {
        settle(turn, answer, doubts, report).await;
    }
    tables::settle(answer);
    let unfinished = answer.clone();
    *answer = blocking(move || {
        let mut answer = unfinished;
        find_origins(&mut answer, &question, &|text| embedded.vectors(text));
        find_disagreements(&mut answer);
        Ok(answer)
    })
    .await?;
    Ok(())
}

/// The beginning of an answer that is checked, in whole lines.
fn checked_text(answer: &Answer) -> &str {
    let text = &answer.text;
    if text.len() <= CHECKED_BYTES {
        return text;
    }
    let beginning = &text[..text.floor_char_boundary(CHECKED_BYTES)];
    beginning.rfind('\n').map_or(beginning, |end| &beginning[..end])
}

fn checked_citations(answer: &Answer) -> &[CitationMark] {
    let end = offset(checked_text(answer).len());
    &answer.citations[..answer.citations.partition_point(|mark| mark.end <= end)]
}

/// Marks how well each citation is supported; returns the undecided sentences.
fn mark(answer: &mut Answer, question: &str, meaning: Meaning<'_>) -> Vec<Doubt> {
    let abouts = abouts(&answer.head.references);
    let sources = sources(&abouts);
    let (text, citations) = (checked_text(answer), checked_citations(answer));
    let verdicts = check(text, citations, &sources, question, meaning);
    let doubts = verdicts.iter().filter(|verdict| verdict.is_doubtful()).map(|verdict| {
        let text = |number: &Number| {
            let source = sources.iter().find(|source| source.number == *number)?;
            Some((*number, source.text.to_owned()))
        };
        Doubt {
            range: offset(verdict.claim.range.start)..offset(verdict.claim.range.end),
            claim: verdict.claim.text.clone(),
            passages: verdict.claim.numbers.iter().filter_map(text).collect(),
        }
    });
    let doubts = doubts.filter(|doubt| !doubt.passages.is_empty()).collect();
    for verdict in verdicts {
        let (start, end) = (offset(verdict.claim.range.start), offset(verdict.claim.range.end));
        for mark in &mut answer.citations {
            if mark.start >= start && mark.end <= end {
                let of = verdict.marks.iter().find(|(number, _)| *number == mark.number);
                mark.support = of.map(|(_, assessment)| assessment.support);
            }
        }
        let missing = verdict.missing.iter().map(ToString::to_string).collect();
        let other_language = verdict.other_language;
        let mut found = Check { missing, other_language, ..Check::new(start, end) };
        for (number, assessment) in verdict.marks {
            found.evidence.extend(spans(number, &assessment.evidence));
            found.contradicts.extend(spans(number, &assessment.contradicts));
            found.nearest.extend(spans(number, &assessment.nearest));
            found.differing.extend(assessment.differing);
        }
        answer.checks.push(found);
    }
    doubts
}

/// Finds the probable sources of sentences, and the closest passage if the answer says that the notes don't answer.
fn find_origins(answer: &mut Answer, question: &str, meaning: Meaning<'_>) {
    let abouts = abouts(&answer.head.references);
    let sources = sources(&abouts);
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
    let (text, citations) = (checked_text(answer), checked_citations(answer));
    for origin in origins(text, citations, &seen, question, meaning, &doubtful) {
        let (start, end) = (offset(origin.range.start), offset(origin.range.end));
        let cited: Vec<Number> = cited_in(&origin.range).map(|mark| mark.number).collect();
        if cited.is_empty() {
            answer.checks.push(Check::new(start, end));
        }
        // A passage that doesn't support this sentence isn't proposed for it.
        let other = origin.passage.filter(|(number, _)| !cited.contains(number));
        answer.probably.extend(other.map(|(number, evidence)| {
            let evidence = spans(number, &evidence).collect();
            ProbableSource { start, end, number, evidence }
        }));
    }
    // An answer that only says that the notes don't answer is shown with the closest passage.
    let (text, citations) = (checked_text(answer), checked_citations(answer));
    if let Some(found) = nearest(text, citations, &seen, question, meaning) {
        let sentence = spans(found.number, &[found.sentence]).collect();
        let (start, end) = (offset(found.said.start), offset(found.said.end));
        answer.checks.push(Check { nearest: sentence, ..Check::new(start, end) });
    }
    answer.checks.sort_by_key(|check| check.start);
}

/// Finds passages that the model saw and that contradict the answer's evidence.
fn find_disagreements(answer: &mut Answer) {
    let abouts = abouts(&answer.head.references);
    let is_seen = |(_, reference, _): &&(Number, &Reference, Vec<&str>)| {
        !matches!(reference.state, State::Considered)
    };
    let seen: Vec<_> = abouts.iter().filter(is_seen).cloned().collect();
    let sources = sources(&seen);
    let mut said: Vec<(u32, &PassageSpan)> = Vec::new();
    for check in &answer.checks {
        let proposed = answer.probably.iter().filter(|one| one.start == check.start);
        let spans = check.evidence.iter().chain(proposed.flat_map(|one| &one.evidence));
        said.extend(spans.map(|span| (check.start, span)));
    }
    let ranges: Vec<(Number, Range<usize>)> = said
        .iter()
        .map(|(_, span)| (span.number, span.start as usize..span.end as usize))
        .collect();
    let span = |(number, range): (Number, Range<usize>)| PassageSpan {
        number,
        start: offset(range.start),
        end: offset(range.end),
    };
    let mut found: Vec<(u32, Disagreement)> = Vec::new();
    for one in disagreements(&ranges, &sources) {
        let of = ranges.iter().zip(&said).find(|(range, _)| **range == one.one);
        let Some((_, (start, _))) = of else { continue };
        let (own, other) = (span(one.one), span(one.other));
        found.push((*start, Disagreement { one: own, other, differing: one.differing }));
    }
    for (start, disagreement) in found {
        if let Some(check) = answer.checks.iter_mut().find(|check| check.start == start) {
            check.disagreements.push(disagreement);
        }
    }
}

fn spans(number: Number, ranges: &[Range<usize>]) -> impl Iterator<Item = PassageSpan> {
    ranges.iter().map(move |range| PassageSpan {
        number,
        start: offset(range.start),
        end: offset(range.end),
    })
}
