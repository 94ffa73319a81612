//! How many threads compute: as many as there are cores that nothing else uses.
//!
//! Threads that compute together wait for the slowest of them. With as many threads as cores, one other busy
//! program makes all of them slow: two threads then do less than one. So the machine is looked at while the engine
//! works, and the number of threads follows.

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
    seen: Option<Times>,
}

/// Processor times since some moment in the past.
#[derive(Debug, Clone, Copy)]
struct Times {
    at: Instant,
    /// Of this process.
    own: Duration,
    /// Of all cores; `None` where only sysinfo tells.
    stat: Option<Stat>,
}

/// The first line of Linux's `/proc/stat`, in its own unit of time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Stat {
    /// Time for programs that don't give way to others. What the app itself does in the background has a low
    /// priority, and takes no thread away.
    busy: u64,
    whole: u64,
}

impl Cores {
    /// Cores of which nothing is known yet.
    pub fn new(most: u32) -> Self {
        let most = most.max(1);
        Self { most, threads: most, system: System::new(), seen: None }
    }

    /// The number of threads to compute with.
    pub fn threads(&self) -> u32 {
        self.threads
    }

    /// Begins to look: what happened before doesn't count.
    pub fn begin(&mut self) {
        self.seen = self.times();
    }

    /// Looks at the machine, unless that was done a moment ago. Gives the number of threads if it has changed.
    pub fn look(&mut self) -> Option<u32> {
        let then = self.seen?;
        if then.at.elapsed() < APART {
            return None;
        }
        let now = self.times()?;
        self.seen = Some(now);
        let cores = f64::from(u32::try_from(self.system.cpus().len()).unwrap_or(1).max(1));
        let busy = match (then.stat, now.stat) {
            (Some(then), Some(now)) => share(then, now)?,
            _ => f64::from(self.system.global_cpu_usage()) / 100.0,
        };
        let passed = (now.at - then.at).as_secs_f64();
        let own = now.own.saturating_sub(then.own).as_secs_f64() / passed;
        let threads = fitting(self.most, busy * cores - own);
        (std::mem::replace(&mut self.threads, threads) != threads).then_some(threads)
    }

    /// The times by now; `None` where the system doesn't tell.
    fn times(&mut self) -> Option<Times> {
        let pid = Pid::from_u32(std::process::id());
        let kind = ProcessRefreshKind::nothing().with_cpu();
        self.system.refresh_cpu_usage();
        self.system.refresh_processes_specifics(ProcessesToUpdate::Some(&[pid]), true, kind);
        let own = Duration::from_millis(self.system.process(pid)?.accumulated_cpu_time());
        let stat = std::fs::read_to_string("/proc/stat").ok();
        Some(Times { at: Instant::now(), own, stat: stat.and_then(|stat| Stat::read(&stat)) })
    }
}

/// The share of the cores' time that was busy between two looks.
#[expect(clippy::cast_precision_loss, reason = "hundredths of some seconds")]
fn share(then: Stat, now: Stat) -> Option<f64> {
    let whole = now.whole.checked_sub(then.whole).filter(|whole| *whole > 0)?;
    Some(now.busy.saturating_sub(then.busy) as f64 / whole as f64)
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

impl Stat {
    /// Reads user, nice, system, idle, iowait, irq, softirq and steal.
    fn read(stat: &str) -> Option<Self> {
        let line = stat.lines().next()?.strip_prefix("cpu ")?;
        let times: Option<Vec<u64>> =
            line.split_whitespace().map(|time| time.parse().ok()).collect();
        let [user, nice, system, idle, wait, irq, soft, steal, ..] = times?[..] else {
            return None;
        };
        let busy = user + system + irq + soft + steal;
        Some(Self { busy, whole: busy + nice + idle + wait })
    }
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

    #[test]
    fn programs_that_give_way_are_not_busy() {
        let read = |line: &str| Stat::read(&format!("{line}\ncpu0 1 1 1 1 1 1 1 1 0 0\n"));
        let then = read("cpu  100 50 20 1000 10 1 2 0 0 0");
        assert_eq!(then, Some(Stat { busy: 123, whole: 1183 }));
        let now = read("cpu  150 100 20 1100 10 1 2 0 0 0");
        assert_eq!(then.zip(now).and_then(|(then, now)| share(then, now)), Some(0.25));
        assert_eq!(then.and_then(|then| share(then, then)), None);
        assert_eq!(read("cpu  1 2 3"), None);
        assert_eq!(read("intr 1"), None);
    }
}
