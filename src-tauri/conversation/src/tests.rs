//! What the plain types say of themselves. Each file is about one module.

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
