//! The list of tasks.

mod answer;
mod passages;
mod remember;
pub(crate) mod survey;
mod work;

use crate::{event::Way, intent::Intent, task::Task};

/// All tasks; the first that takes a question gets it.
const TASKS: [&dyn Task; 5] =
    [&remember::Remember, &passages::Passages, &work::WorkOut, &survey::ReadAll, &answer::Answer];

/// The task for a question that the user wants answered in this `way`.
pub(crate) fn of(way: Way, intent: &Intent) -> &'static dyn Task {
    first(&TASKS, way, intent)
}

fn first(tasks: &[&'static dyn Task], way: Way, intent: &Intent) -> &'static dyn Task {
    let found = tasks.iter().copied().find(|task| task.takes(way, intent));
    // The last one takes everything.
    found.unwrap_or(&answer::Answer)
}
