mod backlinks;
mod documents;
mod embedded;
mod embedding;
#[cfg(unix)]
mod kill;
mod moves;
mod notes_language;
mod panics;
mod presence;
mod room;
mod saving;
mod summaries;
mod versions;

use std::{
    fs,
    path::{Path, PathBuf},
    time::{Duration, SystemTime},
};

use notes::{Change, NotePath, Places, Rename, Resolution, ScanOptions, Vault};
use tempfile::TempDir;

use super::{Index, SyncEvent, SyncReport, SyncScope, schema};
use crate::{SearchOptions, WhyNot};

/// A vault and its index in a temporary folder.
struct Bench {
    folder: Folder,
    exclude: Vec<String>,
}

enum Folder {
    Own(TempDir),
    Given(PathBuf),
}

impl Bench {
    fn at(folder: PathBuf) -> Self {
        Self { folder: Folder::Given(folder), exclude: Vec::new() }
    }

    fn folder(&self) -> &Path {
        match &self.folder {
            Folder::Own(folder) => folder.path(),
            Folder::Given(folder) => folder,
        }
    }

    fn new(notes: &[(&str, &str)]) -> Self {
        let bench = Self { folder: Folder::Own(TempDir::new().unwrap()), exclude: Vec::new() };
        fs::create_dir(bench.root()).unwrap();
        for (path, text) in notes {
            bench.write(path, text);
        }
        bench
    }

    fn root(&self) -> PathBuf {
        self.folder().join("vault")
    }

    fn file(&self) -> PathBuf {
        self.folder().join("data/index.db")
    }

    /// Writes a note with an old timestamp, as most notes have.
    fn write(&self, path: &str, text: impl AsRef<[u8]>) {
        self.write_at(path, text, 1_000_000);
    }

    fn write_at(&self, path: &str, text: impl AsRef<[u8]>, seconds: u64) {
        let path = self.root().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, text).unwrap();
        let time = SystemTime::UNIX_EPOCH + Duration::from_secs(seconds);
        fs::File::options().write(true).open(&path).unwrap().set_modified(time).unwrap();
    }

    fn remove(&self, path: &str) {
        fs::remove_file(self.root().join(path)).unwrap();
    }

    fn open(&self) -> Index {
        let vault = Vault::open(&self.root()).unwrap();
        let scan = ScanOptions { exclude: self.exclude.clone(), gitignore: false };
        Index::open(&self.file(), vault, scan).unwrap()
    }

    fn synced(&self) -> Index {
        let index = self.open();
        sync(&index);
        index
    }
}

fn sync(index: &Index) -> SyncReport {
    sync_scope(index, SyncScope::All)
}

/// Syncs, and checks the invariants of a sync's events.
fn sync_scope(index: &Index, scope: SyncScope) -> SyncReport {
    let is_whole = scope == SyncScope::All;
    let mut events = Vec::new();
    let report = index.sync(scope, &mut |event| events.push(event)).unwrap();
    let (last, before) = events.split_last().unwrap();
    assert!(matches!(last, SyncEvent::Done(_)), "{last:?}");
    let (moved, before): (Vec<_>, Vec<_>) =
        before.iter().partition(|event| matches!(event, SyncEvent::Moved(_)));
    let (unread, before): (Vec<_>, Vec<_>) =
        before.into_iter().partition(|event| matches!(event, SyncEvent::Unread(_)));
    // A partial sync doesn't report unchecked files again.
    assert!(unread.len() <= report.failed.len());
    assert!(unread.len() == report.failed.len() || !is_whole);
    let moved = moved.into_iter().flat_map(|event| match event {
        SyncEvent::Moved(moved) => moved.clone(),
        _ => Vec::new(),
    });
    let mut moved: Vec<_> = moved.collect();
    moved.sort();
    assert_eq!(moved, report.moved);
    assert!(matches!(before.first(), Some(SyncEvent::Found { .. })));
    let steps: Vec<_> = before[1..]
        .iter()
        .map(|event| match event {
            SyncEvent::Progress { done, total, .. } => (*done, *total),
            other => panic!("{other:?} in the middle"),
        })
        .collect();
    if let Some((done, total)) = steps.last() {
        assert_eq!(done, total);
        assert!(steps.windows(2).all(|pair| pair[0].0 < pair[1].0));
    }
    assert_eq!(dump(index), dump(index));
    report
}

