//! Summarises the oldest turns of a long conversation.

use models::ChatRequest;

use library::{CallReport, now};

use crate::{
    calls::auxiliary::{ReplyText, send},
    event::TurnEvent,
    fit::Brief,
    sentences,
    stop::{Outcome, Reply, Stop},
    turn::{Connection, Turn},
    writer::AnswerWriter,
};
use conversation::{
    Compaction, CompactionId,
    context::Compactable,
    reference::{Reference, State},
};
use grounding::context::{
    PastTurn, Summary,
    compaction::{self, LONGEST_SUMMARY},
};

/// Has the model summarise the oldest turns, stores the summary, and replaces the turns by it. If that fails, the
/// user gets a notice and the turns stay, though the oldest may be left out. Returns whether there is a summary.
pub(crate) async fn summarise(
    turn: &Turn,
    to: &Connection<'_>,
    brief: &mut Brief,
    due: Compactable,
    writer: &mut AnswerWriter,
) -> Outcome<bool> {
    let window = brief.fit.window;
    let earlier = &mut brief.progress().earlier;
    let last = due.turns.checked_sub(1).and_then(|at| earlier.turns.get(at));
    let Some(through) = last.map(|turn| turn.end) else { return Ok(false) };
    for past in earlier.turns.iter_mut().take(due.turns) {
        let stored = turn.library.message(past.end).await;
        if let Some(answer) = stored.ok().and_then(|(_, message)| message.into_answer()) {
            past.found = found(&answer.references);
        }
    }
    writer.emit.send(TurnEvent::Compacting);
    let before = earlier.summary.as_ref();
    // Pinned turns are still sent themselves.
    let turns = earlier.turns[..due.turns].iter().filter(|turn| !turn.pinned);
    let turns: Vec<PastTurn> = turns.cloned().collect();
    // Most languages have more than two characters a token. In dense scripts the request may be too long: the server
    // refuses it, and the turns are left out instead.
    let room = window.0.saturating_sub(LONGEST_SUMMARY.0 + 400) as usize * 2;
    let messages = compaction::request(before, &turns, room);
    let model = to.model;
    let mut request = ChatRequest::new(&model.name, messages, model.window.tokens);
    request.max_tokens = Some(LONGEST_SUMMARY);
    let labels = [sentences::HOW_TO_SUMMARISE.text(), sentences::BEGINNING.text()];
    let reply = send(turn, to, &request, labels, None).await?;
    writer.answer.has_receipt = true;
    let (text, usage, mut problem) = match reply {
        Reply::Done(ReplyText { text, usage }) => {
            let is_empty = text.trim().is_empty();
            (text, usage, is_empty.then(|| sentences::EMPTY_SUMMARY.to_string()))
        }
        Reply::Cancelled => return Err(Stop::Cancelled),
        Reply::Failed(error) => (String::new(), None, Some(error.message.to_string())),
    };
    let summary = Summary {
        text: text.trim().to_owned(),
        found: compaction::found(before, &turns),
        quotes: compaction::quotes(before, &turns),
        messages: due.messages,
    };
    let after = to.counter.count(&compaction::summary_text(&summary)).tokens;
    if problem.is_none() && after >= due.tokens {
        problem = Some(sentences::SUMMARY_TOO_LONG.to_string());
    }
    let problems: Vec<String> = problem.iter().cloned().collect();
    let report = CallReport { usage, problems, ..CallReport::default() };
    turn.library.end_receipt(turn.answer, report).await?;
    if let Some(problem) = problem {
        writer.notice(sentences::not_summarised(&problem));
        return Ok(false);
    }
    let compaction = Compaction {
        id: CompactionId::new(),
        through,
        summary: summary.text.clone(),
        found: summary.found.clone(),
        quotes: summary.quotes.clone(),
        messages: due.messages,
        before: due.tokens,
        after,
        model: model.name.clone(),
        created: now(),
        edited: false,
    };
    turn.library.put_compaction(writer.conversation, compaction.clone()).await?;
    let mut at = 0..;
    earlier.turns.retain(|turn| at.next().is_some_and(|at| at >= due.turns) || turn.pinned);
    earlier.summary = Some(summary);
    if std::mem::take(&mut earlier.summary_undone) {
        writer.notice(sentences::SUMMARISED_AGAIN.to_string());
    }
    writer.emit.send(TurnEvent::Compacted(Box::new(compaction)));
    Ok(true)
}

/// A line for each numbered passage that the answer cited or its tools found.
fn found(references: &[Reference]) -> Vec<String> {
    references
        .iter()
        .filter_map(|reference| Some((reference.number?, reference)))
        .filter(|(_, reference)| reference.state == State::Cited || reference.call.is_some())
        .map(|(number, reference)| {
            let place = reference.path.as_ref().map(|path| path.as_str());
            let place = place.or(reference.url.as_deref()).unwrap_or_default();
            format!("[{number}] {} ({place}): {}", reference.wikilink, reference.snippet)
        })
        .collect()
}
