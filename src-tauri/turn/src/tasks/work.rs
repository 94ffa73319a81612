//! Step-by-step work: a plan, its steps, a check for open questions, and the report.

use std::time::Instant;

use models::ToolCall;

use super::survey::cited_references;
use crate::{
    calls::{
        auxiliary::{ReplyText, ask},
        talk::{MODEL_CALLS, Talk},
    },
    event::TurnEvent,
    fit::{Brief, PASSAGES_OF_SMALL, order_fairly},
    sentences,
    stop::{Outcome, Reply, Stop},
    task::{Job, no_support, show_no_support},
    turn::Turn,
    writer::AnswerWriter,
};
use conversation::{
    AnswerTokens, Mode, Remark, Result,
    reference::{Kind, Reference},
    work::{Work, WorkLimit, WorkSpent, WorkStage, WorkState, WorkStep},
};
use grounding::context::{WorkPart, best_of_kinds, reply_language, work};
use retrieval::blocking;

/// Maximum note titles in the request for a plan.
const TITLES: usize = 12;

/// Characters of findings for each token of room. Only scripts such as Chinese have fewer
/// characters a token.
const CHARACTERS: usize = 2;

/// Seconds of work, including those before the work was resumed.
struct Clock {
    begun: Instant,
    before: u32,
}

impl Clock {
    fn seconds(&self) -> u32 {
        let now = self.begun.elapsed().as_secs();
        self.before.saturating_add(u32::try_from(now).unwrap_or(u32::MAX))
    }
}

pub(super) async fn work_out(job: Job<'_>) -> Outcome {
    let chosen = job.model()?;
    let Job { turn, material, writer, .. } = job;
    let talk = Talk::new(turn, material, chosen, writer).await?;
    let work = writer.answer.work.clone().unwrap_or_else(|| Work::new(turn.settings.chat.work));
    let clock = Clock { begun: Instant::now(), before: work.spent.seconds };
    Worker { turn, talk, work, clock }.run(writer).await
}

struct Worker<'a> {
    turn: &'a Turn,
    talk: Talk<'a>,
    work: Work,
    clock: Clock,
}

