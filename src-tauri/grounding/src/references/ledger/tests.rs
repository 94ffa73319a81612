use std::collections::HashMap;

use proptest::prelude::*;

use super::*;

fn hash(text: &str) -> ContentHash {
    ContentHash::of(text)
}

// B15
#[test]
fn numbers_run_from_one_and_stay() {
    let mut ledger = Ledger::default();
    assert_eq!(ledger.number("a.md", hash("x")), Number(1));
    assert_eq!(ledger.number("b.md", hash("x")), Number(2), "the same words in another note");
    assert_eq!(ledger.number("a.md", hash("y")), Number(3), "other words in the same note");
    assert_eq!(ledger.number("a.md", hash("x")), Number(1));
    assert_eq!(ledger.given("b.md", hash("x")), Some(Number(2)));
    assert_eq!(ledger.given("c.md", hash("x")), None);
    assert_eq!(ledger.known(), [1, 2, 3].map(Number).into());
}

// B15
#[test]
fn a_reloaded_conversation_goes_on_after_its_highest_number() {
    let mut ledger = Ledger::new([
        (("a.md".to_owned(), hash("x")), Number(7)),
        (("b.md".to_owned(), hash("x")), Number(2)),
    ]);
    assert_eq!(ledger.number("c.md", hash("x")), Number(8));
    assert_eq!(ledger.number("a.md", hash("x")), Number(7));
    assert_eq!(ledger.known().iter().map(|number| number.0).collect::<Vec<_>>(), [2, 7, 8]);
}

proptest! {
    // B15
    #[test]
    fn a_number_that_was_given_is_never_given_again(
        given in prop::collection::vec((0..3_u8, 0..3_u8, 1..20_u32), 0..20),
        asked in prop::collection::vec((0..4_u8, 0..4_u8), 1..20),
    ) {
        // A renamed note can bring its numbers to passages that have some.
        let key = |source: &u8, text: &u8| (format!("{source}.md"), hash(&text.to_string()));
        let given: Vec<(PassageKey, Number)> =
            given.iter().map(|(source, text, n)| (key(source, text), Number(*n))).collect();
        let mut ledger = Ledger::new(given.clone());
        let mut taken: Vec<Number> = given.iter().map(|(_, number)| *number).collect();
        prop_assert!(taken.iter().all(|number| ledger.known().contains(number)));
        for (source, text) in &asked {
            let (source, text) = key(source, text);
            let had = given.iter().filter(|(key, _)| *key == (source.clone(), text)).map(|(_, n)| *n);
            let before = ledger.given(&source, text);
            let number = ledger.number(&source, text);
            match had.min().or(before) {
                Some(had) => prop_assert_eq!(number, had),
                None => {
                    prop_assert!(!taken.contains(&number), "{} was given", number.0);
                    taken.push(number);
                }
            }
        }
    }

    // B15
    #[test]
    fn one_passage_one_number_for_ever(
        asked in prop::collection::vec((0..6_u8, 0..6_u8), 1..200),
        (reload_after, extend_after) in any::<(prop::sample::Index, prop::sample::Index)>(),
    ) {
        let reload_after = reload_after.index(asked.len());
        let extend_after = extend_after.index(asked.len());
        let mut ledger = Ledger::default();
        let mut given: HashMap<(String, ContentHash), Number> = HashMap::new();
        for (at, (source, text)) in asked.iter().enumerate() {
            if at == reload_after {
                ledger = Ledger::new(given.clone());
            }
            if at == extend_after {
                ledger.extend(given.clone());
            }
            let key = (format!("{source}.md"), hash(&text.to_string()));
            let number = ledger.number(&key.0, key.1);
            match given.get(&key) {
                Some(before) => prop_assert_eq!(*before, number),
                None => {
                    prop_assert_eq!(number.0 as usize, given.len() + 1, "the next one");
                    given.insert(key, number);
                }
            }
            prop_assert_eq!(ledger.known().len(), given.len());
        }
    }
}
