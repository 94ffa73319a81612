//! One turn, from question to checked answer.

mod answering;
mod aside;
mod basis;
mod checking;
mod choices;
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
mod sentences;
mod start;
mod summing;
mod surveying;
mod tooling;
mod without;
mod writing;

pub use answering::assemble;
pub use aside::receipt_aside;
pub use event::{AskRequest, TurnEvent};
pub use gather::{Draft, Material, Web, bare_input, gather};
pub use histories::Histories;
pub use intent::Intent;
pub use meanings::Meanings;
pub use run::{ModelSource, Turn};
pub use running::{ActiveTurns, TurnSlot};
pub use sentences::{NO_PAGE, NO_PASSAGES, NO_SUPPORT, PASSAGES};
pub use start::{refused, start};
pub use surveying::estimate;
pub use tooling::equip;
