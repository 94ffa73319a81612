//! Working a question out: a plan, its steps one by one, a check of what is open, and the report.

use std::time::Instant;

use models::{Model, Server};

use crate::{
    answering::{MODEL_CALLS, Talk, refused_by},
    aside::{AsideOutcome, Respondent},
    gather::Material,
    run::{Outcome, Turn},
    sentences,
    surveying::cited,
    tooling::PASSAGES_OF_SMALL,
    writing::{AnswerWriter, StreamEnd},
};
use conversation::{
    Mode, Remark, Result,
    reference::{Kind, Reference},
    work::{Work, WorkSpent, WorkStage, WorkState, WorkStep},
};
use grounding::{
    context::{WorkPart, work},
    references::Piece,
};
use library::CallReport;
use retrieval::{SearchSetup, blocking};

/// Titles of notes that the plan is told of.
const TITLES: usize = 12;

/// Characters of what was found for each token of room: few for any language but those in dense scripts.
const CHARACTERS: usize = 2;

/// How long it has been worked, over all times that it was gone on with.
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

/// How a part of the work came out.
enum Progress {
    Done(Box<Material>),
    Cancelled,
}

impl Turn {
    /// Works the question out, or goes on with what isn't done of it yet.
    pub(super) async fn work_out(
        &self,
        gathered: Material,
        server: &Server,
        model: &Model,
        writing: &mut AnswerWriter,
    ) -> Result<Outcome> {
        let (mut gathered, mut talk) = self.talk(gathered, server, model, writing).await?;
        let known = writing.message.work.clone();
        let mut work = known.unwrap_or_else(|| Work::new(self.settings.chat.work));
        let clock = Clock { begun: Instant::now(), before: work.spent.seconds };
        if work.stage == WorkStage::Planning {
            let planned = self.plan_work(&mut work, &gathered, &talk, &clock, writing).await?;
            if !planned {
                return Ok(Outcome::Cancelled);
            }
        }
        // Without a plan the question is answered like any other, also when it is gone on with.
        if work.steps.is_empty() && work.stage == WorkStage::Reporting {
            if gathered.has_no_support() {
                return self.no_support(&gathered, writing).await;
            }
            let is_last = |_: &AnswerWriter, asked| asked + 1 == MODEL_CALLS;
            let (_, ended) = self.converse(gathered, &mut talk, &is_last, writing).await?;
            return self.close(ended, &talk, writing).await;
        }
        let unsupported = gathered.has_no_support();
        if work.stage == WorkStage::Working {
            match self.do_steps(&mut work, gathered, &mut talk, &clock, writing).await? {
                Progress::Done(back) => gathered = *back,
                Progress::Cancelled => return Ok(Outcome::Cancelled),
            }
        }
        if work.stage == WorkStage::Checking {
            if !self.check_work(&mut work, &gathered, &talk, &clock, writing).await? {
                return Ok(Outcome::Cancelled);
            }
            let is_numbered = |reference: &Reference| reference.number.is_some();
            let has_looked = self.request.mode != Mode::None;
            if unsupported && has_looked && !writing.message.references.iter().any(is_numbered) {
                writing.show(Piece::Text(sentences::NO_SUPPORT.to_string()));
                return Ok(Outcome::Complete);
            }
        }
        self.report_work(&work, gathered, &mut talk, writing).await
    }

    /// Has the model make a plan. False if the user stopped it; without steps if it made none.
    async fn plan_work(
        &self,
        work: &mut Work,
        gathered: &Material,
        talk: &Talk<'_>,
        clock: &Clock,
        writing: &mut AnswerWriter,
    ) -> Result<bool> {
        self.keep_work(work, clock, writing).await?;
        let input = &gathered.input;
        let mut titles: Vec<&str> = Vec::new();
        let linked = input.linked.iter().map(|note| &note.link);
        for reference in linked.chain(&input.hits).chain(&gathered.rest) {
            if titles.len() < TITLES && !titles.contains(&reference.title.as_str()) {
                titles.push(&reference.title);
            }
        }
        let question = &input.question;
        let messages = work::plan_request(question, &input.history, &titles, work.limits.steps);
        let labels = [sentences::working::HOW_TO_PLAN.text(), sentences::working::TO_PLAN.text()];
        let asked = respondent(talk, question);
        let (said, usage) = match self.ask(&asked, messages, labels, None, writing).await? {
            AsideOutcome::Said { text, usage } => (text, usage),
            AsideOutcome::Cancelled => return Ok(false),
            AsideOutcome::Failed(error) => return Err(self.failed(talk, error)),
        };
        writing.report.usage = usage;
        match work::plan(&said) {
            Some(tasks) => {
                work.steps = tasks.into_iter().map(WorkStep::new).collect();
                work.stage = WorkStage::Working;
            }
            None => {
                work.stage = WorkStage::Reporting;
                writing.notice(sentences::working::NO_PLAN.to_string());
            }
        }
        self.keep_work(work, clock, writing).await?;
        Ok(true)
    }

