//! The byte-pair encodings of tiktoken, and which models use them.

use std::sync::LazyLock;

use tiktoken_rs::{
    O200K_BASE_PAT_STR,
    tokenizer::{Tokenizer, get_tokenizer},
};

use super::{
    ascii,
    table::{Ranks, Table, ranks},
};

/// Maximum bytes of a tokenized text. At 20 megabytes a second a longer one would be noticeable, and no window
/// holds as much.
pub const LONGEST_TEXT: usize = 8 * 1024 * 1024;

/// How the older encodings cut a text into pieces. `tiktoken-rs` publishes only the pattern of o200k.
const CL100K_PATTERN: &str = concat!(
    r"'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}++|\p{N}{1,3}+|",
    r" ?[^\s\p{L}\p{N}]++[\r\n]*+|\s++$|\s*[\r\n]|\s+(?!\S)|\s",
);
const P50K_PATTERN: &str =
    r"'(?:[sdmt]|ll|ve|re)| ?\p{L}++| ?\p{N}++| ?[^\s\p{L}\p{N}]++|\s++$|\s+(?!\S)|\s";

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Encoding {
    /// GPT-4o and later, and gpt-oss. The default for models with another tokenizer.
    O200k,
    /// GPT-4 and GPT-3.5.
    Cl100k,
    P50k,
    /// GPT-3 and GPT-2.
    R50k,
}

/// Maximum bytes tokenized in one piece. It bounds the work on a run without a break, whose merge is worse than
/// linear.
const PIECE: usize = 32 * 1024;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct RawCount {
    pub tokens: u32,
    /// Cutting the text didn't change the count.
    pub true_to_tokenizer: bool,
}

/// Why a text couldn't be tokenized.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Failure {
    /// Longer than [`LONGEST_TEXT`].
    TooLong,
    /// The tokenizer gave up on it.
    Tokenizer,
}

impl Encoding {
    /// The default first.
    pub const ALL: [Self; 4] = [Self::O200k, Self::Cl100k, Self::P50k, Self::R50k];

    pub fn name(self) -> &'static str {
        match self {
            Self::O200k => "o200k_base",
            Self::Cl100k => "cl100k_base",
            Self::P50k => "p50k_base",
            Self::R50k => "r50k_base",
        }
    }

    /// With or without `_base`.
    pub fn from_name(name: &str) -> Option<Self> {
        match name.trim().to_ascii_lowercase().as_str() {
            // Harmony differs from o200k only in special tokens, which we count as text.
            "o200k_base" | "o200k" | "o200k_harmony" => Some(Self::O200k),
            "cl100k_base" | "cl100k" => Some(Self::Cl100k),
            "p50k_base" | "p50k" | "p50k_edit" => Some(Self::P50k),
            "r50k_base" | "r50k" | "gpt2" => Some(Self::R50k),
            _ => None,
        }
    }

    /// The model's true encoding; `None` if we lack its tokenizer.
    ///
    /// Understands servers' names: `openai/gpt-4o`, `gpt-oss:20b`, `unsloth/gpt-oss-20b-GGUF`, `ft:gpt-4o:org::id`,
    /// `openrouter/openai/gpt-5`.
    pub fn of_model(model: &str) -> Option<Self> {
        let name = model.trim().to_ascii_lowercase().replace('\\', "/");
        let (vendors, name) = name.rsplit_once('/').unwrap_or(("", &name));
        let name = name.strip_suffix(".gguf").unwrap_or(name);
        // gpt-oss has the same tokenizer, whoever packs it.
        if name.strip_prefix("openai.").unwrap_or(name).starts_with("gpt-oss") {
            return Some(Self::O200k);
        }
        // Others name models after OpenAI's, such as `vicuna/gpt-4-alike`. Relays put their own names before the
        // vendor's.
        let is_openai = vendors
            .split('/')
            .any(|vendor| matches!(vendor, "" | "openai" | "azure" | "models" | "openrouter"));
        if !is_openai || name.starts_with("gpt-4-x") {
            return None;
        }
        let name = if name.starts_with("ft:") {
            name
        } else {
            name.split_once([':', '@']).map_or(name, |(bare, _tag)| bare)
        };
        Some(match get_tokenizer(name)? {
            // Harmony differs from o200k in its special tokens only, and those we count as text.
            Tokenizer::O200kBase | Tokenizer::O200kHarmony => Self::O200k,
            Tokenizer::Cl100kBase => Self::Cl100k,
            Tokenizer::P50kBase | Tokenizer::P50kEdit => Self::P50k,
            Tokenizer::R50kBase | Tokenizer::Gpt2 => Self::R50k,
        })
    }

    /// The tokenizer, whose pattern is compiled on first use.
    fn table(self) -> &'static Table {
        static O200K: LazyLock<Table> = LazyLock::new(|| {
            Table::new(ranks!("o200k_base"), O200K_BASE_PAT_STR).with_piece_end(ascii::piece_end)
        });
        static CL100K: LazyLock<Table> =
            LazyLock::new(|| Table::new(ranks!("cl100k_base"), CL100K_PATTERN));
        static P50K: LazyLock<Table> =
            LazyLock::new(|| Table::new(ranks!("p50k_base"), P50K_PATTERN));
        static R50K: LazyLock<Table> =
            LazyLock::new(|| Table::new(ranks!("r50k_base"), P50K_PATTERN));
        match self {
            Self::O200k => &O200K,
            Self::Cl100k => &CL100K,
            Self::P50k => &P50K,
            Self::R50k => &R50K,
        }
    }

    /// Call it off the start path, on a thread that may block.
    pub fn preload(self) {
        self.table();
    }

    /// Counts special tokens as ordinary text.
    pub(crate) fn count(self, text: &str) -> Result<RawCount, Failure> {
        if text.len() > LONGEST_TEXT {
            return Err(Failure::TooLong);
        }
        self.count_in_pieces(text, PIECE)
    }

    pub(super) fn count_in_pieces(self, text: &str, size: usize) -> Result<RawCount, Failure> {
        let table = self.table();
        let mut count = RawCount { tokens: 0, true_to_tokenizer: true };
        let mut rest = text;
        while !rest.is_empty() {
            let (piece, after, clean) = split(rest, size);
            let tokens = table.count(piece).ok_or(Failure::Tokenizer)?;
            let tokens = u32::try_from(tokens).map_err(|_| Failure::TooLong)?;
            count.tokens = count.tokens.saturating_add(tokens);
            count.true_to_tokenizer &= clean;
            rest = after;
        }
        Ok(count)
    }
}

/// Returns the next piece, the rest, and whether the cut changes no token.
///
/// No encoding has a token across a line end between a character that isn't white space and a letter or digit.
/// Without such a line end (a megabyte of base64 or spaces) the text is cut anywhere, which costs a token or two a
/// piece.
fn split(text: &str, size: usize) -> (&str, &str, bool) {
    if text.len() <= size {
        return (text, "", true);
    }
    let mut end = size.max(4);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let bytes = text.as_bytes();
    let clean = (2..=end).rev().find(|&at| {
        bytes[at - 1] == b'\n'
            && bytes[at].is_ascii_alphanumeric()
            && bytes[at - 2].is_ascii_graphic()
    });
    let (piece, rest) = text.split_at(clean.unwrap_or(end));
    (piece, rest, clean.is_some())
}
