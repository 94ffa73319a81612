//! A file of another version, or a damaged one: the vectors survive, since they cost hours.

use models::Embedder;
use rusqlite::Connection;

use super::{embedding::Fake, *};

/// A closed vault with some embedded passages.
fn embedded() -> Bench {
    let bench = Bench::new(&[]);
    for at in 0..300 {
        bench.write(&format!("n{at:03}.md"), format!("# Note {at}\n\nsourdough {at} oven\n"));
    }
    let index = bench.synced();
    assert_eq!(index.embed(&Fake::new()).unwrap(), 300);
    bench
}

/// The number of vectors after opening the file; each must be correct.
fn kept(bench: &Bench) -> usize {
    let index = bench.synced();
    assert_eq!(index.status().unwrap().indexed, 300);
    let fake = Fake::new();
    let store = index.vectors(fake.model());
    let texts: Vec<String> =
        (0..300).map(|at| format!("# Note {at}\n\nsourdough {at} oven")).collect();
    let keys: Vec<crate::TextKey> = texts.iter().map(|text| crate::TextKey::of(text)).collect();
    for (text, vector) in texts.iter().zip(store.get(&keys).unwrap()) {
        let Some(vector) = vector else { continue };
        let wanted = Fake::vector(text);
        let cosine: f32 = vector.iter().zip(&wanted).map(|(a, b)| a * b).sum();
        assert!(cosine > 0.99, "{text}: {cosine}");
    }
    let count = store.len().unwrap();
    assert_eq!(index.embed(&fake).unwrap(), 300 - count);
    count
}

// B55
#[test]
fn vectors_outlive_another_version() {
    let bench = embedded();
    let other = Connection::open(bench.file()).unwrap();
    // The next version has other tables, but the same vectors.
    other.execute_batch("DROP TABLE notes; DROP TABLE tags; PRAGMA user_version = 99;").unwrap();
    drop(other);
    assert_eq!(kept(&bench), 300);
}

// B55
#[test]
fn readable_vectors_of_a_damaged_file_are_recovered() {
    let bench = embedded();
    let (page_size, pages): (usize, Vec<usize>) = {
        let file = Connection::open(bench.file()).unwrap();
        let number = |row: &rusqlite::Row<'_>| row.get::<_, u32>(0).map(|number| number as usize);
        let size = file.pragma_query_value(None, "page_size", number).unwrap();
        let sql = "SELECT pageno FROM dbstat WHERE name = 'vectors' AND pagetype = 'leaf'";
        let mut select = file.prepare(sql).unwrap();
        let pages = select.query_map([], number).unwrap();
        (size, pages.map(Result::unwrap).collect())
    };
    let good = fs::read(bench.file()).unwrap();
    assert!(pages.len() >= 3, "{}", pages.len());
    let check = |name: &str, damage: &dyn Fn(&mut Vec<u8>), least: usize| {
        for file in schema::files(&bench.file()) {
            let _ = fs::remove_file(file);
        }
        let mut bytes = good.clone();
        damage(&mut bytes);
        fs::write(bench.file(), bytes).unwrap();
        let count = kept(&bench);
        assert!(count >= least && count < 300, "{name}: {count}");
    };
    let page = |number: usize| (number - 1) * page_size..number * page_size;
    // Another schema version forces reading the vectors of each file.
    let other = |bytes: &mut Vec<u8>| bytes[60..64].copy_from_slice(&1_i32.to_be_bytes());
    check(
        "one page of the vectors is noise",
        &|bytes| {
            other(bytes);
            bytes[page(pages[1])].fill(0x5a);
        },
        150,
    );
    check(
        "some bits have turned",
        &|bytes| {
            other(bytes);
            for &number in &pages {
                bytes[page(number).end - 7] ^= 1;
            }
        },
        150,
    );
    check(
        "the end is missing",
        &|bytes| bytes.truncate(bytes.len() / 2 / page_size * page_size),
        0,
    );
    check("nothing can be read", &|bytes| bytes[20..].fill(0x5a), 0);
}

#[test]
fn a_rebuilt_index_gives_the_same_results() {
    let bench = Bench::new(&[("A.md", "# A\n\noats ![[pic.png]]"), ("B.md", "rye and oats")]);
    bench.write("pic.png", "no text");
    let index = bench.synced();
    let looks = |index: &Index| {
        let found = index.search("oats", &SearchOptions::default()).unwrap();
        let picture = notes::LinkTarget::parse("pic.png");
        (
            found.hits.iter().map(|hit| hit.path.to_string()).collect::<Vec<_>>(),
            found.matching_notes,
            format!("{:?}", index.catalog().resolve(None, &picture)),
        )
    };
    let before = looks(&index);
    assert_eq!(before.1, 2);
    index.clear().unwrap();
    assert_eq!(index.status().unwrap().indexed, 0);
    index.sync(SyncScope::All, &mut |_| {}).unwrap();
    assert_eq!(looks(&index), before);
    // Readers during the rebuild don't return to the old file.
    std::thread::scope(|scope| {
        let reading = scope.spawn(|| {
            for _ in 0..200 {
                let _ = index.search("oats", &SearchOptions::default());
            }
        });
        for _ in 0..5 {
            index.clear().unwrap();
            index.sync(SyncScope::All, &mut |_| {}).unwrap();
            assert_eq!(index.status().unwrap().indexed, 2);
        }
        reading.join().unwrap();
    });
    assert_eq!(looks(&index), before);
}
