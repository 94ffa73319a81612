//! Decides what to leave out so that the rest fits.

use conversation::{
    model::Tokens,
    reference::{Reference, State},
};

use super::{
    Input, LinkedNote,
    key_turns::leaving,
    layout::total,
    plan::{Extent, Plan},
    sizes::Sizes,
};
use crate::{
    references::kept_after,
    sentences::{self, Excess},
};

/// Maximum seconds that the model reads before its first word, if passages can be cut for that.
const READ_WITHIN: u32 = 20;

/// Maximum seconds before the first word if passages go in whole. Beyond that they are shortened to excerpts.
const READ_WHOLE: u32 = 12;

/// Minimum tokens of passages that stay, however long the model reads them.
const LEAST_PASSAGES: Tokens = Tokens(600);

/// Cuts something, given the ratio of the total to the limit. Returns false if nothing was left to cut.
type Step<'a> = &'a dyn Fn(&mut Plan, f64) -> bool;

impl Plan {
    /// Includes everything, with two exceptions. A linked note that takes a fifth or more of the messages' remaining
    /// budget shows its best passages, unless it has to go in whole; a picture that takes as much is left out.
    pub(super) fn all(sizes: &Sizes<'_>) -> Self {
        let input = sizes.input();
        let mut left = sizes.left_for_notes();
        let linked = input.basis.linked.iter().enumerate().map(|(at, note)| {
            let size = sizes.linked_text(at);
            let small = u64::from(size.0) * 5 < u64::from(left.0);
            if !note.text.is_empty() && (small || input.basis.whole_notes) {
                left = Tokens(left.0.saturating_sub(size.0));
                Extent::Text
            } else {
                Extent::Best(note.best.len())
            }
        });
        let linked = linked.collect();
        let pictures = input.fit.pictures.iter().map(|picture| {
            let size = sizes.measure.picture(picture);
            let small = u64::from(size.0) * 5 < u64::from(left.0);
            if small {
                left = Tokens(left.0.saturating_sub(size.0));
            }
            small
        });
        let pictures = pictures.collect();
        let passages = |round: &super::Round| {
            round.calls.iter().map(|returned| returned.passages.len()).collect()
        };
        Self {
            summary: input.progress.earlier.summary.is_some(),
            turns: vec![true; input.progress.earlier.turns.len()],
            linked,
            hits: vec![true; input.progress.hits.len()],
            short: (0..input.progress.hits.len())
                .map(|at| input.fit.shared.is_some() && at >= input.basis.pinned_hits)
                .collect(),
            pinned_hits: input.basis.pinned_hits,
            pictures,
            results: input.progress.rounds.iter().map(passages).collect(),
            rounds_gone: 0,
        }
    }

    /// Cuts findings until the request fits, in this order: pictures; passages below the threshold; passages of every
    /// search, in proportion to the excess, best ones last; passages of linked notes except the best; whole linked
    /// notes in favour of their best passage; the [`best_of_kinds`], except one.
    pub(super) fn fit_findings(&mut self, sizes: &Sizes<'_>) {
        let input = sizes.input();
        let best = best_of_kinds(&input.progress.hits, self.pinned_hits);
        self.leave_out(
            sizes,
            &[
                &|plan, _| plan.drop_picture(),
                &|plan, _| plan.drop_hit(|at| input.progress.hits[at].state == State::Considered),
                &|plan, overshoot| plan.reduce(overshoot, |at| !best.contains(&at)),
                &|plan, _| plan.fewer_best(1),
                &|plan, _| plan.drop_text(&input.basis.linked),
                &|plan, overshoot| plan.reduce(overshoot, |_| true),
            ],
        );
    }

    /// Cuts pictures while the reading time exceeds [`READ_WITHIN`], shortens hits to excerpts while it exceeds
    /// [`READ_WHOLE`], then cuts hits while it exceeds [`READ_WITHIN`]; the last hits first. The best hit and pinned
    /// hits stay whole. The [`best_of_kinds`] stay, and hits are cut only if [`LEAST_PASSAGES`] remain.
    pub(super) fn fit_reading_time(&mut self, sizes: &Sizes<'_>) {
        let input = sizes.input();
        let Some(reading) = input.fit.reading else { return };
        let most = reading.saturating_mul(READ_WITHIN);
        while total(sizes, self).0 > most && self.drop_picture() {}
        for at in (self.pinned_hits.max(1)..input.progress.hits.len()).rev() {
            if total(sizes, self).0 > reading.saturating_mul(READ_WHOLE) {
                self.short[at] = true;
            }
        }
        let best = best_of_kinds(&input.progress.hits, self.pinned_hits);
        while self.kept_hits() > 1 && total(sizes, self).0 > most {
            let mut fewer = self.clone();
            if !fewer.drop_hit(|at| !best.contains(&at)) {
                return;
            }
            let kept = input.progress.hits.iter().zip(&fewer.hits).filter(|(_, kept)| **kept);
            let left: Tokens = kept.map(|(hit, _)| sizes.measure.shown(&fewer, hit)).sum();
            if left < LEAST_PASSAGES {
                return;
            }
            *self = fewer;
        }
    }

