//! States the notes of a period day by day, without a model, for a question that asks only what happened in it. Asked
//! about a week with seven days of notes, a small model named one day.

use std::{collections::HashSet, sync::Arc};

use jiff::civil::Date;
use models::{Model, Server};
use records::{Value, spoken_day};

use super::computed::{is_better_than_model, may_answer, spoken_language};
use crate::{
    evidence::source::PeriodNotes,
    gather::Material,
    references::{coverage, offered},
    stop::Outcome,
    task::{Job, no_support, report_sent, store_references},
    turn::Turn,
};
use conversation::{
    Error,
    reference::{Number, Passage, Reference, State},
};
use grounding::references::{Piece, digest};
use notes::NotePath;

/// Maximum characters of all notes together, unless [`LEAST`] characters of each are more.
const LENGTH: usize = 3000;

/// Minimum and maximum characters of one note.
const LEAST: usize = 140;
const MOST: usize = 700;

pub(crate) fn answers(
    turn: &Turn,
    material: &Material,
    chosen: Option<&Result<(Server, Model), Error>>,
) -> bool {
    may_answer(turn, &material.intent)
        && material.basis.linked.is_empty()
        && material.period.as_ref().is_some_and(PeriodNotes::tells_all)
        && is_better_than_model(material, chosen)
}

pub(crate) async fn days(job: Job<'_>) -> Outcome {
    let Job { turn, mut material, writer, .. } = job;
    let Some(period) = &material.period else { return Ok(()) };
    report_sent(turn, &material, writer);
    let days = period.by_day();
    let room = (LENGTH / period.notes().len().max(1)).clamp(LEAST, MOST);
    // The numbers count from the first day on.
    let order: Vec<&NotePath> = days.values().flatten().copied().collect();
    let place = |hit: &Reference| {
        let note = order.iter().position(|path| hit.path.as_ref() == Some(path));
        (note.unwrap_or(usize::MAX), hit.passage.as_ref().map(|it| it.range.start))
    };
    Arc::make_mut(&mut material.progress).hits.sort_by_key(place);
    let mut references = offered(&material);
    let by_day: Vec<(Date, Vec<Note>)> = days
        .into_iter()
        .map(|(day, notes)| {
            let notes = notes.iter().map(|path| note(path, &references, room).without(day));
            (day, notes.filter(|note| !note.parts.is_empty()).collect())
        })
        .filter(|(_, notes): &(Date, Vec<Note>)| !notes.is_empty())
        .collect();
    if by_day.is_empty() {
        return no_support(turn, &material, writer).await;
    }
    let notes = || by_day.iter().flat_map(|(_, notes)| notes);
    let said: HashSet<Number> = notes().flat_map(|it| &it.parts).map(|it| it.number).collect();
    let is_said = |number: Option<Number>| number.is_some_and(|number| said.contains(&number));
    for reference in &mut references {
        if reference.state == State::Used && !is_said(reference.number) {
            reference.state = State::Considered;
        }
    }
    let used: Vec<Reference> =
        references.iter().filter(|it| it.state == State::Used).cloned().collect();
    writer.answer.coverage = coverage(&material, &used, notes().any(|note| note.is_cut));
    store_references(turn, references, writer).await?;
    let language = spoken_language(&material);
    let (is_list, has_days) = (notes().count() > 1, by_day.len() > 1);
    let mut lead = String::new();
    for (day, notes) in by_day {
        for (at, Note { title, parts, .. }) in notes.into_iter().enumerate() {
            match (has_days, at) {
                (true, 0) => {
                    let day = language::speaking(language, || spoken_day(day));
                    lead.extend(["- **", &day, "**: "]);
                }
                (true, _) => lead.push_str("  - "),
                (false, _) => lead.push_str(if is_list { "- " } else { "" }),
            }
            lead.extend(title.map(|title| format!("{title}: ")));
            for Part { number, text } in parts {
                writer.show(Piece::Text(format!("{lead}{text} ")));
                writer.show(Piece::Citation(number));
                " ".clone_into(&mut lead);
            }
            "\n".clone_into(&mut lead);
        }
    }
    writer.cite().await?;
    Ok(())
}

/// The beginning of a note.
struct Note {
    /// `None` for a note that is named after its day.
    title: Option<String>,
    parts: Vec<Part>,
    is_cut: bool,
}

struct Part {
    number: Number,
    text: String,
}

impl Note {
    /// The note with its day removed from the title “2026-03-09 Kestrel weekly”: the answer's line begins with the day.
    fn without(self, day: Date) -> Self {
        let rest = |title: String| {
            let rest = title.strip_prefix(&day.to_string()).unwrap_or(&title).trim();
            rest.trim_start_matches(['-', '–', ':', ' ']).to_owned()
        };
        Self { title: self.title.map(rest).filter(|title| !title.is_empty()), ..self }
    }
}

/// The first `room` characters of a note, from its passages among the references.
fn note(path: &NotePath, references: &[Reference], room: usize) -> Note {
    let of_note = |it: &&Reference| it.path.as_ref() == Some(path) && it.state == State::Used;
    let passage = |it: &'_ Reference| Some((it.number?, it.passage.clone()?, it.title.clone()));
    let mut passages: Vec<(Number, Passage, String)> =
        references.iter().filter(of_note).filter_map(passage).collect();
    passages.sort_by_key(|(_, passage, _)| passage.range.start);
    let is_day = Value::new(path.stem()).period.is_some();
    let title = passages.first().map(|(_, _, title)| title.clone()).filter(|_| !is_day);
    let (mut parts, mut left, mut is_cut) = (Vec::new(), room, false);
    for (number, passage, _) in &passages {
        if left < LEAST / 2 {
            is_cut = true;
            break;
        }
        let text = digest(&passage.text, left);
        // The note's own text may end with “…”.
        is_cut |= text != digest(&passage.text, usize::MAX);
        if !text.is_empty() {
            left = left.saturating_sub(text.chars().count());
            parts.push(Part { number: *number, text });
        }
    }
    // A note with nothing but properties is represented by its name.
    if let (true, Some((number, ..))) = (parts.is_empty(), passages.first()) {
        let text = passages[0].2.clone();
        parts.push(Part { number: *number, text });
        return Note { title: None, parts, is_cut };
    }
    Note { title, parts, is_cut }
}
