//! Measures renaming a note in a vault of 10,000 notes, 1,000 of which link to it: preparing the change with all
//! links, writing it, and undoing it. The baseline reads and writes the same notes without safety measures. Prints
//! the median and the slowest of seven, in milliseconds.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "it prints what it measured, and stops at what it doesn't expect"
)]

use std::{fs, path::Path, sync::Arc, time::Instant};

use app::{App, Changes, keys::InMemory};
use conversation::Wish;
use notes::{FollowMode, NotePath};
use tempfile::TempDir;

const NOTES: usize = 10_000;
const BACKLINKS: usize = 1_000;
const RUNS: usize = 7;

fn note(root: &Path, number: usize) -> std::path::PathBuf {
    root.join(format!("folder {}/note {number}.md", number % 50))
}

fn write_notes(root: &Path) {
    for folder in 0..50 {
        fs::create_dir_all(root.join(format!("folder {folder}"))).unwrap();
    }
    fs::write(root.join("Salt.md"), "# Salt\n\nTwo per cent.\n").unwrap();
    for number in 0..NOTES {
        let link = if number < BACKLINKS { "as [[Salt#Salt|salt]] has it" } else { "as it is" };
        let text =
            format!("# Note {number}\n\nSome words about bread, {link}.\n\nAnd [[note 7]].\n");
        fs::write(note(root, number), text).unwrap();
    }
}

fn told(what: &str, times: &mut [f64]) {
    times.sort_by(f64::total_cmp);
    println!("{what}: {:.0} ms, at most {:.0}", times[times.len() / 2], times[times.len() - 1]);
}

fn milliseconds(begun: Instant) -> f64 {
    begun.elapsed().as_secs_f64() * 1000.0
}

#[tokio::main]
async fn main() {
    let folder = TempDir::new().unwrap();
    let vault = folder.path().join("vault");
    write_notes(&vault);
    let mut plain: Vec<f64> = (0..RUNS)
        .map(|_| {
            let begun = Instant::now();
            for number in 0..BACKLINKS {
                let text = fs::read_to_string(note(&vault, number)).unwrap();
                fs::write(note(&vault, number), text).unwrap();
            }
            milliseconds(begun)
        })
        .collect();
    told("Baseline: 1,000 notes read and written without any safety", &mut plain);
    let app =
        App::open_with(&folder.path().join("data"), Arc::new(InMemory::default())).await.unwrap();
    app.vaults.set_following(FollowMode::Off);
    app.vaults.open(&vault).await.unwrap();
    app.vaults.synced().await.unwrap();
    let path = |path: &str| NotePath::new(path).unwrap();
    let (mut prepare, mut write, mut undo) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..RUNS {
        let begun = Instant::now();
        let wish = Wish::Rename { path: path("Salt.md"), to: path("Sea salt.md") };
        let change = app.changes.propose(wish, Changes::by_hand()).await.unwrap();
        prepare.push(milliseconds(begun));
        assert_eq!(change.notes.len(), BACKLINKS + 1);
        let begun = Instant::now();
        app.changes.apply(change.id, change.revision, change.all()).await.unwrap();
        write.push(milliseconds(begun));
        let begun = Instant::now();
        app.changes.undo(change.id).await.unwrap();
        undo.push(milliseconds(begun));
    }
    told("Preparing", &mut prepare);
    told("Writing", &mut write);
    told("Undoing", &mut undo);
    app.close().await;
}
