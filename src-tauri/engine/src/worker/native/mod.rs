//! llama.cpp's library behind safe functions: the only code of the project that is `unsafe`.
//!
//! Everything that points into the library lives no longer than the library, which is never
//! unloaded: its threads may still run when the process ends.
#![allow(unsafe_code, reason = "the library is C; nothing outside this folder needs to be unsafe")]

mod bindings;
mod context;
mod library;
mod model;
mod sampler;

pub(super) use context::{BATCH, Context, DecodeOutcome};
pub(super) use library::Library;
pub(super) use model::Model;
pub(super) use sampler::Sampler;

/// A token's number in the model's vocabulary.
pub(super) type Token = i32;
