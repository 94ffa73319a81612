use std::{error::Error as _, io};

use language::{Language, Sentence, Words, speaking};
use notes::NotePath;

use crate::{Code, Error, model};

/// The window has something to offer for each code, so each failure of a vault must have its own.
#[test]
fn a_vaults_failure_has_its_code_and_its_sentence() {
    let path = || NotePath::new("Bread/Rye.md").unwrap();
    let reason = || Words::from("Input/output error");
    let check = |error: notes::Error, code: Code| {
        let sentence = error.to_string();
        let german = speaking(Language::German, || error.to_string());
        let ours = Error::from(error);
        assert_eq!((ours.code, ours.to_string()), (code, sentence.clone()), "{ours:?}");
        assert_eq!(speaking(Language::German, || ours.to_string()), german);
        // The cause says the same, and isn't repeated.
        assert_eq!(
            (ours.source().unwrap().to_string(), format!("{ours:#}")),
            (sentence.clone(), sentence)
        );
        assert!(ours.tried.is_empty());
    };
    let name = "Bread/Rye.md".to_owned();
    check(notes::Error::NotAVault { path: name.clone(), reason: reason() }, Code::NotAVault);
    check(
        notes::Error::OutsideVault { path: name.clone(), reason: "a rule".into() },
        Code::OutsideVault,
    );
    check(notes::Error::Hidden(path()), Code::OutsideVault);
    check(notes::Error::NotFound(path()), Code::NotFound);
    check(notes::Error::TooLarge { path: path(), bytes: 2, limit: 1 }, Code::TooLarge);
    check(notes::Error::Unreadable { path: path(), reason: reason() }, Code::Unreadable);
    check(notes::Error::Watch { path: name, reason: reason() }, Code::Unreadable);
    check(notes::Error::Changed(path()), Code::Changed);
    check(notes::Error::Exists(path()), Code::Exists);
    check(notes::Error::BadName { path: path(), reason: "a rule".into() }, Code::BadInput);
    check(notes::Error::BadEdit { path: path(), reason: "a rule".into() }, Code::BadInput);
    check(notes::Error::Unwritable { path: path(), reason: reason() }, Code::Unwritable);
    check(notes::Error::NoRoom { path: path(), reason: reason() }, Code::Unwritable);
}

#[test]
fn a_models_failure_keeps_its_own_code() {
    let error = model::Error {
        code: model::Code::RateLimited,
        message: "Too many questions.".into(),
        retry_after: Some(3),
    };
    assert_eq!(error.to_string(), "Too many questions.");
    let ours = Error::from(error);
    assert_eq!(ours, Error::new(Code::Model(model::Code::RateLimited), "Too many questions."));
    // As the window gets it.
    let json = serde_json::to_value(&ours).unwrap();
    assert_eq!(
        json,
        serde_json::json!({
            "code": {"model": "rateLimited"}, "message": "Too many questions.", "tried": []
        })
    );
    assert_eq!(serde_json::from_value::<Error>(json).unwrap(), ours);
}

const FAILED: Sentence = Sentence { en: "It failed.", de: "Es ging schief." };

#[test]
fn a_failure_is_stored_and_sent_as_one_sentence_without_its_causes() {
    let error = Error::new(Code::Internal, FAILED).because(io::Error::other("the disk is full"));
    assert_eq!(format!("{error} / {error:#}"), "It failed. / It failed: the disk is full");
    let stored = speaking(Language::German, || serde_json::to_value(&error).unwrap());
    let expect =
        serde_json::json!({ "code": "internal", "message": "Es ging schief.", "tried": [] });
    assert_eq!(stored, expect);
    let read: Error = serde_json::from_value(stored).unwrap();
    assert_eq!(format!("{read:#}"), "Es ging schief.");
}
