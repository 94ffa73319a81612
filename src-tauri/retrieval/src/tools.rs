//! The model's tools: they search and read the vault, its memories and the web, and propose changes.
//!
//! A tool returns text for the model and passages for the ledger. Whatever a model sends or a note says, a tool does
//! only what its [`Permission`] allows, and reads files only through the vault.

mod arguments;
mod changes;
pub mod choice;
mod descriptor;
mod entries;
mod find;
mod job;
mod links;
mod list;
mod look;
mod memory;
mod memory_store;
mod online;
mod page;
mod place;
mod proposals;
mod query;
mod read;
mod result;
#[cfg(test)]
mod tests;
mod toolbox;

pub use self::{
    choice::{Choice, choose},
    descriptor::{Abilities, Descriptor, Permission},
    entries::READ_NOTE,
    memory::recalled,
    memory_store::{Memories, Memory},
    proposals::Proposals,
    result::ToolResult,
    toolbox::Toolbox,
};
