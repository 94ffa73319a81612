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

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn poll(root: &std::path::Path) -> Poll {
        Poll::new(Vault::open(root).unwrap(), ScanOptions::default())
    }

    fn write(root: &std::path::Path, name: &str, text: &str, seconds: u64) {
        let path = root.join(name);
        fs::write(&path, text).unwrap();
        let time = SystemTime::UNIX_EPOCH + Duration::from_secs(seconds);
        fs::File::options().write(true).open(&path).unwrap().set_modified(time).unwrap();
    }

    fn paths(change: Option<Change>) -> Vec<String> {
        match change.map(|change| change.places) {
            None => Vec::new(),
            Some(Places::Everything) => vec!["everything".to_owned()],
            Some(Places::Paths(paths)) => paths.iter().map(NotePath::to_string).collect(),
        }
    }

    #[test]
    fn a_listing_is_compared_with_the_last() {
        let dir = tempfile::tempdir().unwrap();
        let root = dir.path();
        write(root, "a.md", "a", 1_000);
        write(root, "b.md", "b", 1_000);
        write(root, "c.png", "c", 1_000);
        let mut poll = poll(root);
        assert_eq!(paths(poll.look()), ["everything"]);
        assert_eq!(paths(poll.look()), [""; 0]);
        write(root, "a.md", "other", 1_000);
        write(root, "c.png", "d", 1_001);
        assert_eq!(paths(poll.look()), ["a.md", "c.png"]);
        fs::rename(root.join("b.md"), root.join("d.md")).unwrap();
        write(root, ".hidden.md", "h", 1_000);
        assert_eq!(paths(poll.look()), ["b.md", "d.md"]);
        fs::remove_file(root.join("d.md")).unwrap();
        assert_eq!(paths(poll.look()), ["d.md"]);
        assert_eq!(paths(poll.look()), [""; 0]);
        for number in 0..=STORM {
            write(root, &format!("{number}.md"), "", 1_000);
        }
        assert_eq!(paths(poll.look()), ["everything"]);
        assert_eq!(paths(poll.look()), [""; 0]);
    }

    #[test]
    fn a_file_of_this_very_second_is_told_once_more() {
        let dir = tempfile::tempdir().unwrap();
        let mut poll = poll(dir.path());
        poll.look();
        let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap().as_secs();
        write(dir.path(), "a.md", "one", now);
        assert_eq!(paths(poll.look()), ["a.md"]);
        // The same size, the same second.
        write(dir.path(), "a.md", "two", now);
        assert_eq!(paths(poll.look()), ["a.md"]);
    }

    #[test]
    fn a_folder_that_goes_and_comes_back_is_everything_each_time() {
        let dir = tempfile::tempdir().unwrap();
        let (root, aside) = (dir.path().join("vault"), dir.path().join("aside"));
        fs::create_dir(&root).unwrap();
        write(&root, "a.md", "a", 1_000);
        let mut poll = poll(&root);
        poll.look();
        fs::rename(&root, &aside).unwrap();
        assert_eq!(paths(poll.look()), ["everything"]);
        assert_eq!(paths(poll.look()), [""; 0]);
        fs::rename(&aside, &root).unwrap();
        assert_eq!(paths(poll.look()), ["everything"]);
        assert_eq!(paths(poll.look()), [""; 0]);
    }

    #[test]
    fn the_rest_follows_the_time_that_a_listing_takes() {
        let dir = tempfile::tempdir().unwrap();
        let mut poll = poll(dir.path());
        for (took, rest) in [(0, 2_000), (100, 2_000), (500, 10_000), (9_000, 60_000)] {
            poll.took = Duration::from_millis(took);
            assert_eq!(poll.rest(), Duration::from_millis(rest), "{took}");
        }
    }
}
