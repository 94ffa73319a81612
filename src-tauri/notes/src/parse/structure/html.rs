//! Blocks of HTML: CommonMark knows seven ways in which one begins and what ends each.

/// What ends a block of HTML.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ending {
    /// `</script>` and its like.
    Element,
    /// `-->`
    Comment,
    /// `?>`
    Instruction,
    /// `>`
    Declaration,
    /// `]]>`
    Data,
    /// A blank line.
    Blank,
}

impl Ending {
    pub(super) fn at_blank(self) -> bool {
        self == Self::Blank
    }

    /// Whether `line` has what ends it.
    pub(super) fn in_line(self, line: &[u8]) -> bool {
        let has = |mark: &[u8]| line.windows(mark.len()).any(|part| part == mark);
        match self {
            Self::Element => ["</script>", "</pre>", "</textarea>", "</style>"].iter().any(|end| {
                line.windows(end.len()).any(|part| part.eq_ignore_ascii_case(end.as_bytes()))
            }),
            Self::Comment => has(b"-->"),
            Self::Instruction => has(b"?>"),
            Self::Declaration => has(b">"),
            Self::Data => has(b"]]>"),
            Self::Blank => false,
        }
    }
}

const VERBATIM: [&str; 4] = ["script", "pre", "textarea", "style"];

const BLOCKS: [&str; 62] = [
    "address",
    "article",
    "aside",
    "base",
    "basefont",
    "blockquote",
    "body",
    "caption",
    "center",
    "col",
    "colgroup",
    "dd",
    "details",
    "dialog",
    "dir",
    "div",
    "dl",
    "dt",
    "fieldset",
    "figcaption",
    "figure",
    "footer",
    "form",
    "frame",
    "frameset",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "head",
    "header",
    "hr",
    "html",
    "iframe",
    "legend",
    "li",
    "link",
    "main",
    "menu",
    "menuitem",
    "nav",
    "noframes",
    "ol",
    "optgroup",
    "option",
    "p",
    "param",
    "search",
    "section",
    "summary",
    "table",
    "tbody",
    "td",
    "tfoot",
    "th",
    "thead",
    "title",
    "tr",
    "track",
    "ul",
];

/// What ends the block of HTML that begins at the start of `rest`, if one does.
pub(super) fn opening(rest: &[u8], in_paragraph: bool) -> Option<Ending> {
    let inside = rest.strip_prefix(b"<")?;
    let closing = inside.first() == Some(&b'/');
    let named = &inside[usize::from(closing)..];
    let name = &named[..name_length(named)];
    let behind = &named[name.len()..];
    let is = |names: &[&str]| names.iter().any(|other| name.eq_ignore_ascii_case(other.as_bytes()));
    let ends = behind.first().is_none_or(|byte| byte.is_ascii_whitespace() || *byte == b'>');
    if !closing && ends && is(&VERBATIM) {
        return Some(Ending::Element);
    }
    match inside {
        [b'!', b'-', b'-', ..] => return Some(Ending::Comment),
        [b'?', ..] => return Some(Ending::Instruction),
        [b'!', letter, ..] if letter.is_ascii_alphabetic() => return Some(Ending::Declaration),
        _ if inside.starts_with(b"![CDATA[") => return Some(Ending::Data),
        _ => {}
    }
    if (ends || behind.starts_with(b"/>")) && is(&BLOCKS) {
        return Some(Ending::Blank);
    }
    if in_paragraph || name.is_empty() {
        return None;
    }
    let length = if closing { closing_tag(behind) } else { open_tag(behind) }?;
    behind[length..].trim_ascii().is_empty().then_some(Ending::Blank)
}

fn name_length(text: &[u8]) -> usize {
    if !text.first().is_some_and(u8::is_ascii_alphabetic) {
        return 0;
    }
    text.iter().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'-').count()
}

fn space(text: &[u8]) -> usize {
    text.iter().take_while(|byte| byte.is_ascii_whitespace()).count()
}

/// The length of ` >`, which ends a closing tag.
fn closing_tag(text: &[u8]) -> Option<usize> {
    let at = space(text);
    (text.get(at) == Some(&b'>')).then_some(at + 1)
}

/// The length of what stands behind an opening tag's name: attributes and `>`.
fn open_tag(text: &[u8]) -> Option<usize> {
    let mut at = 0;
    loop {
        let gap = space(&text[at..]);
        match &text[at + gap..] {
            [b'>', ..] => return Some(at + gap + 1),
            [b'/', b'>', ..] => return Some(at + gap + 2),
            [first, ..] if gap > 0 && is_attribute_start(*first) => at += gap,
            _ => return None,
        }
        at += text[at..].iter().take_while(|byte| is_attribute_part(**byte)).count();
        let before_value = at + space(&text[at..]);
        if text.get(before_value) == Some(&b'=') {
            at = before_value + 1 + space(&text[before_value + 1..]);
            at += value_length(&text[at..])?;
        }
    }
}

fn is_attribute_start(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || matches!(byte, b'_' | b':')
}

fn is_attribute_part(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b':' | b'.' | b'-')
}

fn value_length(text: &[u8]) -> Option<usize> {
    match text.first()? {
        quote @ (b'"' | b'\'') => {
            text[1..].iter().position(|byte| byte == quote).map(|length| length + 2)
        }
        _ => {
            let ends = |byte: &u8| byte.is_ascii_whitespace() || b"\"'=<>`".contains(byte);
            let length = text.iter().position(ends).unwrap_or(text.len());
            (length > 0).then_some(length)
        }
    }
}
