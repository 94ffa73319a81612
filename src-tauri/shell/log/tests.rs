use language::Sentence;

use super::*;
use crate::links::Link;

#[test]
fn the_log_is_english_and_names_causes() {
    let file = tempfile::NamedTempFile::new().unwrap();
    let writer = Arc::new(file.reopen().unwrap());
    let subscriber = tracing_subscriber::registry().with(shown(writer));
    let sent = language::speaking(Language::German, || {
        let error = Link::parse("no link").unwrap_err();
        tracing::subscriber::with_default(subscriber, || {
            tracing::warn!(%error, "a link wasn't understood");
        });
        serde_json::to_value(&error).unwrap()
    });
    let Sentence { en, de } = crate::sentences::LINK_NOT_KNOWN;
    assert_eq!(sent["message"], de);
    let log = std::fs::read_to_string(file.path()).unwrap();
    let line = format!("{}: relative URL without a base", en.trim_end_matches('.'));
    assert!(log.contains(&line), "{log}");
}

#[test]
fn the_log_file_has_no_text_of_a_note() {
    let place = tempfile::tempdir().unwrap();
    let run = Arc::new(RunLog::begin(place.path(), head()).unwrap().0);
    let layer = FileLayer(run.clone()).with_filter(LevelFilter::WARN);
    let subscriber = tracing_subscriber::registry().with(layer);
    tracing::subscriber::with_default(subscriber, || {
        let (path, note) = ("Secret.md", "my secret");
        tracing::warn!(path, note = %note, error = ?note, tries = 3, "a note wasn't read");
        tracing::error!(target: "hyper::proto", "body: {note}");
        tracing::info!("not even this");
    });
    let report = run.report();
    assert!(report.contains("WARN shell::log::tests:"), "{report}");
    assert!(report.contains(" a note wasn't read") && report.contains(" tries=3"), "{report}");
    assert!(report.contains("ERROR hyper::proto:"), "{report}");
    assert!(!report.to_lowercase().contains("secret"), "{report}");
    assert!(!report.contains("not even"), "{report}");
}