impl Worker<'_> {
    async fn run(mut self, writer: &mut AnswerWriter) -> Outcome {
        if self.work.stage == WorkStage::Planning {
            self.plan(writer).await?;
        }
        let unsupported = self.talk.brief.material.has_no_support();
        // Without a plan the question is answered as usual, even when it resumes.
        if self.work.steps.is_empty() && self.work.stage == WorkStage::Reporting {
            if unsupported {
                return no_support(self.turn, &self.talk.brief.material, writer).await;
            }
            return self.talk.answer(writer).await;
        }
        if self.work.stage == WorkStage::Working {
            self.do_steps(writer).await?;
        }
        if self.work.stage == WorkStage::Checking {
            self.check(writer).await?;
            let is_numbered = |reference: &Reference| reference.number.is_some();
            let has_looked = self.turn.request.mode != Mode::None;
            if unsupported && has_looked && !writer.answer.references.iter().any(is_numbered) {
                show_no_support(&self.talk.brief.material, writer);
                return Ok(());
            }
        }
        self.report(writer).await
    }

    /// Asks the model for a plan. Without one, the work goes straight to the report.
    async fn plan(&mut self, writer: &mut AnswerWriter) -> Outcome {
        self.store(writer).await?;
        let material = &self.talk.brief.material;
        let mut titles: Vec<&str> = Vec::new();
        let linked = material.basis.linked.iter().map(|note| &note.link);
        for reference in linked.chain(&material.progress.hits).chain(&material.rest) {
            if titles.len() < TITLES && !titles.contains(&reference.title.as_str()) {
                titles.push(&reference.title);
            }
        }
        let (question, past) = (&material.basis.question, &material.progress.earlier.turns);
        let language = reply_language(&material.basis, &material.progress.earlier);
        let steps = self.work.limits.steps;
        let asked = (&**question, &*material.basis.when);
        let messages = work::plan_request(asked, language, past, &titles, steps);
        let labels = [sentences::work::HOW_TO_PLAN.text(), sentences::work::TO_PLAN.text()];
        let to = &self.talk.to;
        let reply = ask(self.turn, to, question, messages, labels, None, writer).await?;
        let ReplyText { text, usage } = reply.or_stop(|error| self.talk.failed(error))?;
        writer.report.usage = usage;
        match work::plan(&text) {
            Some(tasks) => {
                self.work.steps = tasks.into_iter().map(WorkStep::new).collect();
                self.work.stage = WorkStage::Working;
            }
            None => {
                self.work.stage = WorkStage::Reporting;
                writer.notice(sentences::work::NO_PLAN.to_string());
            }
        }
        self.store(writer).await?;
        Ok(())
    }

    /// Works on the open steps until none is left or a limit is reached.
    async fn do_steps(&mut self, writer: &mut AnswerWriter) -> Outcome {
        let found_first = self.talk.brief.material.progress.hits.clone();
        let broken = self.turn.place.continued();
        let mut failed_before = broken.is_some_and(|answer| answer.error.is_some());
        loop {
            writer.answer.remarks.extend(self.turn.entered.take_remarks());
            let Some(at) = next_step(&mut self.work, &writer.answer.remarks) else { break };
            if let Some(limit) = limit_at(&self.work, at, &self.clock, writer, 0) {
                self.work.limit = Some(limit);
                break;
            }
            self.begin_step(at, &found_first, writer).await?;
            let (work, clock) = (self.work.clone(), &self.clock);
            let is_last = |writer: &AnswerWriter, asked: u32| {
                // `asked` doesn't include this call yet.
                asked + 1 == MODEL_CALLS || limit_at(&work, at, clock, writer, 1).is_some()
            };
            let rounds = writer.answer.steps.len();
            let reply = self.talk.converse(&is_last, writer).await?;
            let rounds = writer.answer.steps.len() - rounds;
            self.end_step(at, rounds, reply, std::mem::take(&mut failed_before), writer).await?;
        }
        // From here on, a user's message is the next question.
        writer.answer.remarks.extend(self.turn.entered.close_inbox());
        self.work.stage = WorkStage::Checking;
        self.store(writer).await?;
        self.talk.brief.progress().hits = found_first;
        Ok(())
    }

    async fn begin_step(
        &mut self,
        at: usize,
        found_first: &[Reference],
        writer: &mut AnswerWriter,
    ) -> Outcome {
        let rounds = writer.answer.steps.len();
        let step = &mut self.work.steps[at];
        step.state = WorkState::Running;
        step.first_round = u32::try_from(rounds).unwrap_or(u32::MAX);
        self.turn.entered.listen(u32::try_from(at + 1).unwrap_or(u32::MAX));
        self.store(writer).await?;
        let hits = self.hits_for(at, found_first, writer).await;
        let brief = &mut self.talk.brief;
        let (looks, room) = (!brief.fit.tools.is_empty(), room(brief));
        let part = work::step(&self.work, at, &writer.answer.remarks, room, looks);
        let progress = brief.progress();
        progress.hits = hits;
        progress.rounds.clear();
        progress.work = Some(part);
        Ok(())
    }

    /// Stores the findings of a step. A step that would fail again is skipped, with a notice.
    async fn end_step(
        &mut self,
        at: usize,
        rounds: usize,
        reply: Reply<Vec<ToolCall>>,
        failed_before: bool,
        writer: &mut AnswerWriter,
    ) -> Outcome {
        let text = writer.take_said();
        if let Some(ended) = writer.take_ended() {
            writer.notice(ended.to_string());
        }
        let skipped = match &reply {
            Reply::Failed(error) => fails_again(error.code, failed_before),
            _ => false,
        };
        let step = &mut self.work.steps[at];
        step.rounds = u32::try_from(rounds).unwrap_or(u32::MAX);
        step.found = text;
        if skipped || matches!(reply, Reply::Done(_)) {
            step.state = WorkState::Done;
        }
        self.store(writer).await?;
        match reply.or_stop(|error| self.talk.failed(error)) {
            Err(Stop::Failed(error)) if skipped => {
                writer.notice(sentences::work::step_skipped(at + 1, &error));
                Ok(())
            }
            ended => ended.map(drop),
        }
    }

    /// The passages for a step: pinned ones, then the best of each kind, then the hits for its task.
    async fn hits_for(
        &self,
        at: usize,
        found_first: &[Reference],
        writer: &mut AnswerWriter,
    ) -> Vec<Reference> {
        let Brief { material, fit } = &self.talk.brief;
        let (mode, pinned) = (material.basis.mode, material.basis.pinned_hits);
        if !mode.has_notes() {
            return found_first.to_vec();
        }
        let sources = self.turn.quick_sources();
        let task = self.work.steps[at].task.clone();
        let found = match blocking(move || sources.search(&task)).await {
            Ok(found) => found.shown,
            Err(error) => {
                writer.notice(sentences::notes_not_searched(&error));
                return found_first.to_vec();
            }
        };
        let wanted =
            |hit: &Reference| hit.item().is_none_or(|item| !material.own.is_removed(&item));
        let mut hits: Vec<Reference> = staying(found_first, pinned).cloned().collect();
        let others = hits.split_off(pinned.min(hits.len()));
        hits.extend(found.into_iter().filter(wanted).chain(others));
        order_fairly(&mut hits, pinned);
        if fit.small {
            hits.truncate(PASSAGES_OF_SMALL.max(pinned + best_of_kinds(&hits, pinned).len()));
        }
        hits
    }

    /// Asks the model which questions are still open. If a limit leaves no call for this, the
    /// unfinished steps are open.
    async fn check(&mut self, writer: &mut AnswerWriter) -> Outcome {
        let work = &mut self.work;
        let calls = writer.answer.tokens.unwrap_or_default().calls;
        // One call for this, and one for the report.
        let has_calls = calls.saturating_add(2) <= work.limits.calls;
        if work.limit.is_some() || !has_calls {
            let left = work.steps.iter().filter(|step| step.state != WorkState::Done);
            work.open = left.map(|step| step.task.clone()).collect();
        } else {
            let material = &self.talk.brief.material;
            let question = &material.basis.question;
            let language = reply_language(&material.basis, &material.progress.earlier);
            let asked = (&**question, &*material.basis.when);
            let messages = work::check_request(asked, language, work, room(&self.talk.brief));
            let labels =
                [sentences::work::HOW_TO_CHECK_WORK.text(), sentences::work::FINDINGS.text()];
            let to = &self.talk.to;
            match ask(self.turn, to, question, messages, labels, None, writer).await? {
                Reply::Done(ReplyText { text, usage }) => {
                    writer.report.usage = usage;
                    work.open = work::open(&text);
                }
                Reply::Cancelled => return Err(Stop::Cancelled),
                Reply::Failed(error) => {
                    writer.notice(sentences::work::work_not_checked(&to.refused(error)));
                }
            }
        }
        let nothing_found = |step: &&WorkStep| {
            step.state == WorkState::Done
                && step.found.is_empty()
                && !work.open.contains(&step.task)
        };
        let unanswered = work.steps.iter().filter(nothing_found);
        let unanswered: Vec<String> = unanswered.map(|step| step.task.clone()).collect();
        work.open.extend(unanswered);
        work.stage = WorkStage::Reporting;
        self.store(writer).await?;
        Ok(())
    }

    async fn report(mut self, writer: &mut AnswerWriter) -> Outcome {
        let brief = &mut self.talk.brief;
        let part = work::report(&self.work, &writer.answer.remarks, room(brief));
        let part = match self.turn.goes_on_writing() {
            // A continued report needs an ending, and no new beginning.
            true => WorkPart { reminder: String::new(), ..part },
            false => part,
        };
        let ledger = &brief.material.progress.ledger;
        let cited = cited_references(&self.work.findings(), ledger, writer);
        let pinned = brief.material.basis.pinned_hits;
        let progress = brief.progress();
        let hits = staying(&progress.hits, pinned).cloned().chain(cited).collect();
        progress.hits = hits;
        progress.work = Some(part);
        progress.rounds.clear();
        brief.material.rest.clear();
        std::sync::Arc::make_mut(&mut brief.fit).offer_no_tools();
        let reply = self.talk.converse(&|_, _| true, writer).await?;
        self.talk.close(reply, writer).await
    }

    /// Stores the state of the work, and announces it.
    async fn store(&mut self, writer: &mut AnswerWriter) -> Result<()> {
        let tokens = writer.answer.tokens;
        let counted = tokens.unwrap_or_default();
        self.work.spent = WorkSpent {
            calls: counted.calls,
            tokens: counted.sent + counted.answer,
            seconds: self.clock.seconds(),
        };
        let report = std::mem::take(&mut writer.report);
        self.turn.library.put_work(self.turn.answer, self.work.clone(), tokens, report).await?;
        writer.restart();
        writer.answer.work = Some(self.work.clone());
        writer.emit.send(TurnEvent::Work(Box::new(self.work.clone())));
        Ok(())
    }
}

