//! Tests of the plain types, one file a module.

mod context;
mod corrections;
mod errors;
mod ids;
mod messages;
mod models;
mod own;
mod references;
mod settings;
mod tokens;
