//! Questions in a conversation, searched in other wordings and with cited passages.

use models::Languages;
use notes::NotePath;

use super::{
    hybrid::{NOTES, embedded, paths, search},
    index_of,
};
use crate::{FollowUpSearch, Mode, SearchOptions, TextKey, Wording, chunk, vectors::embedded_text};

fn wording(text: &str) -> Wording {
    Wording { text: text.to_owned(), keywords: text.to_owned() }
}

fn follow_up(wordings: &[Wording]) -> FollowUpSearch<'_> {
    FollowUpSearch { wordings, weight: 0.5, weight_if_clear: Some(2.0), cited: &[], past: &[] }
}

// B119
#[test]
fn wordings_and_cited_passages_are_searched_under_the_questions_conditions() {
    let oven = "The oven is hot.\n";
    let notes = [("Salt.md", "Salt strengthens dough.\n"), ("Oven.md", oven), ("Tax.md", "Pay.\n")];
    let (_folder, index) = index_of(&notes);
    let wordings = [wording("why salt")];
    let key = TextKey::of(&embedded_text("Oven", &chunk(oven)[0]));
    let cited = [
        (NotePath::new("Gone.md").unwrap(), key),
        (NotePath::new("Oven.md").unwrap(), key),
        (NotePath::new("Tax.md").unwrap(), TextKey::of("another text")),
    ];
    let follow_up = FollowUpSearch { cited: &cited, ..follow_up(&wordings) };
    let search = |query: &str, follow_up| {
        let options = SearchOptions { mode: Mode::Keyword, follow_up, ..SearchOptions::default() };
        index.search(query, &options).unwrap()
    };
    assert_eq!(paths(&search("why", None).hits), [""; 0]);
    let found = search("why", Some(follow_up));
    assert_eq!(paths(&found.hits), ["Salt.md", "Oven.md"]);
    assert_eq!(found.hits[0].why.matched, ["Salt"]);
    assert!(found.hits[1].why.cited && found.with_wordings);
    assert_eq!(found.matching_notes, 1);
    assert_eq!(paths(&search("why -hot", Some(follow_up)).hits), ["Salt.md"]);
    assert_eq!(paths(&search("why -salt path:oven", Some(follow_up)).hits), ["Oven.md"]);
}

// B119
#[test]
fn a_clear_question_is_searched_alone_if_it_may_be() {
    let (_folder, index, model) = embedded(NOTES, Languages::Many);
    let wordings = [wording("puppy")];
    let found = |follow_up| {
        let options = SearchOptions { follow_up, ..SearchOptions::default() };
        let found = search(&index, &model, "sourdough", &options);
        let paths = found.hits.iter().map(|hit| hit.path.as_str().to_owned()).collect::<Vec<_>>();
        (paths, found.with_wordings)
    };
    let alone = (vec!["Kitchen.md".to_owned()], false);
    assert_eq!(found(None), alone);
    let if_clear = FollowUpSearch { weight_if_clear: None, ..follow_up(&wordings) };
    assert_eq!(found(Some(if_clear)), alone);
    let (paths, with_wordings) = found(Some(follow_up(&wordings)));
    assert_eq!(paths[..2], ["Kitchen.md", "Pets.md"]);
    assert!(with_wordings);
}
