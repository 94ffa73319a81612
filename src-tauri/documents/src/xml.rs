//! XML as a stream, so deep nesting uses no memory. Only XML's five entities exist: none expands or reads a file.

#[cfg(test)]
mod tests;

use std::borrow::Cow;

use quick_xml::{
    Reader,
    escape::unescape,
    events::{BytesStart, Event},
};

use crate::Refusal;

/// An empty element is a start and an end.
pub(crate) enum Node<'a> {
    Start(Tag<'a>),
    /// The name without its prefix.
    End(&'a str),
    Text(Cow<'a, str>),
}

pub(crate) struct Tag<'a>(BytesStart<'a>);

impl Tag<'_> {
    pub fn name(&self) -> &str {
        local(self.0.name().into_inner())
    }

    /// The attribute of this name, with any prefix.
    pub fn attribute(&self, name: &str) -> Option<String> {
        self.first(|key| local(key) == name)
    }

    /// The attribute of this name and prefix.
    pub fn exact(&self, name: &str) -> Option<String> {
        self.first(|key| key == name)
    }

    fn first(&self, is_wanted: impl Fn(&str) -> bool) -> Option<String> {
        let mut attributes = self.0.html_attributes();
        attributes.with_checks(false);
        let found = attributes.flatten().find(|it| is_wanted(it.key.into_inner()))?;
        Some(unescape(&found.value).map_or_else(|_| found.value.to_string(), Cow::into_owned))
    }

    pub fn number(&self, name: &str) -> Option<usize> {
        self.attribute(name)?.trim().parse().ok()
    }
}

fn local(name: &str) -> &str {
    name.rsplit(':').next().unwrap_or(name)
}

/// Stops at damaged XML and at the first error of `each`.
pub(crate) fn walk(
    text: &str,
    each: &mut dyn FnMut(Node<'_>) -> Result<(), Refusal>,
) -> Result<(), Refusal> {
    let mut reader = Reader::from_str(text);
    let config = reader.config_mut();
    config.check_end_names = false;
    config.allow_unmatched_ends = true;
    config.allow_dangling_amp = true;
    loop {
        match reader.read_event().map_err(Refusal::damaged)? {
            Event::Start(tag) => each(Node::Start(Tag(tag)))?,
            Event::Empty(tag) => {
                let tag = Tag(tag);
                let name = tag.name().to_owned();
                each(Node::Start(tag))?;
                each(Node::End(&name))?;
            }
            Event::End(tag) => each(Node::End(local(tag.name().into_inner())))?,
            Event::Text(text) => each(Node::Text(text.into_inner()))?,
            Event::CData(text) => each(Node::Text(text.into_inner()))?,
            Event::GeneralRef(reference) => {
                let name = reference.into_inner();
                if let Ok(text) = unescape(&format!("&{name};")) {
                    each(Node::Text(text))?;
                }
            }
            Event::Eof => return Ok(()),
            Event::Comment(_) | Event::Decl(_) | Event::PI(_) | Event::DocType(_) => {}
        }
    }
}

pub(crate) fn decode(bytes: &[u8]) -> String {
    if let Some((encoding, _)) = encoding_rs::Encoding::for_bom(bytes) {
        return encoding.decode(bytes).0.into_owned();
    }
    if let Ok(text) = std::str::from_utf8(bytes) {
        return text.to_owned();
    }
    let head = String::from_utf8_lossy(bytes.get(..200).unwrap_or(bytes)).into_owned();
    let named = head.split("encoding=").nth(1).and_then(|rest| rest.split(['"', '\'']).nth(1));
    let encoding = named.and_then(|name| encoding_rs::Encoding::for_label(name.as_bytes()));
    encoding.unwrap_or(encoding_rs::UTF_8).decode(bytes).0.into_owned()
}
