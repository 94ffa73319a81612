//! The tokenizer of the multilingual model: XLM-R's quarter of a million pieces of words in 7 MB of memory. The crate
//! `tokenizers` has a tree with a hash map at every node, which takes 280 MB for them.

#[cfg(test)]
mod tests;

use std::{
    collections::HashMap,
    path::{Path, PathBuf},
};

use tokenizers::{
    AddedToken, Model, Result, Token, TokenizerBuilder, TokenizerImpl,
    decoders::metaspace::Metaspace,
    models::unigram::UnigramTrainer,
    normalizers::{NFKC, NormalizerWrapper, Sequence as Steps, unicode::Nmt},
    pre_tokenizers::{
        PreTokenizerWrapper, metaspace::PrependScheme, sequence::Sequence,
        whitespace::WhitespaceSplit,
    },
    processors::template::TemplateProcessing,
};

/// Difference between the rarest piece's score and an unknown character's, as in SentencePiece.
const UNKNOWN: f32 = 10.0;

/// The pieces, sorted by their bytes.
pub(super) struct Pieces {
    /// Where each piece begins in `text`, and the end of the last.
    starts: Vec<u32>,
    ids: Vec<u32>,
    /// Logarithms of the pieces' probabilities.
    scores: Vec<f32>,
    text: Vec<u8>,
    unknown: u32,
    unknown_score: f32,
    /// For each byte, the index of the first piece that begins with this byte or a higher one.
    first: Vec<usize>,
}

impl Pieces {
    /// Reads the file that `scripts/embedding/multilingual.mjs` writes, little-endian: the number of pieces and the
    /// unknown piece's id, then starts, ids, scores and bytes. `None` if it has another form.
    pub(super) fn read(file: &[u8]) -> Option<Self> {
        let (head, rest) = file.split_at_checked(8)?;
        let [count, unknown] = numbers(head).collect::<Vec<_>>().try_into().ok()?;
        let count = usize::try_from(count).ok()?;
        let (starts, rest) = rest.split_at_checked(4 * (count + 1))?;
        let (ids, rest) = rest.split_at_checked(4 * count)?;
        let (scores, text) = rest.split_at_checked(4 * count)?;
        let starts: Vec<u32> = numbers(starts).collect();
        if !starts.is_sorted() || starts.last().map(|end| *end as usize) != Some(text.len()) {
            return None;
        }
        let scores: Vec<f32> = numbers(scores).map(f32::from_bits).collect();
        let least = scores.iter().copied().fold(f32::INFINITY, f32::min);
        let mut pieces = Self {
            starts,
            ids: numbers(ids).collect(),
            scores,
            text: text.to_vec(),
            unknown,
            unknown_score: least - UNKNOWN,
            first: Vec::new(),
        };
        let begins_before =
            |piece: &[u8], byte| piece.first().is_none_or(|it| usize::from(*it) < byte);
        pieces.first = (0..=256)
            .map(|byte| pieces.partition(0, count, |piece| begins_before(piece, byte)))
            .collect();
        Some(pieces)
    }

    fn piece(&self, place: usize) -> &[u8] {
        &self.text[self.starts[place] as usize..self.starts[place + 1] as usize]
    }

    /// The first place in `low..high` whose piece isn't `before`.
    fn partition(&self, mut low: usize, mut high: usize, before: impl Fn(&[u8]) -> bool) -> usize {
        while low < high {
            let middle = usize::midpoint(low, high);
            if before(self.piece(middle)) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        low
    }

    /// Calls `found` with the place and the length of each piece that is a prefix of `text`.
    fn prefixes(&self, text: &[u8], mut found: impl FnMut(usize, usize)) {
        let Some(first) = text.first().map(|byte| usize::from(*byte)) else { return };
        let (mut low, mut high) = (self.first[first], self.first[first + 1]);
        for (depth, byte) in text.iter().enumerate() {
            if depth > 0 {
                let at = |piece: &[u8]| piece.get(depth).copied();
                low = self.partition(low, high, |piece| at(piece).is_none_or(|it| it < *byte));
                high = self.partition(low, high, |piece| at(piece).is_none_or(|it| it <= *byte));
            }
            if low == high {
                return;
            }
            // Pieces are sorted: the shortest with this prefix is the first.
            if self.piece(low).len() == depth + 1 {
                found(low, depth + 1);
            }
        }
    }
}

fn numbers(bytes: &[u8]) -> impl Iterator<Item = u32> + '_ {
    bytes.chunks_exact(4).map(|it| u32::from_le_bytes([it[0], it[1], it[2], it[3]]))
}

