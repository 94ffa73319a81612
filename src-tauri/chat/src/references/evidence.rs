//! What the calls of a turn gave, and which of it the message, its cards and the model get.

#[cfg(test)]
mod tests;

use std::collections::HashSet;

use super::{Ledger, Reference, State, ledger::PassageKey};

/// How many of `n` ranked passages stay when a request is `overshoot` times as large as it may be:
/// the best `n / overshoot`, rounded down, and at least one. One that isn't too large keeps all.
pub fn kept_after(n: usize, overshoot: f64) -> usize {
    if n == 0 || overshoot.is_nan() || overshoot <= 1.0 {
        return n;
    }
    // The division can't give more than `n`, so it fits again.
    ((n as f64 / overshoot).floor() as usize).clamp(1, n)
}

/// The passages that all calls of a turn gave, and the references that its answers made of them.
///
/// Everything else is derived from the calls' own lists, so the message, its cards and the ledger
/// can't disagree, whatever is cut or replaced.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Evidence {
    calls: Vec<CallPassages>,
    /// Passages that were cut, the latest cut last; they may be told as considered.
    cut: Vec<Reference>,
    /// What the answers rested on, a list for each.
    referenced: Vec<Vec<Reference>>,
}

/// The passages of one call.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct CallPassages {
    /// The call's id.
    pub call: String,
    /// The tool's name.
    pub tool: String,
    /// The call within which it was made, if it was made by a tool.
    pub within: Option<String>,
    /// The passages, the best first.
    pub passages: Vec<Reference>,
}

/// The references of one note, file or page, as one card shows them.
#[derive(Debug, Clone, PartialEq)]
pub struct Card<'a> {
    /// Where they come from.
    pub source: String,
    /// Its references, in their order.
    pub references: Vec<&'a Reference>,
}

impl Evidence {
    /// Gives a call its place: calls count in the order in which they were asked, and those that a
    /// tool makes follow the call that it runs for. What was asked before keeps its place.
    pub fn asked(&mut self, call: &str, tool: &str, within: Option<&str>) {
        if self.at(call).is_some() {
            return;
        }
        let parent = within.and_then(|within| self.at(within));
        let place = parent.map_or(self.calls.len(), |parent| self.end_of(parent));
        let asked = CallPassages {
            call: call.to_owned(),
            tool: tool.to_owned(),
            within: parent.and(within).map(str::to_owned),
            passages: Vec::new(),
        };
        self.calls.insert(place, asked);
    }

    /// Adds what a call gave, whenever it came back. A call that gave nothing leaves nothing.
    pub fn extract(&mut self, call: &str, tool: &str, passages: Vec<Reference>) {
        if passages.is_empty() {
            return;
        }
        self.asked(call, tool, None);
        if let Some(at) = self.at(call) {
            let of_call = |passage| Reference { call: Some(call.to_owned()), ..passage };
            self.calls[at].passages.extend(passages.into_iter().map(of_call));
        }
    }

    /// All passages, in the order of the calls.
    pub fn passages(&self) -> impl Iterator<Item = &Reference> {
        self.calls.iter().flat_map(|call| &call.passages)
    }

    /// The calls that gave passages, in their order.
    pub fn calls(&self) -> impl Iterator<Item = &CallPassages> {
        self.calls.iter().filter(|call| !call.passages.is_empty())
    }

    /// The passages of each call that gave any.
    pub fn passages_of_all_calls(&self) -> Vec<&[Reference]> {
        self.calls().map(|call| &call.passages[..]).collect()
    }

    /// The passages of one call; none if there is no such call.
    pub fn passages_of(&self, call: &str) -> &[Reference] {
        self.at(call).map_or(&[], |at| &self.calls[at].passages)
    }

    /// Puts these passages in the place of those of one call. Does nothing if there is no such call.
    pub fn replace_passages_of(&mut self, call: &str, passages: Vec<Reference>) {
        if let Some(at) = self.at(call) {
            let of_call = |passage| Reference { call: Some(call.to_owned()), ..passage };
            let passages = passages.into_iter().map(of_call).collect();
            let before = std::mem::replace(&mut self.calls[at].passages, passages);
            self.keep_cut(before);
        }
    }

