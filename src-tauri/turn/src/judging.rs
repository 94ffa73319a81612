//! The models that the user chose to decide what the check of citations can't.

use std::time::Duration;

use models::{ChatRequest, Model, Server, known_model, model_by_name};
use tokio::time::{Instant, timeout_at};

use crate::{aside::AsideOutcome, checking::Doubt, run::Turn, sentences};
use conversation::{Code, Error, Message, Result, Support, reference::Number, settings::Judge};
use grounding::references::support::judge::{LONGEST_REPLY, is_trained_for_it, reply, request};
use library::CallReport;
use retrieval::blocking;

/// Maximum sentences of an answer that a model is asked about.
const MOST_QUESTIONS: usize = 8;

/// Maximum time for all of them: the user waits for the end of the turn meanwhile.
const PATIENCE: Duration = Duration::from_secs(60);

/// A verifier's probability from which on a passage supports a sentence.
const SUPPORTED_FROM: f32 = 0.7;

/// Below this one it doesn't; between the two the verifier isn't sure, either.
const OPEN_FROM: f32 = 0.3;

impl Turn {
    /// Has the chosen models decide what the check couldn't. Should that fail, the check's verdicts stay, and the user is
    /// told.
    pub(super) async fn settle(
        &self,
        answer: &mut Message,
        doubts: Vec<Doubt>,
        report: &mut CallReport,
    ) {
        if doubts.is_empty() {
            return;
        }
        let doubts = match self.verify(answer, doubts.clone()).await {
            Ok(open) => open,
            Err(error) => {
                tell(answer, report, sentences::judging::not_verified(&error));
                doubts
            }
        };
        if doubts.is_empty() {
            return;
        }
        if let Err(error) = self.judge(answer, &doubts, report).await {
            tell(answer, report, sentences::judging::not_judged(&error));
        }
    }

    /// Has the verifier look at each sentence; gives those that it isn't sure of, either.
    async fn verify(&self, answer: &mut Message, doubts: Vec<Doubt>) -> Result<Vec<Doubt>> {
        let Some(load) = self.verifier.clone() else { return Ok(doubts) };
        let cancel = self.entered.cancel.clone();
        let until = Instant::now() + PATIENCE;
        let (name, scored) = blocking(move || {
            let verifier = load()?;
            let mut scored = Vec::new();
            for doubt in doubts {
                let mut scores = Vec::new();
                for (number, text) in &doubt.passages {
                    if cancel.is_cancelled() || Instant::now() >= until {
                        break;
                    }
                    scores.push((*number, verifier.support(&doubt.claim, text)?));
                }
                scored.push((doubt, scores));
            }
            Ok((verifier.name().to_owned(), scored))
        })
        .await?;
        let mut open = Vec::new();
        for (doubt, scores) in scored {
            let supporting = scores.iter().filter(|(_, score)| *score >= SUPPORTED_FROM);
            let supporting: Vec<Number> = supporting.map(|(number, _)| *number).collect();
            let all = scores.len() == doubt.passages.len();
            let is_sure = !supporting.is_empty()
                || (all && scores.iter().all(|(_, score)| *score < OPEN_FROM));
            if is_sure {
                decide(answer, &doubt, &supporting, &name);
            } else {
                open.push(doubt);
            }
        }
        Ok(open)
    }

    /// Asks the chosen model one question about each sentence.
    async fn judge(
        &self,
        answer: &mut Message,
        doubts: &[Doubt],
        report: &mut CallReport,
    ) -> Result<()> {
        let Some((server, model)) = self.judging_model().await? else { return Ok(()) };
        if model.is_small() && !is_trained_for_it(&model.name) {
            return Err(Error::new(
                Code::BadInput,
                sentences::judging::too_small_to_judge(&model.name),
            ));
        }
        let provider = server.connect_with(self.timing)?;
        let counter = self.calibrations.counter(&model.name);
        // The answer's own receipt is complete before the first of these begins.
        self.library.end_receipt(self.answer, std::mem::take(report)).await?;
        let until = Instant::now() + PATIENCE;
        let mut unclear = 0;
        for doubt in doubts.iter().take(MOST_QUESTIONS) {
            let passages: Vec<&str> = doubt.passages.iter().map(|(_, text)| &**text).collect();
            // A character is at most about one token, in any language.
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
            let labels = [
                sentences::judging::HOW_TO_JUDGE.text(),
                sentences::judging::JUDGED_SENTENCE.text(),
            ];
            let aside = self.ask_aside(&*provider, &request, labels, &counter, None);
            let (usage, verdict) = match timeout_at(until, aside).await {
                Ok(aside) => match aside? {
                    AsideOutcome::Said { text, usage } => (usage, Ok(reply(&text))),
                    AsideOutcome::Cancelled => {
                        report.problems.push(sentences::CHECK_STOPPED.to_string());
                        return Ok(());
                    }
                    AsideOutcome::Failed(error) => (None, Err(error.message)),
                },
                Err(_) => (
                    None,
                    Err(sentences::judging::not_judged_in_time(
                        &model.name,
                        &server.shown(),
                        PATIENCE,
                    )),
                ),
            };
            let problem = match &verdict {
                Ok(Some(_)) => None,
                Ok(None) => Some(sentences::judging::NEITHER_YES_NOR_NO.to_string()),
                Err(reason) => Some(reason.clone()),
            };
            let problems = problem.into_iter().collect();
            let report = CallReport { usage, problems, ..CallReport::default() };
            self.library.end_receipt(self.answer, report).await?;
            match verdict {
                Ok(Some(true)) => {
                    decide(answer, doubt, &carriers(answer, doubt), &model.name);
                }
                Ok(Some(false)) => decide(answer, doubt, &[], &model.name),
                Ok(None) => unclear += 1,
                // One that failed once isn't asked again and again while the user waits.
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

    /// The model that the settings mean, if they mean one.
    async fn judging_model(&self) -> Result<Option<(Server, Model)>> {
        Ok(match &self.settings.check.judge {
            Judge::Off => None,
            Judge::ChatModel => Some(self.models.chosen().await?),
            Judge::Server { server, model } => {
                let server = Server::of(server, self.models.key(&server.base_url).await?);
                let model = known_model(&self.settings, &server, model_by_name(model.as_str()));
                Some((server, model))
            }
        })
    }
}

fn tell(answer: &mut Message, report: &mut CallReport, notice: String) {
    report.problems.push(notice.clone());
    answer.notices.push(notice);
}

/// Of the passages of a sentence those that carry it, if they do together: the ones that say some of it.
fn carriers(answer: &Message, doubt: &Doubt) -> Vec<Number> {
    let marks = answer.citations.iter().filter(|mark| doubt.has(mark));
    let weak = marks.clone().filter(|mark| mark.support == Some(Support::Weak));
    let weak: Vec<Number> = weak.map(|mark| mark.number).collect();
    if weak.is_empty() { marks.map(|mark| mark.number).collect() } else { weak }
}

/// Puts down what `judge` decided: that these passages support the sentence, or, if there are none, that no
/// passage does.
fn decide(answer: &mut Message, doubt: &Doubt, carriers: &[Number], judge: &str) {
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
        }
        check.nearest.retain(|span| !carriers.contains(&span.number));
    }
}
