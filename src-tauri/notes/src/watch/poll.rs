#[cfg(test)]
mod tests;

use std::{
    cmp::Ordering,
    time::{Duration, Instant, SystemTime},
};

use super::change::{Change, Places, STORM};
use crate::{FileEntry, NotePath, Result, ScanOptions, Vault};

/// Minimum time between two listings.
const SHORTEST: Duration = Duration::from_secs(2);
/// Maximum time between two listings.
const LONGEST: Duration = Duration::from_secs(60);
/// Rest between two listings, as a multiple of a listing's time: listing takes at most a twentieth of all time.
const REST: u32 = 20;
/// A file changed so shortly before a listing may change again unseen: file times have steps of up to two seconds.
const TIME_STEP: Duration = Duration::from_secs(2);

pub(super) struct Poll {
    vault: Vault,
    scan: ScanOptions,
    /// `None` before the first listing, and while listing fails.
    listed: Option<Listing>,
    took: Duration,
}

struct Listing {
    at: SystemTime,
    notes: Vec<FileEntry>,
    files: Vec<FileEntry>,
}

impl Poll {
    pub(super) fn new(vault: Vault, scan: ScanOptions) -> Self {
        Self { vault, scan, listed: None, took: Duration::ZERO }
    }

    pub(super) fn rest(&self) -> Duration {
        (self.took * REST).clamp(SHORTEST, LONGEST)
    }

    /// The first listing, the first one after an absence, and the absence itself are changes of everything.
    pub(super) fn look(&mut self) -> Option<Change> {
        let began = Instant::now();
        let listed = self.list();
        self.took = began.elapsed();
        let before = self.listed.take();
        match listed {
            Ok(now) => {
                let change = match &before {
                    Some(before) => changed(before, &now),
                    None => Some(Change::everything()),
                };
                self.listed = Some(now);
                change
            }
            Err(error) => {
                tracing::warn!(%error, "a vault can't be listed");
                before.map(|_| Change::everything())
            }
        }
    }

    fn list(&self) -> Result<Listing> {
        let at = SystemTime::now();
        let scan = self.vault.scan(&self.scan)?;
        Ok(Listing { at, notes: scan.notes, files: scan.files })
    }
}

fn changed(before: &Listing, now: &Listing) -> Option<Change> {
    let mut paths = Vec::new();
    differing(before, &before.notes, &now.notes, &mut paths);
    differing(before, &before.files, &now.files, &mut paths);
    match paths.len() {
        0 => None,
        count if count > STORM => Some(Change::everything()),
        _ => Some(Change { places: Places::Paths(paths), renames: Vec::new() }),
    }
}

fn differing(listing: &Listing, before: &[FileEntry], now: &[FileEntry], out: &mut Vec<NotePath>) {
    let (mut before, mut now) = (before.iter().peekable(), now.iter().peekable());
    loop {
        let order = match (before.peek(), now.peek()) {
            (None, None) => return,
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
            (Some(old), Some(new)) => old.path.cmp(&new.path),
        };
        let (old, new) = match order {
            Ordering::Less => (before.next(), None),
            Ordering::Greater => (None, now.next()),
            Ordering::Equal => (before.next(), now.next()),
        };
        match (old, new) {
            (Some(old), Some(new)) if old == new && !is_fresh(old, listing.at) => {}
            (Some(entry), _) | (None, Some(entry)) => out.push(entry.path.clone()),
            (None, None) => return,
        }
    }
}

fn is_fresh(entry: &FileEntry, listed: SystemTime) -> bool {
    entry.modified + TIME_STEP > listed
}
