//! Writes the tables of OpenAI's tokenizers as files that a count searches in place, so that no start of the app has
//! to decode and sort 200,000 tokens.

use std::{env, error::Error, fs, path::Path};

use tiktoken_rs::CoreBPE;

#[path = "src/tokens/slots.rs"]
mod slots;

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=src/tokens/slots.rs");
    let folder = env::var("OUT_DIR")?;
    for (name, table) in [
        ("o200k_base", tiktoken_rs::o200k_base_singleton()),
        ("cl100k_base", tiktoken_rs::cl100k_base_singleton()),
        ("p50k_base", tiktoken_rs::p50k_base_singleton()),
        ("r50k_base", tiktoken_rs::r50k_base_singleton()),
    ] {
        write(&Path::new(&folder).join(name), &tokens(table))?;
    }
    Ok(())
}

/// The bytes of each token, in the order of ranks; empty for a rank without a token, or with a special one.
fn tokens(table: &CoreBPE) -> Vec<Vec<u8>> {
    let special = table.special_tokens();
    let is_special = |token: &[u8]| str::from_utf8(token).is_ok_and(|text| special.contains(text));
    let mut tokens: Vec<Vec<u8>> = (0..slots::RANK)
        .map(|rank| table.decode_bytes(&[rank]).unwrap_or_default())
        .map(|token| if is_special(&token) { Vec::new() } else { token })
        .collect();
    while tokens.last().is_some_and(Vec::is_empty) {
        tokens.pop();
    }
    tokens
}

/// Writes all tokens in a row, the place where each begins and the last ends, and a hash table of ranks.
fn write(file: &Path, tokens: &[Vec<u8>]) -> Result<(), Box<dyn Error>> {
    let mut found = vec![0_u32; (tokens.len() * 2).next_power_of_two()];
    let (mut starts, mut bytes) = (vec![0_u32], Vec::<u8>::new());
    for (after, token) in (1..).zip(tokens) {
        if !token.is_empty() {
            let (mut at, tag) = slots::place(token, found.len());
            while found[at] != 0 {
                at = (at + 1) % found.len();
            }
            found[at] = tag | after;
        }
        bytes.extend_from_slice(token);
        starts.push(u32::try_from(bytes.len())?);
    }
    fs::write(file.with_extension("slots"), little_endian(&found))?;
    fs::write(file.with_extension("starts"), little_endian(&starts))?;
    fs::write(file.with_extension("bytes"), bytes)?;
    Ok(())
}

fn little_endian(numbers: &[u32]) -> Vec<u8> {
    numbers.iter().flat_map(|number| number.to_le_bytes()).collect()
}
