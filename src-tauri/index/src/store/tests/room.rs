//! The room that the index takes up on the disk.

use super::*;

fn size(bench: &Bench) -> u64 {
    let files = schema::files(&bench.file());
    files.iter().filter_map(|file| fs::metadata(file).ok()).map(|file| file.len()).sum()
}

#[test]
fn room_is_given_back() {
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
    // What is listed is the whole file, but for what was free at that moment.
    assert!(sum <= full, "{sum} of {full}");
}
