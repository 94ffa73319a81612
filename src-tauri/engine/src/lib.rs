//! Runs a language model in a child process of the app.
//!
//! [`worker`] is the child: its module `native` loads llama.cpp's library and is the project's only `unsafe` code.
//! [`Engine`] is the app's handle: it starts the child with the first question, passes it one question at a time, and
//! ends it. [`catalogue`] lists the models to download, [`download`] fetches and stores them.
//!
//! Reading order: `protocol`, `sentences`, `cause`, `header`, `memory`, then `worker` and `parent`, which know each
//! other only through `protocol`, then `catalogue` and `download`.

pub mod catalogue;
mod cause;
pub mod download;
pub mod header;
pub mod memory;
mod parent;
pub mod protocol;
mod sentences;
pub mod worker;

pub use parent::{Answer, Engine, Options, Priority, Program, Question, Status, Times};
