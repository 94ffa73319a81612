use std::time::{Duration, Instant};

/// Measures from its creation, on the thread that created it.
pub(crate) struct Clock {
    begun: Instant,
    before: Duration,
}

impl Clock {
    pub fn start() -> Self {
        Self { begun: Instant::now(), before: processor_time().unwrap_or_default() }
    }

    /// Processor time, so that other programs don't count; wall-clock time where the system lacks it.
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
