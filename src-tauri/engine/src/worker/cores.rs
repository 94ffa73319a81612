//! Chooses the number of threads: one for each core that nothing else uses.
//!
//! Threads that compute together wait for the slowest. With as many threads as cores, one busy program slows all of
//! them, even at a low priority: two threads beside a compiler wrote 1.8 tokens a second. So the number of threads
//! follows the machine's load.

#[cfg(test)]
mod tests;

use std::time::{Duration, Instant};

use sysinfo::{Pid, ProcessRefreshKind, ProcessesToUpdate, System};

/// Minimum time between two measurements: processor times are counted in hundredths of a second.
const APART: Duration = Duration::from_millis(300);

pub(super) struct Cores {
    most: u32,
    threads: u32,
    system: System,
    last: Option<Look>,
}

#[derive(Debug, Clone, Copy)]
struct Look {
    at: Instant,
    own: Duration,
}

impl Cores {
    pub fn new(most: u32) -> Self {
        let most = most.max(1);
        Self { most, threads: most, system: System::new(), last: None }
    }

    pub fn threads(&self) -> u32 {
        self.threads
    }

    /// Starts measuring; earlier load doesn't count.
    pub fn begin(&mut self) {
        self.last = self.look();
    }

    /// Measures the load, at most every [`APART`]. Returns the number of threads if it changed.
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

    /// `None` if the system doesn't report this process's time. Core usage counts since the last measurement.
    fn look(&mut self) -> Option<Look> {
        let pid = Pid::from_u32(std::process::id());
        let kind = ProcessRefreshKind::nothing().with_cpu();
        self.system.refresh_cpu_usage();
        self.system.refresh_processes_specifics(ProcessesToUpdate::Some(&[pid]), true, kind);
        let own = Duration::from_millis(self.system.process(pid)?.accumulated_cpu_time());
        Some(Look { at: Instant::now(), own })
    }
}

/// Less than half a core of other load costs no thread: a desktop is never quite idle.
fn fitting(most: u32, others: f64) -> u32 {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a number of cores"
    )]
    let taken = others.round() as u32;
    most.saturating_sub(taken).max(1)
}
