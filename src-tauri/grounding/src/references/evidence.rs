//! The passages that a turn's tool calls found, and the references of its latest request.

#[cfg(test)]
mod tests;

use conversation::{Answer, reference::Reference};

/// The number of the `n` best passages that stay if a request is `overshoot` times too large: `n / overshoot`,
/// rounded down, at least one. All stay if it isn't too large.
pub(crate) fn kept_after(n: usize, overshoot: f64) -> usize {
    if n == 0 || overshoot.is_nan() || overshoot <= 1.0 {
        return n;
    }
    // The quotient is at most `n`, so the cast is safe.
    ((n as f64 / overshoot).floor() as usize).clamp(1, n)
}

#[derive(Debug, Clone, Default, PartialEq)]
pub struct Evidence {
    calls: Vec<CallPassages>,
    /// The references of the latest request, which repeat those of the earlier ones.
    latest: Vec<Reference>,
}

#[derive(Debug, Clone, Default, PartialEq)]
struct CallPassages {
    call: String,
    tool: String,
    /// Best first.
    passages: Vec<Reference>,
}

impl Evidence {
    /// Restores the evidence of a stored answer.
    pub fn of(answer: &Answer) -> Self {
        let mut evidence = Self::default();
        for call in answer.steps.iter().flat_map(|step| &step.calls) {
            evidence.register_call(&call.id, call.name.trim());
            let is_of_call =
                |it: &&Reference| it.number.is_some_and(|number| call.found.contains(&number));
            let found = answer.references.iter().filter(is_of_call).cloned().collect();
            evidence.replace_passages_of(&call.id, found);
        }
        evidence.set_references(answer.references.clone());
        evidence
    }

    /// Registers a call. The order of registration is the order of the calls, whenever their results arrive. A known
    /// call keeps its place.
    pub fn register_call(&mut self, call: &str, tool: &str) {
        if self.call(call).is_none() {
            let (call, tool) = (call.to_owned(), tool.to_owned());
            self.calls.push(CallPassages { call, tool, passages: Vec::new() });
        }
    }

    /// Replaces the passages of a call. Does nothing for an unknown call.
    pub fn replace_passages_of(&mut self, call: &str, passages: Vec<Reference>) {
        if let Some(known) = self.calls.iter_mut().find(|known| known.call == call) {
            let of_call = |passage| Reference { call: Some(call.to_owned()), ..passage };
            known.passages = passages.into_iter().map(of_call).collect();
        }
    }

    /// Replaces all passages. Each belongs to the call that it names; passages of unknown calls are dropped.
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

    /// The passages of a call; empty for an unknown call.
    pub fn passages_of(&self, call: &str) -> &[Reference] {
        self.call(call).map_or(&[], |known| &known.passages)
    }

    /// The id, tool name and passages of each call, in order.
    pub fn by_call(&self) -> impl Iterator<Item = (&str, &str, &[Reference])> {
        self.calls.iter().map(|it| (it.call.as_str(), it.tool.as_str(), it.passages.as_slice()))
    }

    /// Sets the references of the latest request, and gives the calls' passages their numbers and states. A passage
    /// that several calls found stays with each of them.
    pub fn set_references(&mut self, references: Vec<Reference>) {
        let mut passages: Vec<Reference> =
            references.iter().filter(|it| it.call.is_some()).cloned().collect();
        let again = self.passages().filter_map(|passage| {
            let key = passage.key()?;
            let known = references.iter().find(|it| it.key().as_ref() == Some(&key))?;
            let call = passage.call.clone();
            (known.call != call).then(|| Reference { call, ..known.clone() })
        });
        passages.extend(again);
        self.replace_all(passages);
        self.latest = references;
    }

    pub fn latest_references(&self) -> &[Reference] {
        &self.latest
    }

    fn call(&self, call: &str) -> Option<&CallPassages> {
        self.calls.iter().find(|known| known.call == call)
    }
}

/// The reference to the same passage, by source and text.
pub fn of_passage<'a>(
    references: &'a mut [Reference],
    passage: &Reference,
) -> Option<&'a mut Reference> {
    let key = passage.key()?;
    references.iter_mut().find(|reference| reference.key().as_ref() == Some(&key))
}
