//! What an answer rests on, and what a model sees: numbers for passages, the citation stream, and the
//! context within its window.
//!
//! Everything here is pure: no file, no clock, no network, no database.

pub mod context;
pub mod references;
mod sentences;
