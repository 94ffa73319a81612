//! Tests of the plain types, one file a module.

mod context;
mod conversation_settings;
mod corrections;
mod errors;
mod ids;
mod messages;
mod models;
mod references;
mod settings;
mod tokens;
