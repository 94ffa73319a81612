//! The index's disk space.

use super::*;

fn size(bench: &Bench) -> u64 {
    let files = schema::files(&bench.file());
    files.iter().filter_map(|file| fs::metadata(file).ok()).map(|file| file.len()).sum()
}

#[test]
fn deleted_notes_give_disk_space_back() {
    let bench = Bench::new(&[]);
    for at in 0..400 {
        let words: String = (0..150).map(|word| format!("w{} ", at * 7 + word * 13)).collect();
        bench.write(&format!("n{at:03}.md"), format!("# Note {at}\n\n{words}\n"));
    }
    drop(bench.synced());
    let full = size(&bench);
    for at in 50..400 {
        bench.remove(&format!("n{at:03}.md"));
    }
    let index = bench.synced();
    let sizes = index.sizes().unwrap();
    let sum = sizes.texts + sizes.words + sizes.passages + sizes.vectors + sizes.other;
    assert_eq!(index.status().unwrap().indexed, 50);
    assert!(sizes.texts > 0 && sizes.words > 0 && sizes.passages > 0, "{sizes:?}");
    drop(index);
    let left = size(&bench);
    assert!(left * 2 < full, "{left} of {full}");
    // The parts add up to the whole file, except for its free space.
    assert!(sum <= full, "{sum} of {full}");
}

/// About `bytes` of words in paragraphs.
fn prose(bytes: usize) -> String {
    let mut text = String::with_capacity(bytes + 100);
    for at in 0.. {
        if text.len() >= bytes {
            break;
        }
        text.push_str(&format!("w{:x} ", at * 2_654_435_761_u64 % 100_003));
        if at % 60 == 59 {
            text.push_str("\n\n");
        }
    }
    text
}

/// The smallest possible passages, separated by data.
fn tiny_passages(count: usize) -> String {
    "a\n\n```compressed-json\n```\n\n".repeat(count)
}

/// Notes that make the index repeat small texts, each with the index's maximum size as a multiple of the note.
fn bombs() -> Vec<(&'static str, u64, String)> {
    let words = |bytes: usize| "word ".repeat(bytes / 5);
    let deep: String =
        (1..=4).map(|level| format!("{} {}\n\n", "#".repeat(level), words(20_000))).collect();
    let names: String = (0..5_000).map(|tag| format!("tag{tag}, ")).collect();
    let names = format!("---\naliases: {names}\ntags: [{names}]\n---\n");
    let title = format!("---\ntitle: {}\n---\n", words(50_000));
    vec![
        ("prose", 3, prose(400_000)),
        ("a heading", 3, format!("# {}\n\n{}", words(200_000), prose(200_000))),
        ("an underlined heading", 3, format!("{}\n---\n\n{}", words(200_000), prose(200_000))),
        ("headings in headings", 12, format!("{deep}{}", tiny_passages(5_000))),
        ("tiny passages", 12, tiny_passages(5_000)),
        ("a long title", 12, format!("{title}{}", tiny_passages(5_000))),
        ("many names", 12, format!("{names}{}", tiny_passages(5_000))),
    ]
}

// A note in a shared vault must not fill its readers' disks.
#[test]
fn the_index_is_a_small_multiple_of_its_notes() {
    for (name, most, text) in bombs() {
        let bench = Bench::new(&[("n.md", &text)]);
        drop(bench.synced());
        let (index, note) = (size(&bench), text.len() as u64);
        assert!(index <= note * most, "{name}: {index} bytes of index for {note}");
    }
}

#[test]
fn a_note_of_too_many_passages_says_so() {
    let most = crate::chunk::MAX_PASSAGES;
    let bench = Bench::new(&[("n.md", &tiny_passages(most + 2)), ("m.md", "# m\n\ntext")]);
    let index = bench.synced();
    let path = |path| NotePath::new(path).unwrap();
    let chunks = index.chunks(&path("n.md")).unwrap();
    assert_eq!(chunks.len(), most);
    let catalog = index.catalog();
    let warnings = |name| catalog.note(&path(name)).unwrap().warnings.clone();
    let warned = warnings("n.md");
    assert_eq!(warned.len(), 1);
    assert_eq!(warned[0].message, crate::TOO_MANY_PASSAGES.text());
    assert_eq!(warned[0].line, chunks[most - 1].lines.end + 5);
    assert!(warnings("m.md").is_empty());
}
