//! The process is killed while indexing and embedding.

use std::{
    collections::{BTreeMap, BTreeSet},
    env,
    io::{BufRead, BufReader},
    process::{Command, Stdio},
};

use rusqlite::Connection;

use super::{embedding::Fake, *};
use crate::store::{
    packed::{unpack, unpack_outline},
    rescue,
};

const FOLDER: &str = "MARGINALIA_KILL_TEST_FOLDER";
const NOTES: u64 = 48;

/// The work of a child process, and of the final run.
fn work(bench: &Bench) -> Index {
    let index = bench.open();
    sync_scope(&index, SyncScope::All);
    index.embed(&Fake::new()).unwrap();
    index
}

// B46: run alone, it shows that an uninterrupted run is complete; as a child process, it gets killed.
#[test]
fn a_run_embeds_all_that_it_indexes() {
    let bench = match env::var_os(FOLDER) {
        Some(folder) => Bench::at(PathBuf::from(folder)),
        None => Bench::new(BREAD),
    };
    // The killing process waits for this line.
    eprintln!("begun");
    let index = work(&bench);
    let model = Fake::new();
    let model = models::Embedder::model(&model);
    let now = index.embedded(model, &*index.vectors(model)).unwrap();
    assert_eq!((now.embedded, now.refused.len()), (now.chunks, 0));
}

/// Random numbers, the same in every run; only the moments of the kills differ.
struct Chance(u64);

impl Chance {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % limit
    }
}

fn happen(bench: &Bench, chance: &mut Chance, round: u32) {
    let file = |at: u64| format!("{}/n{at:02}.md", at % 3);
    for _ in 0..chance.below(12) + 4 {
        let path = file(chance.below(NOTES));
        match chance.below(6) {
            0 => drop(fs::remove_file(bench.root().join(path))),
            1 => {
                let to = bench.root().join(file(chance.below(NOTES)));
                drop(fs::rename(bench.root().join(path), to));
            }
            _ => {
                let text = format!(
                    "---\ntags: [t{}]\n---\n# Round {round}\n\nsourdough {} rests, oven [[n{:02}]]\n\n\
                     ## Part\n\n{}\n",
                    chance.below(5),
                    chance.below(1_000),
                    chance.below(NOTES),
                    "The rye rests near the oven. ".repeat(chance.below(40) as usize),
                );
                bench.write_at(&path, text, 1_000_000 + u64::from(round) * 10);
            }
        }
    }
}

/// All rows except for internal ids, and except for vectors without a text.
fn tables(file: &Path) -> BTreeMap<&'static str, BTreeSet<String>> {
    let connection = Connection::open(file).unwrap();
    connection
        .execute_batch("CREATE VIRTUAL TABLE temp.terms USING fts5vocab(main, passages, instance)")
        .unwrap();
    let queries = [
        (
            "notes",
            "SELECT path, path_folded, title, bytes, modified, hash, outline, text
             FROM notes FULL JOIN texts ON note = id",
        ),
        ("tags", "SELECT path, tag FROM tags LEFT JOIN notes ON id = note"),
        (
            "chunks",
            "SELECT path, ordinal, first_line, last_line, start_byte, end_byte, tokens, headings, key
             FROM chunks LEFT JOIN notes ON notes.id = note",
        ),
        (
            "passages",
            "SELECT path, ordinal, col, offset, term FROM terms LEFT JOIN chunks ON chunks.id = doc
             LEFT JOIN notes ON notes.id = note",
        ),
        ("vectors", "SELECT model, key, vector FROM vectors WHERE key IN (SELECT key FROM chunks)"),
        ("refused", "SELECT * FROM refused"),
        ("unused", "SELECT * FROM unused"),
        ("failed", "SELECT * FROM failed"),
        ("excluded", "SELECT * FROM excluded"),
        ("files", "SELECT * FROM files"),
    ];
    let all = queries.map(|(name, sql)| {
        let mut select = connection.prepare(sql).unwrap();
        let columns: Vec<String> = select.column_names().map(ToOwned::to_owned).collect();
        let rows = select.query_map([], |row| {
            let values = columns.iter().enumerate().map(|(at, column)| {
                let packed = || row.get::<_, Vec<u8>>(at).unwrap();
                match column.as_str() {
                    "outline" => return format!("{:?}", unpack_outline(&packed()).unwrap()),
                    "text" => return unpack(&packed()).unwrap(),
                    _ => {}
                }
                format!("{:?}", row.get::<_, rusqlite::types::Value>(at).unwrap())
            });
            Ok(values.collect::<Vec<_>>().join(" | "))
        });
        (name, rows.unwrap().map(Result::unwrap).collect())
    });
    all.into_iter().collect()
}

