//! What the assistant can do: look into the vault, remember, and search the web.
//!
//! A tool returns text for the model and passages for the ledger. Whatever a model sends, and
//! whatever a note says, a tool does nothing that its [`Permission`] wasn't granted for, and reads
//! nothing but through the vault's guard.

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
