//! References and context: the passages that an answer cites, and the messages that a model gets.
//!
//! In reading order:
//! - `references` gives passages their numbers (`ledger`), turns marks in a model's text into citations (`citation`),
//!   resolves links (`links`), and finds a passage again in a changed note (`anchor`).
//! - `context` builds the messages of a request within the model's window, and the view of it for people.
//!
//! The crate is pure: no file, clock, network or database.

pub mod context;
pub mod references;
mod sentences;
