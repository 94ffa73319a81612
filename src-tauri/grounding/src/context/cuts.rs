//! What a plan leaves out, as people are told.

use std::ops::Range;

use conversation::{
    context::Cut,
    model::Tokens,
    reference::{Number, Reference, State},
};

use super::{
    documents,
    pictures::picture_label,
    plan::{Extent, Plan},
    sizes::{Sizes, beginning},
};
use crate::sentences;

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
            let label = sentences::summary_of(summary.messages);
            cuts.push(Cut::new(label, self.summary(), sentences::NO_ROOM));
        }
        let turns = self.input.history.iter().zip(&self.turn_tokens).enumerate();
        let gone = turns.filter(|(at, (turn, _))| !plan.has_turn(*at, turn));
        for (_, (turn, tokens)) in gone {
            let files = turn.attachments.iter().map(|file| file.name.as_str());
            let reason = sentences::oldest_first(files);
            let label = sentences::earlier_turn(&beginning(&turn.question));
            cuts.push(Cut::new(label, *tokens, reason));
        }
        for (at, (note, shown)) in self.input.linked.iter().zip(&plan.linked).enumerate() {
            let size = self.linked_text(at);
            // Beside a text that was to go in whole, its best passages were never offered.
            let kept = if let Extent::Best(kept) = shown { *kept } else { note.best.len() };
            if *shown != Extent::Text && !note.text.is_empty() {
                let share = too_long[at].then(|| (size, self.left_for_notes()));
                let label = sentences::whole_text(&note.link.title);
                cuts.push(Cut::new(label, size, sentences::not_whole(share, kept)));
            }
            let best = note.best.iter().skip(kept).filter(|_| too_long[at]);
            cuts.extend(best.filter(missing).map(|it| self.cut_document(it)));
        }
        let hits = self.input.hits.iter().zip(&plan.hits).zip(waited);
        let hits = hits.filter(|((hit, kept), _)| !**kept && missing(hit));
        cuts.extend(hits.map(|((hit, _), waited)| {
            let cut = self.cut_document(hit);
            match waited {
                true => Cut { reason: sentences::SLOW.to_string(), ..cut },
                false => cut,
            }
        }));
        let short = used.iter().filter(|it| plan.excerpt(self.input, it).is_some());
        cuts.extend(short.map(|it| {
            let left = Tokens(self.document(it).0.saturating_sub(self.shown(plan, it).0));
            Cut::new(documents::name(it), left, sentences::IN_PART)
        }));
        let pictures = self.input.pictures.iter().zip(&plan.pictures);
        let pictures = pictures
            .filter(|(picture, kept)| !**kept && used.iter().any(|it| picture.is_shown_by(it)));
        cuts.extend(pictures.map(|(picture, _)| {
            let label = picture_label(picture);
            Cut::new(label, self.picture(picture), sentences::NO_ROOM_FOR_PICTURE.text())
        }));
        for (at, (round, kept)) in self.input.rounds.iter().zip(&plan.results).enumerate() {
            for (returned, kept) in round.calls.iter().zip(kept) {
                let gone = returned.passages.iter().skip(*kept);
                cuts.extend(gone.filter(missing).map(|it| self.cut_document(it)));
                if at < plan.rounds_gone {
                    cuts.push(Cut::new(
                        sentences::result_of(&returned.call.name),
                        self.count(&returned.text).tokens,
                        sentences::NEWER_RESULTS,
                    ));
                }
            }
        }
        cuts
    }

    /// The size of a document that may not get a number.
    pub(super) fn document(&self, reference: &Reference) -> Tokens {
        self.line(reference, None)
    }

    /// The size of what `plan` shows of a hit.
    pub(super) fn shown(&self, plan: &Plan, hit: &Reference) -> Tokens {
        self.line(hit, plan.excerpt(self.input, hit))
    }

    fn line(&self, reference: &Reference, excerpt: Option<&Range<usize>>) -> Tokens {
        let next = Number(self.input.ledger.last() + 1);
        let form = documents::Form::new(self.input.small, excerpt);
        self.count(&documents::line(reference, form, next, false)).tokens
    }

    fn cut_document(&self, reference: &Reference) -> Cut {
        let reason = match reference.state {
            State::Considered => sentences::FITTED_LESS,
            _ => sentences::BETTER_PASSAGES,
        };
        Cut::new(documents::name(reference), self.document(reference), reason)
    }
}
