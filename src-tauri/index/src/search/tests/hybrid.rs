//! Search by meaning and by both, with a model whose vectors can be computed by hand.

use std::sync::atomic::{AtomicBool, Ordering};

use models::{Code, Embedder, EmbeddingModel, Exchange, Languages, Purpose, Reranker, Rewriter};
use notes::NotePath;
use proptest::prelude::*;

use super::index_of;
use crate::{
    Hit, Index, Meaning, Mode, Notice, SearchOptions, SearchResults, UnusedReason, WhyNot,
};

/// Words on one line are synonyms. Each line is a dimension; other words share the last one.
const CONCEPTS: &[&[&str]] = &[
    &["car", "automobile", "vehicle"],
    &["dog", "hound", "puppy"],
    &["sea", "ocean", "waves"],
    &["bread", "loaf", "sourdough"],
    &["money", "cash", "finance"],
];

/// A model that knows [`CONCEPTS`] and can be made to fail.
#[derive(Debug)]
pub(super) struct Concepts {
    model: EmbeddingModel,
    fails: AtomicBool,
}

impl Concepts {
    fn new(languages: Languages) -> Self {
        let model = EmbeddingModel {
            id: "concepts".to_owned(),
            dimensions: CONCEPTS.len() + 1,
            max_tokens: 512,
            languages,
        };
        Self { model, fails: AtomicBool::new(false) }
    }
}

fn failure(message: &str) -> models::Error {
    models::Error::new(Code::ServerError, message)
}

impl Embedder for Concepts {
    fn model(&self) -> &EmbeddingModel {
        &self.model
    }

    fn embed(&self, texts: &[&str], _purpose: Purpose) -> Result<Vec<Vec<f32>>, models::Error> {
        if self.fails.load(Ordering::Relaxed) {
            return Err(failure("The model is asleep."));
        }
        let vector = |text: &&str| {
            let mut counts = vec![0.0_f32; CONCEPTS.len() + 1];
            for word in text.split(|char: char| !char.is_alphanumeric()) {
                let word = word.to_lowercase();
                let place = CONCEPTS.iter().position(|words| words.contains(&word.as_str()));
                counts[place.unwrap_or(CONCEPTS.len())] += if place.is_some() { 1.0 } else { 0.05 };
            }
            let length = counts.iter().map(|n| n * n).sum::<f32>().sqrt();
            counts.iter().map(|n| n / length).collect()
        };
        Ok(texts.iter().map(vector).collect())
    }
}

/// Prefers passages with its word, or fails.
#[derive(Debug)]
enum Judge {
    Likes(&'static str),
    Fails,
    Miscounts,
}

impl Reranker for Judge {
    fn name(&self) -> &'static str {
        "judge"
    }

    fn rerank(&self, _query: &str, passages: &[&str]) -> Result<Vec<f32>, models::Error> {
        match self {
            Self::Likes(word) => {
                Ok(passages.iter().map(|text| f32::from(u8::from(text.contains(word)))).collect())
            }
            Self::Fails => Err(failure("The judge is away.")),
            Self::Miscounts => Ok(vec![1.0]),
        }
    }
}

#[derive(Debug)]
struct Says(Result<Vec<String>, models::Error>);

impl Rewriter for Says {
    fn rewrite(&self, _question: &str, _past: &[Exchange]) -> Result<Vec<String>, models::Error> {
        self.0.clone()
    }
}

pub(super) const NOTES: &[(&str, &str)] = &[
    (
        "Garage.md",
        "---\ntags: [home]\n---\n# My shed\n\nThe automobile needs a new tyre. See [[Beach]].\n",
    ),
    ("Pets.md", "The puppy chewed a shoe and the hound slept.\n"),
    ("Beach.md", "We drove to the ocean and swam in the waves.\n"),
    ("Kitchen.md", "---\ntags: [home]\n---\nSourdough wants time; a loaf wants heat.\n"),
    ("Words.md", "A car is a word, and dog is another word.\n"),
    ("Taxes.md", "Keep every paper for seven years.\n"),
];

