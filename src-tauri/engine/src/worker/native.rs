//! Safe functions over llama.cpp's library: the project's only `unsafe` code.
//!
//! Pointers into the library live no longer than the library, which is never unloaded: its threads may still run when
//! the process ends.
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

/// Index in the model's vocabulary.
pub(super) type Token = i32;
