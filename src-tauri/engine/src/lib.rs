//! A language model that runs in a child process of our own.
//!
//! [`worker`] is the child: it loads llama.cpp's library, and its module `native` is the only code
//! of the project that is `unsafe`. [`Engine`] is what the app holds: it starts the child with the
//! first question, hands questions over one at a time, and ends it.
//!
//! From below: `protocol`, `sentences`, `cause`, `header`, `memory`, then `worker` on the one side
//! and `parent` on the other, which know of each other only through `protocol`.

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