pub(super) fn embedded(
    notes: &[(&str, &str)],
    languages: Languages,
) -> (tempfile::TempDir, Index, Concepts) {
    let (folder, index) = index_of(notes);
    let model = Concepts::new(languages);
    index.embed(&model).unwrap();
    (folder, index, model)
}

pub(super) fn paths(hits: &[Hit]) -> Vec<&str> {
    hits.iter().map(|hit| hit.path.as_str()).collect()
}

pub(super) fn search(
    index: &Index,
    model: &Concepts,
    query: &str,
    options: &SearchOptions<'_>,
) -> SearchResults {
    let store = index.vectors(model.model());
    let meaning = Some(Meaning { embedder: model, store: &*store });
    index.search(query, &SearchOptions { meaning, ..options.clone() }).unwrap()
}

#[test]
fn meaning_finds_what_words_do_not_under_the_same_conditions() {
    let (_folder, index, model) = embedded(NOTES, Languages::Many);
    // The query and the shown notes; the threshold drops distant ones.
    let cases: &[(&str, &[&str])] = &[
        ("vehicle", &["Garage.md", "Words.md"]),
        ("car", &["Words.md", "Garage.md"]),
        ("vehicle -tyre", &["Words.md"]),
        ("vehicle tag:home", &["Garage.md"]),
        ("vehicle -tag:home", &["Words.md"]),
        ("vehicle path:words", &["Words.md"]),
        ("vehicle \"another word\"", &["Words.md"]),
        ("\"vehicle\"", &[]),
        ("vehicle \"never written\"", &[]),
        ("tag:home", &["Garage.md", "Kitchen.md"]),
        ("???", &[]),
        ("", &[]),
    ];
    for (query, expect) in cases {
        let found = search(&index, &model, query, &SearchOptions::default());
        assert_eq!(paths(&found.hits), *expect, "{query}");
        assert_eq!(found.notices, [], "{query}");
    }
}

#[test]
fn each_hit_says_why() {
    let (_folder, index, model) = embedded(NOTES, Languages::Many);
    let found = search(&index, &model, "car", &SearchOptions::default());
    let [words, garage] = &found.hits[..] else { panic!("{found:?}") };
    assert_eq!(words.why.matched, ["car"]);
    assert_eq!((words.why.keyword_rank, words.why.meaning_rank), (Some(1), Some(2)));
    assert_eq!(garage.why.matched, [""; 0]);
    assert_eq!((garage.why.keyword_rank, garage.why.meaning_rank), (None, Some(1)));
    assert_eq!(garage.why.sentence(), "Very close in meaning");
    assert!(words.why.sentence().starts_with("Mentions car · "), "{}", words.why.sentence());

    let linked = search(&index, &model, "ocean automobile", &SearchOptions::default());
    // Equal sums of ranks: the better one by words comes first.
    assert_eq!(paths(&linked.hits)[..2], ["Garage.md", "Beach.md"]);
    assert_eq!(linked.hits[1].why.linked.as_deref(), Some("My shed"));
    assert!(linked.hits[1].why.sentence().ends_with("linked with My shed"));
    let filtered = search(&index, &model, "tag:home", &SearchOptions::default());
    assert_eq!(filtered.hits[0].why.sentence(), "Passes the filters");
}