    /// Cuts the conversation until the request fits: the oldest turns, key turns last; then the remaining passages of
    /// linked notes while another document stays, then the results of this turn's oldest calls, then the summary.
    pub(super) fn fit_conversation(&mut self, sizes: &Sizes<'_>) {
        let input = sizes.input();
        let last_round = input.progress.rounds.len().saturating_sub(1);
        self.leave_out(
            sizes,
            &[
                &|plan, _| plan.drop_turns(sizes),
                &|plan, _| plan.kept_documents() > 1 && plan.fewer_best(0),
                &|plan, _| {
                    let more = plan.rounds_gone < last_round;
                    plan.rounds_gone += usize::from(more);
                    more
                },
                &|plan, _| std::mem::replace(&mut plan.summary, false),
            ],
        );
    }

    /// Repeats each step until it finds nothing more, and stops as soon as the request fits.
    fn leave_out(&mut self, sizes: &Sizes<'_>, steps: &[Step<'_>]) {
        let limit = limit(sizes);
        for step in steps {
            loop {
                let total = total(sizes, self);
                if total.0 <= limit {
                    return;
                }
                if !step(self, f64::from(total.0) / f64::from(limit.max(1))) {
                    break;
                }
            }
        }
    }

    fn kept_hits(&self) -> usize {
        self.hits.iter().filter(|kept| **kept).count()
    }

    fn kept_documents(&self) -> usize {
        let best = |shown: &Extent| if let Extent::Best(count) = shown { *count } else { 1 };
        self.kept_hits() + self.linked.iter().map(best).sum::<usize>()
    }

    /// Drops the last picture. Returns false if there is none.
    pub(super) fn drop_picture(&mut self) -> bool {
        let last = self.pictures.iter_mut().rev().find(|kept| **kept);
        last.is_some_and(|kept| std::mem::replace(kept, false))
    }

    fn drop_hit(&mut self, may: impl Fn(usize) -> bool) -> bool {
        let last = (self.pinned_hits..self.hits.len()).rev().find(|at| self.hits[*at] && may(*at));
        last.is_some_and(|at| std::mem::replace(&mut self.hits[at], false))
    }

    /// Reduces the passages of every search from `n` to `n / overshoot`, but cuts only the hits that `may` go.
    fn reduce(&mut self, overshoot: f64, may: impl Fn(usize) -> bool) -> bool {
        let hits = self.kept_hits();
        let keep = kept_after(hits, overshoot);
        let mut changed = false;
        for _ in keep..hits {
            changed |= self.drop_hit(&may);
        }
        for kept in self.results.iter_mut().flatten() {
            let keep = kept_after(*kept, overshoot);
            changed |= keep < *kept;
            *kept = keep;
        }
        changed
    }

    /// Drops one passage of the last linked note that shows more than `least`.
    fn fewer_best(&mut self, least: usize) -> bool {
        for shown in self.linked.iter_mut().rev() {
            if let Extent::Best(count) = shown
                && *count > least
            {
                *count -= 1;
                return true;
            }
        }
        false
    }

    fn drop_text(&mut self, linked: &[LinkedNote]) -> bool {
        let last = self.linked.iter().rposition(|shown| *shown == Extent::Text);
        if let Some(at) = last {
            self.linked[at] = Extent::Best(linked[at].best.len().min(1));
        }
        last.is_some()
    }

    /// Drops as many turns as the excess requires, before the total is computed again. A key turn that takes a fifth
    /// of the limit is dropped like the others.
    fn drop_turns(&mut self, sizes: &Sizes<'_>) -> bool {
        let (limit, turns) = (limit(sizes), &sizes.input().progress.earlier.turns);
        let excess = total(sizes, self).0.saturating_sub(limit);
        let is_long = |at: usize| u64::from(sizes.turn_tokens[at].0) * 5 > u64::from(limit);
        let before = sizes.history(self).0;
        let mut now = before;
        for at in leaving(turns, is_long) {
            if before - now >= excess {
                break;
            }
            self.turns[at] = false;
            now = sizes.history(self).0;
        }
        now < before
    }
}

/// The places of the best passage of each kind (of the notes, a file, the memory, the web) behind the pinned ones. They
/// are cut last, so that each requested source has its place.
pub fn best_of_kinds(hits: &[Reference], pinned: usize) -> Vec<usize> {
    let mut best: Vec<usize> = Vec::new();
    for (at, hit) in hits.iter().enumerate().skip(pinned) {
        let is_known = best.iter().any(|known| hits[*known].kind == hit.kind);
        if !is_known && hit.state != State::Considered {
            best.push(at);
        }
    }
    best
}

fn limit(sizes: &Sizes<'_>) -> u32 {
    sizes.input().fit.limit().0
}

/// Explains why the request can't be sent, with figures and remedies.
pub(super) fn refusal(sizes: &Sizes<'_>, total: Tokens) -> String {
    let Input { basis, fit, .. } = sizes.input();
    let sized = basis.attachments.iter().map(|file| (&*file.name, sizes.attachment(file)));
    let files: Vec<(&str, Tokens)> = sized.collect();
    sentences::cannot_be_sent(&Excess {
        total,
        free: fit.limit(),
        window: fit.window,
        reserve: fit.reserve,
        question: sizes.question(),
        files: &files,
    })
}
