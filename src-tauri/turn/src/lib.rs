//! Runs one turn, from the question to the checked answer.
//!
//! [`start`] runs a [`Turn`] in `run`. In reading order:
//! - `run` stores the question and its empty answer.
//! - `gather` asks the sources of `evidence` for passages.
//! - `tasks` has the ways of answering; the first task that takes the question gets it.
//! - `fit` fits the material to the model, and `calls` asks the model and runs its tools.
//! - `writer` stores and announces each piece of the answer.
//! - `after` checks the citations.

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
mod in_talk;
mod intent;
mod moment;
mod newer;
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
pub use moment::{NOW, asked_at, unreadable_now};
pub use run::{refused, start};
pub use sentences::{NO_PAGE, NO_PASSAGES, NO_SUPPORT, NOTHING_TO_CONTINUE, PASSAGES};
pub use tasks::survey::estimate;
pub use turn::{ModelSource, Place, Turn};
