//! What one answer may cost, whatever a server sends.

use std::time::Duration;

/// Maximum bytes of an answer's text: a thick book. What is written into the library, rendered and shown
/// grows with it.
pub const MAX_TEXT_BYTES: usize = 1_000_000;

/// Maximum bytes of an answer's thinking.
pub const MAX_THINKING_BYTES: usize = 2_000_000;

/// Maximum calls of tools in one answer. A turn runs far fewer of them.
pub const MAX_CALLS: usize = 64;

/// Maximum bytes of the arguments of all calls of one answer.
pub const MAX_ARGUMENT_BYTES: usize = 256 * 1024;

/// Maximum time that an answer takes from its first piece to its end, and maximum time until that piece
/// comes. Servers that only show that they live are not waited for any longer.
pub const MAX_TIME: Duration = Duration::from_secs(15 * 60);

/// Maximum bytes of one event of a stream.
pub(crate) const MAX_EVENT_BYTES: usize = 256 * 1024;

/// Maximum lines of one event of a stream.
pub(crate) const MAX_EVENT_LINES: usize = 1_000;

/// Maximum bytes of a line, or of an answer that isn't streamed: an answer of the maximum length, with
/// room for its escapes.
pub(crate) const MAX_LINE_BYTES: usize = 2 * 1024 * 1024;

/// Maximum lines read before other work gets its turn, so that cancelling is never far away.
pub(crate) const LINES_AT_ONCE: usize = 64;

/// Maximum pieces of an answer that wait to be taken. While they wait, no more is read from the server.
pub(crate) const PIECES_AHEAD: usize = 8;

/// Bytes of text after which the pieces that were read so far are handed on.
pub(crate) const PIECE_BYTES: usize = 16 * 1024;
