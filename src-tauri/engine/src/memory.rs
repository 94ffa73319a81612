#[cfg(test)]
mod tests;

use std::path::Path;

use crate::{
    header::Header,
    protocol::{Failure, FailureKind},
    sentences,
};

/// Smaller windows to try, in tokens.
const WINDOWS: [u32; 3] = [8192, 4096, 2048];

/// Memory of the library without model and window, in bytes.
const OVERHEAD_BYTES: u64 = 300_000_000;

/// In bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Memory {
    /// Available without moving other programs' memory out.
    pub available: u64,
    pub total: u64,
}

impl Memory {
    /// A container's limit counts where it is lower.
    pub fn now() -> Self {
        let mut system = sysinfo::System::new();
        system.refresh_memory();
        let whole = Self { available: system.available_memory(), total: system.total_memory() };
        match system.cgroup_limits() {
            Some(limits) if limits.total_memory > 0 && limits.total_memory < whole.total => Self {
                available: whole.available.min(limits.free_memory),
                total: limits.total_memory,
            },
            _ => whole,
        }
    }

    /// True if so little memory is left that an idle model should be unloaded.
    pub fn is_short(&self) -> bool {
        self.available < self.total / 20
    }
}

pub fn needed(header: &Header, window: u32) -> u64 {
    let file = header.file_bytes.saturating_add(header.file_bytes / 20);
    let tokens = header.bytes_per_token.saturating_mul(window.into());
    file.saturating_add(tokens).saturating_add(OVERHEAD_BYTES)
}

/// The largest window that fits, up to `wanted` and the model's trained context.
///
/// # Errors
/// [`FailureKind::Memory`] with figures if not even the smallest window fits.
pub fn window(file: &Path, header: &Header, wanted: u32, memory: Memory) -> Result<u32, Failure> {
    let longest = header.trained_window.filter(|n| *n > 0).map_or(wanted, |n| n.min(wanted));
    let smaller = WINDOWS.into_iter().filter(|window| *window < longest);
    let mut smallest = longest;
    for window in std::iter::once(longest).chain(smaller) {
        if needed(header, window) <= memory.available {
            return Ok(window);
        }
        smallest = window;
    }
    let why = sentences::too_large(file, needed(header, smallest), memory.available);
    Err(Failure::new(FailureKind::Memory, why))
}

/// Checks whether the model, with the smallest window, fits into this machine's whole memory.
///
/// # Errors
/// [`FailureKind::File`] for one part of several, [`FailureKind::Memory`] with figures if the model doesn't fit.
pub fn check(file: &Path, header: &Header, memory: Memory) -> Result<(), Failure> {
    if header.is_part {
        return Err(Failure::new(FailureKind::File, sentences::first_of_several(file)));
    }
    let [.., smallest] = WINDOWS;
    let needed = needed(header, smallest);
    if needed > memory.total {
        let why = sentences::never_fits(file, needed, memory.total);
        return Err(Failure::new(FailureKind::Memory, why));
    }
    Ok(())
}

/// Maximum threads: one for each core. More threads wait for each other, which is many times slower. The child uses
/// fewer while other programs are busy.
pub fn threads() -> u32 {
    let at_once = std::thread::available_parallelism().map_or(1, usize::from);
    let cores = sysinfo::System::physical_core_count().unwrap_or(at_once).min(at_once);
    u32::try_from(cores).unwrap_or(1).max(1)
}
