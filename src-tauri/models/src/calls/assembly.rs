//! Assembles tool calls from the pieces in which servers send them.

use std::borrow::Cow;

use serde_json::Value;

use super::offer::Offer;
use conversation::model::ToolCall;

/// A piece of a call; missing parts are empty.
#[derive(Debug, Clone, Default)]
pub(crate) struct Part<'a> {
    pub index: Option<u64>,
    pub id: &'a str,
    pub name: &'a str,
    pub arguments: Cow<'a, str>,
}

impl<'a> Part<'a> {
    pub(crate) fn at(index: Option<u64>) -> Self {
        Self { index, ..Self::default() }
    }

    /// `function` has `name` and `arguments`. The arguments should be a string, but a few servers send the object
    /// itself.
    pub(crate) fn new(index: Option<u64>, id: Option<&'a Value>, function: &'a Value) -> Self {
        let text = |value: Option<&'a Value>| value.and_then(Value::as_str).unwrap_or_default();
        let arguments = match function.get("arguments") {
            None | Some(Value::Null) => Cow::default(),
            Some(Value::String(piece)) => Cow::Borrowed(piece.as_str()),
            Some(other) => Cow::Owned(other.to_string()),
        };
        Self { index, id: text(id), name: text(function.get("name")), arguments }
    }
}

#[derive(Debug, Default)]
pub(crate) struct Calls {
    offer: Offer,
    all: Vec<PartialCall>,
    bytes: usize,
}

#[derive(Debug, Default)]
struct PartialCall {
    index: Option<u64>,
    id: String,
    name: String,
    arguments: String,
}

impl PartialCall {
    fn is_whole(&self) -> bool {
        matches!(serde_json::from_str(&self.arguments), Ok(Value::Object(_)))
    }
}

impl Calls {
    pub(crate) fn new(offer: Offer) -> Self {
        Self { offer, all: Vec::new(), bytes: 0 }
    }

    pub(crate) fn part(&mut self, part: &Part<'_>) {
        match self.place(part) {
            Some(at) => {
                self.count(part);
                self.add(at, part);
            }
            None => self.whole(part),
        }
    }

    pub(crate) fn whole(&mut self, part: &Part<'_>) {
        self.count(part);
        self.all.push(PartialCall {
            index: part.index,
            id: part.id.to_owned(),
            name: part.name.to_owned(),
            arguments: part.arguments.as_ref().to_owned(),
        });
    }

    fn count(&mut self, part: &Part<'_>) {
        self.bytes += part.id.len() + part.name.len() + part.arguments.len();
    }

    /// The call that a piece continues; `None` if it begins one. The index should decide, but some servers send none,
    /// and some the same for all calls.
    fn place(&self, part: &Part<'_>) -> Option<usize> {
        let same = |call: &PartialCall| part.index.is_none() || call.index == part.index;
        if !part.id.is_empty()
            && let Some(at) = self.all.iter().position(|call| call.id == part.id)
        {
            return Some(at);
        }
        let at = self.all.iter().rposition(same)?;
        let call = &self.all[at];
        let goes_on = if part.name.is_empty() {
            // A new id without a name: some servers invent another id for every piece.
            true
        } else if part.id.is_empty() || call.id.is_empty() {
            // The name again, or another piece of it, unless another call is possible.
            let another = part.name != call.name
                && (!call.arguments.is_empty()
                    || self.offer.has(&call.name) && self.offer.has(part.name));
            !another && (!call.is_whole() || call.arguments.trim() == "{}")
        } else {
            false
        };
        goes_on.then_some(at)
    }

    fn add(&mut self, at: usize, part: &Part<'_>) {
        let offer = &self.offer;
        let call = &mut self.all[at];
        if call.id.is_empty() {
            call.id = part.id.to_owned();
        }
        if part.name != call.name && !part.name.is_empty() {
            let joined = format!("{}{}", call.name, part.name);
            let replaces = offer.has(part.name) && !offer.has(&joined);
            call.name = if replaces { part.name.to_owned() } else { joined };
        }
        // An empty object is a placeholder where more follows. Some servers repeat a whole call at the end.
        if call.arguments.trim() == "{}" && part.arguments.trim_start().starts_with('{') {
            call.arguments.clear();
        }
        if call.arguments != part.arguments || !call.is_whole() {
            call.arguments.push_str(&part.arguments);
        }
    }

    pub(crate) fn size(&self) -> (usize, usize) {
        (self.all.len(), self.bytes)
    }

    /// `cut`: the answer reached its length, so the last call may be incomplete and is then dropped.
    pub(crate) fn take(&mut self, cut: bool) -> Vec<ToolCall> {
        let all = std::mem::take(&mut self.all);
        let ids: Vec<String> = all.iter().map(|call| call.id.clone()).collect();
        let mut made = 0;
        let mut make_id = || {
            loop {
                made += 1;
                let id = format!("call_{made}");
                if !ids.contains(&id) {
                    return id;
                }
            }
        };
        let mut calls = Vec::new();
        for call in all {
            let arguments = unwrapped(&call.arguments);
            let is_object = || matches!(serde_json::from_str(&arguments), Ok(Value::Object(_)));
            if call.name.is_empty() || cut && !is_object() {
                continue;
            }
            let id = if call.id.is_empty() { make_id() } else { call.id };
            calls.push(ToolCall { id, name: call.name, arguments });
        }
        calls
    }
}

/// Unwraps arguments that were quoted twice; `null` means none.
fn unwrapped(arguments: &str) -> String {
    let arguments = arguments.trim();
    match serde_json::from_str(arguments) {
        Ok(Value::Null) => String::new(),
        Ok(Value::String(inner))
            if serde_json::from_str::<Value>(&inner).is_ok_and(|inner| inner.is_object()) =>
        {
            inner
        }
        _ => arguments.to_owned(),
    }
}

#[cfg(test)]
#[path = "assembly_tests.rs"]
mod tests;
