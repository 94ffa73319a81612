//! Reads the header of a `.gguf` file before anything is loaded.
//!
//! Anyone may have written the file, so every length is checked against a limit and the file's own length, and
//! nothing large is stored.

#[cfg(test)]
mod tests;

use std::{
    fs::File,
    io::{BufReader, ErrorKind, Read},
    path::Path,
};

use crate::{
    protocol::{Failure, FailureKind},
    sentences,
};

/// Maximum tensors, and maximum entries of the header.
const MOST_ENTRIES: u64 = 65_536;

/// Maximum bytes of a stored text; templates have up to some 50 kB.
const LONGEST_TEXT: u64 = 1024 * 1024;

/// Maximum items of a stored list of numbers, which has one for each layer.
const MOST_ITEMS: u64 = 4096;

const VERSION: u32 = 3;

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Header {
    pub architecture: String,
    pub name: Option<String>,
    /// Number of weights in words, e.g. `1.5B`.
    pub size_label: Option<String>,
    pub weights: u64,
    /// Context that the model was trained for, in tokens.
    pub trained_window: Option<u32>,
    pub chat_template: Option<String>,
    pub bytes_per_token: u64,
    pub file_bytes: u64,
    pub is_part: bool,
}

impl Header {
    /// # Errors
    /// [`FailureKind::File`] with a sentence if the file is unreadable, no model, incomplete or too new.
    pub fn read(file: &Path) -> Result<Self, Failure> {
        let failure = |sentence| Failure::new(FailureKind::File, sentence);
        let unreadable = |error: std::io::Error| failure(sentences::file_unreadable(file, &error));
        // Checked before opening: opening a pipe waits for its writer.
        if !std::fs::metadata(file).map_err(unreadable)?.is_file() {
            return Err(failure(sentences::not_a_model(file)));
        }
        let opened = File::open(file).map_err(unreadable)?;
        let length = opened.metadata().map_err(unreadable)?.len();
        let mut reader = Reader { input: BufReader::new(opened), left: length };
        parse(&mut reader, length).map_err(|fault| match fault {
            Fault::NotAModel => failure(sentences::not_a_model(file)),
            Fault::TooNew => failure(sentences::model_too_new(file, "")),
            Fault::Damaged => failure(sentences::model_damaged(file)),
            Fault::Unreadable(error) => unreadable(error),
        })
    }

    /// Guesses from the template without running it.
    pub fn knows_tools(&self) -> bool {
        self.chat_template.as_ref().is_some_and(|template| template.contains("tools"))
    }

    /// True if the model thinks before it answers and this can't be turned off.
    pub fn always_thinks(&self) -> bool {
        self.chat_template.as_ref().is_some_and(|template| {
            template.contains("<think>") && !template.contains("enable_thinking")
        })
    }
}

#[derive(Debug)]
enum Fault {
    NotAModel,
    TooNew,
    Damaged,
    Unreadable(std::io::Error),
}

impl From<std::io::Error> for Fault {
    fn from(error: std::io::Error) -> Self {
        match error.kind() {
            ErrorKind::UnexpectedEof => Self::Damaged,
            _ => Self::Unreadable(error),
        }
    }
}

#[derive(Debug)]
enum Value {
    Number(u64),
    Text(String),
    Numbers(Vec<u64>),
    Other,
}

struct Reader<R> {
    input: R,
    left: u64,
}

impl<R: Read> Reader<R> {
    fn take<const N: usize>(&mut self) -> Result<[u8; N], Fault> {
        let mut bytes = [0; N];
        self.left = self.left.checked_sub(N as u64).ok_or(Fault::Damaged)?;
        self.input.read_exact(&mut bytes)?;
        Ok(bytes)
    }

    fn u32(&mut self) -> Result<u32, Fault> {
        Ok(u32::from_le_bytes(self.take()?))
    }

    fn u64(&mut self) -> Result<u64, Fault> {
        Ok(u64::from_le_bytes(self.take()?))
    }

    fn skip(&mut self, bytes: u64) -> Result<(), Fault> {
        self.left = self.left.checked_sub(bytes).ok_or(Fault::Damaged)?;
        let skipped = std::io::copy(&mut (&mut self.input).take(bytes), &mut std::io::sink())?;
        if skipped == bytes { Ok(()) } else { Err(Fault::Damaged) }
    }

    fn text(&mut self) -> Result<Option<String>, Fault> {
        let length = self.u64()?;
        if length > LONGEST_TEXT {
            self.skip(length)?;
            return Ok(None);
        }
        self.left = self.left.checked_sub(length).ok_or(Fault::Damaged)?;
        let mut bytes = Vec::new();
        let read = (&mut self.input).take(length).read_to_end(&mut bytes)?;
        if read as u64 != length {
            return Err(Fault::Damaged);
        }
        Ok(Some(String::from_utf8_lossy(&bytes).into_owned()))
    }

    fn value(&mut self, kind: u32) -> Result<Value, Fault> {
        Ok(match kind {
            0 => Value::Number(self.take::<1>()?[0].into()),
            1 | 7 => Value::Number(self.take::<1>()?[0].into()),
            2 | 3 => Value::Number(u16::from_le_bytes(self.take()?).into()),
            4 | 5 => Value::Number(self.u32()?.into()),
            10 | 11 => Value::Number(self.u64()?),
            6 => {
                self.skip(4)?;
                Value::Other
            }
            12 => {
                self.skip(8)?;
                Value::Other
            }
            8 => self.text()?.map_or(Value::Other, Value::Text),
            9 => self.list()?,
            _ => return Err(Fault::TooNew),
        })
    }

