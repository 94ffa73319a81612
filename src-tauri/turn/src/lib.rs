//! One turn, from question to checked answer.
//!
//! [`start`] runs a [`Turn`]: `run` stores the question, `gather` asks the sources of `evidence` for passages, a
//! task of `tasks` answers with the model of its `calls`, a `writer` stores and announces each piece, and `after`
//! checks the result.

mod active;
mod after;
pub mod calibrations;
mod calls;
mod changes;
mod closest;
mod context_choices;
mod earlier;
mod embedded_texts;
pub mod event;
pub mod evidence;
mod fit;
mod gather;
mod histories;
mod intent;
mod prompts;
mod references;
mod routing;
mod run;
mod sentences;
mod stop;
mod task;
mod tasks;
mod turn;
mod web_gate;
mod writer;

pub use active::{ActiveTurns, TurnSlot};
pub use calls::auxiliary::auxiliary_receipt;
pub use closest::about;
pub use embedded_texts::EmbeddedTexts;
pub use event::{AskRequest, At, TurnEvent, Way};
pub use fit::equip;
pub use gather::{Draft, gather, spoken_time};
pub use histories::Histories;
pub use intent::Intent;
pub use run::{refused, start};
pub use sentences::{NO_PAGE, NO_PASSAGES, NO_SUPPORT, NOTHING_TO_CONTINUE, PASSAGES};
pub use tasks::survey::estimate;
pub use turn::{ModelSource, Place, Turn};
