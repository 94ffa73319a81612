use super::arguments::{flat, position};
use crate::base::item::MAX_TEXT;
use crate::base::item::{Fault, Item};

/// A method of a text, or of another value's text. `None` if texts have no such method.
pub(super) fn method<'a>(
    of: &Item<'a>,
    name: &str,
    arguments: &[Item<'a>],
) -> Result<Option<Item<'a>>, Fault> {
    let text = match of {
        Item::Tag(tag) => tag.to_string(),
        // The target has the extension of an image.
        Item::Link(link) => link.target.clone(),
        other => other.shown(),
    };
    let first = arguments.first().map(Item::shown).unwrap_or_default();
    let contains = |part: &Item<'_>| match part {
        Item::Text(part) => text.contains(&**part),
        Item::Empty => false,
        Item::Number(_) | Item::Date(_) | Item::Bool(_) if !matches!(of, Item::Number(_)) => {
            text.contains(&part.shown())
        }
        other => of.equals(other),
    };
    Ok(Some(match name {
        "contains" | "containsAny" => Item::Bool(flat(arguments).any(contains)),
        "containsAll" => Item::Bool(flat(arguments).all(contains)),
        "startsWith" => Item::Bool(!first.is_empty() && text.starts_with(&first)),
        "endsWith" => Item::Bool(!first.is_empty() && text.ends_with(&first)),
        "lower" => Item::text(text.to_lowercase()),
        "upper" => Item::text(text.to_uppercase()),
        "title" => Item::text(title(&text)),
        "trim" => Item::text(text.trim()),
        "reverse" => Item::text(text.chars().rev().collect::<String>()),
        "replace" => {
            let by = arguments.get(1).map(Item::shown).unwrap_or_default();
            let times = text.len().saturating_add(1);
            if first.is_empty() {
                Item::text(text)
            } else if times.saturating_mul(by.len()) / first.len() > 20 * MAX_TEXT {
                return Err(Fault::too_large());
            } else {
                Item::long_text(text.replace(&first, &by))?
            }
        }
        "repeat" => {
            let times = position(arguments.first(), MAX_TEXT + 1, 1);
            if times.saturating_mul(text.len()) > MAX_TEXT {
                return Err(Fault::too_large());
            }
            Item::text(text.repeat(times))
        }
        "split" => {
            let limit = position(arguments.get(1), usize::MAX, usize::MAX);
            let parts: Vec<Item<'a>> = if first.is_empty() {
                text.chars().take(limit).map(|it| Item::text(it.to_string())).collect()
            } else {
                text.split(&first).take(limit).map(Item::text).collect()
            };
            Item::list(parts)?
        }
        "slice" => {
            let length = text.chars().count();
            let start = position(arguments.first(), length, 0);
            let end = position(arguments.get(1), length, length);
            let part = text.chars().skip(start).take(end.saturating_sub(start));
            Item::text(part.collect::<String>())
        }
        _ => return Ok(None),
    }))
}

fn title(text: &str) -> String {
    let mut begins = true;
    let mut out = String::with_capacity(text.len());
    for char in text.chars() {
        if begins {
            out.extend(char.to_uppercase());
        } else {
            out.push(char);
        }
        begins = char.is_whitespace();
    }
    out
}

/// The text of an HTML snippet.
pub(super) fn without_markup(html: &str) -> String {
    let mut out = String::with_capacity(html.len());
    let mut rest = html;
    while let Some(at) = rest.find('<') {
        let is_tag = rest[at + 1..].starts_with(|it: char| it.is_ascii_alphabetic() || it == '/');
        let Some(end) = rest[at..].find('>').filter(|_| is_tag) else {
            out.push_str(&rest[..=at]);
            rest = &rest[at + 1..];
            continue;
        };
        out.push_str(&rest[..at]);
        rest = &rest[at + end + 1..];
    }
    out + rest
}

pub(super) fn escaped(html: &str) -> String {
    let html = html.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    html.replace('"', "&quot;").replace('\'', "&#39;")
}
