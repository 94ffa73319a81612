//! Times to answer queries over the properties, dates, tasks and links of 13,415 notes with a table, and to count what
//! they find: median and maximum of 50 runs in milliseconds. `cargo bench -p index --bench records`
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "it prints what it measured")]

use std::{fs, hint::black_box, path::Path, time::Instant};

use index::{Index, SyncScope};
use jiff::{ToSpan, civil::date};
use notes::{ScanOptions, Vault};
use records::Query;
use tempfile::TempDir;

const NOTES: usize = 13_415;
const RUNS: usize = 50;

const QUERIES: [&str; 10] = [
    "type=film",
    "type=film rating>=8 sort:-rating",
    "type=film director=\"director 7\" columns:rating,date",
    "type=film mean:rating",
    "type=meeting date=2025-03",
    "count group:month date=2025",
    "task:open due<2025-02-01 sort:due",
    "links:[[Person 3]]",
    "linked-from:[[Note 77]]",
    "tag:outside rating<3 -has:director",
];

fn write_notes(folder: &Path) {
    fs::create_dir_all(folder).unwrap();
    for person in 0..40 {
        fs::write(folder.join(format!("Person {person}.md")), "A person.\n").unwrap();
    }
    for note in 40..NOTES {
        let day = date(2024, 1, 1) + i64::try_from(note % 730).unwrap().days();
        let due = day + 9.days();
        let kind = ["film", "book", "meeting", "recipe", "trip"][note % 5];
        let text = format!(
            "---\ntype: {kind}\ndate: {day}\nrating: {}\ndirector: director {}\ntags: [{}, t{}]\nwith: \"[[Person {}]]\"\n---\n\
             Talked to [[Person {}]] about [[Note {}]].\n\n- [ ] Call back 📅 {due}\n- [x] Pay ✅ {day}\n",
            note % 11,
            note % 97,
            ["outside", "inside"][note / 5 % 2],
            note % 50,
            note % 40,
            note * 7 % 40,
            40 + note * 13 % (NOTES - 40),
        );
        fs::write(folder.join(format!("Note {note}.md")), text).unwrap();
    }
}

fn main() {
    let home = TempDir::new().unwrap();
    let root = home.path().join("vault");
    write_notes(&root);
    let vault = Vault::open(&root).unwrap();
    let index = Index::open(&home.path().join("index.db"), vault, ScanOptions::default()).unwrap();
    index.sync(SyncScope::All, &mut |_| {}).unwrap();
    let measured = |run: &dyn Fn()| {
        let mut times: Vec<f64> = (0..RUNS)
            .map(|_| {
                let began = Instant::now();
                run();
                began.elapsed().as_secs_f64() * 1000.0
            })
            .collect();
        times.sort_by(f64::total_cmp);
        format!("{:7.2} {:7.2}", times[RUNS / 2], times[RUNS - 1])
    };
    println!("   table p50, max    count p50, max    rows  query");
    for text in QUERIES {
        let query = Query::read(text).unwrap();
        let table = measured(&|| drop(black_box(index.table(&query).unwrap())));
        let count = measured(&|| {
            black_box(index.count(&query).unwrap());
        });
        println!("  {table}   {count}  {:6}  {text}", index.table(&query).unwrap().total);
    }
}
