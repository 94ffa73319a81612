//! Limits of one answer, whatever a server sends.

use std::time::Duration;

/// Maximum bytes of an answer's text: a thick book. The time to store and render it grows with it.
pub const MAX_TEXT_BYTES: usize = 1_000_000;

/// Maximum bytes of an answer's thinking.
pub const MAX_THINKING_BYTES: usize = 2_000_000;

/// Maximum tool calls in an answer; a turn runs far fewer.
pub const MAX_CALLS: usize = 64;

/// Maximum bytes of the arguments of all calls of one answer.
pub const MAX_ARGUMENT_BYTES: usize = 256 * 1024;

/// Maximum time until the first piece of an answer, and maximum time from this piece to the end.
/// Signs of life from the server don't extend it.
pub const MAX_TIME: Duration = Duration::from_secs(15 * 60);

/// Maximum bytes of one event of a stream.
pub(crate) const MAX_EVENT_BYTES: usize = 256 * 1024;

/// Maximum lines of one event of a stream.
pub(crate) const MAX_EVENT_LINES: usize = 1_000;

/// Maximum bytes of a line, or of an answer that isn't streamed: an answer of maximum length with its escapes.
pub(crate) const MAX_LINE_BYTES: usize = 2 * 1024 * 1024;

/// Maximum lines read before other tasks run, so that cancelling is quick.
pub(crate) const LINES_AT_ONCE: usize = 64;

/// Maximum pieces of an answer that wait for the reader. While that many wait, nothing is read from the server.
pub(crate) const PIECES_AHEAD: usize = 8;

/// Bytes of received text after which it is passed to the reader, even before [`LINES_AT_ONCE`] lines are read.
pub(crate) const PIECE_BYTES: usize = 16 * 1024;
