//! Time from a save to its report. The baseline is the time in which the system notifies a watcher that gathers
//! nothing; the rest is ours.

use std::{
    fs,
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
        mpsc::{Receiver, channel},
    },
    time::Duration,
};

use divan::Bencher;
use notes::{Catalog, Change, FollowMode, NotePath, ScanOptions, Vault, Watch, parse};
use notify::{RecursiveMode, Watcher};

const NOTES: usize = 10_000;
const FOLDERS: usize = 100;

fn main() {
    divan::main();
}

/// A vault that is removed on drop.
struct Place(PathBuf);

impl Place {
    fn new() -> std::io::Result<Self> {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let name =
            format!("watch-bench-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let place = Self(std::env::temp_dir().join(name));
        for number in 0..NOTES {
            let path = place.0.join(path(number));
            if number < FOLDERS {
                fs::create_dir_all(path.parent().unwrap_or(&place.0))?;
            }
            fs::write(path, text(number, 0))?;
        }
        Ok(place)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn path(number: usize) -> String {
    format!("folder {}/note {number}.md", number % FOLDERS)
}

fn text(number: usize, edit: usize) -> String {
    format!("# Note {number}\n\nEdit {edit}, beside [[note {}]].\n\n", (number * 31) % NOTES)
        + &"Some words of a note that is neither long nor short.\n".repeat(40)
}

fn save(root: &Path, edit: usize) {
    let _ = fs::write(root.join(path(edit % NOTES)), text(edit % NOTES, edit));
}

fn watched(place: &Place) -> Option<(Vault, Watch, Receiver<Change>)> {
    let (send, changes) = channel();
    let vault = Vault::open(&place.0).ok()?;
    let on_change = move |change| {
        let _ = send.send(change);
    };
    let watch = Watch::start(&vault, &ScanOptions::default(), FollowMode::Auto, on_change).ok()?;
    Some((vault, watch, changes))
}

/// From a save to the system's first event.
#[divan::bench(sample_count = 50, sample_size = 1)]
fn baseline_save_to_raw_event(bencher: Bencher) {
    let Ok(place) = Place::new() else { return };
    let (send, events) = channel();
    let handler = move |event: notify::Result<notify::Event>| {
        let _ = send.send(event);
    };
    let Ok(mut watcher) = notify::recommended_watcher(handler) else { return };
    if watcher.watch(&place.0, RecursiveMode::Recursive).is_err() {
        return;
    }
    let mut edit = 0;
    bencher.with_inputs(|| while events.try_recv().is_ok() {}).bench_local_values(|()| {
        edit += 1;
        save(&place.0, edit);
        events.recv()
    });
}

#[divan::bench(sample_count = 50, sample_size = 1)]
fn save_to_change(bencher: Bencher) {
    let Ok(place) = Place::new() else { return };
    let Some((_vault, _watch, changes)) = watched(&place) else { return };
    let mut edit = 0;
    bencher.bench_local(|| {
        edit += 1;
        save(&place.0, edit);
        changes.recv()
    });
}

/// From a save to the report of notify's own debouncer, which delays as long as a file here that may still be written.
#[divan::bench(sample_count = 50, sample_size = 1)]
fn save_to_debounced_event(bencher: Bencher) {
    let Ok(place) = Place::new() else { return };
    let (send, events) = channel();
    let handler = move |events: notify_debouncer_full::DebounceEventResult| {
        let _ = send.send(events);
    };
    let held_back = Duration::from_millis(100);
    let Ok(mut debouncer) = notify_debouncer_full::new_debouncer(held_back, None, handler) else {
        return;
    };
    if debouncer.watch(&place.0, RecursiveMode::Recursive).is_err() {
        return;
    }
    let mut edit = 0;
    bencher.with_inputs(|| while events.try_recv().is_ok() {}).bench_local_values(|()| {
        edit += 1;
        save(&place.0, edit);
        events.recv()
    });
}

/// From a save to the note in the catalog, read and parsed again.
#[divan::bench(sample_count = 50, sample_size = 1)]
fn save_to_catalog(bencher: Bencher) {
    let Ok(place) = Place::new() else { return };
    let Some((vault, _watch, changes)) = watched(&place) else { return };
    let notes = (0..NOTES).filter_map(|number| {
        Some((NotePath::new(&path(number)).ok()?, Arc::new(parse(&text(number, 0)))))
    });
    let mut catalog = Catalog::new(notes, []);
    let mut edit = 0;
    bencher.bench_local(|| {
        edit += 1;
        save(&place.0, edit);
        if let Ok(Change { places: notes::Places::Paths(paths), .. }) = changes.recv() {
            let read = paths.into_iter().filter_map(|path| {
                let note = parse(&vault.read_note(&path).ok()?.text);
                Some((path, Arc::new(note)))
            });
            catalog = catalog.with(read.collect::<Vec<_>>(), []);
        }
        catalog.notes().count()
    });
}

/// A listing of the vault, as polling does it.
#[divan::bench(sample_count = 20, sample_size = 1)]
fn listing(bencher: Bencher) {
    let Ok(place) = Place::new() else { return };
    let Ok(vault) = Vault::open(&place.0) else { return };
    bencher.bench_local(|| vault.scan(&ScanOptions::default()).map(|scan| scan.notes.len()));
}

#[divan::bench(sample_count = 10, sample_size = 1)]
fn start(bencher: Bencher) {
    let Ok(place) = Place::new() else { return };
    bencher.bench_local(|| watched(&place).is_some());
}
