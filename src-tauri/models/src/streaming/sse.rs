//! Server-sent events whose data is JSON, as two of the protocols have them.
//!
//! Servers keep to the standard less than a library for it does: `eventsource-stream` (0.2.3) would take
//! the place of some 25 lines, and loses what the tests have of error objects and whole answers between
//! events, web pages, events without an empty line between them, and a last one without its end.

use serde_json::Value;

use super::protocol::{Fault, Protocol};
use super::reply::Reply;
use crate::sentences;

/// Maximum bytes of an event, or of an answer that isn't streamed.
const LONGEST: usize = 8 * 1024 * 1024;

/// What a protocol makes of an event.
pub(crate) trait Payload: Send + Default {
    /// Reads the data of one event, or a whole answer that wasn't streamed.
    fn payload(&mut self, value: &Value, reply: &mut Reply) -> Result<(), Fault>;
}

/// Reads the lines of a stream of events. The names of events aren't needed: the data tell the same.
#[derive(Default)]
pub(crate) struct Events<P> {
    payload: P,
    /// The data of the event that is being read.
    data: String,
    /// What came outside of events, as long as there was no event.
    outside: String,
}

impl<P: Payload> Protocol for Events<P> {
    fn line(&mut self, line: &str, reply: &mut Reply) -> Result<(), Fault> {
        if let Some(data) = line.strip_prefix("data:") {
            let data = data.strip_prefix(' ').unwrap_or(data);
            // Several lines of one event belong together, but some servers leave out the empty
            // line between events: what is whole already is an event of its own.
            if !self.data.is_empty() {
                if is_whole(&self.data) {
                    self.dispatch(reply)?;
                } else {
                    self.data.push('\n');
                }
            }
            self.data.push_str(data);
            return if self.data.len() > LONGEST {
                Err(Fault::Garbage(sentences::EVENT_WITHOUT_END.to_owned()))
            } else {
                Ok(())
            };
        }
        if line.is_empty() {
            return self.dispatch(reply);
        }
        let is_field = ["event:", "id:", "retry:", ":"].iter().any(|name| line.starts_with(name));
        if is_field {
            return Ok(());
        }
        // Not an event: an error, or a whole answer from a server that doesn't stream.
        if let Ok(value @ Value::Object(_)) = serde_json::from_str(line) {
            return self.payload.payload(&value, reply);
        }
        if !reply.spoken && self.outside.len() + line.len() < LONGEST {
            self.outside.push_str(line);
            self.outside.push('\n');
        }
        Ok(())
    }

    fn end(&mut self, reply: &mut Reply) -> Result<(), Fault> {
        self.dispatch(reply)?;
        if reply.spoken || self.outside.is_empty() {
            return Ok(());
        }
        match serde_json::from_str(&self.outside) {
            Ok(value @ Value::Object(_)) => self.payload.payload(&value, reply),
            _ => Err(Fault::Garbage(std::mem::take(&mut self.outside))),
        }
    }
}

impl<P: Payload> Events<P> {
    fn dispatch(&mut self, reply: &mut Reply) -> Result<(), Fault> {
        let data = std::mem::take(&mut self.data);
        let data = data.trim();
        if data.is_empty() {
            return Ok(());
        }
        if data == "[DONE]" {
            reply.spoken = true;
            reply.complete = true;
            return Ok(());
        }
        match serde_json::from_str(data) {
            Ok(value @ Value::Object(_)) => self.payload.payload(&value, reply),
            _ => Err(Fault::Garbage(data.to_owned())),
        }
    }
}

fn is_whole(data: &str) -> bool {
    data.trim() == "[DONE]" || serde_json::from_str::<serde::de::IgnoredAny>(data).is_ok()
}
