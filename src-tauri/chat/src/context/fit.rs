//! What is left out so that the rest fits.

use models::Tokens;

use super::{Budgets, Input, build::Sizes, thousands};
use crate::references::State;

/// What of the input goes in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Plan {
    /// The first earlier turn that goes in.
    pub(super) first_turn: usize,
    /// For each linked note, how much of it.
    pub(super) linked: Vec<Shown>,
    /// For each hit, whether.
    pub(super) hits: Vec<bool>,
}

/// How much of a linked note goes in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shown {
    /// The whole text that the link names.
    Text,
    /// So many of its best passages; with none, the link's line under the question is all.
    Best(usize),
}

impl Plan {
    /// Everything goes in, but for linked notes that take a fifth or more of what the message
    /// budget has left; these show their best passages.
    pub(super) fn all(input: &Input, sizes: &Sizes) -> Self {
        let mut left = sizes.left_for_notes();
        let linked = input.linked.iter().enumerate().map(|(at, note)| {
            let size = sizes.linked_text(at);
            if !note.text.is_empty() && u64::from(size.0) * 5 < u64::from(left.0) {
                left = Tokens(left.0 - size.0);
                Shown::Text
            } else {
                Shown::Best(note.best.len())
            }
        });
        let linked = linked.collect();
        Self { first_turn: 0, linked, hits: vec![true; input.hits.len()] }
    }

    /// Leaves out, in this order and no more than is needed: passages that were below the threshold;
    /// the oldest turns, as long as the conversation has more than its budget; the last of the
    /// passages, down to one; whole linked notes, in favour of their best passage; the oldest
    /// turns; passages of linked notes, as long as one document is left.
    pub(super) fn fit(&mut self, input: &Input, sizes: &Sizes) {
        let limit = input.window.0.saturating_sub(input.reserve.0);
        let share = Budgets::of(input.window).messages.0;
        let over = |plan: &Plan| sizes.total(plan).0.saturating_sub(limit);
        // The whole sizes are added up again only after as many turns as the excess calls for.
        let turns = |plan: &mut Plan, excess: u32, keep: u32| {
            let before = sizes.history(plan.first_turn).0;
            let mut now = before;
            while now > keep && before - now < excess && plan.first_turn < input.history.len() {
                plan.first_turn += 1;
                now = sizes.history(plan.first_turn).0;
            }
            now < before
        };
        type Step<'a> = &'a dyn Fn(&mut Plan, u32) -> bool;
        let steps: [Step; 7] = [
            &|plan, _| plan.drop_hit(|at| input.hits[at].state == State::Considered),
            &|plan, excess| turns(plan, excess, share),
            &|plan, _| plan.kept_hits() > 1 && plan.drop_hit(|_| true),
            &|plan, _| plan.fewer_best(1),
            &|plan, _| plan.drop_text(input),
            &|plan, excess| turns(plan, excess, 0),
            &|plan, _| plan.kept_documents() > 1 && plan.fewer_best(0),
        ];
        for step in steps {
            loop {
                let excess = over(self);
                if excess == 0 {
                    return;
                }
                if !step(self, excess) {
                    break;
                }
            }
        }
    }

    fn kept_hits(&self) -> usize {
        self.hits.iter().filter(|kept| **kept).count()
    }

    fn kept_documents(&self) -> usize {
        let best = |shown: &Shown| if let Shown::Best(count) = shown { *count } else { 1 };
        self.kept_hits() + self.linked.iter().map(best).sum::<usize>()
    }

    fn drop_hit(&mut self, may: impl Fn(usize) -> bool) -> bool {
        let last = (0..self.hits.len()).rev().find(|at| self.hits[*at] && may(*at));
        last.is_some_and(|at| std::mem::replace(&mut self.hits[at], false))
    }

    /// One passage less of the last linked note that shows more than `least`.
    fn fewer_best(&mut self, least: usize) -> bool {
        for shown in self.linked.iter_mut().rev() {
            if let Shown::Best(count) = shown
                && *count > least
            {
                *count -= 1;
                return true;
            }
        }
        false
    }

    fn drop_text(&mut self, input: &Input) -> bool {
        let last = self.linked.iter().rposition(|shown| *shown == Shown::Text);
        if let Some(at) = last {
            self.linked[at] = Shown::Best(input.linked[at].best.len().min(1));
        }
        last.is_some()
    }
}

/// Why it can't be sent, with figures and what could be removed.
pub(super) fn refusal(input: &Input, sizes: &Sizes, total: Tokens) -> String {
    let limit = input.window.0.saturating_sub(input.reserve.0);
    let mut text = format!(
        "This can't be sent: it needs {} tokens, and {} are free for it (the model's window of {} \
         without the {} kept for the answer). Your message takes {}",
        thousands(total),
        thousands(Tokens(limit)),
        thousands(input.window),
        thousands(input.reserve),
        thousands(sizes.question()),
    );
    let mut rest = total.0.saturating_sub(sizes.question().0);
    for (at, file) in input.attachments.iter().enumerate() {
        let size = sizes.attachment(at);
        rest = rest.saturating_sub(size.0);
        text.push_str(&format!(", the file “{}” {}", file.name, thousands(size)));
    }
    text.push_str(&format!(
        ", the app's instructions and what was found {}. ",
        thousands(Tokens(rest))
    ));
    text.push_str(match input.attachments.len() {
        0 => "Shorten the message",
        1 => "Remove the file, shorten the message",
        _ => "Remove a file, shorten the message",
    });
    text.push_str(", or choose a model with a larger window.");
    text
}
