//! Server-sent events with JSON data, as two of the protocols use them.
//!
//! Servers follow the standard less than libraries do: `eventsource-stream` (0.2.3) would replace some 25 lines, but
//! fails the tests with error objects and whole answers between events, web pages, events without an empty line
//! between them, and an unfinished last event.

#[cfg(test)]
mod tests;

use serde_json::Value;

use super::protocol::{Fault, Protocol};
use super::reply::Reply;
use crate::limits::{MAX_EVENT_BYTES, MAX_EVENT_LINES, MAX_LINE_BYTES};
use crate::sentences;
use conversation::effort;

pub(crate) trait Payload: Send + Default {
    /// Reads one event's data, or a whole answer that wasn't streamed.
    fn payload(&mut self, value: &Value, reply: &mut Reply) -> Result<(), Fault>;
}

/// Events' names aren't needed: their data says the same.
#[derive(Default)]
pub(crate) struct Events<P> {
    payload: P,
    data: String,
    lines: usize,
    nesting: Nesting,
    outside: String,
}

impl<P: Payload> Protocol for Events<P> {
    fn line(&mut self, line: &str, reply: &mut Reply) -> Result<(), Fault> {
        if let Some(data) = line.strip_prefix("data:") {
            let data = data.strip_prefix(' ').unwrap_or(data);
            // Lines of one event belong together, but some servers omit the empty line between events: complete data
            // is an event of its own.
            if !self.data.is_empty() {
                if self.nesting.is_whole() {
                    self.dispatch(reply)?;
                } else {
                    self.data.push('\n');
                }
            }
            self.lines += 1;
            self.nesting.read(data);
            self.data.push_str(data);
            return if self.data.len() > MAX_EVENT_BYTES || self.lines > MAX_EVENT_LINES {
                Err(Fault::Garbage(sentences::EVENT_WITHOUT_END.to_string()))
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
        // An error, or a whole answer from a server that doesn't stream.
        if let Ok(value @ Value::Object(_)) = json(line) {
            return self.payload.payload(&value, reply);
        }
        if reply.spoken {
            return Ok(());
        }
        // No server sends so much before its first event.
        if self.outside.len() + line.len() >= MAX_LINE_BYTES {
            return Err(Fault::Garbage(std::mem::take(&mut self.outside)));
        }
        self.outside.push_str(line);
        self.outside.push('\n');
        Ok(())
    }

    fn end(&mut self, reply: &mut Reply) -> Result<(), Fault> {
        self.dispatch(reply)?;
        if reply.spoken || self.outside.is_empty() {
            return Ok(());
        }
        match json(&self.outside) {
            Ok(value @ Value::Object(_)) => self.payload.payload(&value, reply),
            _ => Err(Fault::Garbage(std::mem::take(&mut self.outside))),
        }
    }
}

impl<P: Payload> Events<P> {
    fn dispatch(&mut self, reply: &mut Reply) -> Result<(), Fault> {
        let data = std::mem::take(&mut self.data);
        (self.lines, self.nesting) = (0, Nesting::default());
        let data = data.trim();
        if data.is_empty() {
            return Ok(());
        }
        if data == "[DONE]" {
            reply.spoken = true;
            reply.complete = true;
            return Ok(());
        }
        match json(data) {
            Ok(value @ Value::Object(_)) => self.payload.payload(&value, reply),
            _ => Err(Fault::Garbage(data.to_owned())),
        }
    }
}

fn json(text: &str) -> serde_json::Result<Value> {
    effort::looked_at(text.len());
    serde_json::from_str(text)
}

/// Counts brackets of JSON in pieces. It looks at each byte once: parsing all data after each piece would take
/// quadratic time.
#[derive(Default)]
struct Nesting {
    depth: usize,
    begun: bool,
    quoted: bool,
    escaped: bool,
}

impl Nesting {
    fn read(&mut self, text: &str) {
        effort::looked_at(text.len());
        for byte in text.bytes() {
            match byte {
                _ if self.escaped => self.escaped = false,
                b'\\' if self.quoted => self.escaped = true,
                b'"' => self.quoted = !self.quoted,
                _ if self.quoted => {}
                b'{' | b'[' => {
                    self.begun = true;
                    self.depth += 1;
                }
                b'}' | b']' => self.depth = self.depth.saturating_sub(1),
                _ => {}
            }
        }
    }

    fn is_whole(&self) -> bool {
        self.begun && self.depth == 0
    }
}
