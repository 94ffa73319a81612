mod child;
mod crashes;
mod engine;
mod message;
mod options;
mod speeds;
mod supervisor;

pub use engine::{Answer, Engine};
pub use options::{Options, Priority, Program, Question, Status, Times};
