mod answer;
pub(crate) mod computed;
pub(crate) mod days;
mod passages;
mod remember;
pub(crate) mod survey;
mod work;

use futures::FutureExt;

use crate::{event::Way, intent::Intent, task::Task};

/// Takes every question.
const ANSWER: Task = Task {
    takes: |_, _| true,
    needs_model: true,
    searches: false,
    run: |job| answer::answer(job).boxed(),
};

/// All tasks, in the order in which they are asked. The last one takes every question.
pub(crate) fn all() -> Vec<Task> {
    vec![
        Task {
            takes: |_, intent| matches!(intent, Intent::Remember(_)),
            needs_model: false,
            run: |job| remember::remember(job).boxed(),
            ..ANSWER
        },
        Task {
            takes: |way, intent| way == Way::Passages || matches!(intent, Intent::Find(_)),
            needs_model: false,
            run: |job| passages::passages(job).boxed(),
            ..ANSWER
        },
        Task {
            takes: |way, intent| {
                way == Way::Work && matches!(intent, Intent::Answer | Intent::Continue)
            },
            searches: true,
            run: |job| work::work_out(job).boxed(),
            ..ANSWER
        },
        Task {
            takes: |way, _| way == Way::Survey,
            run: |job| survey::read_all(job).boxed(),
            ..ANSWER
        },
        ANSWER,
    ]
}

pub(crate) fn first(tasks: &[Task], way: Way, intent: &Intent) -> Task {
    let found = tasks.iter().copied().find(|task| (task.takes)(way, intent));
    found.unwrap_or(ANSWER)
}