// B39
#[test]
fn hits_are_reranked_then_filtered_by_the_threshold_then_cut() {
    let (_folder, index, model) = embedded(NOTES, Languages::Many);
    let judge = Judge::Likes("tyre");
    let options = SearchOptions { reranker: Some(&judge), display_k: 1, ..Default::default() };
    let found = search(&index, &model, "car", &options);
    assert_eq!(paths(&found.hits), ["Garage.md"]);
    assert_eq!(found.hits[0].why.relevance, Some(1.0));
    assert_eq!(found.unused[0].hit.path.as_str(), "Words.md");
    assert_eq!(found.unused[0].reason, UnusedReason::BeyondDisplay);
    assert!(found.unused[1..].iter().all(|unused| unused.reason == UnusedReason::BelowThreshold));
    let ranks: Vec<u32> = found
        .hits
        .iter()
        .chain(found.unused.iter().map(|unused| &unused.hit))
        .map(|hit| hit.rank)
        .collect();
    assert_eq!(ranks, (1..=u32::try_from(ranks.len()).unwrap()).collect::<Vec<_>>());

    // A passage that only the reranker likes stays below the threshold; one with the word doesn't.
    let judge = Judge::Likes("seven years");
    let options = SearchOptions { reranker: Some(&judge), ..Default::default() };
    assert_eq!(paths(&search(&index, &model, "car", &options).hits), ["Words.md", "Garage.md"]);
    assert_eq!(paths(&search(&index, &model, "car paper", &options).hits)[0], "Taxes.md");
    // A passage beyond `max_k` isn't reranked.
    let options = SearchOptions { max_k: 1, ..options };
    assert_eq!(paths(&search(&index, &model, "car", &options).hits), ["Words.md"]);
}

// B39 B44
#[test]
fn a_hit_exactly_at_the_threshold_is_shown_and_one_below_it_is_not() {
    let (_folder, index, model) = embedded(NOTES, Languages::Many);
    let found = search(&index, &model, "vehicle", &SearchOptions::default());
    let hit = found.hits.iter().find(|hit| hit.path.as_str() == "Garage.md").unwrap();
    assert!(hit.why.matched.is_empty(), "it is there by its meaning alone");
    let exact = hit.why.similarity.unwrap();
    let store = index.vectors(model.model());
    for mode in [Mode::Hybrid, Mode::Meaning] {
        for (threshold, is_shown) in [(exact, true), (exact.next_up(), false)] {
            let meaning = Some(Meaning { embedder: &model, store: &*store });
            let options = SearchOptions { mode, threshold, meaning, ..Default::default() };
            let is_it = |path: &NotePath| *path == hit.path;
            let found = index.search("vehicle", &options).unwrap();
            assert_eq!(found.hits.iter().any(|hit| is_it(&hit.path)), is_shown, "{threshold}");
            assert_eq!(found.unused.iter().any(|unused| is_it(&unused.hit.path)), !is_shown);
            let matching = index.matching("vehicle", &options).unwrap();
            assert_eq!(matching.iter().any(is_it), is_shown, "{threshold}");
            assert_eq!(found.matching_notes as usize, matching.len(), "{threshold}");
            let why = index.why_not("vehicle", &hit.path, &options).unwrap();
            match is_shown {
                true => assert!(matches!(why, WhyNot::Found { .. }), "{why:?}"),
                false => assert_eq!(why, WhyNot::BelowThreshold { similarity: exact, threshold }),
            }
        }
    }
}

// B39
#[test]
fn a_failing_reranker_is_a_notice_and_the_hits_stay() {
    let (_folder, index, model) = embedded(NOTES, Languages::Many);
    let plain = search(&index, &model, "car", &SearchOptions::default());
    for judge in [Judge::Fails, Judge::Miscounts] {
        let options = SearchOptions { reranker: Some(&judge), ..Default::default() };
        let found = search(&index, &model, "car", &options);
        assert_eq!(found.hits, plain.hits);
        assert!(matches!(&found.notices[..], [Notice::RerankFailed { .. }]), "{:?}", found.notices);
    }
    let says = Says(Err(failure("The writer is away.")));
    let options = SearchOptions { rewriter: Some(&says), ..Default::default() };
    let found = search(&index, &model, "car", &options);
    assert_eq!(found.hits, plain.hits);
    assert_eq!(
        found.notices[0].to_string(),
        "The question couldn't be rephrased, so the search used it unchanged: The writer is away."
    );
}

