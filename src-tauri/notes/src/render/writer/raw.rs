//! Raw HTML, on its way to the sanitiser.

use super::{
    super::links::{escape, markdown_image},
    Writer,
};

/// Maximum number of raw HTML tags in a text: sanitising takes time with the square of the depth.
/// Those behind are shown as text.
const MOST_RAW_TAGS: usize = 6_000;

impl Writer<'_> {
    /// Passes raw HTML on, its images as ours.
    pub(super) fn raw_html(&mut self, html: &str) {
        let html = self.prepared.restore(html);
        let html = without_plaintext(html);
        self.raw_tags += html.matches('<').count();
        if self.raw_tags > MOST_RAW_TAGS {
            return escape(&mut self.out, &html);
        }
        let mut rest = html.as_str();
        while let Some((before, tag, after)) = next_image(rest) {
            self.out.push_str(before);
            let value = |name| raw_attribute(tag, name).unwrap_or_default();
            let (alt, width) = (value("alt"), value("width"));
            let label = if width.is_empty() { alt } else { format!("{alt}|{width}") };
            let src = value("src");
            markdown_image(&mut self.out, src.trim(), &label, &value("title"), self.options);
            rest = after;
        }
        self.out.push_str(rest);
    }
}

/// `html` with `<plaintext>` as text: it would make text of everything behind it, what is ours too,
/// and nothing can end it.
fn without_plaintext(html: String) -> String {
    const NAME: &str = "<plaintext";
    let is_tag =
        |at: usize| html.get(at..at + NAME.len()).is_some_and(|tag| tag.eq_ignore_ascii_case(NAME));
    let tags: Vec<usize> =
        html.match_indices('<').map(|(at, _)| at).filter(|at| is_tag(*at)).collect();
    let mut out = html.clone();
    for at in tags.into_iter().rev() {
        out.replace_range(at..=at, "&lt;");
    }
    out
}

/// The first `<img …>` in raw HTML, with what stands before and behind it.
fn next_image(html: &str) -> Option<(&str, &str, &str)> {
    let mut from = 0;
    loop {
        let open = from + html[from..].find('<')?;
        let behind = &html[open + 1..];
        let is_image = behind.get(..3).is_some_and(|name| name.eq_ignore_ascii_case("img"))
            && behind[3..].starts_with(|c: char| c.is_ascii_whitespace() || c == '/');
        if is_image {
            let mut quote = None;
            for (at, c) in behind.char_indices() {
                match (quote, c) {
                    (Some(open), c) if c == open => quote = None,
                    (None, '"' | '\'') => quote = Some(c),
                    (None, '>') => {
                        return Some((&html[..open], &behind[3..at], &behind[at + 1..]));
                    }
                    _ => {}
                }
            }
            return None;
        }
        from = open + 1;
    }
}

/// The value of an attribute, from the inside of a tag.
fn raw_attribute(tag: &str, wanted: &str) -> Option<String> {
    let mut rest = tag;
    loop {
        rest = rest.trim_start_matches(|c: char| c.is_ascii_whitespace() || c == '/');
        let end = rest.find(|c: char| c.is_ascii_whitespace() || matches!(c, '=' | '/'));
        let (name, behind) = rest.split_at(end.unwrap_or(rest.len()));
        let behind = behind.trim_start();
        let (value, after) = match behind.strip_prefix('=').map(str::trim_start) {
            None => ("", behind),
            Some(value) => match value.chars().next() {
                Some(quote @ ('"' | '\'')) => {
                    value[1..].split_once(quote).unwrap_or((&value[1..], ""))
                }
                _ => {
                    let end = value.find(|c: char| c.is_ascii_whitespace());
                    value.split_at(end.unwrap_or(value.len()))
                }
            },
        };
        if name.eq_ignore_ascii_case(wanted) {
            return Some(unescape(value));
        }
        if after.is_empty() || after.len() == rest.len() {
            return None;
        }
        rest = after;
    }
}

/// The entities that are met in addresses and short texts.
fn unescape(value: &str) -> String {
    value.replace("&quot;", "\"").replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
}
