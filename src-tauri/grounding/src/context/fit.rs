//! What is left out so that the rest fits.

use conversation::model::Tokens;

use super::{
    Input, LinkedNote,
    layout::total,
    plan::{Extent, Plan},
    sizes::Sizes,
};
use crate::{
    references::kept_after,
    sentences::{self, Excess},
};
use conversation::reference::State;

/// Maximum seconds that the model reads before its first word, where passages can be left out for it.
const READ_WITHIN: u32 = 20;

/// From as many seconds on, only what comes nearest to the question is read of the passages behind the first.
const READ_WHOLE: u32 = 12;

/// With fewer tokens of passages there is too little to answer from, however long that takes to read.
const LEAST_PASSAGES: Tokens = Tokens(600);

/// Leaves something out, told how many times too large the whole is; whether there was anything.
type Step<'a> = &'a dyn Fn(&mut Plan, f64) -> bool;

impl Plan {
    /// Everything goes in, but for linked notes that take a fifth or more of what the message
    /// budget has left, unless they are to go in whole; these show their best passages. Pictures that
    /// take as much don't go in.
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
            first_turn: 0,
            linked,
            hits: vec![true; input.progress.hits.len()],
            short: vec![false; input.progress.hits.len()],
            pinned_hits: input.basis.pinned_hits,
            pictures,
            results: input.progress.rounds.iter().map(passages).collect(),
            rounds_gone: 0,
        }
    }

    /// Leaves out of what was found, in this order and no more than is needed: pictures; passages that
    /// were below the threshold; of what each search gave, as large a part as the whole is too large, the
    /// best staying, one at least; whole linked notes, in favour of their best passage.
    pub(super) fn fit_found(&mut self, sizes: &Sizes<'_>) {
        let input = sizes.input();
        self.leave_out(
            sizes,
            &[
                &|plan, _| plan.drop_picture(),
                &|plan, _| plan.drop_hit(|at| input.progress.hits[at].state == State::Considered),
                &|plan, overshoot| plan.reduce(overshoot),
                &|plan, _| plan.fewer_best(1),
                &|plan, _| plan.drop_text(&input.basis.linked),
            ],
        );
    }

    /// Shortens hits to their excerpts while the first word waits for longer than [`READ_WHOLE`], and leaves
    /// out as many of the pictures and then of the hits as keep it waiting for longer than [`READ_WITHIN`], in
    /// each case the last ones first. The best and the pinned stay whole, and those that stay have [`LEAST_PASSAGES`]
    /// or are one.
    pub(super) fn fit_wait(&mut self, sizes: &Sizes<'_>) {
        let input = sizes.input();
        let Some(reading) = input.fit.reading else { return };
        let most = reading.saturating_mul(READ_WITHIN);
        while total(sizes, self).0 > most && self.drop_picture() {}
        for at in (self.pinned_hits.max(1)..input.progress.hits.len()).rev() {
            self.short[at] = total(sizes, self).0 > reading.saturating_mul(READ_WHOLE);
        }
        while self.kept_hits() > 1 && total(sizes, self).0 > most {
            let mut fewer = self.clone();
            if !fewer.drop_hit(|_| true) {
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

    /// Leaves out of what was said: the oldest turns, then what is left of linked notes as long as
    /// there is another document, then the results of this turn's oldest calls, and the summary.
    pub(super) fn fit_said(&mut self, sizes: &Sizes<'_>) {
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

    /// Takes the steps one after another, each as often as it finds something, until the whole fits.
    /// A step is told how many times too large it is.
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

    /// Leaves out the last of the pictures; whether there was one.
    pub(super) fn drop_picture(&mut self) -> bool {
        let last = self.pictures.iter_mut().rev().find(|kept| **kept);
        last.is_some_and(|kept| std::mem::replace(kept, false))
    }

    fn drop_hit(&mut self, may: impl Fn(usize) -> bool) -> bool {
        let last = (self.pinned_hits..self.hits.len()).rev().find(|at| self.hits[*at] && may(*at));
        last.is_some_and(|at| std::mem::replace(&mut self.hits[at], false))
    }

    /// Fewer passages of every search: of `n` as many as go into `n / overshoot`.
    fn reduce(&mut self, overshoot: f64) -> bool {
        let hits = self.kept_hits();
        let keep = kept_after(hits, overshoot);
        let mut changed = false;
        for _ in keep..hits {
            changed |= self.drop_hit(|_| true);
        }
        for kept in self.results.iter_mut().flatten() {
            let keep = kept_after(*kept, overshoot);
            changed |= keep < *kept;
            *kept = keep;
        }
        changed
    }

    /// One passage less of the last linked note that shows more than `least`.
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

    /// As many of the oldest turns as the excess calls for: the whole is added up again only after
    /// those.
    fn drop_turns(&mut self, sizes: &Sizes<'_>) -> bool {
        let turns = sizes.input().progress.earlier.turns.len();
        let excess = total(sizes, self).0.saturating_sub(limit(sizes));
        let before = sizes.history(self).0;
        let mut now = before;
        while now > 0 && before - now < excess && self.first_turn < turns {
            self.first_turn += 1;
            now = sizes.history(self).0;
        }
        now < before
    }
}

/// What may be sent, in tokens.
fn limit(sizes: &Sizes<'_>) -> u32 {
    sizes.input().fit.limit().0
}

/// Why it can't be sent, with figures and what could be removed.
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