// B42
#[test]
fn without_vectors_search_uses_words_and_has_a_notice() {
    let (folder, index) = index_of(NOTES);
    let by_words = index.search("car", &SearchOptions::keyword(5)).unwrap();
    assert_eq!(by_words.notices, []);
    for mode in [Mode::Hybrid, Mode::Meaning] {
        let found = index.search("car", &SearchOptions { mode, ..Default::default() }).unwrap();
        assert_eq!((found.mode, &found.hits), (Mode::Keyword, &by_words.hits));
        assert_eq!(
            found.notices[0].to_string(),
            "Searched by words only: there is no model for search by meaning."
        );
    }
    // Before embedding, and after embedding a part.
    let model = Concepts::new(Languages::Many);
    let found = search(&index, &model, "car", &SearchOptions::default());
    assert_eq!(paths(&found.hits), ["Words.md"]);
    assert_eq!(found.notices, [Notice::PartlyEmbedded { embedded: 0, passages: 6 }]);
    index.embed(&model).unwrap();
    std::fs::write(folder.path().join("vault/New.md"), "A vehicle.").unwrap();
    index.sync(crate::SyncScope::All, &mut |_| {}).unwrap();
    let found = search(&index, &model, "car", &SearchOptions::default());
    assert_eq!(found.notices, [Notice::PartlyEmbedded { embedded: 6, passages: 7 }]);
    assert_eq!(paths(&found.hits), ["Words.md", "Garage.md"]);
    // With a failing model.
    model.fails.store(true, Ordering::Relaxed);
    let found = search(&index, &model, "car", &SearchOptions::default());
    assert_eq!(paths(&found.hits), ["Words.md"]);
    assert!(
        found
            .notices
            .contains(&Notice::MeaningUnavailable { reason: "The model is asleep.".to_owned() })
    );
}

// B42
#[test]
fn while_few_passages_have_vectors_those_do_not_pass_what_the_words_found() {
    let (folder, index) = index_of(&[("Visit.md", "The car was theirs. We spoke of much else.")]);
    let model = Concepts::new(Languages::Many);
    index.embed(&model).unwrap();
    let vault = folder.path().join("vault");
    std::fs::write(vault.join("Car.md"), "The car, and only the car.").unwrap();
    for at in 0..6 {
        std::fs::write(vault.join(format!("{at}.md")), format!("Paper {at} is kept.")).unwrap();
    }
    index.sync(crate::SyncScope::All, &mut |_| {}).unwrap();
    let found = search(&index, &model, "car", &SearchOptions::default());
    assert_eq!(paths(&found.hits)[..2], ["Car.md", "Visit.md"]);
}

#[test]
fn further_queries_add_their_hits_under_the_same_conditions() {
    let (_folder, index, model) = embedded(NOTES, Languages::Many);
    let says = Says(Ok(vec!["car".to_owned(), " ".to_owned(), "seven -years tag:none".to_owned()]));
    let options = SearchOptions {
        rewriter: Some(&says),
        max_k: 20,
        mode: Mode::Keyword,
        ..Default::default()
    };
    let found = search(&index, &model, "car", &options);
    assert_eq!(paths(&found.hits), ["Words.md", "Taxes.md"]);
    assert_eq!(found.hits[0].why.rewritten, None);
    assert_eq!(found.hits[1].why.rewritten.as_deref(), Some("seven -years tag:none"));
    let found = search(&index, &model, "car -paper", &options);
    assert_eq!(paths(&found.hits), ["Words.md"]);
}

#[test]
fn meaning_counts_for_little_in_a_language_that_the_model_does_not_know() {
    let german =
        "Das Wort ist hier nur ein Wort und steht neben vielen anderen deutschen Worten im Satz";
    let texts: Vec<(String, String)> = (0..8)
        .map(|at| (format!("{at}.md"), format!("{german}. Hund {}", "Hund ".repeat(at))))
        .chain([("Far.md".to_owned(), format!("{german}. hound hound hound puppy"))])
        .collect();
    let notes: Vec<(&str, &str)> = texts.iter().map(|(path, text)| (&**path, &**text)).collect();
    let options = SearchOptions { max_k: 20, display_k: 20, ..Default::default() };
    // The score of the best passage by meaning.
    let worth = |languages, query: &str| {
        let (_folder, index, model) = embedded(&notes, languages);
        let found = search(&index, &model, query, &options);
        let told = found.notices.contains(&Notice::OtherLanguage);
        let far = found.hits.iter().find(|hit| hit.path.as_str() == "Far.md").unwrap();
        assert_eq!((far.why.keyword_rank, far.why.meaning_rank), (None, Some(1)));
        (format!("{:.4}", far.score), told)
    };
    assert_eq!(worth(Languages::Many, "Hund dog"), ("0.1667".to_owned(), false));
    assert_eq!(worth(Languages::English, "Hund dog"), ("0.0167".to_owned(), true));
    assert_eq!(worth(Languages::English, "what about the Hund dog"), ("0.1667".to_owned(), false));
    assert_eq!(worth(Languages::English, "собака dog"), ("0.0167".to_owned(), true));
}