fn told(paths: &[&str], renames: &[(&str, &str)]) -> SyncScope {
    let renames = renames.iter().map(|(from, to)| Rename { from: path(from), to: path(to) });
    let paths = paths.iter().map(|text| path(text)).collect();
    SyncScope::Changed(Change { places: Places::Paths(paths), renames: renames.collect() })
}

fn path(text: &str) -> NotePath {
    NotePath::new(text).unwrap()
}

fn paths(found: &[NotePath]) -> Vec<&str> {
    found.iter().map(NotePath::as_str).collect()
}

fn found(index: &Index, query: &str) -> Vec<String> {
    let hits = index.search(query, &SearchOptions::keyword(10)).unwrap().hits;
    hits.iter().map(|hit| hit.path.to_string()).collect()
}

/// The index's whole content, for comparisons.
fn dump(index: &Index) -> String {
    let catalog = index.catalog();
    let status = index.status().unwrap();
    let mut out =
        format!("{} {} {} {:?}\n", status.indexed, status.chunks, status.excluded, status.failed);
    for (path, note) in catalog.notes() {
        out.push_str(&format!("{path} {note:?}\n"));
        for chunk in index.chunks(path).unwrap() {
            out.push_str(&format!("  {chunk:?}\n"));
        }
    }
    for word in ["sourdough", "oven", "the", "rye*", "rest"] {
        for hit in index.search(word, &SearchOptions::keyword(50)).unwrap().hits {
            out.push_str(&format!("{word}: {hit:?}\n"));
        }
    }
    out
}

const BREAD: &[(&str, &str)] = &[
    (
        "Sourdough.md",
        "---\naliases: [leaven]\ntags: [bread]\n---\n# Sourdough\n\nFeed it. See [[Oven]].\n",
    ),
    ("tools/Oven.md", "# Oven\n\nA hot oven, 250 degrees. #tool/heat\n"),
    ("Rye.md", "Rye bread needs sourdough and rest.\n"),
];

// B42
#[test]
fn a_vault_is_indexed_and_searched() {
    let bench = Bench::new(BREAD);
    bench.write("picture.png", [0_u8; 4]);
    let index = bench.open();
    assert_eq!(found(&index, "oven"), Vec::<String>::new());
    let report = sync(&index);
    assert_eq!((report.indexed, report.chunks, report.excluded), (3, 3, 0));
    assert_eq!(paths(&report.changed), ["Rye.md", "Sourdough.md", "tools/Oven.md"]);
    assert!(report.failed.is_empty() && report.removed.is_empty() && report.moved.is_empty());
    assert_eq!(found(&index, "oven"), ["tools/Oven.md", "Sourdough.md"]);
    let target = notes::LinkTarget::parse("picture.png");
    let resolution = index.catalog().resolve(None, &target);
    assert_eq!(resolution, Resolution::Resolved { path: path("picture.png") });
    assert_eq!(index.catalog().backlinks(&path("tools/Oven.md")).len(), 1);
    let status = index.status().unwrap();
    assert_eq!((status.indexed, status.chunks), (3, 3));
    assert!(status.bytes > 0);
}

// B41
#[test]
fn only_what_changed_is_read_again() {
    let bench = Bench::new(BREAD);
    let index = bench.synced();
    let again = sync(&index);
    assert_eq!((again.changed.len(), again.indexed), (0, 3));

    bench.write_at("Rye.md", "Rye and caraway.\n", 2_000_000);
    assert_eq!(paths(&sync(&index).changed), ["Rye.md"]);
    assert_eq!(found(&index, "caraway"), ["Rye.md"]);
    assert_eq!(found(&index, "rest"), Vec::<String>::new());

    // A new timestamp with the same content.
    bench.write_at("Rye.md", "Rye and caraway.\n", 3_000_000);
    assert!(sync(&index).changed.is_empty());

    bench.remove("Rye.md");
    assert_eq!(paths(&sync(&index).removed), ["Rye.md"]);
    assert_eq!(found(&index, "caraway"), Vec::<String>::new());
    assert!(index.catalog().note(&path("Rye.md")).is_none());
    assert!(index.chunks(&path("Rye.md")).unwrap().is_empty());
}

