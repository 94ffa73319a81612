//! Surveys: a model reads every matching note, batch by batch, before it answers.

#[cfg(test)]
mod tests;

use std::{
    collections::{HashSet, VecDeque},
    sync::Arc,
};

use models::{Model, TokenCounter, Tokens};
use notes::NotePath;

use crate::{
    calls::{
        auxiliary::{ReplyText, ask, longest_reply},
        talk::Talk,
    },
    event::TurnEvent,
    evidence::source::PeriodNotes,
    in_talk::period_of,
    sentences,
    stop::{Outcome, Reply},
    task::Job,
    turn::{Connection, Turn},
    writer::AnswerWriter,
};
use conversation::{
    Code, Coverage, DateRange, Error, Result,
    reference::{Kind, Number, Reference},
    survey::{Batch, Survey, SurveyEstimate},
};
use grounding::{
    context::{
        batch::{self, Part},
        reply_language,
    },
    references::{CitationStream, Ledger, Piece},
};
use language::NaturalLanguage;
use library::CallReport;
use retrieval::{AskingDay, MOST_OF_PERIOD, Reading, blocking, sources::Sources};

/// Maximum notes of a survey. Further matching notes are only counted.
const MOST_NOTES: usize = 200;

/// Maximum rounds of shortening the findings; after that their last lines are cut.
const SHORTENINGS: usize = 3;

struct Plan {
    notes: Vec<NotePath>,
    left: u32,
    passages: Vec<Reference>,
    parts: Vec<Part>,
    notices: Vec<String>,
}

impl Plan {
    /// Plans the notes for `question`: those that `known` hasn't read yet, the `given` ones, or those that match.
    /// Blocks.
    fn new(
        sources: &Sources,
        question: &str,
        known: Option<&Survey>,
        given: Option<&[NotePath]>,
        model: &Model,
        counter: &TokenCounter,
    ) -> Result<Self> {
        let (notes, left) = match (known, given) {
            (Some(known), _) => {
                let rest = known.notes.iter().skip(known.read as usize);
                (rest.cloned().collect(), known.left)
            }
            (None, Some(given)) => {
                let notes: Vec<NotePath> =
                    given.iter().take(MOST_OF_PERIOD as usize).cloned().collect();
                let left = given.len() - notes.len();
                (notes, u32::try_from(left).unwrap_or(u32::MAX))
            }
            (None, None) => sources.matching_notes(question, MOST_NOTES)?,
        };
        let (passages, notices) = sources.all_passages(&notes);
        let window = model.window.tokens;
        let sizes = (window, longest_reply(model));
        let parts = batch::parts(question, &passages, sizes, counter).ok_or_else(|| {
            Error::new(Code::DoesNotFit, || {
                sentences::work::no_room_for_batches(&model.name, window)
            })
        })?;
        Ok(Self { notes, left, passages, parts, notices })
    }

    fn batches(&self) -> VecDeque<Vec<Reference>> {
        let mut from = 0;
        let batch = |part: &Part| {
            let passages = self.passages[from..part.end].to_vec();
            from = part.end;
            passages
        };
        self.parts.iter().map(batch).collect()
    }
}

/// The cost of a survey for `question`, or of reading the notes of a time that the user chose. Blocks.
pub fn estimate(
    sources: &Sources,
    question: &str,
    chosen: Option<(DateRange, AskingDay)>,
    (model, reading): (&Model, Option<u32>),
    reserve: Tokens,
    counter: &TokenCounter,
) -> Result<SurveyEstimate> {
    let period = match chosen {
        Some((range, asked)) => {
            let reading = Reading::of_period(question, period_of(range), &sources.index, asked)?;
            PeriodNotes::of(sources, &reading)?
        }
        None => None,
    };
    let given = period.as_ref().map(PeriodNotes::notes);
    let plan = Plan::new(sources, question, None, given, model, counter)?;
    let count = |length: usize| u32::try_from(length).unwrap_or(u32::MAX);
    let batches = count(plan.parts.len());
    let read: Tokens = plan.parts.iter().map(|part| part.tokens).sum();
    // Batches rarely find the maximum, and the answer's request includes their findings.
    let longest = longest_reply(model).0;
    let answering = (batches.saturating_mul(longest) / 2).saturating_add(1_500);
    let usable = model.window.tokens.0.saturating_sub(reserve.0);
    let sent = read + Tokens(answering.min(usable));
    Ok(SurveyEstimate {
        notes: count(plan.notes.len()),
        left: plan.left,
        passages: count(plan.passages.len()),
        calls: batches.saturating_add(1),
        sent,
        written: Tokens(batches.saturating_mul(longest)) + reserve,
        seconds: reading.map(|reading| sent.0 / reading.max(1)),
        cost: None,
    })
}

