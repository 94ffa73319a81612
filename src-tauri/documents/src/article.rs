//! A web page's main text, without menus and advertisements.

#[cfg(test)]
mod tests;

use dom_smoothie::{Config, Readability};
use encoding_rs::Encoding;
use serde::{Deserialize, Serialize};

use crate::{Refusal, Unit, builder::Builder, html};

/// Maximum elements of a page whose main text is searched for; larger pages are read whole.
const MOST_ELEMENTS: usize = 100_000;

/// Minimum bytes of a main text: a shorter one lost more than menus.
const SHORTEST: usize = 200;

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct WebPage {
    pub charset: Option<String>,
}

pub(crate) fn read(file: &[u8], page: &WebPage, out: &mut Builder<'_>) -> Result<(), Refusal> {
    let named = page.charset.as_deref().and_then(|name| Encoding::for_label(name.as_bytes()));
    let html = match named {
        Some(encoding) => encoding.decode(file).0.into_owned(),
        None => html::decode(file),
    };
    out.part(Unit::Whole, None)?;
    match article(&html) {
        Some((title, content)) => {
            out.title(&title);
            html::write(&content, out)
        }
        None => html::write(&html, out),
    }
}

fn article(html: &str) -> Option<(String, String)> {
    let config = Config { max_elements_to_parse: MOST_ELEMENTS, ..Config::default() };
    let mut page = Readability::new(html, None, Some(config)).ok()?;
    let found = page.parse().ok()?;
    let is_enough = found.text_content.trim().len() >= SHORTEST;
    is_enough.then(|| (found.title, found.content.to_string()))
}