#[test]
fn a_change_that_size_and_time_hide_is_found_when_it_is_named_or_fresh() {
    let bench = Bench::new(&[("a.md", "first\n"), ("b.md", "first\n")]);
    let index = bench.synced();
    bench.write("a.md", "other\n");
    assert!(sync(&index).changed.is_empty());
    let named = sync_scope(&index, told(&["a.md"], &[]));
    assert_eq!(paths(&named.changed), ["a.md"]);
    assert_eq!(found(&index, "other"), ["a.md"]);

    // A file of this second may change again within the same timestamp. So may one of a time to come, however long the
    // test takes.
    let fresh = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap().as_secs() + 600;
    bench.write_at("b.md", "newer\n", fresh);
    sync(&index);
    bench.write_at("b.md", "newst\n", fresh);
    assert_eq!(paths(&sync(&index).changed), ["b.md"]);
}

// B41
#[test]
fn a_moved_note_keeps_its_chunks() {
    let bench = Bench::new(BREAD);
    let index = bench.synced();
    let before = index.chunks(&path("Rye.md")).unwrap();
    fs::create_dir(bench.root().join("grain")).unwrap();
    fs::rename(bench.root().join("Rye.md"), bench.root().join("grain/Secale.md")).unwrap();
    let report = sync(&index);
    assert_eq!(report.moved, [(path("Rye.md"), path("grain/Secale.md"))]);
    assert!(report.changed.is_empty() && report.removed.is_empty());
    assert_eq!(index.chunks(&path("grain/Secale.md")).unwrap(), before);
    assert_eq!(found(&index, "secale"), ["grain/Secale.md"]);
    assert_eq!(found(&index, "path:grain rest"), ["grain/Secale.md"]);
    assert!(index.catalog().note(&path("Rye.md")).is_none());
    assert!(index.catalog().note(&path("grain/Secale.md")).is_some());

    // Two copies of one text: one is the move, the other is new.
    bench.write("copy.md", "Rye bread needs sourdough and rest.\n");
    fs::rename(bench.root().join("grain/Secale.md"), bench.root().join("Rye.md")).unwrap();
    let report = sync(&index);
    assert_eq!((report.moved.len(), report.changed.len()), (1, 1));
    assert_eq!(report.indexed, 4);
}

#[test]
fn excluded_and_failed_notes_are_counted_with_reasons() {
    let mut bench = Bench::new(BREAD);
    let index = bench.synced();
    drop(index);
    bench.exclude = vec!["tools/**".to_owned()];
    let size = usize::try_from(Vault::MAX_NOTE_BYTES).unwrap() + 1;
    bench.write("Rye.md", vec![b'x'; size]);
    let index = bench.open();
    let report = sync(&index);
    assert_eq!((report.indexed, report.excluded), (1, 1));
    assert_eq!(paths(&report.removed), ["Rye.md", "tools/Oven.md"]);
    assert_eq!(report.failed.len(), 1);
    assert_eq!(report.failed[0].path, "Rye.md");
    assert!(report.failed[0].reason.contains("too large"), "{:?}", report.failed[0]);
    assert_eq!(found(&index, "oven"), ["Sourdough.md"]);

    // A restart remembers the failure, and a second sync doesn't count it twice.
    drop(index);
    let index = bench.open();
    assert_eq!(index.status().unwrap().failed, report.failed);
    assert_eq!(index.status().unwrap().excluded, 1);
    assert_eq!(sync(&index).failed, report.failed);
    bench.write("Rye.md", "Rye again.\n");
    assert!(sync(&index).failed.is_empty());
    assert!(index.status().unwrap().failed.is_empty());
}

