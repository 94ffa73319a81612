//! Checks HTML made from notes or model output for forbidden content.

/// Elements that run, load, navigate or submit by themselves.
const ELEMENTS: [&str; 24] = [
    "script",
    "style",
    "iframe",
    "frame",
    "frameset",
    "object",
    "embed",
    "applet",
    "base",
    "meta",
    "link",
    "form",
    "button",
    "select",
    "textarea",
    "template",
    "portal",
    "audio",
    "video",
    "svg",
    "input",
    "annotation-xml",
    "mglyph",
    "foreignobject",
];

/// Attributes with a URL that the window would load by itself.
const LOADING: [&str; 11] = [
    "src",
    "srcset",
    "poster",
    "background",
    "data",
    "xlink:href",
    "action",
    "formaction",
    "ping",
    "lowsrc",
    "dynsrc",
];

/// Parts of `html` that could run, load or navigate unasked. The HTML comes from a serialiser: each `<` begins a tag,
/// and values are in double quotes.
#[must_use]
pub fn broken_rules(html: &str) -> Vec<String> {
    let mut broken = Vec::new();
    for (name, attributes) in tags(html) {
        if ELEMENTS.contains(&name.as_str()) {
            broken.push(format!("<{name}>"));
        }
        for (attribute, value) in attributes {
            let bare: String =
                value.chars().filter(|c| !c.is_whitespace() && !c.is_control()).collect();
            let bare = bare.to_lowercase();
            let script = ["javascript:", "vbscript:", "data:", "livescript:", "mocha:"];
            // URLs in these attributes are plain text.
            let is_text = ["title", "alt", "id", "class", "name"].contains(&attribute.as_str())
                || attribute.starts_with("data-")
                || attribute.starts_with("aria-");
            let runs = attribute.starts_with("on")
                || attribute == "srcdoc"
                || (attribute == "style" && !(name.starts_with('m') && only_places(&bare)))
                || (!is_text && script.iter().any(|scheme| bare.starts_with(scheme)));
            let loads =
                LOADING.contains(&attribute.as_str()) && !bare.starts_with("vault://localhost/");
            let inline = ["png", "jpeg", "gif", "webp"].map(|kind| format!("data:image/{kind};"));
            let picture = attribute == "src" && inline.iter().any(|kind| bare.starts_with(kind));
            let leads = ["http://", "https://", "mailto:", "#note-"];
            let astray = attribute == "href" && !leads.iter().any(|to| bare.starts_with(to));
            // Names that the window's own code could confuse with its own.
            let named = matches!(attribute.as_str(), "name" | "target")
                || (attribute == "id" && !value.starts_with("note-"));
            if ((runs || loads) && !picture) || astray || named {
                broken.push(format!("<{name} {attribute}=\"{value}\">"));
            }
        }
    }
    broken
}

/// True if a style has only the properties that math needs: widths, spaces, rules, colours.
fn only_places(style: &str) -> bool {
    let properties = [
        "border",
        "color",
        "font-size",
        "justify-items",
        "margin",
        "padding",
        "text-align",
        "width",
    ];
    style.split(';').filter(|part| !part.is_empty()).all(|part| {
        let (property, value) = part.split_once(':').unwrap_or((part, "?"));
        properties.iter().any(|known| property.starts_with(known))
            && value.chars().all(|c| c.is_ascii_alphanumeric() || ".-%#".contains(c))
    })
}

type Tag = (String, Vec<(String, String)>);

fn tags(html: &str) -> Vec<Tag> {
    let mut found = Vec::new();
    let mut rest = html;
    while let Some(at) = rest.find('<') {
        rest = &rest[at + 1..];
        if rest.starts_with('/') {
            continue;
        }
        let end =
            rest.find(|c: char| c.is_whitespace() || matches!(c, '>' | '/')).unwrap_or(rest.len());
        let name = rest[..end].to_lowercase();
        rest = &rest[end..];
        let mut attributes = Vec::new();
        loop {
            rest = rest.trim_start_matches(|c: char| c.is_whitespace() || c == '/');
            if rest.is_empty() || rest.starts_with('>') {
                break;
            }
            let end = rest
                .find(|c: char| c.is_whitespace() || matches!(c, '=' | '>'))
                .unwrap_or(rest.len());
            let attribute = rest[..end].to_lowercase();
            rest = &rest[end..];
            let mut value = "";
            if let Some(quoted) = rest.strip_prefix("=\"") {
                let end = quoted.find('"').unwrap_or(quoted.len());
                value = &quoted[..end];
                rest = quoted.get(end + 1..).unwrap_or_default();
            } else if let Some(bare) = rest.strip_prefix('=') {
                let end = bare.find(|c: char| c.is_whitespace() || c == '>').unwrap_or(bare.len());
                value = &bare[..end];
                rest = &bare[end..];
            }
            attributes.push((attribute, unescaped(value)));
        }
        found.push((name, attributes));
    }
    found
}

fn unescaped(value: &str) -> String {
    [("&quot;", "\""), ("&lt;", "<"), ("&gt;", ">"), ("&nbsp;", "\u{a0}"), ("&amp;", "&")]
        .iter()
        .fold(value.to_owned(), |value, (escaped, c)| value.replace(escaped, c))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_check_sees_what_it_looks_for() {
        for (html, expect) in [
            ("<p>&lt;script&gt; javascript: onclick=</p>", 0),
            ("<a class=\"external\" href=\"https://a.b/?x=javascript:\">x</a>", 0),
            ("<img src=\"vault://localhost/a%20b.png\" alt=\"onclick=&quot;x&quot;\">", 0),
            ("<span class=\"remote-image\" data-src=\"https://a.b/c.png\"></span>", 0),
            ("<a title=\"javascript:x\">x</a>", 0),
            ("<SCRIPT>x</SCRIPT>", 1),
            ("<img src=\"https://a.b/c.png\">", 1),
            ("<p onclick=\"x\">", 1),
            ("<p onclick>", 1),
            ("<a href=\"java&quot;\" onfocus=x>", 2),
            ("<a href=\" java\tscript:x\">", 1),
            ("<p style=\"background:url(x)\">", 1),
            ("<p style=\"width:1em\">", 1),
            ("<mtd style=\"width: 50%;text-align: right\">", 0),
            ("<mtd style=\"color:url(x)\">", 1),
            ("<math><mi>x</mi></math>", 0),
            ("<svg></svg>", 1),
        ] {
            assert_eq!(broken_rules(html).len(), expect, "{html}");
        }
    }
}
