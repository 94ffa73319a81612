use std::path::PathBuf;

use super::*;
use crate::Resources;

/// A model of `tests/fixtures/verifier`, which `scripts/verifier/tiny.py` makes: they count words.
fn fixture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fixtures/verifier").join(name)
}

fn runtime() -> PathBuf {
    Resources::under(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../resources")).runtime
}

fn load(name: &str) -> Verifier {
    Verifier::load(&fixture(name), &runtime()).unwrap()
}

const PASSAGE: &str = "Use two per cent of the weight of the flour.";

#[test]
fn each_form_of_output_is_read_as_support() {
    for (name, reading) in
        [("score", Reading::Score), ("labels", Reading::Label(2)), ("tokens", Reading::Tokens)]
    {
        let verifier = load(name);
        assert_eq!((verifier.name(), verifier.reading), (name, reading));
        let there = verifier.support("Two per cent of the flour.", PASSAGE).unwrap();
        let not_there = verifier.support("Rye dough needs a tin.", PASSAGE).unwrap();
        assert!(there > 0.9 && not_there < 0.1, "{name}: {there} {not_there}");
    }
}

#[test]
fn a_long_passage_is_read_piece_by_piece() {
    let verifier = load("score");
    let long = format!("{} {PASSAGE}", "Rye dough is sticky and wants a tin. ".repeat(6));
    let support = |passage: &str| verifier.support("Two per cent of the flour.", passage).unwrap();
    assert!(support(&long) > 0.9);
    assert!(support(&"Rye dough is sticky and wants a tin. ".repeat(6)) < 0.1);
    assert!(support("") < 0.1);
    let pair = verifier.tokenizer.encode((&*long, "Two per cent of the flour."), true).unwrap();
    let lengths: Vec<usize> = pieces(&pair, 40).unwrap().iter().map(|it| it.ids.len()).collect();
    assert_eq!(lengths, [40, 40, 25]);
    let endless = "two ".repeat(50_000);
    assert!(verifier.support(&endless, "two").is_err(), "a sentence that fills every piece");
}

#[test]
fn shapes_are_read_or_refused() {
    type Labels = BTreeMap<String, String>;
    let labels = |named: &[(&str, &str)]| -> Labels {
        named.iter().map(|(id, label)| ((*id).to_owned(), (*label).to_owned())).collect()
    };
    let none = labels(&[]);
    let nli = labels(&[("0", "ENTAILMENT"), ("1", "neutral"), ("2", "contradiction")]);
    let numbered = labels(&[("0", "LABEL_0"), ("1", "LABEL_1")]);
    let cases: [(&[i64], &Labels, Result<Reading, &str>); 11] = [
        (&[1], &none, Ok(Reading::Score)),
        (&[1, 1], &none, Ok(Reading::Score)),
        (&[1, 2], &none, Ok(Reading::Label(1))),
        (&[1, 2], &numbered, Ok(Reading::Label(1))),
        (&[1, 3], &nli, Ok(Reading::Label(0))),
        (&[1, 3], &none, Err("labels")),
        (&[1, 2], &labels(&[("7", "supported")]), Err("labels")),
        (&[1, 9, 2], &none, Ok(Reading::Tokens)),
        (&[1, 9, 384], &none, Err("[1, 9, 384]")),
        (&[1, 8, 2], &none, Err("[1, 8, 2]")),
        (&[], &none, Err("[]")),
    ];
    for (shape, labels, expected) in cases {
        match (reading(shape, 9, labels), expected) {
            (Err(reason), Err(part)) => assert!(reason.contains(part), "{shape:?}: {reason}"),
            (found, expected) => assert_eq!(found, expected.map_err(str::to_owned), "{shape:?}"),
        }
    }
}

#[test]
fn what_is_no_number_is_no_support() {
    let verifier = load("score");
    let pair = verifier.tokenizer.encode(("two", "two"), true).unwrap();
    let piece = Piece::new(&pair, 0..pair.len());
    for reading in [Reading::Score, Reading::Label(1), Reading::Tokens] {
        let numbers = vec![f32::NAN; piece.ids.len() * 2];
        assert!(reading.support(&[1, 2], &numbers, &piece).is_err(), "{reading:?}");
        assert!(reading.support(&[1, 2], &[], &piece).is_err(), "{reading:?}");
    }
}

#[test]
fn a_folder_that_is_no_verifier_is_refused_with_a_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let refused = || {
        let error = Verifier::load(folder.path(), &runtime()).unwrap_err();
        assert_eq!(error.code, Code::BadSetting);
        assert!(error.message.starts_with(&*folder.path().to_string_lossy()), "{error}");
        error.message
    };
    let copy = |from: &str, name: &str| {
        fs::copy(fixture(from).join(name), at(name)).unwrap();
    };
    assert!(refused().contains("there is no model in it"), "{}", refused());
    fs::write(at("model.onnx"), "no model").unwrap();
    assert!(refused().contains("no tokenizer.json"), "{}", refused());
    fs::write(at("tokenizer.json"), "{}").unwrap();
    assert!(refused().contains("tokenizer.json can't be read"), "{}", refused());
    copy("score", "tokenizer.json");
    let parts = ["can't be used as a verifier: ", "."];
    assert!(parts.iter().all(|part| refused().contains(part)), "{}", refused());
    copy("other-input", "model.onnx");
    assert!(refused().contains("“pixel_values”"), "{}", refused());
    copy("labels", "model.onnx");
    assert!(refused().contains("config.json doesn't say"), "{}", refused());
    fs::write(at("config.json"), "[").unwrap();
    assert!(refused().contains("config.json can't be read"), "{}", refused());
    fs::remove_file(at("config.json")).unwrap();
    // A file of that length takes no room on disk.
    fs::File::create(at("model.onnx")).unwrap().set_len(LARGEST + 1).unwrap();
    assert!(refused().contains("2001 MB, and 2000 MB are the most"), "{}", refused());
    // A model of one text at a time gives vectors, and no verdict.
    copy("score", "model.onnx");
    let tokenizer = fs::read_to_string(at("tokenizer.json")).unwrap();
    let pair = tokenizer.find("\"pair\"").unwrap();
    let (before, after) = tokenizer.split_at(pair);
    let one = after.replacen("{\"Sequence\": {\"id\": \"B\", \"type_id\": 1}}, ", "", 1);
    fs::write(at("tokenizer.json"), format!("{before}{one}")).unwrap();
    let error = refused();
    assert!(error.contains("tokenizer"), "{error}");
    copy("score", "tokenizer.json");
    Verifier::load(folder.path(), &runtime()).unwrap();
}

#[test]
fn a_verifier_that_rests_gives_its_memory_back_and_goes_on_when_it_is_needed() {
    let verifier = load("labels");
    let ask = || verifier.support("Two per cent.", PASSAGE).unwrap();
    let before = ask();
    verifier.rest(Duration::from_secs(3600));
    assert!(verifier.is_awake(), "it was used a moment ago");
    verifier.rest(Duration::ZERO);
    assert!(!verifier.is_awake());
    assert_eq!(ask(), before);
    assert!(verifier.is_awake());
}
