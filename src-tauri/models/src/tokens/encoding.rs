//! The byte-pair encodings of tiktoken, and which models use them.

use tiktoken::CoreBpe;

/// Maximum bytes of a text that is tokenized. At some ten megabytes a second a longer one would be felt,
/// and no window holds as much.
pub const LONGEST_TEXT: usize = 8 * 1024 * 1024;

/// A tokenizer whose tables are part of the app.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Encoding {
    /// GPT-4o and later, and gpt-oss. The default for models with a tokenizer of their own.
    O200k,
    /// GPT-4 and GPT-3.5.
    Cl100k,
    P50k,
    /// GPT-3 and GPT-2.
    R50k,
}

/// Maximum bytes that are tokenized in one piece. It bounds the work on a run
/// without a break: the merge of one run is worse than linear.
const PIECE: usize = 32 * 1024;

/// What a tokenizer counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct RawCount {
    /// How many tokens.
    pub tokens: u32,
    /// Whether the text could be cut without changing the count.
    pub true_to_tokenizer: bool,
}

/// Why a text couldn't be tokenized.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Failure {
    /// Longer than [`LONGEST_TEXT`].
    TooLong,
    /// The tables didn't load.
    Tokenizer,
}

impl Encoding {
    /// All of them, the default first.
    pub const ALL: [Self; 4] = [Self::O200k, Self::Cl100k, Self::P50k, Self::R50k];

    /// The name under which tiktoken knows it.
    pub fn name(self) -> &'static str {
        match self {
            Self::O200k => "o200k_base",
            Self::Cl100k => "cl100k_base",
            Self::P50k => "p50k_base",
            Self::R50k => "r50k_base",
        }
    }

    /// The encoding of that name, with or without `_base`.
    pub fn from_name(name: &str) -> Option<Self> {
        match name.trim().to_ascii_lowercase().as_str() {
            // Harmony differs from o200k in its special tokens only, and those we count as text.
            "o200k_base" | "o200k" | "o200k_harmony" => Some(Self::O200k),
            "cl100k_base" | "cl100k" => Some(Self::Cl100k),
            "p50k_base" | "p50k" | "p50k_edit" => Some(Self::P50k),
            "r50k_base" | "r50k" | "gpt2" => Some(Self::R50k),
            _ => None,
        }
    }

    /// The encoding that a model really uses, or `None` if it has a tokenizer that we don't have.
    ///
    /// Understands the names that servers give: `openai/gpt-4o`, `gpt-oss:20b`,
    /// `unsloth/gpt-oss-20b-GGUF`, `ft:gpt-4o:org::id`, `openrouter/openai/gpt-5`.
    pub fn of_model(model: &str) -> Option<Self> {
        let name = model.trim().to_ascii_lowercase().replace('\\', "/");
        let (vendors, name) = name.rsplit_once('/').unwrap_or(("", &name));
        let name = name.strip_suffix(".gguf").unwrap_or(name);
        // gpt-oss keeps its tokenizer, whoever packs it.
        if name.strip_prefix("openai.").unwrap_or(name).starts_with("gpt-oss") {
            return Some(Self::O200k);
        }
        // Others call their models after OpenAI's: `vicuna/gpt-4-alike` isn't one. Relays put names of
        // their own before the vendor's.
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
        // It knows other makers' models too, under encodings that aren't ours.
        Self::from_name(tiktoken::model_to_encoding(name)?)
    }

    /// The tables, read on first use, which takes some 100 ms.
    ///
    /// They are those of the crate `tiktoken`, which counts several times faster than `tiktoken-rs`
    /// (the bench `tokens` compares them); the tests hold the one to the other's counts and names.
    fn table(self) -> Option<&'static CoreBpe> {
        tiktoken::get_encoding(self.name())
    }

    /// Reads the tables now. Call it off the start path, on a thread that may block.
    pub fn preload(self) {
        self.table();
    }

    /// The number of tokens of `text`, special tokens counted as ordinary text.
    pub(crate) fn count(self, text: &str) -> Result<RawCount, Failure> {
        if text.len() > LONGEST_TEXT {
            return Err(Failure::TooLong);
        }
        self.count_in_pieces(text, PIECE)
    }

    /// Counts `text` in pieces of about `size` bytes.
    pub(super) fn count_in_pieces(self, text: &str, size: usize) -> Result<RawCount, Failure> {
        let table = self.table().ok_or(Failure::Tokenizer)?;
        let mut count = RawCount { tokens: 0, true_to_tokenizer: true };
        let mut rest = text;
        while !rest.is_empty() {
            let (piece, after, clean) = split(rest, size);
            let tokens = u32::try_from(table.count(piece)).map_err(|_| Failure::TooLong)?;
            count.tokens = count.tokens.saturating_add(tokens);
            count.true_to_tokenizer &= clean;
            rest = after;
        }
        Ok(count)
    }
}

/// Cuts off the next piece: the piece, the rest, and whether the cut changes no token.
///
/// No encoding has a token over the end of a line that is followed by a letter or digit, if the
/// line has a last character that isn't white space. Where there is no such line end (a megabyte
/// of base64, or of spaces) the text is cut anywhere, which costs a token or two a piece.
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
