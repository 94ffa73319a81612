use language::NaturalLanguage;

use super::*;

#[test]
fn the_language_of_most_notes_is_the_vaults() {
    let english = "The dough rests overnight in the fridge, and that is all.\n";
    let bench = Bench::new(&[
        ("a.md", "Der Teig ruht über Nacht im Kühlschrank, und am Morgen wird er gebacken.\n"),
        ("b.md", "Das Salz kommt erst nach einer Stunde in den Teig.\n"),
        ("c.md", english),
        // A note without a clear language doesn't count.
        ("d.md", "Gluten\n"),
        ("e.md", "Kyoto\n"),
    ]);
    let index = bench.synced();
    assert_eq!(index.language().unwrap(), Some(NaturalLanguage::German));
    bench.write("f.md", english);
    sync(&index);
    assert_eq!(index.language().unwrap(), None);
    bench.write("g.md", english);
    sync(&index);
    assert_eq!(index.language().unwrap(), Some(NaturalLanguage::English));
    assert_eq!(Bench::new(&[]).synced().language().unwrap(), None);
}
