//! Calls of models and of tools.

pub(crate) mod auxiliary;
pub(crate) mod joining;
pub(crate) mod screen;
mod summary;
pub(crate) mod talk;
mod tools;
