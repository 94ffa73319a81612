//! Texts as the models' numbers.

use std::path::Path;

use tokenizers::{Encoding, Tokenizer};

use super::{
    super::pieces,
    errors::{failed, unusable},
    weights::ModelFile,
};
use crate::sentences;
use conversation::model::Error;

pub(super) enum TokenizerFile {
    /// `tokenizer.json`. Its hash isn't checked, because the weights' is.
    Json(&'static str),
    Pieces(ModelFile),
}

pub(super) enum Tokens {
    Json(Box<Tokenizer>),
    Pieces(Box<pieces::PieceTokenizer>),
}

/// The tokens of a text, cut into rows that the model can read.
pub(super) struct Rows(pub(super) Vec<Vec<i64>>);

impl Rows {
    pub(super) fn tokens(&self) -> usize {
        self.0.iter().map(Vec::len).sum()
    }
}

impl TokenizerFile {
    pub(super) fn load(&self, folder: &Path) -> Result<Tokens, Error> {
        match self {
            Self::Json(name) => {
                let file = folder.join(name);
                let mut tokenizer =
                    Tokenizer::from_file(&file).map_err(|error| unusable(&file, error))?;
                // The file pads and truncates to 128; `rows` cuts.
                tokenizer.with_padding(None);
                tokenizer.with_truncation(None).map_err(|error| unusable(&file, error))?;
                Ok(Tokens::Json(Box::new(tokenizer)))
            }
            Self::Pieces(file) => {
                let bytes = file.read(folder)?;
                let path = folder.join(file.name);
                let pieces = pieces::Pieces::read(&bytes)
                    .ok_or_else(|| unusable(&path, sentences::embeddings::NOT_THE_FILE))?;
                let tokenizer =
                    pieces::tokenizer(pieces).map_err(|error| unusable(&path, error))?;
                Ok(Tokens::Pieces(Box::new(tokenizer)))
            }
        }
    }
}

impl Tokens {
    pub(super) fn encode(&self, text: &str) -> Result<Encoding, Error> {
        match self {
            Self::Json(tokenizer) => tokenizer.encode(text, true),
            Self::Pieces(tokenizer) => tokenizer.encode(text, true),
        }
        .map_err(failed)
    }

    fn ids(&self, text: &str) -> Result<Vec<i64>, Error> {
        let encoding = match self {
            Self::Json(tokenizer) => tokenizer.encode_fast(text, true),
            Self::Pieces(tokenizer) => tokenizer.encode_fast(text, true),
        };
        Ok(encoding.map_err(failed)?.get_ids().iter().map(|id| i64::from(*id)).collect())
    }

    /// The tokens of a text behind `prefix`. A text of more than `most` tokens is cut into rows of nearly equal
    /// length, each with the prefix: text after the model's maximum would not be found.
    pub(super) fn rows(&self, prefix: &str, text: &str, most: usize) -> Result<Rows, Error> {
        let whole = self.ids(&format!("{prefix}{text}"))?;
        if whole.len() <= most {
            return Ok(Rows(vec![whole]));
        }
        // The first and the last token mark the beginning and the end.
        let head = self.ids(prefix)?.len() - 1;
        let (body, end) = whole[head..].split_at(whole.len() - head - 1);
        let room = most - head - 1;
        let rows = body.len().div_ceil(room);
        let cut = body.chunks(body.len().div_ceil(rows));
        Ok(Rows(cut.map(|part| [&whole[..head], part, end].concat()).collect()))
    }
}
