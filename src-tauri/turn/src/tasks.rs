mod answer;
pub(crate) mod computed;
pub(crate) mod days;
mod passages;
mod remember;
pub(crate) mod survey;
mod work;

use crate::{event::Way, intent::Intent, task::Task};

/// All tasks, in the order in which they are asked. The last one takes every question.
pub(crate) fn all() -> Vec<&'static dyn Task> {
    vec![
        &remember::Remember,
        &passages::Passages,
        &work::WorkOut,
        &survey::ReadAll,
        &answer::Answer,
    ]
}

pub(crate) fn first(tasks: &[&'static dyn Task], way: Way, intent: &Intent) -> &'static dyn Task {
    let found = tasks.iter().copied().find(|task| task.takes(way, intent));
    found.unwrap_or(&answer::Answer)
}
