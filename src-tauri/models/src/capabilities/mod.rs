//! What a model can do and hold, by what its server tells and what our table knows.

mod facts;
mod table;

pub use facts::model_by_name;
pub(crate) use facts::{ServerFacts, takes_temperature};
pub(crate) use table::{chats, matches, plain};
