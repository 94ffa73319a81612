use super::*;

// B69
#[test]
fn a_write_that_panics_is_undone_and_the_next_one_is_done() {
    let bench = Bench::new(BREAD);
    let index = bench.synced();
    let before = dump(&index);
    let writer = &index.shared.writer;
    let failed = writer.write(|transaction| {
        transaction.execute("DELETE FROM notes", [])?;
        panic!("the disk is made of cheese");
    });
    let error = failed.unwrap().wait().unwrap_err();
    assert!(matches!(error, crate::Error::Panicked(_)), "{error:?}");
    assert!(error.to_string().contains("made of cheese"), "{error}");
    assert_eq!(dump(&index), before);

    bench.write_at("Rye.md", "Rye and caraway.\n", 2_000_000);
    assert_eq!(paths(&sync(&index).changed), ["Rye.md"]);
    assert_eq!(found(&index, "caraway"), ["Rye.md"]);
}