/// Reads every matching note, or those of the time that the user chose, stores the findings of each batch, and has the
/// model answer from them. A survey that broke off continues with the unread notes.
pub(super) async fn read_all(job: Job<'_>) -> Outcome {
    let chosen = job.model()?;
    let Job { turn, mut material, writer, .. } = job;
    let (server, model) = chosen;
    writer.answer.model = Some(model.name.clone());
    let (question, when) = (material.basis.question.clone(), material.basis.when.clone());
    let language = reply_language(&material.basis, &material.progress.earlier);
    let to = turn.connect(server, model)?;
    let known = writer.answer.survey.clone();
    let period = material.period.clone().filter(|_| turn.request.period.is_some());
    let plan = plan(turn, &question, known.as_ref(), period.clone(), &to).await?;
    for notice in &plan.notices {
        writer.notice(notice.clone());
    }
    let batches = plan.batches();
    let to_come = u32::try_from(batches.len()).unwrap_or(u32::MAX);
    let survey = match known {
        Some(known) => Survey { to_come, ..known },
        None => {
            if plan.left > 0 {
                writer.notice(sentences::work::not_all_notes(plan.notes.len(), plan.left));
            }
            let (notes, left) = (plan.notes, plan.left);
            Survey { notes, left, to_come, ..Survey::default() }
        }
    };
    let read = read_so_far(&survey, batches.front());
    store_survey(turn, Survey { read, ..survey }, CallReport::default(), writer).await?;

    let mut ledger = material.progress.ledger.clone();
    let asked = (&*question, language, &*when);
    let read = read_batches(turn, &to, asked, batches, &mut ledger, writer).await;
    writer.answer.coverage = writer.answer.survey.as_ref().and_then(|survey| {
        let passages: u32 = survey.batches.iter().map(|batch| batch.passages).sum();
        let notes = u32::try_from(survey.notes.len()).unwrap_or(u32::MAX);
        let period = Some(period.as_ref()?.surveyed(survey));
        Some(Coverage { passages, matching: passages, notes, period })
    });
    read?;
    let findings = findings(turn, &to, &question, writer).await?;
    if findings.is_empty() {
        writer.answer.searched_for = material.searched_for();
        writer.show(Piece::Text(sentences::NO_SUPPORT.to_string()));
        return Ok(());
    }
    let cited = cited_references(&findings, &ledger, writer);
    let progress = Arc::make_mut(&mut material.progress);
    let web = std::mem::take(&mut progress.hits).into_iter().filter(|hit| hit.kind == Kind::Web);
    progress.hits = cited.into_iter().chain(web).collect();
    progress.findings = Some(findings);
    progress.ledger = ledger;
    material.rest.clear();
    Talk::new(turn, material, chosen, writer).await?.answer(writer).await
}

async fn plan(
    turn: &Turn,
    question: &str,
    known: Option<&Survey>,
    period: Option<PeriodNotes>,
    to: &Connection<'_>,
) -> Result<Plan> {
    let (sources, known) = (turn.quick_sources(), known.cloned());
    let (question, model, counter) = (question.to_owned(), to.model.clone(), to.counter.clone());
    blocking(move || {
        let given = period.as_ref().map(PeriodNotes::notes);
        Plan::new(&sources, &question, known.as_ref(), given, &model, &counter)
    })
    .await
}

async fn read_batches(
    turn: &Turn,
    to: &Connection<'_>,
    (question, language, when): (&str, Option<NaturalLanguage>, &str),
    mut batches: VecDeque<Vec<Reference>>,
    ledger: &mut Ledger,
    writer: &mut AnswerWriter,
) -> Outcome {
    let labels = [sentences::work::HOW_TO_READ.text(), sentences::work::NOTES_TO_READ.text()];
    while let Some(batch) = batches.pop_front() {
        let numbered = numbered(batch.clone(), ledger);
        let messages = batch::request(question, language, when, &numbered);
        let known: HashSet<Option<Number>> =
            writer.answer.references.iter().map(|known| known.number).collect();
        let new = numbered.iter().filter(|passage| !known.contains(&passage.number));
        let mut references = writer.answer.references.clone();
        references.extend(new.cloned());
        writer.answer.references.clone_from(&references);
        let reply = ask(turn, to, question, messages, labels, Some(references), writer).await?;
        if let Reply::Failed(error) = &reply
            && error.code == models::Code::ContextOverflow
            && batch.len() > 1
        {
            // Our count was too low for this model, so the batch is halved.
            let mut first = batch;
            let second = first.split_off(first.len() / 2);
            batches.push_front(second);
            batches.push_front(first);
            continue;
        }
        let ReplyText { text, usage } = reply.or_stop(|error| to.refused(error))?;
        if text.trim().is_empty() {
            writer.notice(sentences::work::nothing_written(numbered.len()));
        }
        let mut survey = writer.answer.survey.clone().unwrap_or_default();
        survey.batches.push(Batch {
            notes: notes_of(&numbered),
            passages: u32::try_from(numbered.len()).unwrap_or(u32::MAX),
            found: batch::findings(&known_marks(&text, ledger)).unwrap_or_default(),
        });
        survey.read = read_so_far(&survey, batches.front());
        survey.to_come = u32::try_from(batches.len()).unwrap_or(u32::MAX);
        let report = CallReport { usage, ..CallReport::default() };
        store_survey(turn, survey, report, writer).await?;
    }
    Ok(())
}