#[test]
fn the_catalog_is_there_at_once_after_a_restart() {
    let bench = Bench::new(BREAD);
    let index = bench.synced();
    let before = dump(&index);
    drop(index);
    for (path, _) in BREAD {
        bench.remove(path);
    }
    // Opening reads no note.
    assert_eq!(dump(&bench.open()), before);
}

#[test]
fn bytes_of_any_encoding_are_indexed() {
    let utf16: Vec<u8> =
        "\u{feff}# Größe\n\nsechzehn\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
    let bench = Bench::new(&[("bom.md", "\u{feff}---\ntags: x\n---\nbomtext\n"), ("empty.md", "")]);
    bench.write("wide.md", utf16);
    bench.write("latin.md", b"caf\xe9 latinword");
    let index = bench.synced();
    assert_eq!(found(&index, "grosse sechzehn"), ["wide.md"]);
    assert_eq!(found(&index, "latinword"), ["latin.md"]);
    assert_eq!(found(&index, "bomtext"), ["bom.md"]);
    assert_eq!(index.chunks(&path("bom.md")).unwrap()[0].lines.start, 4);
    assert_eq!(index.status().unwrap().indexed, 4);
}

// B55
#[test]
fn a_damaged_or_foreign_file_is_made_anew() {
    let bench = Bench::new(BREAD);
    let index = bench.synced();
    let right = dump(&index);
    drop(index);
    let good = fs::read(bench.file()).unwrap();

    let mut old = good.clone();
    old[60..64].copy_from_slice(&99_i32.to_be_bytes());
    let mut scratched = good.clone();
    for byte in &mut scratched[4096..] {
        *byte ^= 0x5a;
    }
    let cases: [(&str, Vec<u8>); 5] = [
        ("another version", old),
        ("no database", b"this is not a database, it is a text file".repeat(200)),
        ("empty", Vec::new()),
        ("cut short", good[..good.len() / 3].to_vec()),
        ("scratched", scratched),
    ];
    for (case, bytes) in cases {
        for file in schema::files(&bench.file()) {
            let _ = fs::remove_file(file);
        }
        fs::write(bench.file(), bytes).unwrap();
        let index = bench.open();
        sync(&index);
        assert_eq!(dump(&index), right, "{case}");
    }
}

#[test]
fn damage_that_shows_later_is_repaired_by_a_sync() {
    let bench = Bench::new(BREAD);
    let index = bench.synced();
    let right = dump(&index);
    let other = rusqlite::Connection::open(bench.file()).unwrap();
    other
        .execute_batch(
            "DROP TABLE tags; UPDATE texts SET outline = x'00'; UPDATE notes SET hash = 'y';",
        )
        .unwrap();
    other.close().unwrap();
    bench.write_at("Rye.md", "Rye bread needs sourdough and rest.\n", 7_000_000);
    sync(&index);
    assert_eq!(dump(&index), right);
}

#[test]
fn two_indexes_on_one_file_agree() {
    let bench = Bench::new(BREAD);
    let (one, two) = (bench.synced(), bench.synced());
    bench.write_at("Rye.md", "Rye and caraway. [[Sourdough]]\n", 2_000_000);
    sync(&one);
    // The second process reads nothing again, but gets the new names.
    assert!(sync(&two).changed.is_empty());
    assert_eq!(dump(&one), dump(&two));
    assert_eq!(two.catalog().backlinks(&path("Sourdough.md")).len(), 1);
}

#[test]
fn a_vault_that_is_gone_fails_once() {
    let bench = Bench::new(BREAD);
    let index = bench.synced();
    fs::remove_dir_all(bench.root()).unwrap();
    let mut events = Vec::new();
    let result = index.sync(SyncScope::All, &mut |event| events.push(event));
    assert!(result.is_err());
    assert!(matches!(events.as_slice(), [SyncEvent::Failed(_)]), "{events:?}");
    // The indexed notes remain.
    assert_eq!(index.status().unwrap().indexed, 3);
    assert_eq!(found(&index, "oven").len(), 2);
}

