//! How many threads compute: as many as there are cores that nothing else uses.
//!
//! Threads that compute together wait for the slowest of them. With as many threads as cores, one other busy program
//! makes all of them slow, even one of a low priority: beside a compiler two threads wrote 1.8 tokens a second. So the
//! machine is looked at while the engine works, and the number of threads follows.

use std::time::{Duration, Instant};

use sysinfo::{Pid, ProcessRefreshKind, ProcessesToUpdate, System};

/// Minimum time between two looks. Processor times are counted in hundredths of a second.
const APART: Duration = Duration::from_millis(300);

/// The cores of this machine, and who uses them.
pub(super) struct Cores {
    /// Maximum threads.
    most: u32,
    threads: u32,
    system: System,
    last: Option<Look>,
}

#[derive(Debug, Clone, Copy)]
struct Look {
    at: Instant,
    /// Processor time of this process so far.
    own: Duration,
}

impl Cores {
    /// Cores of which nothing is known yet.
    pub fn new(most: u32) -> Self {
        let most = most.max(1);
        Self { most, threads: most, system: System::new(), last: None }
    }

    /// The number of threads to compute with.
    pub fn threads(&self) -> u32 {
        self.threads
    }

    /// Begins to look: what happened before doesn't count.
    pub fn begin(&mut self) {
        self.last = self.look();
    }

    /// Looks at the machine, unless that was done a moment ago. Returns the number of threads if it has changed.
    pub fn follow(&mut self) -> Option<u32> {
        let then = self.last?;
        if then.at.elapsed() < APART {
            return None;
        }
        let now = self.look()?;
        self.last = Some(now);
        let cores = u32::try_from(self.system.cpus().len()).unwrap_or(1);
        let busy = f64::from(self.system.global_cpu_usage()) / 100.0 * f64::from(cores);
        let passed = (now.at - then.at).as_secs_f64();
        let own = now.own.saturating_sub(then.own).as_secs_f64() / passed;
        let threads = fitting(self.most, busy - own);
        (std::mem::replace(&mut self.threads, threads) != threads).then_some(threads)
    }

    /// `None` where the system doesn't say how long this process has run. The cores' usage is that since the last look.
    fn look(&mut self) -> Option<Look> {
        let pid = Pid::from_u32(std::process::id());
        let kind = ProcessRefreshKind::nothing().with_cpu();
        self.system.refresh_cpu_usage();
        self.system.refresh_processes_specifics(ProcessesToUpdate::Some(&[pid]), true, kind);
        let own = Duration::from_millis(self.system.process(pid)?.accumulated_cpu_time());
        Some(Look { at: Instant::now(), own })
    }
}

/// The number of threads, up to `most`, that suits cores of which others use some. Less than half a core of theirs
/// takes no thread away: a desktop is never quite idle.
fn fitting(most: u32, others: f64) -> u32 {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a number of cores"
    )]
    let taken = others.round() as u32;
    most.saturating_sub(taken).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_core_that_others_use_takes_a_thread_away() {
        let check = |most: u32, others: f64, expect: u32| {
            assert_eq!(fitting(most, others), expect, "{most} {others}");
        };
        check(2, 0.0, 2);
        check(2, -0.2, 2);
        check(2, 0.4, 2);
        // Two threads beside one busy program share two cores with it.
        check(2, 0.67, 1);
        check(2, 1.0, 1);
        check(2, 2.0, 1);
        check(8, 2.6, 5);
        check(1, 0.0, 1);
    }
}