/// The most probable pieces of a text up to an offset: the last of them, and the score of all.
#[derive(Clone, Copy)]
struct Step {
    score: f32,
    /// Where its last piece begins.
    from: usize,
    id: u32,
}

impl Model for Pieces {
    type Trainer = UnigramTrainer;

    /// The most probable pieces of `text` (Viterbi's algorithm).
    fn tokenize(&self, text: &str) -> Result<Vec<Token>> {
        let mut best =
            vec![Step { score: f32::NEG_INFINITY, from: 0, id: self.unknown }; text.len() + 1];
        best[0].score = 0.0;
        for (at, char) in text.char_indices() {
            let here = best[at].score;
            let mut offer = |length: usize, score: f32, id| {
                let there = &mut best[at + length];
                if here + score > there.score {
                    *there = Step { score: here + score, from: at, id };
                }
            };
            let mut is_piece = false;
            self.prefixes(&text.as_bytes()[at..], |place, length| {
                is_piece |= length == char.len_utf8();
                offer(length, self.scores[place], self.ids[place]);
            });
            if !is_piece {
                offer(char.len_utf8(), self.unknown_score, self.unknown);
            }
        }
        let mut tokens: Vec<Token> = Vec::new();
        let mut end = text.len();
        while end > 0 {
            let Step { from, id, .. } = best[end];
            match tokens.last_mut() {
                // Unknown characters in a row are one token.
                Some(last) if id == self.unknown && last.id == id => {
                    last.offsets.0 = from;
                    last.value.insert_str(0, &text[from..end]);
                }
                _ => tokens.push(Token::new(id, text[from..end].to_owned(), (from, end))),
            }
            end = from;
        }
        tokens.reverse();
        Ok(tokens)
    }

    fn token_to_id(&self, token: &str) -> Option<u32> {
        let place = self.partition(0, self.ids.len(), |piece| piece < token.as_bytes());
        let is_there = place < self.ids.len() && self.piece(place) == token.as_bytes();
        is_there.then(|| self.ids[place])
    }

    fn id_to_token(&self, id: u32) -> Option<String> {
        let place = self.ids.iter().position(|other| *other == id)?;
        String::from_utf8(self.piece(place).to_vec()).ok()
    }

    fn get_vocab(&self) -> HashMap<String, u32> {
        let text = |place| String::from_utf8_lossy(self.piece(place)).into_owned();
        self.ids.iter().enumerate().map(|(place, id)| (text(place), *id)).collect()
    }

    fn get_vocab_size(&self) -> usize {
        self.ids.len()
    }

    fn save(&self, _: &Path, _: Option<&str>) -> Result<Vec<PathBuf>> {
        Err("the pieces are made by a script".into())
    }

    fn get_trainer(&self) -> Self::Trainer {
        UnigramTrainer::default()
    }
}

pub(super) type PieceTokenizer =
    TokenizerImpl<Pieces, NormalizerWrapper, PreTokenizerWrapper, TemplateProcessing, Metaspace>;

/// XLM-R's tokenizer. `Nmt` and `NFKC` equal its normalisation but for U+FF5E and characters newer than Unicode 8, and
/// join letters with the accents that follow them, as macOS writes file names.
pub(super) fn tokenizer(pieces: Pieces) -> Result<PieceTokenizer> {
    let space = Metaspace::new('▁', PrependScheme::Always, true);
    let ends = TemplateProcessing::builder()
        .try_single("<s> $A </s>")?
        .special_tokens(vec![("<s>", 0), ("</s>", 2)])
        .build()?;
    let mut made: PieceTokenizer = TokenizerBuilder::new()
        .with_model(pieces)
        .with_normalizer(Some(Steps::new(vec![Nmt.into(), NFKC.into()]).into()))
        .with_pre_tokenizer(Some(
            Sequence::new(vec![WhitespaceSplit.into(), space.clone().into()]).into(),
        ))
        .with_post_processor(Some(ends))
        .with_decoder(Some(space))
        .build()?;
    let special = ["<s>", "<pad>", "</s>", "<unk>", "<mask>"];
    made.add_special_tokens(special.map(|token| AddedToken::from(token, true)))?;
    Ok(made)
}
