use thread_priority::{ThreadPriority, ThreadPriorityValue, set_current_thread_priority};

/// From 0 to 99; 50 is usual, and 25 is niceness 9 on Unix. At the lowest priority, a thread got a hundredth of the
/// time beside two busy programs, and a vault took hours.
const PRIORITY: u8 = 25;

/// Also for threads that this one starts, where the system inherits priorities.
pub(super) fn lower_priority() {
    let lowered = ThreadPriorityValue::try_from(PRIORITY)
        .map(|value| set_current_thread_priority(ThreadPriority::Crossplatform(value)));
    if !matches!(lowered, Ok(Ok(()))) {
        tracing::debug!(?lowered, "a background thread runs with usual priority");
    }
}
