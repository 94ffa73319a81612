//! A model's capabilities and window, from its server's information and our table.

mod facts;
mod table;

pub use facts::model_by_name;
pub(crate) use facts::{ServerFacts, takes_temperature};
pub(crate) use table::{chats, matches, plain};
