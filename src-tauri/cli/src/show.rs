use std::path::Path;

use conversation::{Answer, Message};
use turn::TurnEvent;

use crate::{
    format_answer::{self, Links},
    out::{DIM, ERROR, MARK, Out, Stop, WARN, printable},
    sentences,
};

/// Prints an event of a turn. References link to the notes of the vault at `root`. The text of an answer that
/// `is_replaced` wasn't printed yet.
pub fn show(
    event: &TurnEvent,
    root: Option<&Path>,
    is_replaced: bool,
    out: &Out,
) -> Result<(), Stop> {
    match event {
        TurnEvent::Notice(message) => out.notice(&printable(message)),
        TurnEvent::Waiting { pause, error } => out.notice(&sentences::trying_again(
            &printable(&error.message),
            pause.as_secs_f32().ceil(),
        )),
        TurnEvent::Reading { tokens, left } => {
            out.progress(&sentences::reading(*tokens, left.as_secs_f32().ceil()));
            Ok(())
        }
        TurnEvent::Text(text) => out.text(&printable(text)),
        TurnEvent::Citation(number) => out.text(&format!("{MARK}[{number}]{MARK:#}")),
        TurnEvent::Step(step) => {
            // The text before the calls isn't part of the answer, so a new line ends it.
            if !step.said.trim().is_empty() {
                out.text("\n")?;
            }
            step.calls.iter().for_each(|call| out.aside(&format_answer::calling(call)));
            Ok(())
        }
        TurnEvent::Called(call) => {
            out.aside(&format_answer::called(call));
            Ok(())
        }
        TurnEvent::Survey(survey) if survey.is_done() => {
            out.progress_done();
            out.aside(&sentences::notes_read(survey));
            Ok(())
        }
        TurnEvent::Survey(survey) => {
            out.progress(&sentences::reading_all(survey));
            Ok(())
        }
        TurnEvent::Routed(command) => {
            out.aside(&sentences::routed(&printable(command)));
            Ok(())
        }
        TurnEvent::Compacting => {
            out.progress(sentences::SUMMARISING);
            Ok(())
        }
        TurnEvent::Compacted(compaction) => {
            out.progress_done();
            out.aside(&sentences::summarised(compaction));
            Ok(())
        }
        TurnEvent::Finished(answer) => {
            if is_replaced {
                out.text(&format!("\n\n{}", format_answer::text(answer)))?;
            }
            show_basis(answer, root, out)
        }
        TurnEvent::Cancelled(answer) => {
            out.line(&format!("\n{WARN}{}{WARN:#}", sentences::STOPPED))?;
            show_basis(answer, root, out)
        }
        TurnEvent::Failed { answer, error } => {
            out.text("\n")?;
            out.notice(&format!(
                "{ERROR}{}{ERROR:#} {}",
                sentences::ERROR,
                printable(&error.message)
            ))?;
            for line in &error.tried {
                out.notice(&format!("  {}", printable(line)))?;
            }
            out.notice(sentences::what_next(answer.is_some(), error.code))
        }
        TurnEvent::Started { .. }
        | TurnEvent::Work(_)
        | TurnEvent::Outgoing(_)
        | TurnEvent::References(_)
        | TurnEvent::Context(_)
        | TurnEvent::Thinking(_)
        | TurnEvent::Usage(_) => Ok(()),
    }
}

/// Prints the answer's checks and references.
fn show_basis(answer: &Answer, root: Option<&Path>, out: &Out) -> Result<(), Stop> {
    let links = Links(root.filter(|_| out.has_links()));
    let checks = format_answer::checks(answer);
    let gap = if checks.is_empty() { "\n" } else { "\n\n" };
    out.text(&format!("{gap}{checks}{}", format_answer::references(answer, links)))
}

pub fn show_stored(message: &Message, root: Option<&Path>, out: &Out) -> Result<(), Stop> {
    match message {
        Message::Question(question) => {
            out.line(&format!("\n{DIM}›{DIM:#} {}", printable(&question.text)))
        }
        Message::Answer(answer) => {
            out.text(&format!("\n{}", format_answer::text(answer)))?;
            show_basis(answer, root, out)
        }
    }
}
