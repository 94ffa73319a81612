//! What a plan leaves out, as people are told.

use conversation::{
    context::Cut,
    reference::{Reference, State},
};

use super::{
    documents,
    pictures::picture_label,
    plan::{Extent, Plan},
    sizes::{Sizes, beginning},
    thousands,
};

/// Why a passage is left out that the model would have to read for too long.
const SLOW: &str = "The model reads slowly here, and passages that fit better came first.";

/// Why a picture is left out.
const NO_ROOM_FOR_PICTURE: &str = "It would take too much room or time: text comes first.";

impl Sizes<'_> {
    /// What `plan` leaves out, in the order of the context. `too_long` says which linked notes were
    /// too long from the beginning, `waited` which hits would have taken too long to read. A passage that is there in another form isn't missing.
    pub(super) fn cuts(
        &self,
        plan: &Plan,
        too_long: &[bool],
        waited: &[bool],
        used: &[Reference],
    ) -> Vec<Cut> {
        let missing = |reference: &&Reference| !used.iter().any(|used| used.covers(reference));
        let mut cuts = self.input.left_out.clone();
        if !plan.summary
            && let Some(summary) = &self.input.summary
        {
            let label = format!("Summary of {} messages", summary.messages);
            cuts.push(Cut::new(label, self.summary(), "The window has no room for it."));
        }
        let turns = self.input.history.iter().zip(&self.turn_tokens).enumerate();
        let gone = turns.filter(|(at, (turn, _))| !plan.has_turn(*at, turn));
        for (_, (turn, tokens)) in gone {
            let files: Vec<String> =
                turn.attachments.iter().map(|file| format!("“{}”", file.name)).collect();
            let mut reason = "The oldest turns go first when the window is full.".to_owned();
            if !files.is_empty() {
                reason.push_str(&format!(" {} went with it.", files.join(", ")));
            }
            let label = format!("Earlier turn: {}", beginning(&turn.question));
            cuts.push(Cut::new(label, *tokens, reason));
        }
        for (at, (note, shown)) in self.input.linked.iter().zip(&plan.linked).enumerate() {
            let size = self.linked_text(at);
            if *shown != Extent::Text && !note.text.is_empty() {
                let why = if too_long[at] {
                    format!(
                        "Its {} tokens are a fifth or more of the {} left for messages",
                        thousands(size),
                        thousands(self.left_for_notes())
                    )
                } else {
                    "The window has no room for it".to_owned()
                };
                let instead = match shown {
                    Extent::Best(0) => "only its name and summary are sent",
                    Extent::Best(1) => "its best passage stands for it",
                    _ => "its best passages stand for it",
                };
                let label = format!("{} (the whole text)", note.link.title);
                cuts.push(Cut::new(label, size, format!("{why}; {instead}.")));
            }
            // Beside a text that was to go in whole, its best passages were never offered.
            let kept = if let Extent::Best(kept) = shown { *kept } else { note.best.len() };
            let best = note.best.iter().skip(kept).filter(|_| too_long[at]);
            cuts.extend(best.filter(missing).map(|it| self.cut_document(it)));
        }
        let hits = self.input.hits.iter().zip(&plan.hits).zip(waited);
        let hits = hits.filter(|((hit, kept), _)| !**kept && missing(hit));
        cuts.extend(hits.map(|((hit, _), waited)| {
            let cut = self.cut_document(hit);
            match waited {
                true => Cut { reason: SLOW.to_owned(), ..cut },
                false => cut,
            }
        }));
        let pictures = self.input.pictures.iter().zip(&plan.pictures);
        let pictures = pictures
            .filter(|(picture, kept)| !**kept && used.iter().any(|it| picture.is_shown_by(it)));
        cuts.extend(pictures.map(|(picture, _)| {
            let label = picture_label(picture);
            Cut::new(label, self.picture(picture), NO_ROOM_FOR_PICTURE)
        }));
        for (at, (round, kept)) in self.input.rounds.iter().zip(&plan.results).enumerate() {
            for (returned, kept) in round.calls.iter().zip(kept) {
                let gone = returned.passages.iter().skip(*kept);
                cuts.extend(gone.filter(missing).map(|it| self.cut_document(it)));
                if at < plan.rounds_gone {
                    cuts.push(Cut::new(
                        format!("Result of {}", returned.call.name),
                        self.count(&returned.text).tokens,
                        "The window has no room for it, and newer results came first.",
                    ));
                }
            }
        }
        cuts
    }

    fn cut_document(&self, reference: &Reference) -> Cut {
        let reason = match reference.state {
            State::Considered => "It fitted the question less than the others.",
            _ => "The window has no room for it, and passages that fit better came first.",
        };
        Cut::new(documents::name(reference), self.document(reference), reason)
    }
}
