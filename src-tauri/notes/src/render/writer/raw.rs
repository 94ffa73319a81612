use super::{
    super::links::{CUT, MAX_PIECE, cut_text, markdown_image},
    Writer,
};

/// Maximum raw tags, because sanitising takes quadratic time with the depth. Later ones are shown as text.
const MOST_RAW_TAGS: usize = 6_000;

/// Maximum bytes and attributes of a raw tag; each attribute is compared with all before it. Larger ones are text.
const LONGEST_TAG: usize = 4096;
const MOST_ATTRIBUTES: usize = 100;

impl Writer<'_> {
    pub(super) fn raw_html(&mut self, html: &str) {
        let html = self.prepared.restore(html);
        self.raw_tags += html.matches('<').count();
        if self.raw_tags > MOST_RAW_TAGS {
            return self.words(&html);
        }
        let mut rest = html.as_str();
        while let Some((before, tag, after)) = next_image(rest) {
            bounded(&mut self.out, before, &mut self.uncut);
            let value = |name| raw_attribute(tag, name).unwrap_or_default();
            let (alt, width) = (value("alt"), value("width"));
            let label = if width.is_empty() { alt } else { format!("{alt}|{width}") };
            let src = value("src");
            markdown_image(&mut self.out, src.trim(), &label, &value("title"), self.options);
            rest = after;
        }
        bounded(&mut self.out, rest, &mut self.uncut);
    }
}

/// Writes `html` so that sanitising takes linear time: text in pieces, too long tags as text. An unclosed tag is text,
/// too; otherwise it would swallow everything after it.
pub(in crate::render) fn bounded(out: &mut String, html: &str, uncut: &mut usize) {
    let mut rest = html;
    loop {
        let open = rest.find('<').unwrap_or(rest.len());
        raw_text(out, &rest[..open], uncut);
        rest = &rest[open..];
        if rest.is_empty() {
            return;
        }
        match markup_length(rest) {
            Some(length) => {
                out.push_str(&rest[..length]);
                rest = &rest[length..];
            }
            None => {
                cut_text(out, "<", uncut);
                rest = &rest[1..];
            }
        }
    }
}

/// The text is already escaped. An `&` and its entity stay together.
fn raw_text(out: &mut String, text: &str, uncut: &mut usize) {
    let mut rest = text;
    while *uncut + rest.len() > MAX_PIECE {
        let mut at = rest.floor_char_boundary(MAX_PIECE - *uncut);
        // The longest entity has 33 bytes.
        let near = rest.floor_char_boundary(at.saturating_sub(40));
        if let Some(and) = rest[near..at].rfind('&')
            && !rest[near + and..at].contains(';')
            && near + and > 0
        {
            at = near + and;
        }
        let (piece, behind) = rest.split_at(at);
        out.push_str(piece);
        out.push_str(CUT);
        *uncut = 0;
        rest = behind;
    }
    out.push_str(rest);
    *uncut += rest.len();
}

/// Length of the tag or comment at the start; `None` if its `<` becomes text.
fn markup_length(html: &str) -> Option<usize> {
    if let Some(comment) = html.strip_prefix("<!--") {
        return Some(
            comment.find("-->").map_or(html.len(), |end| "<!--".len() + end + "-->".len()),
        );
    }
    let name = html[1..].strip_prefix('/').unwrap_or(&html[1..]);
    if name.starts_with(['!', '?']) {
        return Some(html.find('>').map_or(html.len(), |end| end + 1));
    }
    if !name.starts_with(|c: char| c.is_ascii_alphabetic()) || is_plaintext(name) {
        return None;
    }
    let (mut quote, mut words, mut before) = (None, 0, b' ');
    for (at, byte) in html.bytes().enumerate().take(LONGEST_TAG) {
        match (quote, byte) {
            (Some(open), byte) if byte == open => quote = None,
            (Some(_), _) => {}
            (None, b'>') => return (words <= MOST_ATTRIBUTES).then_some(at + 1),
            // Elsewhere a quote is part of a name.
            (None, b'"' | b'\'') if before == b'=' => quote = Some(byte),
            (None, byte) => words += usize::from(is_gap(before) && !is_gap(byte)),
        }
        if quote.is_some() || !byte.is_ascii_whitespace() {
            before = byte;
        } else if before != b'=' {
            before = b' ';
        }
    }
    None
}

/// Between attributes; a closing quote ends one as well.
fn is_gap(byte: u8) -> bool {
    byte.is_ascii_whitespace() || matches!(byte, b'/' | b'"' | b'\'')
}

/// `<plaintext>` turns everything after it into text, also our own HTML, and nothing can end it.
fn is_plaintext(name: &str) -> bool {
    const NAME: &str = "plaintext";
    name.get(..NAME.len()).is_some_and(|name| name.eq_ignore_ascii_case(NAME))
}

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

fn unescape(value: &str) -> String {
    value.replace("&quot;", "\"").replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
}
