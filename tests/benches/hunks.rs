//! Measures a change of 1,000 hunks: preparing it, showing the words of each hunk, updating it after the note grew,
//! and writing it. Prints the median and the slowest of seven, in milliseconds.
#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "it prints what it measured, and stops at what it doesn't expect"
)]

use std::{fs, sync::Arc, time::Instant};

use app::{App, Changes, keys::InMemory};
use conversation::Wish;
use notes::{FollowMode, NotePath, diff::pieces};
use tempfile::TempDir;

const HUNKS: usize = 1_000;
const RUNS: usize = 7;

fn text(word: &str) -> String {
    (0..HUNKS).map(|at| format!("- Loaf {at} is {word}.\n\nIt rests.\n\n")).collect()
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
    fs::create_dir(&vault).unwrap();
    let note = vault.join("Long.md");
    let app =
        App::open_with(&folder.path().join("data"), Arc::new(InMemory::default())).await.unwrap();
    app.vaults.set_following(FollowMode::Off);
    app.vaults.open(&vault).await.unwrap();
    let (mut prepared, mut shown, mut anew, mut written) = (vec![], vec![], vec![], vec![]);
    for _ in 0..RUNS {
        fs::write(&note, text("white")).unwrap();
        let path = NotePath::new("Long.md").unwrap();
        let wish = Wish::Rewrite { path, text: text("brown") };
        let begun = Instant::now();
        let change = app.changes.propose(wish, Changes::by_hand()).await.unwrap();
        prepared.push(milliseconds(begun));
        assert_eq!(change.notes[0].hunks.len(), HUNKS);

        let begun = Instant::now();
        let words: usize =
            change.notes[0].hunks.iter().map(|it| pieces(&it.before, &it.after).len()).sum();
        shown.push(milliseconds(begun));
        assert!(words > HUNKS);

        fs::write(&note, format!("It grew.\n\n{}", text("white"))).unwrap();
        let begun = Instant::now();
        let change = app.changes.get(change.id).await.unwrap();
        anew.push(milliseconds(begun));
        assert_eq!(change.notes[0].collision, None);

        let begun = Instant::now();
        app.changes.apply(change.id, change.revision, change.all()).await.unwrap();
        written.push(milliseconds(begun));
    }
    told("prepared", &mut prepared);
    told("shown", &mut shown);
    told("made anew", &mut anew);
    told("written", &mut written);
}