#[test]
fn a_folder_that_cannot_be_made_is_an_error_that_names_it() {
    let bench = Bench::new(BREAD);
    let file = bench.folder().join("file");
    fs::write(&file, "x").unwrap();
    let vault = Vault::open(&bench.root()).unwrap();
    let error = Index::open(&file.join("index.db"), vault, ScanOptions::default()).unwrap_err();
    assert!(error.to_string().contains("index.db"), "{error}");
}

// B46
#[test]
fn a_sync_that_was_cut_off_goes_on_where_it_was() {
    let notes: Vec<(String, String)> = (0..450)
        .map(|at| (format!("n{at:03}.md"), format!("# Note {at}\n\nsourdough {at} oven\n")))
        .collect();
    let notes: Vec<(&str, &str)> = notes.iter().map(|(a, b)| (a.as_str(), b.as_str())).collect();
    let whole = dump(&Bench::new(&notes).synced());
    let bench = Bench::new(&notes);
    let index = bench.open();
    // The caller dies midway.
    let cut = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        index.sync(SyncScope::All, &mut |event| {
            if let SyncEvent::Progress { done: 300, .. } = event {
                panic!("cut");
            }
        })
    }));
    assert!(cut.is_err());
    drop(index);
    let index = bench.open();
    let had = index.status().unwrap().indexed;
    assert!(had < 450);
    let report = sync(&index);
    assert_eq!(report.changed.len() + had as usize, 450);
    assert_eq!(dump(&index), whole);
}

// B44
#[test]
fn why_not_tells_the_reason() {
    let mut bench = Bench::new(BREAD);
    bench.exclude = vec!["secret/**".to_owned()];
    bench.write("secret/key.md", "sourdough\n");
    bench.write("empty.md", "---\ntitle: nothing\n---\n");
    let size = usize::try_from(Vault::MAX_NOTE_BYTES).unwrap() + 1;
    bench.write("huge.md", vec![b'x'; size]);
    let index = bench.synced();
    type Case = (&'static str, &'static str, fn(&WhyNot) -> bool);
    let cases: &[Case] = &[
        ("sourdough", "Rye.md", |why| matches!(why, WhyNot::Found { rank: 2, ordinal: 0 })),
        ("sourdough", "Sourdough.md", |why| matches!(why, WhyNot::Found { rank: 1, .. })),
        ("sourdough", "tools/Oven.md", |why| *why == WhyNot::NoMatch),
        ("sourdough -rest", "Rye.md", |why| *why == WhyNot::NoMatch),
        ("", "Rye.md", |why| *why == WhyNot::NoMatch),
        ("sourdough tag:bread", "Rye.md", |why| {
            *why == WhyNot::Filtered { filter: "tag:bread".to_owned() }
        }),
        ("sourdough -path:rye", "Rye.md", |why| {
            *why == WhyNot::Filtered { filter: "-path:rye".to_owned() }
        }),
        ("sourdough", "secret/key.md", |why| *why == WhyNot::Excluded),
        ("sourdough", "missing.md", |why| *why == WhyNot::NotIndexed),
        ("sourdough", "empty.md", |why| *why == WhyNot::Empty),
        ("sourdough", "huge.md", |why| matches!(why, WhyNot::Failed { .. })),
    ];
    for (query, note, expect) in cases {
        let why = index.why_not(query, &path(note), &SearchOptions::keyword(10)).unwrap();
        assert!(expect(&why), "{query:?} on {note}: {why:?}");
    }
}

#[test]
fn nothing_is_written_inside_the_vault() {
    fn list(folder: &Path) -> Vec<(PathBuf, SystemTime)> {
        let mut found = Vec::new();
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            found.push((path.clone(), fs::metadata(&path).unwrap().modified().unwrap()));
            if path.is_dir() {
                found.extend(list(&path));
            }
        }
        found.sort();
        found
    }
    let bench = Bench::new(BREAD);
    let before = list(&bench.root());
    let index = bench.synced();
    found(&index, "oven");
    drop(index);
    assert_eq!(list(&bench.root()), before);
}
