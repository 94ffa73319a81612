//! Sentences of the crates in German.

use index::{Notice, Why};
use language::{Language, speaking};
use notes::NotePath;

// B80
#[test]
fn errors_notices_and_reasons_are_german_in_german() {
    let check = |say: &dyn Fn() -> String, english: &str, german: &str| {
        assert_eq!(say(), english);
        assert_eq!(speaking(Language::German, say), german);
    };
    let bread = || NotePath::new("Brot.md").unwrap();
    check(
        &|| notes::Error::NotFound(bread()).to_string(),
        "Brot.md isn't in the vault (any more)",
        "Brot.md ist nicht (mehr) im Vault",
    );
    check(
        &|| engine::download::Error::Busy { file: "a.gguf".to_owned() }.to_string(),
        "a.gguf is already being downloaded in another window or terminal of Marginalia.",
        "a.gguf wird schon in einem anderen Fenster oder Terminal von Marginalia heruntergeladen.",
    );
    check(
        &|| Notice::PartlyEmbedded { embedded: 2, passages: 9 }.to_string(),
        "2 of 9 passages can be found by meaning so far, the others by words only.",
        "2 von 9 Textstellen sind bisher nach Bedeutung zu finden, die anderen nur nach Wörtern.",
    );
    let words = ["Roggen", "Salz", "Teig"].map(str::to_owned).to_vec();
    let why = Why { matched: words, ..Why::default() };
    check(&|| why.sentence(), "Mentions Roggen, Salz and Teig", "Nennt Roggen, Salz und Teig");
    check(&|| turn::NO_SUPPORT.to_string(), "No note supports this.", "Keine Notiz belegt das.");
    let mut settings = conversation::Settings::default();
    settings.chat.temperature = Some(3.0);
    check(
        &|| settings.check().unwrap_err().to_string(),
        "The temperature must be a number from 0 to 2.",
        "Die Temperatur muss eine Zahl von 0 bis 2 sein.",
    );
}

/// A sentence stored in one language is recognised in another.
#[test]
fn an_answer_without_a_note_is_one_in_every_language() {
    let kept = speaking(Language::German, || turn::NO_SUPPORT.to_string());
    assert!(turn::NO_SUPPORT.is(&kept));
    assert_ne!(turn::NO_SUPPORT.text(), kept);
}