    /// Puts these passages in the place of all. Each goes to the call that it names; one that names
    /// none that is known counts as a call of its own.
    pub fn replace_all(&mut self, passages: Vec<Reference>) {
        let mut before = Vec::new();
        for call in &mut self.calls {
            before.append(&mut call.passages);
        }
        for passage in passages {
            let call = passage.call.clone().unwrap_or_default();
            self.asked(&call, "", None);
            if let Some(at) = self.at(&call) {
                self.calls[at].passages.push(passage);
            }
        }
        self.keep_cut(before);
    }

    /// Keeps of each call's passages the best, for a request that is `overshoot` times as large as
    /// it may be.
    pub fn reduce(&mut self, overshoot: f64) {
        let mut cut = Vec::new();
        for call in &mut self.calls {
            let kept = kept_after(call.passages.len(), overshoot);
            cut.extend(call.passages.drain(kept..));
        }
        self.keep_cut(cut);
    }

    /// Adds what an answer rested on.
    pub fn add_references(&mut self, references: Vec<Reference>) {
        self.referenced.push(references);
    }

    /// What all answers rested on, a list for each.
    pub fn references(&self) -> &[Vec<Reference>] {
        &self.referenced
    }

    /// What the latest answer rested on.
    pub fn latest_references(&self) -> &[Reference] {
        self.referenced.last().map_or(&[], Vec::as_slice)
    }

    /// The passages that the latest answer rested on.
    pub fn latest_referenced_passages(&self) -> Vec<&Reference> {
        self.passages_of_references(self.latest_references())
    }

    /// The passages that references mean, by what they come from and their text.
    pub fn passages_of_references(&self, references: &[Reference]) -> Vec<&Reference> {
        let of = |key: PassageKey| {
            self.passages().filter(move |passage| passage.key().as_ref() == Some(&key))
        };
        references.iter().filter_map(Reference::key).flat_map(of).collect()
    }

    /// Has the ledger give each passage that the model sees its number.
    pub fn number(&mut self, ledger: &mut Ledger) {
        for passage in self.calls.iter_mut().flat_map(|call| &mut call.passages) {
            if passage.state != State::Considered
                && let Some((source, hash)) = passage.key()
            {
                passage.number = Some(ledger.number(&source, hash));
            }
        }
    }

    /// The references of the message: every passage once, in the order of the calls, then what was
    /// cut, as considered.
    pub fn of_message(&self) -> Vec<Reference> {
        let mut seen = HashSet::new();
        let mut once = |passage: &&Reference| passage.key().is_none_or(|key| seen.insert(key));
        let mut all: Vec<Reference> = self.passages().filter(&mut once).cloned().collect();
        let cut = self.cut.iter().filter(&mut once);
        all.extend(cut.map(|cut| Reference { state: State::Considered, ..cut.clone() }));
        all
    }

    fn at(&self, call: &str) -> Option<usize> {
        self.calls.iter().position(|known| known.call == call)
    }

    /// The place behind a call and all that were made for it.
    fn end_of(&self, parent: usize) -> usize {
        let mut family = HashSet::from([self.calls[parent].call.as_str()]);
        let mut end = parent + 1;
        for (at, call) in self.calls.iter().enumerate().skip(parent + 1) {
            if call.within.as_deref().is_some_and(|within| family.contains(within)) {
                family.insert(&call.call);
                end = at + 1;
            }
        }
        end
    }

    /// Remembers of `before` what no call has any more.
    fn keep_cut(&mut self, before: Vec<Reference>) {
        let kept: HashSet<PassageKey> = self.passages().filter_map(Reference::key).collect();
        let gone = |passage: &Reference| passage.key().is_some_and(|key| !kept.contains(&key));
        self.cut.retain(gone);
        self.cut.extend(before.into_iter().filter(gone));
    }
}

/// One card for each note, file or page, in the order of their first references; a broken link has
/// its own.
pub fn cards(references: &[Reference]) -> Vec<Card<'_>> {
    let mut cards: Vec<Card<'_>> = Vec::new();
    for reference in references {
        let source = reference.source().unwrap_or_else(|| reference.wikilink.clone());
        match cards.iter_mut().find(|card| card.source == source) {
            Some(card) => card.references.push(reference),
            None => cards.push(Card { source, references: vec![reference] }),
        }
    }
    cards
}
