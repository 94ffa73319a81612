use super::{
    links::{attribute, default_text, open_link, open_markdown_link, text},
    options::RenderOptions,
    pieces::PreparedText,
    sanitize::{self, is_shown_address},
};
use crate::parse::whole_wikilink;

/// Marks our attributes. All tags of the table are ours, so it needn't be secret.
const KEY: &str = "properties";

pub(super) fn table(prepared: &PreparedText, options: &RenderOptions<'_>) -> String {
    let properties = &prepared.properties;
    let mut rows = String::new();
    // The fence follows the last one.
    let behind = properties.iter().skip(1).map(|next| next.line).chain([prepared.lines_before]);
    for (property, behind) in properties.iter().zip(behind) {
        if property.values.is_empty() || property.name.eq_ignore_ascii_case("title") {
            continue;
        }
        rows.push_str("<tr");
        let last = behind.saturating_sub(1).max(property.line);
        attribute(&mut rows, "data-lines", &format!("{KEY}:{}-{last}", property.line));
        rows.push_str("><th>");
        text(&mut rows, &property.name);
        rows.push_str("</th><td>");
        for (at, value) in property.values.iter().enumerate() {
            if at > 0 {
                rows.push_str(", ");
            }
            write(&mut rows, value, options);
        }
        rows.push_str("</td></tr>\n");
    }
    match rows.is_empty() {
        true => rows,
        false => {
            let table = format!("<table class=\"properties\"><tbody>\n{rows}</tbody></table>\n");
            sanitize::clean(&table, options.image_base, KEY)
        }
    }
}

fn write(out: &mut String, value: &str, options: &RenderOptions<'_>) {
    let close = if let Some((target, shown)) = whole_wikilink(value.trim()) {
        let close = open_link(out, &target, options);
        text(out, &shown.unwrap_or_else(|| default_text(&target)));
        out.push_str(close);
        return;
    } else if is_shown_address(value) {
        open_markdown_link(out, value, "", options)
    } else {
        ""
    };
    text(out, value);
    out.push_str(close);
}