#[test]
fn all_matching_notes_are_counted_and_no_others() {
    let (_folder, index, model) = embedded(NOTES, Languages::Many);
    let store = index.vectors(model.model());
    let meaning = Some(Meaning { embedder: &model, store: &*store });
    let cases: &[(&str, &[&str], &[&str])] = &[
        ("car", &["Words.md"], &["Words.md", "Garage.md"]),
        ("every needs", &["Garage.md", "Taxes.md"], &["Garage.md", "Taxes.md"]),
        ("vehicle -tyre", &[], &["Words.md"]),
        ("tag:home", &["Garage.md", "Kitchen.md"], &["Garage.md", "Kitchen.md"]),
        ("", &[], &[]),
    ];
    for (query, by_words, by_both) in cases {
        let paths = |options: &SearchOptions<'_>| {
            let notes = index.matching(query, options).unwrap();
            notes.iter().map(ToString::to_string).collect::<Vec<_>>()
        };
        let mut words = paths(&SearchOptions { max_k: 1, ..SearchOptions::keyword(1) });
        words.sort();
        assert_eq!(words, *by_words, "{query}");
        let both = paths(&SearchOptions { meaning, max_k: 1, ..Default::default() });
        assert!(by_both.iter().all(|path| both.contains(&(*path).to_owned())), "{query}: {both:?}");
    }
}

#[test]
fn related_notes_come_with_their_reasons() {
    let mut notes = NOTES.to_vec();
    notes.push(("Trip.md", "Driving to [[Beach]] again.\n"));
    notes.push(("Beach towels.md", "Red ones.\n"));
    let (_folder, index, model) = embedded(&notes, Languages::Many);
    let store = index.vectors(model.model());
    let meaning = Some(Meaning { embedder: &model, store: &*store });
    let related = |path: &str, meaning| -> Vec<(String, String)> {
        let related = index.related(&NotePath::new(path).unwrap(), 10, meaning).unwrap();
        related.iter().map(|note| (note.path.to_string(), note.why.sentence())).collect()
    };
    let garage = related("Garage.md", None);
    let pair = |path: &str, why: &str| (path.to_owned(), why.to_owned());
    assert_eq!(garage[0], pair("Beach.md", "Linked"));
    assert_eq!(garage[1], pair("Trip.md", "Also links to Beach"));
    assert_eq!(garage[2], pair("Kitchen.md", "Also has #home"));
    assert!(
        related("Beach.md", None)
            .contains(&pair("Beach towels.md", "Has words of the title or headings"))
    );
    let garage = related("Garage.md", meaning);
    let words = garage.iter().find(|(path, _)| path == "Words.md").unwrap();
    assert!(words.1.ends_with("in meaning"), "{words:?}");
    assert!(garage.iter().all(|(path, why)| path != "Garage.md" && !why.is_empty()), "{garage:?}");
    assert_eq!(related("None.md", meaning), []);
}

