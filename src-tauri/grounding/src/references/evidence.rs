//! What the calls of a turn gave, and what its message rests on.

#[cfg(test)]
mod tests;

use conversation::{Answer, reference::Reference};

/// How many of `n` ranked passages stay when a request is `overshoot` times as large as it may be:
/// the best `n / overshoot`, rounded down, and at least one. One that isn't too large keeps all.
pub(crate) fn kept_after(n: usize, overshoot: f64) -> usize {
    if n == 0 || overshoot.is_nan() || overshoot <= 1.0 {
        return n;
    }
    // The division can't give more than `n`, so it fits again.
    ((n as f64 / overshoot).floor() as usize).clamp(1, n)
}

/// The passages that the calls of a turn gave, and the references that were told of them.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Evidence {
    calls: Vec<CallPassages>,
    /// The references of the newest request, and of those before it.
    latest: Vec<Reference>,
}

#[derive(Debug, Clone, Default, PartialEq)]
struct CallPassages {
    call: String,
    /// The name of the tool that was called.
    tool: String,
    /// The best first.
    passages: Vec<Reference>,
}

impl Evidence {
    /// What the calls of a kept answer gave, and what it rests on.
    pub fn of(answer: &Answer) -> Self {
        let mut evidence = Self::default();
        for call in answer.steps.iter().flat_map(|step| &step.calls) {
            evidence.asked(&call.id, call.name.trim());
            let is_of_call =
                |it: &&Reference| it.number.is_some_and(|number| call.found.contains(&number));
            let found = answer.references.iter().filter(is_of_call).cloned().collect();
            evidence.replace_passages_of(&call.id, found);
        }
        evidence.add_references(answer.references.clone());
        evidence
    }

    /// Gives a call its place: calls count in the order in which they were asked, whenever they
    /// come back. What was asked before keeps its place.
    pub fn asked(&mut self, call: &str, tool: &str) {
        if self.call(call).is_none() {
            let (call, tool) = (call.to_owned(), tool.to_owned());
            self.calls.push(CallPassages { call, tool, passages: Vec::new() });
        }
    }

    /// Puts these passages in the place of those of one call. Does nothing if it wasn't asked.
    pub fn replace_passages_of(&mut self, call: &str, passages: Vec<Reference>) {
        if let Some(known) = self.calls.iter_mut().find(|known| known.call == call) {
            let of_call = |passage| Reference { call: Some(call.to_owned()), ..passage };
            known.passages = passages.into_iter().map(of_call).collect();
        }
    }

    /// Puts these passages in the place of all. Each goes to the call that it names; those that name
    /// none that was asked are left out.
    fn replace_all(&mut self, passages: impl IntoIterator<Item = Reference>) {
        for call in &mut self.calls {
            call.passages.clear();
        }
        for passage in passages {
            let call = self.calls.iter_mut().find(|it| passage.call.as_ref() == Some(&it.call));
            if let Some(call) = call {
                call.passages.push(passage);
            }
        }
    }

    /// All passages, in the order of the calls.
    pub fn passages(&self) -> impl Iterator<Item = &Reference> {
        self.calls.iter().flat_map(|call| &call.passages)
    }

    /// The passages of one call; none if it wasn't asked.
    pub fn passages_of(&self, call: &str) -> &[Reference] {
        self.call(call).map_or(&[], |known| &known.passages)
    }

    /// The calls in order: each with the name of its tool and its passages.
    pub fn by_call(&self) -> impl Iterator<Item = (&str, &str, &[Reference])> {
        self.calls.iter().map(|it| (it.call.as_str(), it.tool.as_str(), it.passages.as_slice()))
    }

    /// Adds what a request rests on. What the calls gave stands from now on as it is told there,
    /// with its number and its state; also what a call found that was known before it.
    pub fn add_references(&mut self, references: Vec<Reference>) {
        let mut told: Vec<Reference> =
            references.iter().filter(|it| it.call.is_some()).cloned().collect();
        let again = self.passages().filter_map(|passage| {
            let key = passage.key()?;
            let known = references.iter().find(|it| it.key().as_ref() == Some(&key))?;
            let call = passage.call.clone();
            (known.call != call).then(|| Reference { call, ..known.clone() })
        });
        told.extend(again);
        self.replace_all(told);
        self.latest = references;
    }

    /// What the latest request rests on, and what those before it did.
    pub fn latest_references(&self) -> &[Reference] {
        &self.latest
    }

    fn call(&self, call: &str) -> Option<&CallPassages> {
        self.calls.iter().find(|known| known.call == call)
    }
}

/// That of the references which means a passage, by what it comes from and its text.
pub fn of_passage<'a>(
    references: &'a mut [Reference],
    passage: &Reference,
) -> Option<&'a mut Reference> {
    let key = passage.key()?;
    references.iter_mut().find(|reference| reference.key().as_ref() == Some(&key))
}
