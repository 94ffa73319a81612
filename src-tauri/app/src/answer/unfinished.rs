//! Repairs the end of a growing answer, so that it looks finished.

/// Closes a code span, `**` or `~~` that the last paragraph of a growing text leaves open. Drops a delimiter with
/// nothing after it. Drops a last line of `-` or `=`: a list item or rule may begin there, and Markdown would turn the
/// line before into a heading.
///
/// An open fence needs nothing: Markdown ends it with the text.
pub(super) fn complete(text: &str) -> String {
    let Some(start) = last_paragraph(text) else { return text.to_owned() };
    let mut text = text.to_owned();
    if let Some(newline) = text[start..].rfind('\n') {
        let line = text[start + newline + 1..].trim();
        if !line.is_empty() && line.chars().all(|c| matches!(c, '-' | '=')) {
            text.truncate(start + newline);
        }
    }
    let dangling = text[start..].trim_end_matches(['*', '`', '~', '_']);
    let before = dangling.chars().next_back().is_none_or(char::is_whitespace);
    if before && text.len() - start - dangling.len() <= 3 {
        text.truncate(start + dangling.len());
        text.truncate(text.trim_end_matches(' ').len().max(start));
    }
    let closing = closing(&text[start..]);
    let end = text.trim_end().len();
    if end > start {
        text.insert_str(end, &closing);
    }
    text
}

/// The byte where the last paragraph, list item, table row or heading begins. `None` in or directly after a fence, and
/// after a blank line.
fn last_paragraph(text: &str) -> Option<usize> {
    let mut fence: Option<(char, usize)> = None;
    let mut start = None;
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let content = line.trim_start_matches([' ', '\t', '>']);
        let sign = content.chars().next().unwrap_or(' ');
        let run = content.chars().take_while(|c| *c == sign).count();
        let info = &content[run * sign.len_utf8()..];
        if let Some((open, length)) = fence {
            if sign == open && run >= length && info.trim().is_empty() {
                fence = None;
            }
            start = None;
        } else if matches!(sign, '`' | '~') && run >= 3 && !(sign == '`' && info.contains('`')) {
            fence = Some((sign, run));
            start = None;
        } else if line.trim().is_empty() {
            start = None;
        } else if start.is_none() || begins_item(content) {
            start = Some(at);
        }
        at += line.len();
    }
    start
}

fn begins_item(line: &str) -> bool {
    let rest = line.trim_start_matches(|c: char| c.is_ascii_digit());
    if rest.len() < line.len() {
        return rest.starts_with(". ") || rest.starts_with(") ");
    }
    ["- ", "* ", "+ "].iter().any(|sign| line.starts_with(sign)) || line.starts_with(['|', '#'])
}

fn closing(paragraph: &str) -> String {
    let mut open: Vec<&str> = Vec::new();
    let mut code: Option<usize> = None;
    let mut before = ' ';
    let mut rest = paragraph;
    while let Some(c) = rest.chars().next() {
        let run = rest.chars().take_while(|next| *next == c).count();
        let length = match c {
            '\\' if code.is_none() => 1 + rest.chars().nth(1).map_or(0, char::len_utf8),
            '`' => {
                code = match code {
                    None => Some(run),
                    Some(open) if open == run => None,
                    open => open,
                };
                run
            }
            '*' | '~' if code.is_none() && run == 2 => {
                let sign = if c == '*' { "**" } else { "~~" };
                let after = rest[2..].chars().next().unwrap_or(' ');
                if open.last() == Some(&sign) && !before.is_whitespace() {
                    open.pop();
                } else if !after.is_whitespace() && !before.is_alphanumeric() {
                    open.push(sign);
                }
                2
            }
            _ => c.len_utf8(),
        };
        before = rest[..length].chars().next_back().unwrap_or(' ');
        rest = &rest[length..];
    }
    let mut closing = code.map_or_else(String::new, |run| "`".repeat(run));
    closing.extend(open.into_iter().rev());
    closing
}
