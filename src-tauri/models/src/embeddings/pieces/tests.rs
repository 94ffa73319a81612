use std::path::Path;

use proptest::prelude::*;
use serde::Deserialize;
use tokenizers::Model;

use super::*;

/// A text behind the model's prefix, with its tokens by the crate's own tokenizer, which reads `tokenizer.json`.
#[derive(Deserialize)]
struct Reference {
    text: String,
    ids: Vec<u32>,
}

fn file() -> Vec<u8> {
    let folder =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../resources/embedding/multilingual");
    std::fs::read(folder.join("multilingual-e5-small.pieces")).unwrap()
}

fn made() -> PieceTokenizer {
    tokenizer(Pieces::read(&file()).unwrap()).unwrap()
}

#[test]
fn tokens_equal_those_of_the_whole_tokenizer() {
    let tokenizer = made();
    let references: Vec<Reference> =
        serde_json::from_str(include_str!("../multilingual.json")).unwrap();
    for Reference { text, ids } in references {
        let encoding = tokenizer.encode(format!("passage: {text}"), true).unwrap();
        assert_eq!(encoding.get_ids(), ids, "{text}");
    }
}

#[test]
fn a_piece_is_found_by_its_text_and_its_id() {
    let pieces = Pieces::read(&file()).unwrap();
    for text in ["<s>", "</s>", ".", "▁the", "▁die", "的"] {
        let id = pieces.token_to_id(text).unwrap_or_else(|| panic!("{text} isn't a piece"));
        assert_eq!(pieces.id_to_token(id).as_deref(), Some(text));
    }
    assert_eq!(pieces.token_to_id("no such piece"), None);
    assert_eq!(pieces.get_vocab_size(), pieces.get_vocab().len());
}

#[test]
fn a_damaged_file_is_refused() {
    let whole = file();
    for length in [0, 7, 8, 100, whole.len() - 1] {
        assert!(Pieces::read(&whole[..length]).is_none(), "{length}");
    }
    let mut unsorted = whole.clone();
    unsorted[8..12].copy_from_slice(&u32::MAX.to_le_bytes());
    assert!(Pieces::read(&unsorted).is_none());
    assert!(Pieces::read(&u32::MAX.to_le_bytes().repeat(2)).is_none());
}

proptest! {
    /// Every byte of a text is in one token, in order.
    #[test]
    fn tokens_cover_any_text(text in "\\PC{0,60}") {
        thread_local!(static PIECES: Pieces = Pieces::read(&file()).unwrap());
        let tokens = PIECES.with(|pieces| pieces.tokenize(&text)).unwrap();
        let mut end = 0;
        for token in tokens {
            prop_assert_eq!(token.offsets.0, end);
            prop_assert_eq!(&text[token.offsets.0..token.offsets.1], &token.value);
            end = token.offsets.1;
        }
        prop_assert_eq!(end, text.len());
    }
}