// B44
#[test]
fn why_not_also_explains_meaning_search() {
    let (folder, index, model) = embedded(NOTES, Languages::Many);
    std::fs::write(folder.path().join("vault/New.md"), "A vehicle.").unwrap();
    index.sync(crate::SyncScope::All, &mut |_| {}).unwrap();
    let store = index.vectors(model.model());
    let meaning = Some(Meaning { embedder: &model, store: &*store });
    let why = |query: &str, path: &str, options: SearchOptions<'_>| {
        let options = SearchOptions { meaning, ..options };
        index.why_not(query, &NotePath::new(path).unwrap(), &options).unwrap()
    };
    let narrow = || SearchOptions { max_k: 1, display_k: 1, ..Default::default() };
    assert_eq!(why("car", "Garage.md", Default::default()), WhyNot::Found { rank: 2, ordinal: 0 });
    assert!(matches!(
        why("car", "Taxes.md", Default::default()),
        WhyNot::BelowThreshold { similarity, threshold: 0.25 } if similarity < 0.25
    ));
    assert_eq!(why("car", "New.md", Default::default()), WhyNot::NotEmbedded);
    assert_eq!(
        why("car", "Garage.md", SearchOptions { display_k: 1, ..Default::default() }),
        WhyNot::BeyondDisplay { rank: 2 }
    );
    assert_eq!(
        why("car", "Garage.md", narrow()),
        WhyNot::TooFar { rank: Some(2), keyword_rank: None, meaning_rank: Some(1) }
    );
    assert_eq!(why("\"car\"", "Garage.md", Default::default()), WhyNot::NoMatch);
    assert_eq!(
        why("car tag:home", "Words.md", Default::default()),
        WhyNot::Filtered { filter: "tag:home".to_owned() }
    );
    assert_eq!(why("car", "Taxes.md", SearchOptions::keyword(5)), WhyNot::NoMatch);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    // B44
    #[test]
    fn why_not_is_true_of_any_note(
        query in "(car|dog|sea|loaf|word|paper|-word|tag:home|path:a|\"a word\")( (car|dog|ocean|cash|the|every)){0,3}",
        max_k in 1_usize..8,
        display_k in 1_usize..5,
        mode in prop_oneof![Just(Mode::Keyword), Just(Mode::Meaning), Just(Mode::Hybrid)],
    ) {
        thread_local! {
            static INDEX: (tempfile::TempDir, Index, Concepts) = embedded(NOTES, Languages::Many);
        }
        INDEX.with(|(_, index, model)| {
            let store = index.vectors(model.model());
            let meaning = Some(Meaning { embedder: model, store: &*store });
            let options = SearchOptions { mode, max_k, display_k, meaning, ..Default::default() };
            let found = index.search(&query, &options).unwrap();
            let whole = SearchOptions { max_k: 100, display_k: 100, threshold: -1.0, ..options.clone() };
            let whole = index.search(&query, &whole).unwrap();
            for (path, _) in NOTES {
                let path = NotePath::new(path).unwrap();
                let hit = found.hits.iter().find(|hit| hit.path == path);
                let unused = found.unused.iter().find(|unused| unused.hit.path == path);
                let all = whole.hits.iter().find(|hit| hit.path == path);
                match index.why_not(&query, &path, &options).unwrap() {
                    WhyNot::Found { rank, ordinal } => {
                        assert_eq!(hit.map(|hit| (hit.rank, hit.ordinal)), Some((rank, ordinal)));
                    }
                    WhyNot::BeyondDisplay { rank } => {
                        assert!(hit.is_none() && rank as usize > display_k);
                        assert_eq!(unused.unwrap().hit.rank, rank);
                    }
                    WhyNot::BelowThreshold { similarity, threshold } => {
                        assert!(hit.is_none() && similarity < threshold);
                        let all = all.unwrap();
                        assert_eq!(all.why.keyword_rank, None);
                        assert!((all.why.similarity.unwrap() - similarity).abs() < 1e-5);
                    }
                    WhyNot::TooFar { rank, .. } => {
                        assert!(hit.is_none() && unused.is_none());
                        assert_eq!(rank, all.map(|hit| hit.rank));
                        assert!(rank.unwrap() as usize > max_k);
                    }
                    WhyNot::NoMatch | WhyNot::Filtered { .. } => assert_eq!(all, None),
                    other => panic!("{query} {path}: {other:?}"),
                }
            }
        });
    }
}
