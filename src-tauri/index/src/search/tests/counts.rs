//! The number of matches doesn't depend on the search's limit.

use models::{Embedder, Languages};

use super::hybrid::embedded;
use crate::{Meaning, SearchOptions, search::options::DEPTH};

#[test]
fn the_same_passages_and_notes_match_however_many_are_looked_for() {
    let notes: Vec<(String, String)> = (0..DEPTH + 50)
        .map(|n| (format!("{n:03}.md"), format!("A puppy, number {n}.\n")))
        .collect();
    let notes: Vec<(&str, &str)> = notes.iter().map(|(path, text)| (&**path, &**text)).collect();
    let (_folder, index, model) = embedded(&notes, Languages::Many);
    let store = index.vectors(model.model());
    let meaning = Some(Meaning { embedder: &model, store: &*store });
    for most in [1, 10, DEPTH + 50, 3_000] {
        let options = SearchOptions { meaning, max_k: most, display_k: most, ..Default::default() };
        let found = index.search("hound", &options).unwrap();
        let counted = (found.matching_passages as usize, found.matching_notes as usize);
        assert_eq!(counted, (DEPTH, DEPTH), "{most}");
        assert_eq!(index.matching("hound", &options).unwrap().len(), DEPTH);
        // The matching hits agree with the count.
        let matching = found.hits.iter().filter(|hit| hit.why.is_match()).count();
        assert_eq!(matching, most.min(DEPTH), "{most}");
    }
}
