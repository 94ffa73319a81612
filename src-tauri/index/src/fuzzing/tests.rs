use proptest::prelude::*;

use super::chunk;

#[test]
fn seeds_hold() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus/chunk");
    let seeds: Vec<_> = std::fs::read_dir(folder).unwrap().collect();
    assert!(seeds.len() >= 3, "{seeds:?}");
    for seed in seeds {
        chunk(&std::fs::read_to_string(seed.unwrap().path()).unwrap());
    }
}

proptest! {
    #[test]
    fn any_text_holds(text in "\\PC{0,300}|[ -~\n\r\t]{0,600}|(# a|- a|> a|a|```|\\|a\\||\n|    )(\n| ){0,300}") {
        chunk(&text);
    }
}
