//! The crate against servers that send exactly the bytes of a test.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "the server of these tests stops at what it doesn't expect, as the tests do"
)]

mod anthropic;
mod bodies;
mod calls;
mod discovery;
mod embeddings;
mod engine;
mod failures;
mod limits;
mod lists;
mod pull;
mod ranking;
mod stopping;
mod streams;
mod wire;
