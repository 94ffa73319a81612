use language::say;

#[derive(Debug, Clone, PartialEq)]
pub(super) enum Token {
    Number(f64),
    Text(String),
    Name(String),
    Sign(&'static str),
}

/// A token and its bytes in the expression.
#[derive(Debug, Clone)]
pub(super) struct PlacedToken {
    pub(super) token: Token,
    pub(super) start: usize,
    pub(super) end: usize,
}

const MAX_LENGTH: usize = 20_000;

/// Longer signs first.
const SIGNS: [&str; 24] = [
    "&&", "||", "==", "!=", "<=", ">=", "!", "<", ">", "+", "-", "*", "/", "%", "(", ")", "[", "]",
    "{", "}", ",", ".", ":", "=",
];

pub(super) fn tokens(text: &str) -> Result<Vec<PlacedToken>, String> {
    if text.len() > MAX_LENGTH {
        return Err(say! { en: "it is too long", de: "er ist zu lang" });
    }
    let mut found: Vec<PlacedToken> = Vec::new();
    let mut at = 0;
    while let Some(char) = text[at..].chars().next() {
        if char.is_whitespace() {
            at += char.len_utf8();
            continue;
        }
        let rest = &text[at..];
        let (token, length) = if char.is_ascii_digit() {
            number(rest)?
        } else if matches!(char, '"' | '\'') {
            quoted(rest, char)?
        } else if is_name(char) {
            let end = rest.find(|it: char| !is_name(it) && !it.is_ascii_digit());
            let name = &rest[..end.unwrap_or(rest.len())];
            (Token::Name(name.to_owned()), name.len())
        } else if char == '/' && !follows_value(found.last()) {
            return Err(say! {
                en: "regular expressions such as /a/ aren't supported",
                de: "reguläre Ausdrücke wie /a/ werden nicht unterstützt",
            });
        } else if let Some(sign) = SIGNS.iter().find(|sign| rest.starts_with(**sign)) {
            (Token::Sign(sign), sign.len())
        } else {
            return Err(unexpected(&char.to_string()));
        };
        found.push(PlacedToken { token, start: at, end: at + length });
        at += length;
    }
    Ok(found)
}

pub(super) fn unexpected(part: &str) -> String {
    say! { en: "“{part}” isn't expected here", de: "„{part}“ wird hier nicht erwartet" }
}

pub(super) fn is_name(char: char) -> bool {
    let is_quote = matches!(char, '“' | '”' | '„' | '‘' | '’' | '«' | '»');
    char.is_alphabetic() || matches!(char, '_' | '$') || (!char.is_ascii() && !is_quote)
}

/// A `/` behind a value divides; elsewhere a regular expression begins.
fn follows_value(last: Option<&PlacedToken>) -> bool {
    match last.map(|it| &it.token) {
        None => false,
        Some(Token::Sign(sign)) => matches!(*sign, ")" | "]" | "}"),
        Some(_) => true,
    }
}

fn number(rest: &str) -> Result<(Token, usize), String> {
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let mut length = digits(rest);
    if rest[length..].starts_with('.') {
        let decimals = digits(&rest[length + 1..]);
        length += if decimals > 0 { decimals + 1 } else { 0 };
    }
    let number = rest[..length].parse().map_err(|_| unexpected(&rest[..length]))?;
    Ok((Token::Number(number), length))
}

fn quoted(rest: &str, quote: char) -> Result<(Token, usize), String> {
    let mut text = String::new();
    let mut escaped = false;
    for (at, char) in rest.char_indices().skip(1) {
        if escaped {
            text.push(match char {
                'n' => '\n',
                't' => '\t',
                other => other,
            });
            escaped = false;
        } else if char == '\\' {
            escaped = true;
        } else if char == quote {
            return Ok((Token::Text(text), at + quote.len_utf8()));
        } else {
            text.push(char);
        }
    }
    Err(say! { en: "the closing {quote} is missing", de: "das schließende {quote} fehlt" })
}
