use std::{
    collections::BTreeSet,
    sync::atomic::{AtomicBool, Ordering},
};

use conversation::{AttachmentId, FilePart, PartUnit, PlacedPart};
use models::{Embedder, EmbeddingModel, Languages, Purpose};

use super::*;

fn cut(text: FileText, extent: FileExtent) -> CutFile {
    let file = Attachment {
        id: AttachmentId::new(),
        name: "list.pdf".to_owned(),
        bytes: 1,
        tokens: Tokens(1),
        hash: ContentHash::of(&text.text),
        image: None,
        extent,
    };
    CutFile::new(&WholeNotes::default(), file, &text)
}

fn sections() -> String {
    let section = |name: &str, about: &str| {
        format!("# {name}\n\n{}\n\n", format!("The {about} of this month. ").repeat(70))
    };
    [section("Rent", "rent"), section("Salt", "price of salt"), section("Flour", "price of flour")]
        .concat()
}

fn heads<'a>(texts: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    texts.into_iter().filter_map(|text| text.lines().next()?.strip_prefix("# ")).collect()
}

// B35
#[test]
fn the_passages_that_have_the_words_are_taken_in_their_order() {
    let text = sections();
    let file = cut(FileText::plain(text.clone()), FileExtent::Whole);
    let size = |it: &Reference| it.passage.as_ref().map(|it| it.tokens).unwrap_or_default();
    let best = |question: &str, room| file.best(question, Tokens(room), &size);
    let of = |ranges: &[ByteRange]| -> Vec<&str> {
        heads(ranges.iter().filter_map(|range| text.get(range.start..range.end)))
    };
    assert_eq!(of(&best("How dear is salt?", 10_000)), ["Salt"]);
    assert_eq!(of(&best("the price of salt and rent", 10_000)), ["Rent", "Salt", "Flour"]);
    assert_eq!(of(&best("the price of flour", 700)), ["Flour"]);
    // Without a match, the beginning.
    assert_eq!(of(&best("camels", 700)), ["Rent"]);
    assert!(best("salt", 3).is_empty());
}

// B35, B91
#[test]
fn as_much_of_a_file_goes_along_as_was_chosen() {
    let text = sections();
    let part = FilePart { unit: PartUnit::Page, number: 1, name: None };
    let paged = FileText {
        parts: Some(vec![PlacedPart { start: 0, part }]),
        ..FileText::plain(text.clone())
    };
    let whole = cut(paged.clone(), FileExtent::Whole).attached();
    assert!(whole.len() >= 3 && whole.iter().all(|it| it.attachment.is_some()));
    let pages = whole.iter().filter_map(|it| it.passage.as_ref()?.part.as_ref());
    assert_eq!(pages.count(), whole.len());

    let (start, end) = (text.find("# Salt").unwrap(), text.find("# Flour").unwrap());
    let ranges = vec![ByteRange { start, end }];
    let some = cut(paged.clone(), FileExtent::Passages { ranges }).attached();
    let texts = some.iter().map(|it| it.passage.as_ref().map_or("", |it| &it.text));
    assert_eq!(heads(texts), ["Salt"]);

    let searched = cut(paged, FileExtent::Searched);
    assert!(searched.attached().is_empty());
    let (found, notice) = searched.found("How dear is the salt?", None);
    assert_eq!(notice, None);
    assert!(found.first().is_some_and(|it| it.match_reason.contains("salt")), "{found:?}");
    assert!(searched.found("camels", None).0.is_empty());
}

/// Knows two topics, salt and rent, by two words each; can be unavailable.
#[derive(Debug)]
struct TwoThings(EmbeddingModel, AtomicBool);

impl Embedder for TwoThings {
    fn model(&self) -> &EmbeddingModel {
        &self.0
    }

    fn embed(&self, texts: &[&str], _: Purpose) -> Result<Vec<Vec<f32>>, models::Error> {
        if self.1.load(Ordering::SeqCst) {
            return Err(models::Error::new(models::Code::Refused, "Nobody is there."));
        }
        let has = |text: &str, words: [&str; 2]| words.iter().any(|word| text.contains(word));
        let vector =
            |text: &&str| match (has(text, ["salt", "brine"]), has(text, ["rent", "lodging"])) {
                (true, _) => vec![1.0, 0.0, 0.0],
                (_, true) => vec![0.0, 1.0, 0.0],
                _ => vec![0.0; 3],
            };
        Ok(texts.iter().map(vector).collect())
    }
}

// B35, B91
#[test]
fn a_searched_file_is_found_by_meaning_once_it_was_read() {
    let model = EmbeddingModel {
        id: "two things".to_owned(),
        dimensions: 3,
        max_tokens: 512,
        languages: Languages::English,
    };
    let embedder = Arc::new(TwoThings(model, AtomicBool::new(false)));
    let meaning = FileMeaning { embedder: embedder.clone(), threshold: 0.25 };
    let heads_of = |found: &[Reference]| -> BTreeSet<String> {
        found.iter().filter_map(|it| it.passage.as_ref()?.heading_path.last().cloned()).collect()
    };
    let only = |head: &str| BTreeSet::from([head.to_owned()]);

    let file = cut(FileText::plain(sections()), FileExtent::Searched);
    let (found, notice) = file.found("How much brine?", Some(&meaning));
    assert_eq!((heads_of(&found), notice), (only("Salt"), None));
    assert!(found[0].match_reason.contains("close in meaning"), "{found:?}");
    // Passages found by words and by meaning.
    let (found, _) = file.found("brine or rent", Some(&meaning));
    assert_eq!(heads_of(&found), BTreeSet::from(["Rent".to_owned(), "Salt".to_owned()]));
    assert!(file.found("camels", Some(&meaning)).0.is_empty());

    // If the model is unavailable, words are searched, with a notice.
    embedder.1.store(true, Ordering::SeqCst);
    let (found, notice) = file.found("flour", Some(&meaning));
    assert_eq!(heads_of(&found), only("Flour"));
    assert!(notice.is_some_and(|it| it.contains("Nobody is there")));
    embedder.1.store(false, Ordering::SeqCst);

    // A long file is embedded in the background.
    let long = cut(FileText::plain(sections().repeat(40)), FileExtent::Searched);
    let (found, notice) = long.found("lodging", Some(&meaning));
    assert!(found.is_empty() && notice.is_some_and(|it| it.contains("list.pdf")));
    let found = loop {
        let (found, notice) = long.found("lodging", Some(&meaning));
        if notice.is_none() {
            break found;
        }
        std::thread::sleep(std::time::Duration::from_millis(2));
    };
    assert_eq!((heads_of(&found), found.len()), (only("Rent"), FOUND));
}
