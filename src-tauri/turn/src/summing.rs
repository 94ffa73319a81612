//! Summarising the beginning of a conversation that grows too long.

use models::{ChatRequest, Model, Provider, TokenCounter};

use library::{CallReport, now};

use crate::{aside::AsideOutcome, gather::Material, run::Turn, sentences, writing::AnswerWriter};
use conversation::{Compaction, CompactionId, Result, context::Compactable, reference::Reference};
use grounding::context::{
    PastTurn, Summary,
    compaction::{self, LONGEST_SUMMARY},
};

pub(super) enum SummaryResult {
    /// A summary stands for the turns now.
    Done,
    /// There is none; the turns are as they were.
    Not,
    Cancelled,
}

impl Turn {
    /// Has the model summarise the oldest turns, keeps the summary, and puts it in their place. If
    /// that fails, the user is told, and the oldest turns may have to be left out instead.
    pub(super) async fn summarise(
        &self,
        gathered: &mut Material,
        due: Compactable,
        provider: &dyn Provider,
        model: &Model,
        counter: &TokenCounter,
        writing: &mut AnswerWriter,
    ) -> Result<SummaryResult> {
        let Some(through) = due.turns.checked_sub(1).and_then(|at| gathered.turn_ends.get(at))
        else {
            return Ok(SummaryResult::Not);
        };
        let through = *through;
        for (turn, end) in
            gathered.input.history.iter_mut().zip(&gathered.turn_ends).take(due.turns)
        {
            if let Ok((_, answer)) = self.library.message(*end).await {
                turn.found = found(&answer.references);
            }
        }
        writing.emit.compacting();
        let input = &gathered.input;
        let before = input.summary.as_ref();
        // What is pinned goes on to be sent itself.
        let turns: Vec<PastTurn> =
            input.history[..due.turns].iter().filter(|turn| !turn.pinned).cloned().collect();
        let turns = &turns[..];
        // Two characters a token is few for any language but those in dense scripts. A request of
        // theirs that is too long the server refuses, and the turns are left out instead.
        let usable = input.window.0.saturating_sub(LONGEST_SUMMARY.0 + 400);
        let room = usable as usize * 2;
        let messages = compaction::request(before, turns, room);
        let mut request = ChatRequest::new(&model.name, messages, model.window.tokens);
        request.max_tokens = Some(LONGEST_SUMMARY);
        let labels = [sentences::HOW_TO_SUMMARISE.text(), sentences::BEGINNING.text()];
        let aside = self.ask_aside(provider, &request, labels, counter, None).await?;
        writing.message.has_receipt = true;
        let (text, reported, mut problem) = match aside {
            AsideOutcome::Said { text, usage } if text.trim().is_empty() => {
                (text, usage, Some(sentences::EMPTY_SUMMARY.to_string()))
            }
            AsideOutcome::Said { text, usage } => (text, usage, None),
            AsideOutcome::Cancelled => return Ok(SummaryResult::Cancelled),
            AsideOutcome::Failed(error) => (String::new(), None, Some(error.message)),
        };
        let summary = Summary {
            text: text.trim().to_owned(),
            found: compaction::found(before, turns),
            messages: due.messages,
        };
        let after = counter.count(&compaction::told(&summary)).tokens;
        if problem.is_none() && after >= due.tokens {
            problem = Some(sentences::SUMMARY_TOO_LONG.to_string());
        }
        let problems: Vec<String> = problem.iter().cloned().collect();
        let report = CallReport { usage: reported, problems, ..CallReport::default() };
        self.library.end_receipt(self.answer, report).await?;
        if let Some(problem) = problem {
            writing.notice(sentences::not_summarised(&problem));
            return Ok(SummaryResult::Not);
        }
        let compaction = Compaction {
            id: CompactionId::new(),
            through,
            summary: summary.text.clone(),
            found: summary.found.clone(),
            messages: due.messages,
            before: due.tokens,
            after,
            model: model.name.clone(),
            created: now(),
            edited: false,
        };
        self.library.put_compaction(writing.conversation, compaction.clone()).await?;
        let history =
            gathered.input.history.drain(..).zip(gathered.turn_ends.drain(..)).enumerate();
        let stay: Vec<_> =
            history.filter(|(at, (turn, _))| *at >= due.turns || turn.pinned).collect();
        (gathered.input.history, gathered.turn_ends) = stay.into_iter().map(|(_, one)| one).unzip();
        gathered.input.summary = Some(summary);
        if std::mem::take(&mut gathered.input.summary_undone) {
            writing.notice(sentences::SUMMARISED_AGAIN.to_string());
        }
        writing.emit.compacted(compaction);
        Ok(SummaryResult::Done)
    }
}

/// What an answer cited and its tools found, a line for each passage that has a number.
fn found(references: &[Reference]) -> Vec<String> {
    references
        .iter()
        .filter_map(|reference| Some((reference.number?, reference)))
        .filter(|(_, reference)| {
            let state = reference.state;
            state == conversation::reference::State::Cited || reference.call.is_some()
        })
        .map(|(number, reference)| {
            let place = reference.path.as_ref().map(|path| path.as_str());
            let place = place.or(reference.url.as_deref()).unwrap_or_default();
            format!("[{number}] {} ({place}): {}", reference.wikilink, reference.snippet)
        })
        .collect()
}
