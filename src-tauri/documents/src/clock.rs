//! How long reading has taken.

use std::time::{Duration, Instant};

/// Counts from its making on, on the thread that made it.
pub(crate) struct Clock {
    begun: Instant,
    /// What the thread had taken of the processor by then.
    before: Duration,
}

impl Clock {
    pub fn start() -> Self {
        Self { begun: Instant::now(), before: processor_time().unwrap_or_default() }
    }

    /// How much of the processor's time it took: other work on the machine doesn't count. Where the system doesn't
    /// say it, all time does.
    pub fn worked(&self) -> Duration {
        processor_time().map_or_else(|| self.waited(), |now| now.saturating_sub(self.before))
    }

    pub fn waited(&self) -> Duration {
        self.begun.elapsed()
    }
}

#[cfg(unix)]
fn processor_time() -> Option<Duration> {
    use rustix::time::{ClockId, clock_gettime};
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Some(Duration::new(u64::try_from(time.tv_sec).ok()?, u32::try_from(time.tv_nsec).ok()?))
}

#[cfg(not(unix))]
fn processor_time() -> Option<Duration> {
    None
}
