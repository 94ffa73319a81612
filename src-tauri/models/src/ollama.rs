//! The ollama protocol.
