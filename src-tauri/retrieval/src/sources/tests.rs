use std::fs;

use index::SyncScope;
use notes::ScanOptions;

use super::*;
use crate::{SearchSetup, talk::Exchange};

/// A vault with these notes, and its sources.
pub(crate) fn sources(notes: &[(&str, &str)]) -> (tempfile::TempDir, Sources) {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().join("vault");
    for (path, text) in notes {
        let file = root.join(path);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, text).unwrap();
    }
    let vault = Vault::open(&root).unwrap();
    let index = Index::open(&folder.path().join("index.db"), vault.clone(), ScanOptions::default())
        .unwrap();
    index.sync(SyncScope::All, &mut |_| {}).unwrap();
    let catalog = index.catalog();
    let setup = SearchSetup::default();
    (folder, Sources { vault, index, catalog, setup, whole: Default::default() })
}

#[test]
fn common_places_are_inside_both_lists() {
    let cases = [
        ("", "", Some("")),
        ("Log", "", Some("Log")),
        ("", "Log", Some("Log")),
        ("Log", "Log/2024 Salt.md", Some("Log/2024")),
        ("Log/2024 Log/2025", "Log", Some("Log/2024 Log/2025")),
        ("Log", "Logs", None),
    ];
    let places = |text: &str| -> Vec<NotePath> {
        text.split_whitespace().map(|path| NotePath::new(path).unwrap()).collect()
    };
    for (some, others, common) in cases {
        assert_eq!(
            common_places(&places(some), &places(others)),
            common.map(places),
            "{some} and {others}"
        );
    }
}

// B107
#[test]
fn an_unused_passage_states_its_rank_or_its_similarity() {
    use language::Language::{English, German};
    fn check(language: language::Language, say: impl FnOnce() -> String, expect: &str) {
        assert_eq!(language::speaking(language, say), expect);
    }
    let beyond = sentences::beyond_best;
    check(English, || beyond(9, 5), "ranked number 9; only the best 5 were used");
    check(English, || beyond(2, 1), "ranked number 2; only the best one was used");
    check(German, || beyond(9, 5), "auf Platz 9; nur die besten 5 wurden verwendet");
    check(German, || beyond(2, 1), "auf Platz 2; nur die beste wurde verwendet");
    let below = sentences::below_threshold;
    check(
        English,
        || below(0.304, 0.5),
        "not similar enough to the question: 0.30, the minimum in the settings is 0.50",
    );
    check(
        German,
        || below(0.304, 0.5),
        "der Frage nicht ähnlich genug: 0,30, die Einstellungen verlangen 0,50",
    );
}

// B120
#[test]
fn a_cited_passage_is_found_by_a_question_without_any_of_its_words() {
    let rows: String = (0..300).map(|row| format!("| {row} | {} |\n", 3 * row)).collect();
    let crumb = format!(
        "Long proofing opens it.\n\n## Heat\n\nHot, then cooler.\n\n\
         | oven | minutes |\n| --- | --- |\n{rows}"
    );
    let (_folder, sources) = sources(&[("Loaf/Crumb.md", &crumb)]);
    let past = [Exchange { question: "Xylophones?".to_owned(), answer: String::new() }];
    let follow_up = FollowUp::read("Why?", &past, &sources.index).unwrap();
    let found = |cited: &[Reference]| -> Vec<_> {
        let found = sources.search_in_talk("Why?", Some(&follow_up), cited).unwrap();
        found.shown.iter().filter_map(Reference::key).collect()
    };
    assert!(found(&[]).is_empty());
    let crumb = NotePath::new("Loaf/Crumb.md").unwrap();
    let passages = sources.all_of(&crumb, Kind::Search, "cited").unwrap();
    // One below the title alone, one below its heading, one below the table's head.
    assert!(passages.len() > 2, "{passages:?}");
    for cited in passages {
        assert_eq!(found(std::slice::from_ref(&cited)), [cited.key().unwrap()], "{cited:?}");
    }
}

#[test]
fn hits_stay_if_their_note_is_gone_before_its_properties_are_read() {
    let miriam = "---\ntown: Todmorden\n---\n# Miriam\n\nShe teaches the violin.\n";
    let (_folder, sources) = sources(&[("Miriam.md", miriam)]);
    let keys = ["town".to_owned()];
    let hits = || sources.search_in_talk("violin", None, &[]).unwrap().shown;
    let [first, properties] = &sources.with_properties(hits(), &keys, "asked for")[..] else {
        panic!("the passage and the properties")
    };
    assert!(first.passage.as_ref().unwrap().text.contains("violin"));
    assert!(properties.passage.as_ref().unwrap().text.contains("town: Todmorden"));
    let found = hits();
    fs::remove_file(sources.vault.root().join("Miriam.md")).unwrap();
    assert_eq!(sources.with_properties(found.clone(), &keys, "asked for"), found);
}
