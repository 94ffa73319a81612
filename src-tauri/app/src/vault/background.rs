//! The priority of threads that prepare the search.

use thread_priority::{ThreadPriority, ThreadPriorityValue, set_current_thread_priority};

/// From 0 to 99, of which the usual priority is 50: niceness 9 on Unix. At the lowest one a thread got a hundredth of
/// the time beside two busy programs, and a vault wasn't prepared for hours.
const PRIORITY: u8 = 25;

/// Puts this thread, and those it starts where the system inherits the priority, behind what the user waits for.
pub(super) fn lower_priority() {
    let lowered = ThreadPriorityValue::try_from(PRIORITY)
        .map(|value| set_current_thread_priority(ThreadPriority::Crossplatform(value)));
    if !matches!(lowered, Ok(Ok(()))) {
        tracing::debug!(?lowered, "a background thread runs with usual priority");
    }
}