    fn list(&mut self) -> Result<Value, Fault> {
        let kind = self.u32()?;
        let count = self.u64()?;
        let fixed = match kind {
            0 | 1 | 7 => 1,
            2 | 3 => 2,
            4..=6 => 4,
            10..=12 => 8,
            8 => {
                for _ in 0..count {
                    let length = self.u64()?;
                    self.skip(length)?;
                }
                return Ok(Value::Other);
            }
            // No known file has a list of lists.
            _ => return Err(Fault::TooNew),
        };
        if count > MOST_ITEMS || matches!(kind, 6 | 12) {
            self.skip(count.checked_mul(fixed).ok_or(Fault::Damaged)?)?;
            return Ok(Value::Other);
        }
        let mut numbers = Vec::new();
        for _ in 0..count {
            if let Value::Number(number) = self.value(kind)? {
                numbers.push(number);
            }
        }
        Ok(Value::Numbers(numbers))
    }
}

fn parse<R: Read>(reader: &mut Reader<R>, length: u64) -> Result<Header, Fault> {
    let magic = reader.take::<4>().map_err(|_| Fault::NotAModel)?;
    if magic != *b"GGUF" {
        return Err(Fault::NotAModel);
    }
    match reader.u32()? {
        2..=VERSION => {}
        // From before the format was settled; nobody has written them since 2023.
        0 | 1 => return Err(Fault::NotAModel),
        _ => return Err(Fault::TooNew),
    }
    let tensors = reader.u64()?;
    let entries = reader.u64()?;
    if tensors > MOST_ENTRIES || entries > MOST_ENTRIES {
        return Err(Fault::Damaged);
    }
    let mut shape = Shape::default();
    let mut header = Header { file_bytes: length, ..Header::default() };
    let mut alignment = 32;
    for _ in 0..entries {
        let key = reader.text()?.ok_or(Fault::Damaged)?;
        let kind = reader.u32()?;
        let value = reader.value(kind)?;
        match (key.as_str(), value) {
            ("general.architecture", Value::Text(text)) => header.architecture = text,
            ("general.name", Value::Text(text)) => header.name = Some(text),
            ("general.size_label", Value::Text(text)) => header.size_label = Some(text),
            ("general.alignment", Value::Number(number)) => alignment = number.max(1),
            ("tokenizer.chat_template", Value::Text(text)) => header.chat_template = Some(text),
            ("split.count", Value::Number(count)) => header.is_part = count > 1,
            (key, value) => shape.entry(key, &header.architecture, value),
        }
    }
    header.trained_window = shape.window.and_then(|window| u32::try_from(window).ok());
    header.bytes_per_token = shape.bytes_per_token();
    // The tensors' positions reveal a missing end.
    let mut last = 0;
    for _ in 0..tensors {
        reader.text()?;
        let dimensions = reader.u32()?;
        let mut weights = 1_u64;
        for _ in 0..dimensions {
            weights = weights.saturating_mul(reader.u64()?);
        }
        header.weights = header.weights.saturating_add(weights);
        reader.u32()?;
        last = last.max(reader.u64()?);
    }
    let data = (length - reader.left).checked_next_multiple_of(alignment);
    let begins = data.and_then(|data| data.checked_add(last)).ok_or(Fault::Damaged)?;
    if tensors > 0 && begins >= length {
        return Err(Fault::Damaged);
    }
    Ok(header)
}

#[derive(Debug, Default)]
struct Shape {
    window: Option<u64>,
    layers: u64,
    width: u64,
    heads: u64,
    /// Number of heads that store keys and values: one number for all layers, or one for each layer.
    kv_heads: Option<Vec<u64>>,
    key: Option<u64>,
    value: Option<u64>,
    /// Only every `interval`th layer stores keys and values.
    interval: u64,
}

impl Shape {
    fn entry(&mut self, key: &str, architecture: &str, value: Value) {
        let Some(key) = key.strip_prefix(architecture).and_then(|key| key.strip_prefix('.')) else {
            return;
        };
        match (key, value) {
            ("context_length", Value::Number(n)) => self.window = Some(n),
            ("block_count", Value::Number(n)) => self.layers = n,
            ("embedding_length", Value::Number(n)) => self.width = n,
            ("attention.head_count", Value::Number(n)) => self.heads = n,
            ("attention.head_count", Value::Numbers(all)) => {
                self.heads = all.into_iter().max().unwrap_or(0);
            }
            ("attention.head_count_kv", Value::Number(n)) => self.kv_heads = Some(vec![n]),
            ("attention.head_count_kv", Value::Numbers(all)) => self.kv_heads = Some(all),
            ("attention.key_length", Value::Number(n)) => self.key = Some(n),
            ("attention.value_length", Value::Number(n)) => self.value = Some(n),
            ("full_attention_interval", Value::Number(n)) => self.interval = n,
            _ => {}
        }
    }

    /// Two bytes for each number of a token's keys and values.
    fn bytes_per_token(&self) -> u64 {
        let head = self.width.checked_div(self.heads).unwrap_or(0);
        let length =
            self.key.unwrap_or(head).saturating_add(self.value.unwrap_or(head)).saturating_mul(2);
        let heads = match self.kv_heads.as_deref() {
            Some([one]) => one.saturating_mul(self.layers),
            Some(each) => each.iter().copied().fold(0, u64::saturating_add),
            None => self.heads.saturating_mul(self.layers),
        };
        heads.saturating_mul(length) / self.interval.max(1)
    }
}
