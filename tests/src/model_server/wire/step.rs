//! A model's output in steps, and its encoding in a protocol.

pub(super) enum Step {
    Thinking(String),
    Text(String),
    /// Begins a call: number, ID, name.
    Call(usize, String, String),
    /// A piece of the open call's arguments.
    Arguments(usize, String),
}

/// An answer's pieces and end.
pub(in crate::model_server) struct Written {
    pub pieces: Vec<String>,
    pub end: String,
    /// The server's error message.
    pub failure: String,
}
