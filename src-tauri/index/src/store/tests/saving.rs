//! A save costs only the changed notes, and has the same result as a full sync.

use rusqlite::Connection;

use super::*;

/// More notes than a save may check; some are excluded and one is too large.
fn many() -> Bench {
    let mut bench = Bench::new(BREAD);
    for number in 0..300 {
        bench.write(&format!("{}/n{number}.md", number % 7), format!("# N{number}\n\nsourdough\n"));
    }
    bench.write("Templates/one.md", "a template\n");
    bench.write("Templates/two.md", "a template\n");
    bench.write("picture.png", "");
    bench.write("huge.md", huge());
    bench.exclude = vec!["Templates".to_owned()];
    bench
}

fn huge() -> Vec<u8> {
    vec![b'x'; usize::try_from(Vault::MAX_NOTE_BYTES).unwrap() + 1]
}

/// The content of a new index of the same folder.
fn fresh(bench: &Bench) -> String {
    let scan = ScanOptions { exclude: bench.exclude.clone(), gitignore: false };
    let folder = TempDir::new().unwrap();
    let vault = Vault::open(&bench.root()).unwrap();
    let index = Index::open(&folder.path().join("fresh.db"), vault, scan).unwrap();
    sync(&index);
    let files: Vec<NotePath> = index.catalog().files().cloned().collect();
    format!("{files:?}\n{}", dump(&index))
}

fn held(index: &Index) -> String {
    let files: Vec<NotePath> = index.catalog().files().cloned().collect();
    format!("{files:?}\n{}", dump(index))
}

// B41
#[test]
fn a_save_neither_lists_the_folder_nor_reads_the_rows_of_other_notes() {
    let bench = many();
    let index = bench.synced();
    let before = index.status().unwrap();
    // Unreported changes: a note that only a listing shows, and unreadable rows.
    bench.write("unseen.md", "unseen juniper\n");
    let other = Connection::open(bench.file()).unwrap();
    other
        .execute_batch(
            "UPDATE notes SET hash = 'y' WHERE path <> 'Rye.md';
             UPDATE excluded SET path = 'Templates/odd' WHERE path = 'Templates/one.md';
             UPDATE failed SET reason = 'odd'; UPDATE files SET path = '';",
        )
        .unwrap();
    bench.write_at("Rye.md", "Rye and caraway.\n", 2_000_000);
    let report = index.sync(told(&["Rye.md"], &[]), &mut |_| {}).unwrap();
    assert_eq!(paths(&report.changed), ["Rye.md"]);
    assert!(report.removed.is_empty() && report.moved.is_empty());
    assert_eq!(found(&index, "caraway"), ["Rye.md"]);
    assert!(found(&index, "juniper").is_empty());
    assert!(index.catalog().files().any(|file| file.as_str() == "picture.png"));
    let odd: u32 = other
        .query_row("SELECT count(*) FROM notes WHERE hash = 'y'", [], |row| row.get(0))
        .unwrap();
    assert_eq!(odd, before.indexed - 1, "the index was made anew");
    // The counts remain, without reading any of those rows.
    assert_eq!((report.indexed, report.excluded), (before.indexed, 2));
    assert_eq!(report.failed, before.failed);
    drop(other);
    // A full sync finds both.
    sync(&index);
    assert_eq!(found(&index, "juniper"), ["unseen.md"]);
    assert_eq!(held(&index), fresh(&bench));
}

// B41
#[test]
fn an_index_updated_step_by_step_equals_a_fresh_one() {
    let bench = many();
    let index = bench.synced();
    index.catalog();
    type Step = (&'static str, fn(&Bench), &'static [&'static str]);
    let steps: &[Step] = &[
        ("edited", |b| b.write_at("Rye.md", "Rye. [[Oven]]\n", 2_000_000), &["Rye.md"]),
        ("made", |b| b.write("new/made.md", "oven\n"), &["new/made.md"]),
        ("deleted", |b| b.remove("Sourdough.md"), &["Sourdough.md"]),
        ("excluded, new", |b| b.write("Templates/x.md", "x"), &["Templates/x.md"]),
        ("excluded, gone", |b| b.remove("Templates/one.md"), &["Templates/one.md"]),
        ("a file", |b| b.write("a/new.png", ""), &["a/new.png"]),
        ("a file, gone", |b| b.remove("picture.png"), &["picture.png"]),
        ("too large", |b| b.write("Rye.md", huge()), &["Rye.md"]),
        ("well again", |b| b.write("huge.md", "small oven\n"), &["huge.md"]),
        (
            "moved",
            |b| {
                fs::rename(b.root().join("0/n0.md"), b.root().join("new/n0.md")).unwrap();
            },
            &["0/n0.md", "new/n0.md"],
        ),
        (
            "into the excluded",
            |b| {
                fs::rename(b.root().join("1/n1.md"), b.root().join("Templates/n1.md")).unwrap();
            },
            &["1/n1.md", "Templates/n1.md"],
        ),
        ("told, and nothing changed", |_| {}, &["2/n2.md", "gone.md", "Templates/x.md"]),
        // Its notes aren't reported one by one.
        ("a folder, deleted", |b| fs::remove_dir_all(b.root().join("3")).unwrap(), &["3"]),
        ("a folder, come", |b| b.write("4.md/in.md", "oven\n"), &["4.md"]),
    ];
    for (name, happen, paths) in steps {
        happen(&bench);
        let report = sync_scope(&index, told(paths, &[]));
        assert_eq!(report.moved.len(), usize::from(*name == "moved"), "{name}: {report:?}");
        assert_eq!(held(&index), fresh(&bench), "{name}");
    }
    drop(index);
    assert_eq!(held(&bench.open()), fresh(&bench));
}

#[test]
fn after_a_sync_that_failed_everything_is_looked_at() {
    let bench = many();
    let index = bench.synced();
    bench.write("lost.md", "juniper\n");
    fs::rename(bench.root(), bench.folder().join("aside")).unwrap();
    assert!(index.sync(told(&["lost.md"], &[]), &mut |_| {}).is_err());
    fs::rename(bench.folder().join("aside"), bench.root()).unwrap();
    sync_scope(&index, told(&["Rye.md"], &[]));
    assert_eq!(found(&index, "juniper"), ["lost.md"]);
}

#[cfg(unix)]
#[test]
fn a_note_that_is_a_link_is_looked_at_with_every_change() {
    let bench = Bench::new(BREAD);
    std::os::unix::fs::symlink("Rye.md", bench.root().join("link.md")).unwrap();
    let index = bench.synced();
    bench.write_at("Rye.md", "Rye and caraway.\n", 2_000_000);
    sync_scope(&index, told(&["Rye.md"], &[]));
    assert_eq!(found(&index, "caraway"), ["Rye.md", "link.md"]);
}