    /// Does the steps that aren't done, until there is none or a limit is reached.
    async fn do_steps(
        &self,
        work: &mut Work,
        mut gathered: Material,
        talk: &mut Talk<'_>,
        clock: &Clock,
        writing: &mut AnswerWriter,
    ) -> Result<Progress> {
        let found_first = gathered.input.hits.clone();
        let broken = self.continued.as_ref();
        let mut failed_before = broken.is_some_and(|answer| answer.error.is_some());
        loop {
            writing.message.remarks.extend(self.entered.heard());
            let Some(at) = next_step(work, &writing.message.remarks) else { break };
            let limit_at = |writing: &AnswerWriter| {
                let tokens = writing.message.tokens.unwrap_or_default();
                work.limit_at(at, &tokens, clock.seconds())
            };
            if let Some(limit) = limit_at(writing) {
                work.limit = Some(limit);
                break;
            }
            let known = work.clone();
            let is_last = |writing: &AnswerWriter, asked: u32| {
                let tokens = writing.message.tokens.unwrap_or_default();
                // This call itself is still to be counted.
                let tokens = conversation::AnswerTokens { calls: tokens.calls + 1, ..tokens };
                asked + 1 == MODEL_CALLS || known.limit_at(at, &tokens, clock.seconds()).is_some()
            };
            let rounds = writing.message.steps.len();
            let step = &mut work.steps[at];
            step.state = WorkState::Running;
            step.first_round = u32::try_from(rounds).unwrap_or(u32::MAX);
            self.entered.listen(u32::try_from(at + 1).unwrap_or(u32::MAX));
            self.keep_work(work, clock, writing).await?;

            gathered.input.hits = self.found_for(work, at, &found_first, &gathered, writing).await;
            gathered.input.rounds.clear();
            let looks = !gathered.input.tools.is_empty();
            let part = work::step(work, at, &writing.message.remarks, room(&gathered), looks);
            gathered.input.work = Some(part);
            let (back, ended) = self.converse(gathered, talk, &is_last, writing).await?;
            gathered = back;
            let rounds = writing.message.steps.len() - rounds;
            let said = writing.take_said();
            if let Some(ended) = writing.take_ended() {
                writing.notice(ended.to_string());
            }
            let step = &mut work.steps[at];
            step.rounds = u32::try_from(rounds).unwrap_or(u32::MAX);
            step.found = said;
            let failed_before = std::mem::take(&mut failed_before);
            let skipped = match &ended {
                StreamEnd::Failed(error) => fails_again(error.code, failed_before),
                _ => false,
            };
            if skipped || matches!(ended, StreamEnd::Done(_)) {
                step.state = WorkState::Done;
            }
            self.keep_work(work, clock, writing).await?;
            match ended {
                StreamEnd::Done(_) => {}
                StreamEnd::Cancelled => return Ok(Progress::Cancelled),
                StreamEnd::Failed(error) => {
                    let error = self.failed(talk, error);
                    if !skipped {
                        return Err(error);
                    }
                    writing.notice(sentences::working::step_skipped(at + 1, &error));
                }
            }
        }
        // From here on, what the user says is the next question.
        writing.message.remarks.extend(self.entered.heard_last());
        work.stage = WorkStage::Checking;
        self.keep_work(work, clock, writing).await?;
        gathered.input.hits = found_first;
        Ok(Progress::Done(Box::new(gathered)))
    }

    /// The passages for a step: what is found for its task, behind what the user pinned and pages of the web.
    async fn found_for(
        &self,
        work: &Work,
        at: usize,
        found_first: &[Reference],
        gathered: &Material,
        writing: &mut AnswerWriter,
    ) -> Vec<Reference> {
        let input = &gathered.input;
        if !input.mode.has_notes() {
            return found_first.to_vec();
        }
        let setup = SearchSetup::quick(&self.vault, self.settings.search.clone());
        let sources = self.vault.sources(setup.within(self.request.scope.clone()));
        let task = work.steps[at].task.clone();
        let found = match blocking(move || sources.search(&task)).await {
            Ok(found) => found.shown,
            Err(error) => {
                writing.notice(sentences::notes_not_searched(&error));
                return found_first.to_vec();
            }
        };
        let stays = found_first.iter().enumerate();
        let stays = stays.filter(|(at, hit)| *at < input.pinned_hits || hit.kind == Kind::Web);
        let wanted =
            |hit: &Reference| hit.item().is_none_or(|item| !gathered.own.is_removed(&item));
        let mut hits: Vec<Reference> = stays.map(|(_, hit)| hit.clone()).collect();
        hits.extend(found.into_iter().filter(wanted));
        if input.small {
            hits.truncate(PASSAGES_OF_SMALL.max(input.pinned_hits));
        }
        hits
    }