/// The vectors' keys; every vector must be intact.
fn vectors(file: &Path) -> BTreeSet<Vec<u8>> {
    let connection = Connection::open(file).unwrap();
    let sound: String =
        connection.query_row("PRAGMA integrity_check", [], |row| row.get(0)).unwrap();
    assert_eq!(sound, "ok");
    let mut select = connection.prepare("SELECT model, key, vector, sum FROM vectors").unwrap();
    let rows = select.query_map([], |row| {
        let (model, key, vector): (String, [u8; 16], Vec<u8>) =
            (row.get(0)?, row.get(1)?, row.get(2)?);
        let sum: u32 = row.get(3)?;
        assert_eq!(sum, rescue::sum(&model, crate::TextKey(key), &vector));
        Ok(key.to_vec())
    });
    rows.unwrap().map(Result::unwrap).collect()
}

// B46
#[test]
fn an_index_killed_again_and_again_equals_a_new_one() {
    // `npm run kills` runs all rounds.
    let rounds = if env::var_os("MARGINALIA_ALL_KILLS").is_some() { 50 } else { 25 };
    let mut chance = Chance(0x2545_f491_4f6c_dd1d);
    let bench = Bench::new(&[]);
    for round in 0..8 {
        happen(&bench, &mut chance, round);
    }
    let began = std::time::Instant::now();
    drop(work(&bench));
    let mut usual = u64::try_from(began.elapsed().as_micros()).unwrap();
    let mut killed = 0;
    for round in 8..8 + rounds {
        happen(&bench, &mut chance, round);
        match chance.below(6) {
            // Start without an index.
            0 => {
                for file in schema::files(&bench.file()) {
                    let _ = fs::remove_file(file);
                }
            }
            // Another version of the app: only the vectors are copied.
            1 if bench.file().exists() => {
                let other = Connection::open(bench.file()).unwrap();
                other.execute_batch("PRAGMA user_version = 1").unwrap();
            }
            _ => {}
        }
        let before = if bench.file().exists() { vectors_if_any(&bench) } else { BTreeSet::new() };
        let mut child = Command::new(env::current_exe().unwrap())
            .args([
                "--exact",
                "--nocapture",
                "store::tests::kill::a_run_embeds_all_that_it_indexes",
            ])
            .env(FOLDER, bench.folder())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut said = BufReader::new(child.stderr.take().unwrap()).lines();
        assert!(said.any(|line| line.unwrap().ends_with("begun")));
        std::thread::sleep(Duration::from_micros(chance.below(usual)));
        child.kill().unwrap();
        killed += u32::from(!child.wait().unwrap().success());
        // If the machine was busy when the first run was timed, most others end before their kill.
        if killed + 1 < (round - 7) / 3 {
            usual = (usual / 2).max(1_000);
        }

        // Existing vectors are intact.
        if bench.file().exists() {
            let after = vectors_if_any(&bench);
            assert!(before.is_subset(&after), "round {round}: vectors are lost");
        } else {
            assert!(before.is_empty());
        }
        if round % 5 == 0 {
            drop(work(&bench));
            let other = bench.folder().join("other.db");
            let vault = Vault::open(&bench.root()).unwrap();
            let fresh = Index::open(&other, vault, ScanOptions::default()).unwrap();
            sync(&fresh);
            fresh.embed(&Fake::new()).unwrap();
            drop(fresh);
            assert_eq!(tables(&bench.file()), tables(&other), "round {round}");
            for file in schema::files(&other) {
                let _ = fs::remove_file(file);
            }
        }
    }
    assert!(killed > rounds / 4, "only {killed} were killed before they were done");
}

/// The vectors of a file whose tables may not exist yet.
fn vectors_if_any(bench: &Bench) -> BTreeSet<Vec<u8>> {
    let connection = Connection::open(bench.file()).unwrap();
    let sql = "SELECT count(*) FROM sqlite_schema WHERE name = 'vectors'";
    let tables: u32 = connection.query_row(sql, [], |row| row.get(0)).unwrap();
    drop(connection);
    if tables == 0 { BTreeSet::new() } else { vectors(&bench.file()) }
}
