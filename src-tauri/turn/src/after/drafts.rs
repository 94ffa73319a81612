//! Has a small model write its answer again if the passages don't support the first draft.

#[cfg(test)]
mod tests;

use std::time::Duration;

use models::Tokens;

use super::check::check_answer;
use crate::{
    calls::talk::contents,
    sentences,
    stop::{Outcome, Stop},
    turn::Turn,
    writer::{AnswerWriter, redraft::Redraft, screen::Screen},
};
use conversation::{Answer, Check, CitationMark, Error, Receipt, Support};
use grounding::context::says_not_in_notes;
use library::now;

/// Maximum drafts of an answer, the first included.
const DRAFTS: u32 = 3;

/// Maximum time that the first draft may have taken to write; reading the request doesn't count.
const LONGEST: Duration = Duration::from_secs(10);

/// Temperature of the other drafts. By the usual one they would say nearly the same.
const TEMPERATURE: f32 = 0.7;

/// Maximum tokens of a draft, as a multiple of the first one's.
const TIMES_AS_LONG: u32 = 2;

/// The maximum tokens of a draft are at least these, because a draft that is cut off isn't shown.
const LEAST_TOKENS: Tokens = Tokens(64);

/// Returns the best supported draft of a checked answer. The first one stays unless a later one is better: the model
/// writes up to two more. Each has a receipt with its text. The user's stop ends this without an error. With a later
/// draft comes its number, for a notice.
pub(crate) async fn best_draft(
    turn: &Turn,
    first: Answer,
    question: &str,
    writer: &mut AnswerWriter,
) -> (Answer, Option<u32>) {
    let (Some(mut redraft), Some(usage)) = (writer.redraft.take(), writer.report.usage) else {
        return (first, None);
    };
    let is_stopped = turn.entered.cancel.is_cancelled();
    if is_stopped || writer.wrote_for > LONGEST || !is_doubtful(&first) {
        return (first, None);
    }
    let tokens = usage.completion.0.saturating_mul(TIMES_AS_LONG);
    redraft.request.max_tokens = Some(LEAST_TOKENS.max(Tokens(tokens)));
    redraft.request.temperature = Some(TEMPERATURE);
    writer.report.problems.push(sentences::drafted(1, &first.text));
    let (mut best, mut better) = (first, None);
    for number in 2..=DRAFTS {
        match draw(turn, &redraft, number, question, writer).await {
            Ok(Some(draft)) if is_better(&draft, &best) => {
                (best, better) = (draft, Some(number));
                break;
            }
            Ok(_) => {}
            Err(Stop::Cancelled) => break,
            Err(Stop::Failed(error)) => {
                writer.report.problems.push(error.message.to_string());
                break;
            }
        }
    }
    best.tokens = writer.answer.tokens;
    (best, better)
}

/// Has the model write another draft, and checks it. `None` if the draft was cut off. The writer gets the report of
/// its call.
async fn draw(
    turn: &Turn,
    redraft: &Redraft,
    number: u32,
    question: &str,
    writer: &mut AnswerWriter,
) -> Outcome<Option<Answer>> {
    let cancel = &turn.entered.cancel;
    if cancel.is_cancelled() {
        return Err(Stop::Cancelled);
    }
    turn.library.end_receipt(turn.answer, std::mem::take(&mut writer.report)).await?;
    let body = redraft.provider.body(&redraft.request);
    let receipt = Receipt {
        created: now(),
        request: body.clone(),
        usage: None,
        deleted_marks: Vec::new(),
        problems: Vec::new(),
        cost: None,
        ..turn.library.receipt(turn.answer).await?
    };
    turn.library.begin_receipt(receipt, contents(&redraft.request), None).await?;
    let mut draft = writer.draft(redraft.references.clone());
    let stream = redraft.provider.chat(body, cancel.clone());
    let screen = Screen::new(redraft.own.clone());
    let reply = writer.wait_for(draft.read(stream, redraft.known.clone(), &[], screen)).await;
    writer.report = std::mem::take(&mut draft.report);
    if !draft.is_empty() {
        writer.report.problems.push(sentences::drafted(number, draft.text()));
    }
    if let Some(usage) = writer.report.usage {
        let tokens = writer.answer.tokens.get_or_insert_default();
        tokens.add(usage.prompt, Tokens(0), usage.completion, true);
    }
    reply.or_stop(Error::from)?;
    if draft.take_ended().is_some() || !draft.answer.notices.is_empty() {
        return Ok(None);
    }
    draft.cite().await?;
    let mut report = std::mem::take(&mut writer.report);
    let (answer, question) = (draft.written(), question.to_owned());
    let checked = writer.wait_for(check_answer(turn, answer, question, &Ok(()), &mut report)).await;
    report.problems.append(&mut writer.report.problems);
    writer.report = report;
    Ok(Some(checked))
}

/// True if the passages support no sentence of the answer, or lack one of its facts, and other words may help. The
/// check can't compare languages, and the model was already asked twice before it says that the notes don't answer.
fn is_doubtful(answer: &Answer) -> bool {
    let is_comparable = answer.checks.iter().all(|check| check.other_language.is_empty());
    let lacks_fact = answer.checks.iter().any(|check| !check.missing.is_empty());
    is_comparable && !says_not_in_notes(&answer.text) && (lacks_fact || !is_supported(answer))
}

fn is_supported(answer: &Answer) -> bool {
    answer.citations.iter().any(|mark| mark.support == Some(Support::Supported))
}

fn is_better(draft: &Answer, best: &Answer) -> bool {
    is_supported(draft) && score(draft) > score(best)
}

/// The number of supported sentences, minus unsupported ones and those with facts that their passages lack. A
/// sentence without citations counts as unsupported if it has no probable source.
fn score(answer: &Answer) -> i32 {
    let of = |check: &Check| {
        let inside = |mark: &&CitationMark| check.start <= mark.start && mark.end <= check.end;
        let marks = || answer.citations.iter().filter(inside);
        let is_cited = marks().next().is_some();
        let has_source = is_cited || answer.probably.iter().any(|it| it.start == check.start);
        // The best supported citation of the sentence counts.
        let support = match marks().filter_map(|mark| mark.support).min() {
            Some(Support::Supported) => 1,
            Some(Support::Unsupported | Support::Contradicted) => -1,
            Some(Support::Weak) => 0,
            None if has_source => 0,
            None => -1,
        };
        support - i32::from(!check.missing.is_empty())
    };
    answer.checks.iter().map(of).sum()
}
