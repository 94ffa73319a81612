//! What a model does, and what becomes of it in a protocol.

/// What a model does in one step.
pub(super) enum Step {
    Thinking(String),
    Text(String),
    /// A call begins: its number, id, name.
    Call(usize, String, String),
    /// A piece of the arguments of the call that has begun.
    Arguments(usize, String),
}

/// The pieces of an answer, and its end.
pub(in crate::model_server) struct Written {
    pub pieces: Vec<String>,
    pub end: String,
    /// What the server says when it can't go on.
    pub failure: String,
}
