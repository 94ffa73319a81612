//! Summarising the beginning of a conversation that grows too long.

use futures::StreamExt;
use models::{ChatRequest, CountKind, Model, Provider, Role, StreamEvent, TokenCounter, Tokens};

use library::{CallReport, now};

use crate::{gather::Material, run::Turn, sentences, writing::AnswerWriter};
use conversation::{
    Compaction, CompactionId, Receipt, Result,
    context::{Budgets, Compactable, ContextView, PartView, Segment},
    reference::Reference,
};
use grounding::context::{
    Input, Summary,
    compaction::{self, LONGEST_SUMMARY},
};

/// What became of it.
pub(super) enum SummaryResult {
    /// A summary stands for the turns now.
    Done,
    /// There is none; the turns are as they were.
    Not,
    /// The user stopped the turn.
    Cancelled,
}

impl Turn {
    /// Has the model summarise the oldest turns, keeps the summary, and puts it in their place. If
    /// that fails, the user is told, and the oldest turns may have to be left out instead.
    ///
    /// # Errors
    /// If the library fails.
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
        let turns = &input.history[..due.turns];
        // Two characters a token is few for any language but those in dense scripts. A request of
        // theirs that is too long the server refuses, and the turns are left out instead.
        let usable = input.window.0.saturating_sub(LONGEST_SUMMARY.0 + 400);
        let room = usable as usize * 2;
        let messages = compaction::request(before, turns, room);
        let mut request = ChatRequest::new(&model.name, messages, model.window.tokens);
        request.max_tokens = Some(LONGEST_SUMMARY);
        let body = provider.body(&request);
        let contents = request.messages.iter().map(|message| message.content.clone()).collect();
        let receipt = Receipt {
            answer: self.answer,
            created: now(),
            provider: provider.server().kind,
            server: provider.server().shown(),
            model: model.name.clone(),
            request: body.clone(),
            context: view(&request, counter, input),
            usage: None,
            deleted_marks: Vec::new(),
            problems: Vec::new(),
            imported: false,
        };
        self.library.begin_receipt(receipt, contents, None).await?;
        writing.message.has_receipt = true;

        let mut stream = provider.chat(body, self.entered.cancel.clone());
        let mut text = String::new();
        let mut reported = None;
        let problem = loop {
            match stream.next().await {
                Some(StreamEvent::Text(piece)) => text.push_str(&piece),
                Some(StreamEvent::Done { usage, .. }) => {
                    reported = usage;
                    break text.trim().is_empty().then(|| sentences::EMPTY_SUMMARY.to_owned());
                }
                Some(StreamEvent::Cancelled) => return Ok(SummaryResult::Cancelled),
                Some(StreamEvent::Failed(error)) => break Some(error.message),
                Some(_) => {}
                None => break Some(sentences::SUMMARY_BROKE_OFF.to_owned()),
            }
        };
        let mut problem = problem;
        let summary = Summary {
            text: text.trim().to_owned(),
            found: compaction::found(before, turns),
            messages: due.messages,
        };
        let after = counter.count(&compaction::told(&summary)).tokens;
        if problem.is_none() && after >= due.tokens {
            problem = Some(sentences::SUMMARY_TOO_LONG.to_owned());
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
        gathered.input.history.drain(..due.turns);
        gathered.turn_ends.drain(..due.turns);
        gathered.input.summary = Some(summary);
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

/// The request for a summary as people see it.
fn view(request: &ChatRequest, counter: &TokenCounter, input: &Input) -> ContextView {
    let reserve = input.reserve;
    let frame = counter.frame();
    let mut parts: Vec<PartView> = Vec::new();
    for message in &request.messages {
        let count = counter.count(&message.content);
        let (segment, label) = match message.role {
            Role::System => (Segment::System, sentences::HOW_TO_SUMMARISE),
            _ => (Segment::Messages, sentences::BEGINNING),
        };
        parts.push(PartView {
            segment,
            label: label.to_owned(),
            origin: None,
            number: None,
            tokens: count.tokens,
            count: count.kind,
            text: message.content.clone(),
        });
    }
    let messages = u32::try_from(parts.len()).unwrap_or(u32::MAX);
    parts.push(PartView {
        segment: Segment::System,
        label: sentences::MESSAGE_FORMAT.to_owned(),
        origin: None,
        number: None,
        tokens: Tokens(frame.message.0.saturating_mul(messages)) + frame.reply,
        count: CountKind::Estimated,
        text: String::new(),
    });
    let total: Tokens = parts.iter().map(|part| part.tokens).sum();
    let limit = request.window.0.saturating_sub(reserve.0);
    ContextView {
        window: request.window,
        reserve,
        budgets: Budgets::with(request.window, input.shares),
        parts,
        cuts: Vec::new(),
        few_passages: None,
        total,
        free: Tokens(limit.saturating_sub(total.0)),
        compact: None,
        refusal: None,
    }
}
