//! One turn, from question to checked answer.

mod answering;
mod aside;
mod basis;
mod checking;
mod earlier;
mod emit;
pub mod event;
mod gather;
mod histories;
mod intent;
mod judging;
pub mod learning;
mod meanings;
mod run;
mod running;
mod start;
mod summing;
mod tooling;
mod without;
mod writing;

pub use answering::assemble;
pub use event::{AskRequest, TurnEvent};
pub use gather::{Draft, Gathered, Web, bare_input, gather};
pub use histories::Histories;
pub use meanings::Meanings;
pub use run::{ModelSource, Turn};
pub use running::{Entered, Running};
pub use start::{refused, start};
pub use tooling::equip;
pub use without::{NO_PAGE, NO_PASSAGES, NO_SUPPORT, PASSAGES};
