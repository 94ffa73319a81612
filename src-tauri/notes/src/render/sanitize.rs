//! The final filter of HTML: an allowlist.

use std::{
    borrow::Cow,
    collections::{HashMap, HashSet},
};

use ammonia::{Builder, UrlRelative};

use super::slots::tag_length;
use crate::parse::is_external;

/// Prefix of every `id`, so that a note can't name an element that the window's code looks up.
pub(super) const ID_PREFIX: &str = "note-";

const TAGS: &str = "a abbr b blockquote br cite code dd del details dfn div dl dt em figcaption \
    figure h1 h2 h3 h4 h5 h6 hr i img ins kbd li mark ol p pre q rp rt ruby s samp section small \
    span strike strong sub summary sup table tbody td tfoot th thead tr u ul var wbr";

const EMPTIED: &str = "script style template noscript iframe object embed svg math title textarea \
    select xmp noembed noframes audio video canvas";

const ATTRIBUTES: &[(&str, &str)] = &[
    (
        "a",
        "href id data-path data-anchor data-target data-suggestions data-others role tabindex \
         aria-label",
    ),
    ("code", "data-language"),
    ("details", "open"),
    ("div", "data-path data-anchor data-callout"),
    ("img", "src alt width height"),
    ("li", "id data-task value"),
    ("ol", "start"),
    ("span", "data-src data-path data-anchor data-tex role aria-label"),
    ("td", "colspan rowspan"),
    ("th", "colspan rowspan"),
];

const GENERIC: &str = "class title lang dir data-lines";

const CLASSES: &[&str] = &[
    "align-center",
    "align-left",
    "align-right",
    "ambiguous",
    "blocked",
    "broken",
    "callout",
    "callout-content",
    "callout-title",
    "checkbox",
    "cycle",
    "display",
    "embed",
    "embed-content",
    "embed-note",
    "embed-title",
    "external",
    "file",
    "footnote-backref",
    "footnote-ref",
    "footnotes",
    "math",
    "math-note",
    "missing",
    "paragraph",
    "properties",
    "remote-image",
    "task",
    "undrawn",
    "wikilink",
];

/// Removes everything that isn't allowed. Only lines that begin with `key` are ours.
pub(super) fn clean(html: &str, image_base: &str, key: &str) -> String {
    let words = |list: &'static str| list.split_whitespace().collect::<HashSet<&str>>();
    let mut schemes = words("http https mailto data");
    let own_scheme = image_base.split_once(':').map(|(scheme, _)| scheme.to_ascii_lowercase());
    schemes.extend(own_scheme.as_deref());
    let attributes: HashMap<_, _> =
        ATTRIBUTES.iter().map(|(tag, list)| (*tag, words(list))).collect();
    let base = image_base.to_owned();
    let key = format!("{key}:");
    let mut builder = Builder::empty();
    builder
        .tags(words(TAGS))
        .clean_content_tags(words(EMPTIED))
        .tag_attributes(attributes)
        .generic_attributes(words(GENERIC))
        .url_schemes(schemes)
        .url_relative(UrlRelative::PassThrough)
        .link_rel(None)
        .id_prefix(Some(ID_PREFIX))
        .strip_comments(true)
        .attribute_filter(move |tag, name, value| match (tag, name) {
            ("img", "src") => is_own_image(value, &base).then_some(Cow::Borrowed(value)),
            (_, "data-lines") => value.strip_prefix(key.as_str()).map(Cow::Borrowed),
            (_, "href") => is_shown_address(value).then_some(Cow::Borrowed(value)),
            (_, "class") => classes(value),
            (_, "width" | "height" | "colspan" | "rowspan" | "start" | "value" | "tabindex") => {
                let digits = value.len() <= 9 && value.bytes().all(|byte| byte.is_ascii_digit());
                (digits && !value.is_empty()).then_some(Cow::Borrowed(value))
            }
            _ => Some(Cow::Borrowed(value)),
        });
    without_addresses(builder.clean(html).to_string())
}

/// Moves addresses to `data-href`, except places in the text: web views look up the host of an `href` unasked.
fn without_addresses(html: String) -> String {
    if !html.contains("<a ") {
        return html;
    }
    let mut out = String::with_capacity(html.len() + 64);
    let mut rest = html.as_str();
    while let Some(at) = rest.find("<a ") {
        let (before, tag) = rest.split_at(at);
        // The sanitiser escapes quotes in values.
        let (tag, after) = tag.split_at(tag_length(tag));
        out.push_str(before);
        match tag.split_once(" href=\"") {
            Some((start, end)) if !end.starts_with('#') => {
                out.push_str(&format!("{start} data-href=\"{end}"));
            }
            _ => out.push_str(tag),
        }
        rest = after;
    }
    out.push_str(rest);
    out
}

fn is_own_image(address: &str, base: &str) -> bool {
    let inline = ["png", "jpeg", "gif", "webp"];
    if let Some(data) = address.strip_prefix("data:image/") {
        return data.split_once(';').is_some_and(|(kind, _)| inline.contains(&kind));
    }
    match base {
        "" => !is_external(address) && !address.starts_with('/'),
        base => address.starts_with(base),
    }
}

pub(super) fn is_shown_address(address: &str) -> bool {
    let lower = address.to_ascii_lowercase();
    ["http://", "https://", "mailto:"].iter().any(|scheme| lower.starts_with(scheme))
        || address.strip_prefix('#').is_some_and(|id| id.starts_with(ID_PREFIX))
}

fn classes(value: &str) -> Option<Cow<'_, str>> {
    let allowed = |class: &&str| {
        CLASSES.contains(class)
            || ["language-", "callout-"].iter().any(|prefix| class.starts_with(prefix))
    };
    let kept: Vec<&str> = value.split_whitespace().filter(allowed).collect();
    (!kept.is_empty()).then(|| kept.join(" ").into())
}