    /// Has the model say what is open. False if the user stopped it. Where a limit leaves no call for that,
    /// the steps that weren't done are open.
    async fn check_work(
        &self,
        work: &mut Work,
        gathered: &Material,
        talk: &Talk<'_>,
        clock: &Clock,
        writing: &mut AnswerWriter,
    ) -> Result<bool> {
        let calls = writing.message.tokens.unwrap_or_default().calls;
        let has_calls = calls.saturating_add(2) <= work.limits.calls;
        if work.limit.is_some() || !has_calls {
            let left = work.steps.iter().filter(|step| step.state != WorkState::Done);
            work.open = left.map(|step| step.task.clone()).collect();
        } else {
            let question = &gathered.input.question;
            let messages = work::check_request(question, work, room(gathered));
            let labels =
                [sentences::working::HOW_TO_CHECK_WORK.text(), sentences::working::FINDINGS.text()];
            let asked = respondent(talk, question);
            match self.ask(&asked, messages, labels, None, writing).await? {
                AsideOutcome::Said { text, usage } => {
                    writing.report.usage = usage;
                    work.open = work::open(&text);
                }
                AsideOutcome::Cancelled => return Ok(false),
                AsideOutcome::Failed(error) => {
                    let error = refused_by(talk.server, talk.model, error);
                    writing.notice(sentences::working::work_not_checked(&error));
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
        self.keep_work(work, clock, writing).await?;
        Ok(true)
    }

    /// Has the model write the answer from what was found.
    async fn report_work(
        &self,
        work: &Work,
        mut gathered: Material,
        talk: &mut Talk<'_>,
        writing: &mut AnswerWriter,
    ) -> Result<Outcome> {
        let part = work::report(work, &writing.message.remarks, room(&gathered));
        let input = &mut gathered.input;
        if self.goes_on_writing() {
            // Of a report that goes on the end is wanted, and no new one.
            input.work = Some(WorkPart { reminder: String::new(), ..part });
        } else {
            input.work = Some(part);
        }
        let of_number = |number| {
            writing.message.references.iter().find(|known| known.number == Some(number)).cloned()
        };
        let cited = cited(&work.findings(), &input.ledger).into_iter().filter_map(of_number);
        let stays = std::mem::take(&mut input.hits).into_iter().enumerate();
        let stays = stays.filter(|(at, hit)| *at < input.pinned_hits || hit.kind == Kind::Web);
        input.hits = stays.map(|(_, hit)| hit).chain(cited).collect();
        input.tools.clear();
        input.rounds.clear();
        gathered.rest.clear();
        let (_, ended) = self.converse(gathered, talk, &|_, _| true, writing).await?;
        self.close(ended, talk, writing).await
    }

    /// Keeps how far the work is, then tells of it.
    async fn keep_work(
        &self,
        work: &mut Work,
        clock: &Clock,
        writing: &mut AnswerWriter,
    ) -> Result<()> {
        let tokens = writing.message.tokens;
        let counted = tokens.unwrap_or_default();
        work.spent = WorkSpent {
            calls: counted.calls,
            tokens: counted.sent + counted.answer,
            seconds: clock.seconds(),
        };
        let report: CallReport = std::mem::take(&mut writing.report);
        self.library.put_work(self.answer, work.clone(), tokens, report).await?;
        writing.begin_anew();
        writing.message.work = Some(work.clone());
        writing.emit.work(work.clone());
        Ok(())
    }
}

/// Whether the request of a step would fail each time: the model refuses it, or it failed already when the work
/// was stopped there. The other steps are done then. Where the server can't be reached, all of them would fail.
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

/// The step that is next, if any is. What the user said during the last one becomes a step of its own.
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

fn respondent<'a>(talk: &'a Talk<'_>, question: &'a str) -> Respondent<'a> {
    Respondent {
        provider: &*talk.provider,
        server: talk.server,
        model: talk.model,
        counter: &talk.counter,
        question,
    }
}

/// How much of what was found is told, in characters: a third of what may be sent.
fn room(gathered: &Material) -> usize {
    let usable = gathered.input.window.0.saturating_sub(gathered.input.reserve.0);
    usable as usize / 3 * CHARACTERS
}
