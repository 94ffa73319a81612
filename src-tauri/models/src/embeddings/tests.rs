use std::path::Path;

use base64::{Engine, prelude::BASE64_STANDARD};
use serde::Deserialize;

use super::{Embedder, Languages, LocalEmbedder, LocalModel, Purpose, Resources};
use conversation::model::Code;

fn resources() -> Resources {
    Resources::under(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../resources"))
}

/// A text with its vector by the same weights in 32 bits; made by the scripts in `scripts/embedding`.
#[derive(Deserialize)]
struct Reference {
    text: String,
    vector: String,
}

impl Reference {
    fn all(json: &str) -> Vec<Self> {
        serde_json::from_str(json).unwrap()
    }

    fn vector(&self) -> Vec<f32> {
        let bytes = BASE64_STANDARD.decode(&self.vector).unwrap_or_default();
        bytes.chunks_exact(4).map(|b| f32::from_le_bytes([b[0], b[1], b[2], b[3]])).collect()
    }
}

fn cosine(a: &[f32], b: &[f32]) -> f32 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

const MODELS: [LocalModel; 2] = [LocalModel::Multilingual, LocalModel::English];

#[test]
fn vectors_of_few_bits_are_near_those_of_thirty_two() {
    for (model, json, least) in [
        (LocalModel::English, include_str!("reference.json"), 0.97),
        (LocalModel::Multilingual, include_str!("multilingual.json"), 0.98),
    ] {
        let embedder = LocalEmbedder::load(model, &resources()).unwrap();
        let references = Reference::all(json);
        let texts: Vec<&str> = references.iter().map(|reference| &*reference.text).collect();
        let together = embedder.embed(&texts, Purpose::Passage).unwrap();
        let mut sum = 0.0;
        for (reference, vector) in references.iter().zip(&together) {
            assert_eq!(vector.len(), embedder.model().dimensions);
            assert!((cosine(vector, vector) - 1.0).abs() < 1e-3, "{}", reference.text);
            let alike = cosine(vector, &reference.vector());
            println!("{alike:.4} {:.40}", reference.text);
            assert!(alike > least, "{alike}: {}", reference.text);
            sum += alike;
        }
        let mean = sum / references.len() as f32;
        println!("{model:?}: mean {mean}");
        assert!(mean >= 0.99, "{mean}");
        // A text's vector doesn't depend on its batch.
        for (text, in_batch) in texts.iter().zip(&together) {
            assert_eq!(embedder.embed(&[text], Purpose::Passage).unwrap()[0], *in_batch, "{text}");
        }
        assert!(embedder.embed(&[], Purpose::Query).unwrap().is_empty());
        assert_eq!(embedder.embed(&["", "   "], Purpose::Passage).unwrap().len(), 2);
    }
}

/// The last words of a text count, however long it is in the model's tokens.
#[test]
fn no_tail_of_a_passage_goes_unembedded() {
    for model in MODELS {
        let embedder = LocalEmbedder::load(model, &resources()).unwrap();
        for tokens in [300, 505, 512, 520, 1000, 5000] {
            let filler = "The bill is due on Friday. ".repeat(tokens / 7);
            let with = |tail: &str| format!("{filler}{tail}");
            let texts = [
                with("A gummy crumb comes from cutting bread too soon."),
                with("The bill is due."),
            ];
            let [bread, bill] = &embedder
                .embed(&texts.each_ref().map(String::as_str), Purpose::Passage)
                .unwrap()[..]
            else {
                panic!()
            };
            let question = &embedder.embed(&["Why is my bread gummy?"], Purpose::Query).unwrap()[0];
            assert!(cosine(question, bread) > cosine(question, bill), "{model:?} {tokens}");
            assert!((cosine(bread, bread) - 1.0).abs() < 1e-3);
        }
    }
}

#[test]
fn it_can_be_loaded_again_beside_itself_and_after() {
    let first = LocalEmbedder::load(LocalModel::English, &resources()).unwrap();
    let vector = first.embed(&["bread"], Purpose::Query).unwrap();
    let second = LocalEmbedder::load(LocalModel::English, &resources()).unwrap();
    assert_eq!(second.embed(&["bread"], Purpose::Passage).unwrap(), vector);
    drop((first, second));
    let third = LocalEmbedder::load(LocalModel::English, &resources()).unwrap();
    assert_eq!(third.embed(&["bread"], Purpose::Query).unwrap(), vector);
}

/// Versions after 1.27 report to their maker over the network as soon as they start.
#[test]
fn the_runtime_has_no_address_for_telemetry() {
    let library = std::fs::read(resources().runtime).unwrap();
    for address in [&b"events.data.microsoft.com"[..], b"OneCollector"] {
        assert!(!library.windows(address.len()).any(|bytes| bytes == address));
    }
}

#[test]
fn near_in_meaning_is_near() {
    let embedder = LocalEmbedder::load(LocalModel::English, &resources()).unwrap();
    let multilingual = LocalEmbedder::load(LocalModel::Multilingual, &resources()).unwrap();
    for (question, near, far) in [
        (
            "How much salt goes into the dough?",
            "In den Teig kommen zwei Prozent Salz.",
            "Die Rechnung ist am Freitag fällig.",
        ),
        (
            "面团需要多少盐？",
            "La masa lleva un dos por ciento de sal.",
            "La factura vence el viernes.",
        ),
        (
            "Когда нужно оплатить счёт?",
            "The bill is due on Friday.",
            "The dough takes two per cent of salt.",
        ),
    ] {
        let question = &multilingual.embed(&[question], Purpose::Query).unwrap()[0];
        let notes = multilingual.embed(&[near, far], Purpose::Passage).unwrap();
        let (near_by, far_off) = (cosine(question, &notes[0]), cosine(question, &notes[1]));
        assert!(near_by > far_off + 0.1, "{near}: {near_by} {far_off}");
    }
    for (question, near, far) in [
        (
            "Why is my bread sticky inside?",
            "A gummy crumb comes from cutting too soon.",
            "The bill is due on Friday.",
        ),
        ("doctor", "physician", "bicycle"),
        (
            "How do I undo a commit?",
            "git revert makes a change that takes another back.",
            "The crust should sing when it cools.",
        ),
    ] {
        let vectors = embedder.embed(&[question, near, far], Purpose::Passage).unwrap();
        let (near_by, far_off) =
            (cosine(&vectors[0], &vectors[1]), cosine(&vectors[0], &vectors[2]));
        assert!(near_by > far_off + 0.1, "{question}: {near_by} {far_off}");
    }
}

#[test]
fn the_error_names_a_missing_or_damaged_model_file() {
    let folder = std::env::temp_dir().join(format!("marginalia-embed-{}", std::process::id()));
    std::fs::create_dir_all(folder.join("embedding")).unwrap();
    let error = LocalEmbedder::load(LocalModel::English, &Resources::under(&folder)).unwrap_err();
    assert_eq!(error.code, Code::BadSetting);
    assert!(error.message.contains("all-MiniLM-L6-v2-int8.onnx"), "{error}");
    std::fs::write(folder.join("embedding/all-MiniLM-L6-v2-int8.onnx"), "half a file").unwrap();
    let error = LocalEmbedder::load(LocalModel::English, &Resources::under(&folder)).unwrap_err();
    assert!(error.message.contains("it isn't the expected file"), "{error}");

    let mut resources = resources();
    resources.runtime = folder.join("none.so");
    let error = LocalEmbedder::load(LocalModel::English, &resources).unwrap_err();
    assert!(error.message.contains("none.so"), "{error}");
    // A file that is no library must not end the program.
    std::fs::write(folder.join("text.so"), "not a library").unwrap();
    resources.runtime = folder.join("text.so");
    assert!(LocalEmbedder::load(LocalModel::English, &resources).is_err());
    std::fs::remove_dir_all(&folder).unwrap();
}

/// Even a working library is refused if one byte differs.
#[test]
fn only_the_runtime_that_was_pinned_is_loaded() {
    let right = resources().runtime;
    crate::onnx::check_runtime(&right).unwrap();
    let mut bytes = std::fs::read(&right).unwrap();
    let last = bytes.len() - 1;
    bytes[last] ^= 1;
    let folder = std::env::temp_dir().join(format!("marginalia-runtime-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let other = folder.join("other.so");
    std::fs::write(&other, bytes).unwrap();
    let error = crate::onnx::check_runtime(&other).unwrap_err();
    assert_eq!(error, "it isn't the expected file");
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_model_that_rests_gives_its_memory_back_and_goes_on_when_it_is_needed() {
    use std::time::Duration;
    for model in MODELS {
        let embedder = LocalEmbedder::load(model, &resources()).unwrap();
        assert_eq!(embedder.held(), (0, false), "nothing is loaded before it is needed");
        let embed = |purpose| embedder.embed(&["A note about bread."], purpose).unwrap();
        let before = (embed(Purpose::Query), embed(Purpose::Passage));
        assert_eq!(embedder.held(), (2, true));
        embedder.free_if_idle(Duration::from_secs(3600));
        assert_eq!(embedder.held(), (2, true), "it was used a moment ago");
        embedder.free_if_idle(Duration::ZERO);
        assert_eq!(embedder.held(), (0, false));
        assert_eq!((embed(Purpose::Query), embed(Purpose::Passage)), before);
    }
}

#[test]
fn words_have_vectors_of_their_own() {
    let embedder = LocalEmbedder::load(LocalModel::English, &resources()).unwrap();
    let other = LocalEmbedder::load(LocalModel::Multilingual, &resources()).unwrap();
    assert_eq!(other.embed_words("a bank").unwrap(), embedder.embed_words("a bank").unwrap());
    assert_eq!(other.word_languages(), Languages::English);
    let vectors = |text: &str| embedder.embed_words(text).unwrap().unwrap();
    let text = "Größe and bank";
    let found = vectors(text);
    let whole = embedder.embed(&[text], Purpose::Query).unwrap();
    assert!(cosine(&found.text, &whole[0]) > 0.999);
    // A word may have several pieces, which together cover it.
    let pieces: String = found.words.iter().map(|(range, _)| &text[range.clone()]).collect();
    assert_eq!(pieces, text.replace(' ', ""));
    assert!(found.words.iter().all(|(_, vector)| (cosine(vector, vector) - 1.0).abs() < 1e-3));
    // A word's meaning depends on its context.
    let last = |text: &str| vectors(text).words.pop().unwrap().1;
    let (river, money) =
        (last("They fished from the river bank"), last("He took a loan at the bank"));
    let credit = last("She has an account at the bank");
    assert!(cosine(&money, &credit) > cosine(&river, &credit) + 0.1);
    assert!(vectors("").words.is_empty());
}