/// The findings of all batches, short enough for one request; empty if there are none.
async fn findings(
    turn: &Turn,
    to: &Connection<'_>,
    question: &str,
    writer: &mut AnswerWriter,
) -> Outcome<String> {
    let survey = writer.answer.survey.iter();
    let mut findings = survey.flat_map(Survey::findings).collect::<Vec<_>>().join("\n");
    // The other half of the window is for the cited passages.
    let most = to.model.window.tokens.0.saturating_sub(turn.settings.reserve.0) / 2;
    let size = |text: &str| to.counter.count(text).tokens.0;
    let labels = [sentences::work::HOW_TO_SHORTEN.text(), sentences::work::FINDINGS.text()];
    for _ in 0..SHORTENINGS {
        if size(&findings) <= most {
            return Ok(findings);
        }
        let mut shorter = Vec::new();
        for group in groups(&findings, most, &size) {
            let messages = batch::condense(question, &group);
            let reply = ask(turn, to, question, messages, labels, None, writer).await?;
            let ReplyText { text, usage } = reply.or_stop(|error| to.refused(error))?;
            let report = CallReport { usage, ..CallReport::default() };
            turn.library.end_receipt(turn.answer, report).await?;
            shorter.extend(batch::findings(&text));
        }
        findings = shorter.join("\n");
    }
    if let Some(first) = groups(&findings, most, &size).into_iter().next()
        && first.len() < findings.len()
    {
        writer.notice(sentences::work::FINDINGS_CUT.to_string());
        findings = first;
    }
    Ok(findings)
}

async fn store_survey(
    turn: &Turn,
    survey: Survey,
    report: CallReport,
    writer: &mut AnswerWriter,
) -> Result<()> {
    let tokens = writer.answer.tokens;
    turn.library.put_survey(turn.answer, survey.clone(), tokens, report).await?;
    writer.answer.survey = Some(survey.clone());
    writer.emit.send(TurnEvent::Survey(Box::new(survey)));
    Ok(())
}

fn numbered(batch: Vec<Reference>, ledger: &mut Ledger) -> Vec<Reference> {
    let with_number = |passage: Reference| {
        let (source, hash) = passage.key()?;
        Some(Reference { number: Some(ledger.number(&source, hash)), ..passage })
    };
    batch.into_iter().filter_map(with_number).collect()
}

fn notes_of(passages: &[Reference]) -> Vec<NotePath> {
    let mut notes: Vec<NotePath> = passages.iter().filter_map(|it| it.path.clone()).collect();
    notes.dedup();
    notes
}

/// The number of completely read notes: those before the first note of the next batch.
fn read_so_far(survey: &Survey, next: Option<&Vec<Reference>>) -> u32 {
    let next = next.and_then(|batch| batch.first()).and_then(|passage| passage.path.as_ref());
    let read = match next {
        None => survey.notes.len(),
        Some(path) => survey.notes.iter().position(|note| note == path).unwrap_or_default(),
    };
    u32::try_from(read).unwrap_or(u32::MAX)
}

fn pieces(text: &str, ledger: &Ledger) -> Vec<Piece> {
    CitationStream::of(ledger.known(), text).0
}

/// A model's text with each mark as `[n]`, without marks of unknown passages.
fn known_marks(text: &str, ledger: &Ledger) -> String {
    let written = |piece| match piece {
        Piece::Text(text) => text,
        Piece::Citation(number) => format!("[{number}]"),
    };
    pieces(text, ledger).into_iter().map(written).collect()
}

/// The answer's references that the findings cite, in that order.
pub(super) fn cited_references(
    findings: &str,
    ledger: &Ledger,
    writer: &AnswerWriter,
) -> Vec<Reference> {
    let mut numbers = Vec::new();
    for piece in pieces(findings, ledger) {
        if let Piece::Citation(number) = piece
            && !numbers.contains(&number)
        {
            numbers.push(number);
        }
    }
    let references = &writer.answer.references;
    let of = |number| references.iter().find(|known| known.number == Some(number)).cloned();
    numbers.into_iter().filter_map(of).collect()
}

/// Groups lines up to `most` tokens; a longer line is a group of its own.
fn groups(text: &str, most: u32, size: &dyn Fn(&str) -> u32) -> Vec<String> {
    let mut groups: Vec<(u32, String)> = Vec::new();
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        let tokens = size(line) + 1;
        match groups.last_mut() {
            Some((used, group)) if *used + tokens <= most => {
                *used += tokens;
                group.push('\n');
                group.push_str(line);
            }
            _ => groups.push((tokens, line.to_owned())),
        }
    }
    groups.into_iter().map(|(_, group)| group).collect()
}
