use std::collections::HashMap;

use crate::{
    Reason, Refusal, Unit,
    builder::Builder,
    container::{Container, resolve},
    html, sentences,
    xml::{self, Node},
};

pub(crate) fn read(file: &[u8], out: &mut Builder<'_>) -> Result<(), Refusal> {
    let mut book = Container::open(file, out.limits().unpacked)?;
    let mut package = None;
    let container = book.need("META-INF/container.xml")?;
    xml::walk(&container, &mut |node| {
        if let Node::Start(tag) = node
            && tag.name() == "rootfile"
            && package.is_none()
        {
            package = tag.attribute("full-path");
        }
        Ok(())
    })?;
    let package = package.ok_or_else(|| Refusal::damaged(sentences::missing("rootfile")))?;
    let spine = spine(&mut book, &package, out)?;
    if is_protected(&mut book, &spine)? {
        return Err(Refusal::new(Reason::Encrypted, sentences::RIGHTS));
    }
    for (number, path) in (1..).zip(&spine) {
        out.reading(Unit::Chapter, number);
        out.part(Unit::Chapter, None)?;
        if let Some(chapter) = book.text(path)? {
            html::write(&chapter, out)?;
        }
    }
    Ok(())
}

/// Lists the chapters' paths in reading order, and sets the document's title.
fn spine(
    book: &mut Container<'_>,
    package: &str,
    out: &mut Builder<'_>,
) -> Result<Vec<String>, Refusal> {
    let text = book.need(package)?;
    let folder = package.rsplit_once('/').map_or("", |(folder, _)| folder);
    let mut files: HashMap<String, String> = HashMap::new();
    let mut order = Vec::new();
    let mut title: Option<String> = None;
    let mut in_title = false;
    xml::walk(&text, &mut |node| {
        match node {
            Node::Start(tag) => match tag.name() {
                "item" => {
                    let kind = tag.attribute("media-type").unwrap_or_default();
                    if let (Some(id), Some(href)) = (tag.attribute("id"), tag.attribute("href"))
                        && (kind.contains("html") || kind.contains("xml") || kind.is_empty())
                    {
                        files.insert(id, href);
                    }
                }
                "itemref" => order.extend(tag.attribute("idref")),
                "title" => in_title = title.is_none(),
                _ => {}
            },
            Node::End("title") => in_title = false,
            Node::Text(text) if in_title => title.get_or_insert_default().push_str(&text),
            _ => {}
        }
        Ok(())
    })?;
    out.title(&title.unwrap_or_default());
    let href = |id: &String| files.get(id).map(|href| resolve(folder, &decoded(href)));
    Ok(order.iter().filter_map(href).collect())
}

/// Removes the anchor and decodes `%20` and the like.
fn decoded(href: &str) -> String {
    let href = href.split('#').next().unwrap_or(href);
    let mut bytes = Vec::with_capacity(href.len());
    let mut rest = href.as_bytes();
    while let [byte, after @ ..] = rest {
        let hex = after.get(..2).and_then(|hex| std::str::from_utf8(hex).ok());
        match hex.and_then(|hex| u8::from_str_radix(hex, 16).ok()).filter(|_| *byte == b'%') {
            Some(decoded) => {
                bytes.push(decoded);
                rest = after.get(2..).unwrap_or_default();
            }
            None => {
                bytes.push(*byte);
                rest = after;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Looks for encrypted chapters, whose paths start at the archive's root. Encrypted fonts don't matter.
fn is_protected(book: &mut Container<'_>, spine: &[String]) -> Result<bool, Refusal> {
    let Some(list) = book.text("META-INF/encryption.xml")? else { return Ok(false) };
    let mut found = false;
    xml::walk(&list, &mut |node| {
        if let Node::Start(tag) = node
            && tag.name() == "CipherReference"
            && let Some(target) = tag.attribute("URI")
        {
            found |= spine.contains(&decoded(&target));
        }
        Ok(())
    })?;
    Ok(found)
}
