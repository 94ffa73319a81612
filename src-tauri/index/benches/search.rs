//! Time to index a vault, beside reading and hashing the same files.
#![allow(clippy::unwrap_used)]

use std::{
    fs,
    path::Path,
    sync::atomic::{AtomicUsize, Ordering},
};

use divan::{Bencher, counter::ItemsCount};
use index::{Index, SyncScope};
use notes::{ScanOptions, Vault};
use tempfile::TempDir;

fn main() {
    divan::main();
}

/// Notes of one passage each, about 1.5 KB, with the word distribution of real text.
fn write_notes(folder: &Path, count: usize) {
    let mut seed = 0x2545_f491_4f6c_dd1d_u64;
    let mut next = move |below: u64| {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        seed % below
    };
    for note in 0..count {
        let mut text = format!("---\ntags: [t{}]\n---\n# Note {note}\n\n", note % 40);
        for _ in 0..8 {
            for _ in 0..28 {
                // The product of two uniform numbers makes small ones common and large ones rare.
                let word = next(100) * next(100) / 2;
                text.push_str(&format!("w{word:04} "));
            }
            text.push_str(&format!("[[Note {}]].\n", next(count as u64)));
        }
        let path = folder.join(format!("{:02}/Note {note}.md", note % 50));
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
}

struct Fixture {
    folder: TempDir,
    vault: Vault,
}

impl Fixture {
    fn new(count: usize) -> Self {
        let folder = TempDir::new().unwrap();
        let root = folder.path().join("vault");
        write_notes(&root, count);
        Self { vault: Vault::open(&root).unwrap(), folder }
    }

    fn index(&self) -> Index {
        static NEXT: AtomicUsize = AtomicUsize::new(0);
        let name = format!("{}.db", NEXT.fetch_add(1, Ordering::Relaxed));
        let file = self.folder.path().join(name);
        let index = Index::open(&file, self.vault.clone(), ScanOptions::default()).unwrap();
        index.sync(SyncScope::All, &mut |_| {}).unwrap();
        index
    }
}

const NOTES: usize = 1000;

#[divan::bench(sample_count = 5, sample_size = 1)]
fn baseline_read_and_hash(bencher: Bencher<'_, '_>) {
    let fixture = Fixture::new(NOTES);
    bencher.counter(ItemsCount::new(NOTES)).bench_local(|| {
        let scan = fixture.vault.scan(&ScanOptions::default()).unwrap();
        scan.notes
            .iter()
            .map(|entry| fixture.vault.read_note(&entry.path).unwrap().bytes)
            .sum::<u64>()
    });
}

#[divan::bench(sample_count = 5, sample_size = 1)]
fn index_anew(bencher: Bencher<'_, '_>) {
    let fixture = Fixture::new(NOTES);
    fixture.index();
    bencher.counter(ItemsCount::new(NOTES)).bench_local(|| fixture.index());
}

#[divan::bench(sample_count = 5, sample_size = 1)]
fn sync_without_changes(bencher: Bencher<'_, '_>) {
    let fixture = Fixture::new(NOTES);
    let index = fixture.index();
    bencher
        .counter(ItemsCount::new(NOTES))
        .bench_local(|| index.sync(SyncScope::All, &mut |_| {}).unwrap());
}
