//! The judge: a model, chosen in the settings, that decides the sentences that the check can't decide.

use std::{ops::Range, time::Duration};

use language::Words;
use models::{ChatRequest, Model, Server, known_model, model_by_name};
use tokio::time::{Instant, timeout_at};

use crate::{
    calls::auxiliary::{ReplyText, send},
    sentences,
    stop::Reply,
    turn::Turn,
};
use conversation::{
    Answer, CitationMark, Code, Error, Result, Support, reference::Number, settings::Judge,
};
use library::CallReport;
use support::judge::{LONGEST_REPLY, is_trained_for_it, reply as verdict_in, request};

/// Maximum sentences of an answer that the judge gets, one call each.
const MOST_QUESTIONS: usize = 8;

/// Maximum time for all calls together. The answer is shown, but the turn ends only after them.
const PATIENCE: Duration = Duration::from_secs(60);

/// A sentence that the check can't decide.
#[derive(Clone)]
pub(super) struct Doubt {
    /// The bytes of the sentence in the answer.
    pub(super) range: Range<u32>,
    /// The sentence without marks and Markdown.
    pub(super) claim: String,
    /// The cited passages.
    pub(super) passages: Vec<(Number, String)>,
}

impl Doubt {
    /// True for a citation of one of the passages by this sentence.
    fn has(&self, mark: &CitationMark) -> bool {
        self.range.start <= mark.start
            && mark.end <= self.range.end
            && self.passages.iter().any(|(number, _)| *number == mark.number)
    }
}

/// Has the judge decide the sentences. If that fails, the check's verdicts stay, and the user gets a notice.
pub(super) async fn settle(
    turn: &Turn,
    answer: &mut Answer,
    doubts: Vec<Doubt>,
    report: &mut CallReport,
) {
    if doubts.is_empty() {
        return;
    }
    if let Err(error) = judge(turn, answer, &doubts, report).await {
        let notice = sentences::judging::not_judged(&error);
        report.problems.push(notice.clone());
        answer.notices.push(notice);
    }
}

async fn judge(
    turn: &Turn,
    answer: &mut Answer,
    doubts: &[Doubt],
    report: &mut CallReport,
) -> Result<()> {
    let Some((server, model)) = judging_model(turn).await? else { return Ok(()) };
    if model.is_small() && !is_trained_for_it(&model.name) {
        return Err(Error::bad_input(|| sentences::judging::too_small_to_judge(&model.name)));
    }
    let to = turn.connect(&server, &model)?;
    // `end_receipt` reports on the newest receipt, so the answer's own one gets its report before the judge's first
    // call makes another. Later problems go to the receipt of the judge's last call.
    turn.library.end_receipt(turn.answer, std::mem::take(report)).await?;
    let until = Instant::now() + PATIENCE;
    let mut unclear = 0;
    for doubt in doubts.iter().take(MOST_QUESTIONS) {
        let passages: Vec<&str> = doubt.passages.iter().map(|(_, text)| &**text).collect();
        // Maximum characters of the sentence and its passages. A character has at most about one token in any language,
        // so they fill at most half of the window.
        let room = model.window.tokens.0 as usize / 2;
        let request = ChatRequest {
            max_tokens: Some(LONGEST_REPLY),
            temperature: Some(0.0),
            ..ChatRequest::new(
                &model.name,
                request(&model.name, &doubt.claim, &passages, room),
                model.window.tokens,
            )
        };
        let labels =
            [sentences::judging::HOW_TO_JUDGE.text(), sentences::judging::JUDGED_SENTENCE.text()];
        let reply = send(turn, &to, &request, labels, None);
        let (usage, verdict) = match timeout_at(until, reply).await {
            Ok(reply) => match reply? {
                Reply::Done(ReplyText { text, usage }) => (usage, Ok(verdict_in(&text))),
                Reply::Cancelled => {
                    report.problems.push(sentences::CHECK_STOPPED.to_string());
                    return Ok(());
                }
                Reply::Failed(error) => (None, Err(error.message)),
            },
            Err(_) => (
                None,
                Err(Words::from(|| {
                    sentences::judging::not_judged_in_time(&model.name, &server.shown(), PATIENCE)
                })),
            ),
        };
        let problem = match &verdict {
            Ok(Some(_)) => None,
            Ok(None) => Some(sentences::judging::NEITHER_YES_NOR_NO.to_string()),
            Err(reason) => Some(reason.to_string()),
        };
        let problems = problem.into_iter().collect();
        let report = CallReport { usage, problems, ..CallReport::default() };
        turn.library.end_receipt(turn.answer, report).await?;
        match verdict {
            Ok(Some(true)) => {
                decide(answer, doubt, &carriers(answer, doubt), &model.name);
            }
            Ok(Some(false)) => decide(answer, doubt, &[], &model.name),
            Ok(None) => unclear += 1,
            // A judge that failed once isn't asked again while the user waits.
            Err(reason) => return Err(Error::new(Code::Internal, reason)),
        }
    }
    if unclear > 0 {
        answer.notices.push(sentences::judging::judged_unclearly(&model.name, unclear));
    }
    if let Some(more) = doubts.len().checked_sub(MOST_QUESTIONS).filter(|more| *more > 0) {
        report.problems.push(sentences::judging::too_many_to_judge(more, MOST_QUESTIONS));
    }
    Ok(())
}

async fn judging_model(turn: &Turn) -> Result<Option<(Server, Model)>> {
    Ok(match &turn.settings.check.judge {
        Judge::Off => None,
        Judge::ChatModel => Some(turn.models.chosen().await?),
        Judge::Server { server, model } => {
            let server = Server::of(server, turn.models.key(&server.base_url).await?);
            let model = known_model(&turn.settings, &server, model_by_name(model.as_str()));
            Some((server, model))
        }
    })
}

/// The passages to credit when the judge says that all cited passages together support the sentence: those with weak
/// support, or else all.
fn carriers(answer: &Answer, doubt: &Doubt) -> Vec<Number> {
    let marks = answer.citations.iter().filter(|mark| doubt.has(mark));
    let weak = marks.clone().filter(|mark| mark.support == Some(Support::Weak));
    let weak: Vec<Number> = weak.map(|mark| mark.number).collect();
    if weak.is_empty() { marks.map(|mark| mark.number).collect() } else { weak }
}

/// Records the verdict of the model `judge`: `carriers` support the sentence. If empty, no passage does. Findings of
/// the check that the verdict refutes are removed.
fn decide(answer: &mut Answer, doubt: &Doubt, carriers: &[Number], judge: &str) {
    for mark in answer.citations.iter_mut().filter(|mark| doubt.has(mark)) {
        if carriers.is_empty() {
            mark.support = Some(Support::Unsupported);
        } else if carriers.contains(&mark.number) {
            mark.support = Some(Support::Supported);
        }
    }
    let Doubt { range, .. } = doubt;
    let check = answer.checks.iter_mut().find(|check| check.start == range.start);
    if let Some(check) = check {
        check.judged_by = Some(judge.to_owned());
        if carriers.is_empty() {
            check.evidence.clear();
            check.other_language.clear();
        }
        check.other_language.retain(|number| !carriers.contains(number));
        check.nearest.retain(|span| !carriers.contains(&span.number));
    }
}
