//! Reading every note that matches a question, batch by batch, before it is answered.

use std::collections::{HashSet, VecDeque};

use models::{Model, Server, TokenCounter, Tokens};
use notes::NotePath;

use crate::{
    answering::refused_by,
    aside::{AsideOutcome, Respondent, longest_reply},
    gather::Material,
    run::{Outcome, Turn},
    sentences,
    writing::AnswerWriter,
};
use conversation::{
    Code, Error, Result,
    reference::{Kind, Number, Reference},
    survey::{Batch, Survey, SurveyEstimate},
};
use grounding::{
    context::batch::{self, Part},
    references::{CitationStream, Ledger, Piece},
};
use library::CallReport;
use retrieval::{SearchSetup, Sources, blocking};

/// Maximum notes that are read for one question.
const MOST_NOTES: usize = 200;

/// How often findings are shortened before the last lines of them are left out.
const SHORTENINGS: usize = 3;

/// What is still to be read for a question.
struct Plan {
    notes: Vec<NotePath>,
    left: u32,
    passages: Vec<Reference>,
    parts: Vec<Part>,
    notices: Vec<String>,
}

impl Plan {
    /// What is to be read for `question`: of `known` what isn't read yet. Blocks.
    fn new(
        sources: &Sources,
        question: &str,
        known: Option<&Survey>,
        model: &Model,
        counter: &TokenCounter,
    ) -> Result<Self> {
        let (notes, left) = match known {
            Some(known) => {
                let rest = known.notes.iter().skip(known.read as usize);
                (rest.cloned().collect(), known.left)
            }
            None => sources.matching_notes(question, MOST_NOTES)?,
        };
        let (passages, notices) = sources.all_passages(&notes);
        let window = model.window.tokens;
        let sizes = (window, longest_reply(model));
        let parts = batch::parts(question, &passages, sizes, counter).ok_or_else(|| {
            Error::new(
                Code::DoesNotFit,
                sentences::working::no_room_for_batches(&model.name, window),
            )
        })?;
        Ok(Self { notes, left, passages, parts, notices })
    }