/// The limit that ends the work before step `at`, counting `more` further calls.
fn limit_at(
    work: &Work,
    at: usize,
    clock: &Clock,
    writer: &AnswerWriter,
    more: u32,
) -> Option<WorkLimit> {
    let tokens = writer.answer.tokens.unwrap_or_default();
    let tokens = AnswerTokens { calls: tokens.calls + more, ..tokens };
    work.limit_at(at, &tokens, clock.seconds())
}

/// The hits that every step gets: pinned ones, and those that a search in the notes doesn't find.
fn staying(hits: &[Reference], pinned: usize) -> impl Iterator<Item = &Reference> {
    let hits = hits.iter().enumerate();
    hits.filter(move |(at, hit)| *at < pinned || hit.kind != Kind::Search).map(|(_, hit)| hit)
}

/// True if the step would fail again: the model refuses it, or it failed already before the work
/// was resumed. The other steps then continue. An unreachable server stops the work, because every
/// step would fail.
fn fails_again(code: models::Code, failed_before: bool) -> bool {
    use models::Code;
    match code {
        Code::ContextOverflow | Code::ContentRefused | Code::BadRequest => true,
        Code::ServerError | Code::BrokenStream | Code::InvalidReply | Code::TimedOut => {
            failed_before
        }
        _ => false,
    }
}

/// The next step, if any. Remarks during the last step become a step of their own.
fn next_step(work: &mut Work, remarks: &[Remark]) -> Option<usize> {
    if let Some(at) = work.next_step() {
        return Some(at);
    }
    let is_unheard =
        |remark: &&Remark| usize::try_from(remark.step).is_ok_and(|step| step >= work.steps.len());
    let late = remarks.iter().filter(is_unheard);
    let late: Vec<&str> = late.map(|remark| remark.text.as_str()).collect();
    if late.is_empty() {
        return None;
    }
    work.steps.push(WorkStep::new(late.join(" ")));
    Some(work.steps.len() - 1)
}

/// Maximum characters of findings in a request: a third of the window.
fn room(brief: &Brief) -> usize {
    brief.fit.limit().0 as usize / 3 * CHARACTERS
}
