use super::token::{ColouredCode, Token};

pub(super) fn diff(code: &str, out: &mut ColouredCode) {
    for line in code.split_inclusive('\n') {
        let heads = ["+++", "---", "diff ", "index "];
        let token = match line.as_bytes().first() {
            _ if heads.iter().any(|head| line.starts_with(head)) => Token::Heading,
            Some(b'+' | b'>') => Token::Added,
            Some(b'-' | b'<') => Token::Removed,
            Some(b'@') => Token::Keyword,
            _ => Token::Plain,
        };
        out.paint(token, line);
    }
}

pub(super) fn markdown(code: &str, out: &mut ColouredCode) {
    let mut fence: Option<&str> = None;
    for line in code.split_inclusive('\n') {
        let content = line.trim_start();
        let marks = &content[..content.len() - content.trim_start_matches(['`', '~']).len()];
        if let Some(open) = fence {
            out.paint(Token::String, line);
            if marks.starts_with(open) {
                fence = None;
            }
        } else if marks.len() >= 3 {
            fence = Some(marks);
            out.paint(Token::String, line);
        } else if content.starts_with('#') {
            out.paint(Token::Heading, line);
        } else if content.starts_with('>') {
            out.paint(Token::Comment, line);
        } else {
            let indent = line.len() - content.len();
            let mark = ["- ", "* ", "+ "].iter().any(|mark| content.starts_with(mark));
            let split = indent + if mark { 2 } else { 0 };
            out.paint(if mark { Token::Keyword } else { Token::Plain }, &line[..split]);
            spans(&line[split..], out);
        }
    }
}

fn spans(line: &str, out: &mut ColouredCode) {
    let ends = [("`", "`"), ("[[", "]]"), ("**", "**"), ("](", ")"), ("<!--", "-->"), ("%%", "%%")];
    let tokens =
        [Token::String, Token::Key, Token::Type, Token::Key, Token::Comment, Token::Comment];
    // A mark without an end on this line isn't searched again.
    let mut open = [true; 6];
    let mut rest = line;
    'line: while let Some(c) = rest.chars().next() {
        for (at, (begin, end)) in ends.iter().enumerate() {
            if open[at] && rest.starts_with(begin) {
                match rest[begin.len()..].find(end) {
                    Some(length) => {
                        let (span, after) = rest.split_at(begin.len() + length + end.len());
                        out.paint(tokens[at], span);
                        rest = after;
                        continue 'line;
                    }
                    None => open[at] = false,
                }
            }
        }
        let (plain, after) = rest.split_at(c.len_utf8());
        out.paint(Token::Plain, plain);
        rest = after;
    }
}

pub(super) fn tags(code: &str, out: &mut ColouredCode) {
    let mut rest = code;
    while !rest.is_empty() {
        let Some(open) = rest.find('<') else { return out.paint(Token::Plain, rest) };
        out.paint(Token::Plain, &rest[..open]);
        rest = &rest[open..];
        if rest.starts_with("<!--") {
            let end = rest.find("-->").map_or(rest.len(), |end| end + 3);
            out.paint(Token::Comment, &rest[..end]);
            rest = &rest[end..];
            continue;
        }
        let name = rest[1..].find(|c: char| !(c.is_alphanumeric() || "/-_:!?.".contains(c)));
        let end = name.map_or(rest.len(), |end| end + 1);
        out.paint(if end > 1 { Token::Keyword } else { Token::Plain }, &rest[..end]);
        rest = &rest[end..];
        if end > 1 {
            rest = attributes(rest, out);
        }
    }
}

fn attributes<'a>(mut rest: &'a str, out: &mut ColouredCode) -> &'a str {
    while let Some(c) = rest.chars().next() {
        let (token, length) = match c {
            '>' => {
                out.paint(Token::Keyword, ">");
                return &rest[1..];
            }
            '<' => return rest,
            '"' | '\'' => {
                let end = rest[1..].find(c).map_or(rest.len(), |end| end + 2);
                (Token::String, end)
            }
            '/' | '?' => (Token::Keyword, 1),
            '=' => (Token::Plain, 1),
            c if c.is_whitespace() => (Token::Plain, c.len_utf8()),
            _ => {
                let end = rest.find(|c: char| c.is_whitespace() || "=<>\"'/".contains(c));
                (Token::Key, end.unwrap_or(rest.len()))
            }
        };
        out.paint(token, &rest[..length]);
        rest = &rest[length..];
    }
    rest
}