    /// The passages of each part, in order.
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

/// What reading every note that matches `question` would take. Blocks.
pub fn estimate(
    sources: &Sources,
    question: &str,
    (model, reading): (&Model, Option<u32>),
    reserve: Tokens,
    counter: &TokenCounter,
) -> Result<SurveyEstimate> {
    let plan = Plan::new(sources, question, None, model, counter)?;
    let count = |length: usize| u32::try_from(length).unwrap_or(u32::MAX);
    let batches = count(plan.parts.len());
    let read: Tokens = plan.parts.iter().map(|part| part.tokens).sum();
    // Batches mostly find less than they may, and the answer gets what they found.
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

impl Turn {
    /// Reads every note that matches, keeps what each batch says, and answers from that. One that was
    /// broken off goes on with what isn't read yet.
    pub(super) async fn survey(
        &self,
        mut gathered: Material,
        server: &Server,
        model: &Model,
        writing: &mut AnswerWriter,
    ) -> Result<Outcome> {
        writing.message.model = Some(model.name.clone());
        let counter = self.calibrations.counter(&model.name);
        let question = gathered.input.question.clone();
        let plan = self.plan(&question, model, &counter, writing).await?;
        for notice in &plan.notices {
            writing.notice(notice.clone());
        }
        let batches = plan.batches();
        let to_come = u32::try_from(batches.len()).unwrap_or(u32::MAX);
        let survey = match writing.message.survey.take() {
            Some(known) => Survey { to_come, ..known },
            None => {
                if plan.left > 0 {
                    writing.notice(sentences::working::not_all_notes(plan.notes.len(), plan.left));
                }
                let (notes, left) = (plan.notes, plan.left);
                Survey { notes, left, to_come, ..Survey::default() }
            }
        };
        let read = read_so_far(&survey, batches.front());
        let survey = Survey { read, ..survey };
        self.keep_survey(survey, CallReport::default(), writing).await?;
        let provider =
            server.connect_with(self.timing).map_err(|error| refused_by(server, model, error))?;
        let asked = Respondent {
            provider: &*provider,
            server,
            model,
            counter: &counter,
            question: &question,
        };

        let mut ledger = gathered.input.ledger.clone();
        if self.read_batches(&asked, batches, &mut ledger, writing).await?.is_none() {
            return Ok(Outcome::Cancelled);
        }
        let Some(findings) = self.findings(&asked, gathered.input.reserve, writing).await? else {
            return Ok(Outcome::Cancelled);
        };
        if findings.is_empty() {
            writing.show(Piece::Text(sentences::NO_SUPPORT.to_string()));
            return Ok(Outcome::Complete);
        }
        let cited = cited(&findings, &ledger);
        let web = gathered.input.hits.into_iter().filter(|hit| hit.kind == Kind::Web);
        let of_number = |number| {
            writing.message.references.iter().find(|known| known.number == Some(number)).cloned()
        };
        gathered.input.hits = cited.into_iter().filter_map(of_number).chain(web).collect();
        gathered.input.findings = Some(findings);
        gathered.input.ledger = ledger;
        gathered.rest.clear();
        self.ask_model(gathered, server, model, writing).await
    }

    async fn plan(
        &self,
        question: &str,
        model: &Model,
        counter: &TokenCounter,
        writing: &AnswerWriter,
    ) -> Result<Plan> {
        let setup = SearchSetup::quick(&self.vault, self.settings.search.clone());
        let sources = self.vault.sources(setup.within(self.request.scope.clone()));
        let (question, model, counter) = (question.to_owned(), model.clone(), counter.clone());
        let known = writing.message.survey.clone();
        blocking(move || Plan::new(&sources, &question, known.as_ref(), &model, &counter)).await
    }

    /// Has the model read the batches; `None` if the user stopped it.
    async fn read_batches(
        &self,
        asked: &Respondent<'_>,
        mut batches: VecDeque<Vec<Reference>>,
        ledger: &mut Ledger,
        writing: &mut AnswerWriter,
    ) -> Result<Option<()>> {
        while let Some(batch) = batches.pop_front() {
            let numbered = numbered(batch.clone(), ledger);
            let messages = batch::request(asked.question, &numbered);
            let known: HashSet<Option<Number>> =
                writing.message.references.iter().map(|known| known.number).collect();
            let new = numbered.iter().filter(|passage| !known.contains(&passage.number));
            let mut references = writing.message.references.clone();
            references.extend(new.cloned());
            writing.message.references.clone_from(&references);
            let labels =
                [sentences::working::HOW_TO_READ.text(), sentences::working::NOTES_TO_READ.text()];
            let (said, usage) =
                match self.ask(asked, messages, labels, Some(references), writing).await? {
                    AsideOutcome::Said { text, usage } => (text, usage),
                    AsideOutcome::Cancelled => return Ok(None),
                    AsideOutcome::Failed(error)
                        if error.code == models::Code::ContextOverflow && batch.len() > 1 =>
                    {
                        // Our count was too low for this model: the same in two halves.
                        let mut first = batch;
                        let second = first.split_off(first.len() / 2);
                        batches.push_front(second);
                        batches.push_front(first);
                        continue;
                    }
                    AsideOutcome::Failed(error) => {
                        return Err(refused_by(asked.server, asked.model, error));
                    }
                };
            if said.trim().is_empty() {
                writing.notice(sentences::working::nothing_written(numbered.len()));
            }
            let mut survey = writing.message.survey.clone().unwrap_or_default();
            survey.batches.push(Batch {
                notes: notes_of(&numbered),
                passages: u32::try_from(numbered.len()).unwrap_or(u32::MAX),
                found: batch::findings(&known_marks(&said, ledger)).unwrap_or_default(),
            });
            survey.read = read_so_far(&survey, batches.front());
            survey.to_come = u32::try_from(batches.len()).unwrap_or(u32::MAX);
            let report = CallReport { usage, ..CallReport::default() };
            self.keep_survey(survey, report, writing).await?;
        }
        Ok(Some(()))
    }

    /// What the batches found, short enough for one more request; empty if they found nothing, `None` if the
    /// user stopped it.
    async fn findings(
        &self,
        asked: &Respondent<'_>,
        reserve: Tokens,
        writing: &mut AnswerWriter,
    ) -> Result<Option<String>> {
        let survey = writing.message.survey.iter();
        let mut findings = survey.flat_map(Survey::findings).collect::<Vec<_>>().join("\n");
        let window = asked.model.window.tokens.0;
        // The other half is for the passages that they cite.
        let most = window.saturating_sub(reserve.0) / 2;
        let size = |text: &str| asked.counter.count(text).tokens.0;
        for _ in 0..SHORTENINGS {
            if size(&findings) <= most {
                return Ok(Some(findings));
            }
            let mut shorter = Vec::new();
            for group in groups(&findings, most, &size) {
                let messages = batch::condense(asked.question, &group);
                let labels = [
                    sentences::working::HOW_TO_SHORTEN.text(),
                    sentences::working::FINDINGS.text(),
                ];
                match self.ask(asked, messages, labels, None, writing).await? {
                    AsideOutcome::Said { text, usage } => {
                        let report = CallReport { usage, ..CallReport::default() };
                        self.library.end_receipt(self.answer, report).await?;
                        shorter.extend(batch::findings(&text));
                    }
                    AsideOutcome::Cancelled => return Ok(None),
                    AsideOutcome::Failed(error) => {
                        return Err(refused_by(asked.server, asked.model, error));
                    }
                }
            }
            findings = shorter.join("\n");
        }
        if let Some(first) = groups(&findings, most, &size).into_iter().next()
            && first.len() < findings.len()
        {
            writing.notice(sentences::working::FINDINGS_CUT.to_string());
            findings = first;
        }
        Ok(Some(findings))
    }

    /// Keeps how far the notes are read, then tells of it.
    async fn keep_survey(
        &self,
        survey: Survey,
        report: CallReport,
        writing: &mut AnswerWriter,
    ) -> Result<()> {
        let tokens = writing.message.tokens;
        self.library.put_survey(self.answer, survey.clone(), tokens, report).await?;
        writing.message.survey = Some(survey.clone());
        writing.emit.survey(survey);
        Ok(())
    }
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

/// How many of the notes are read to their end: all before the one that the next batch begins with.
fn read_so_far(survey: &Survey, next: Option<&Vec<Reference>>) -> u32 {
    let next = next.and_then(|batch| batch.first()).and_then(|passage| passage.path.as_ref());
    let read = match next {
        None => survey.notes.len(),
        Some(path) => survey.notes.iter().position(|note| note == path).unwrap_or_default(),
    };
    u32::try_from(read).unwrap_or(u32::MAX)
}

/// What a model wrote as text and marks of passages that there are.
fn pieces(text: &str, ledger: &Ledger) -> Vec<Piece> {
    CitationStream::of(ledger.known(), text).0
}

/// What a model wrote with each mark as `[n]`, and without those of passages that there aren't.
fn known_marks(text: &str, ledger: &Ledger) -> String {
    let written = |piece| match piece {
        Piece::Text(text) => text,
        Piece::Citation(number) => format!("[{number}]"),
    };
    pieces(text, ledger).into_iter().map(written).collect()
}

/// The numbers that findings name, in their order.
pub(super) fn cited(findings: &str, ledger: &Ledger) -> Vec<Number> {
    let mut numbers = Vec::new();
    for piece in pieces(findings, ledger) {
        if let Piece::Citation(number) = piece
            && !numbers.contains(&number)
        {
            numbers.push(number);
        }
    }
    numbers
}

/// The lines of a text in groups of at most `most` tokens; a longer line is a group of its own.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn findings_are_parted_by_lines() {
        let size = |text: &str| u32::try_from(text.len()).unwrap();
        let check = |text: &str, expect: &[&str]| assert_eq!(groups(text, 8, &size), expect);
        check("", &[]);
        check("a\n\nb\nc", &["a\nb\nc"]);
        check("aaa\nbbb\nccc", &["aaa\nbbb", "ccc"]);
        check("aaaaaaaaaaaa\nb", &["aaaaaaaaaaaa", "b"]);
    }
}
