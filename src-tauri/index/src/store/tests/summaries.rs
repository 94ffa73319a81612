use conversation::{MessageId, reference::SummaryAuthor};
use notes::ContentHash;

use super::*;

// B14
#[test]
fn a_summary_is_of_a_content_and_goes_with_it() {
    let bench = Bench::new(&[("a.md", "one"), ("b.md", "two")]);
    let index = bench.synced();
    let by = SummaryAuthor { model: "small".to_owned(), answer: MessageId::new() };
    let (one, two) = (ContentHash::of("one"), ContentHash::of("two"));
    index.keep_summary(one, "The first number.".to_owned(), by.clone()).unwrap();
    index.keep_summary(two, "The second number.".to_owned(), by.clone()).unwrap();
    // A summary without a note isn't stored: nothing would ever delete it.
    index.keep_summary(ContentHash::of("three"), "No note.".to_owned(), by.clone()).unwrap();
    let kept = |index: &Index| {
        [one, two, ContentHash::of("three")].map(|hash| index.summary(hash).unwrap().is_some())
    };
    assert_eq!(
        index.summary(one).unwrap(),
        Some(("The first number.".to_owned(), Some(by.clone())))
    );
    assert_eq!(kept(&index), [true, true, false]);
    // It survives a restart and a move.
    drop(index);
    fs::rename(bench.root().join("a.md"), bench.root().join("c.md")).unwrap();
    let index = bench.synced();
    assert_eq!(kept(&index), [true, true, false]);
    // An edit or a deletion drops it.
    bench.write("c.md", "three");
    fs::remove_file(bench.root().join("b.md")).unwrap();
    index.sync(SyncScope::All, &mut |_| {}).unwrap();
    assert_eq!(kept(&index), [false, false, false]);
}
