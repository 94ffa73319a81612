//! The openai protocol.
