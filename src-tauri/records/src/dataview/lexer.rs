//! The tokens of a Dataview query, and a cursor over them.

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Token {
    /// A name or keyword, with its dots: `file.name`.
    Word(String),
    /// In quotes.
    Text(String),
    /// The target in `[[target|shown]]`.
    Link(String),
    /// Without its `#`.
    Tag(String),
    /// Begins with a digit: `4.5`, `2026-03-01`, `7d`.
    Figure(String),
    Sign(&'static str),
}

/// A token and its bytes in the query.
#[derive(Debug, Clone)]
struct PlacedToken {
    token: Token,
    start: usize,
    end: usize,
}

/// Maximum tokens, so that nested brackets can't exhaust the stack.
const MOST: usize = 500;

/// Longer signs first.
const SIGNS: [&str; 23] = [
    "!=", "<=", ">=", "=", "<", ">", "!", "&", "|", "(", ")", ",", "-", "+", "*", "/", "%", ".",
    ":", "[", "]", "{", "}",
];

pub(super) struct Cursor<'a> {
    text: &'a str,
    tokens: Vec<PlacedToken>,
    at: usize,
}

impl<'a> Cursor<'a> {
    /// The error is the text that can't be read.
    pub(super) fn new(text: &'a str) -> Result<Self, String> {
        let tokens = tokens(text)?;
        if tokens.len() > MOST {
            return Err(text.trim().to_owned());
        }
        Ok(Self { text, tokens, at: 0 })
    }

    pub(super) fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.at).map(|it| &it.token)
    }

    pub(super) fn take(&mut self) -> Option<Token> {
        let token = self.peek().cloned();
        self.at += usize::from(token.is_some());
        token
    }

    pub(super) fn takes_sign(&mut self, sign: &str) -> bool {
        let found = matches!(self.peek(), Some(Token::Sign(next)) if *next == sign);
        self.at += usize::from(found);
        found
    }

    /// Takes a keyword in any case.
    pub(super) fn takes_word(&mut self, word: &str) -> bool {
        let found =
            matches!(self.peek(), Some(Token::Word(next)) if next.eq_ignore_ascii_case(word));
        self.at += usize::from(found);
        found
    }

    /// Takes a function's name and the bracket behind it.
    pub(super) fn takes_call(&mut self, name: &str) -> bool {
        let start = self.at;
        let found = self.takes_word(name) && self.takes_sign("(");
        if !found {
            self.at = start;
        }
        found
    }

    /// The byte at which the next token starts.
    pub(super) fn start(&self) -> usize {
        self.tokens.get(self.at).map_or(self.text.len(), |it| it.start)
    }

    /// The text from a byte to the last taken token.
    pub(super) fn since(&self, start: usize) -> String {
        let end = self.at.checked_sub(1).and_then(|at| self.tokens.get(at)).map_or(0, |it| it.end);
        self.text.get(start..end).unwrap_or_default().to_owned()
    }

    /// The next token as written; at the end, the last one.
    pub(super) fn unexpected(&self) -> String {
        let token = self.tokens.get(self.at).or_else(|| self.tokens.last());
        let text = token.and_then(|it| self.text.get(it.start..it.end));
        text.unwrap_or_default().to_owned()
    }
}

fn tokens(text: &str) -> Result<Vec<PlacedToken>, String> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(first) = text[at..].chars().next() {
        let rest = &text[at..];
        if first.is_whitespace() {
            at += first.len_utf8();
        } else if rest.starts_with("//") {
            at += rest.find('\n').unwrap_or(rest.len());
        } else {
            let (token, length) = token(rest, first).ok_or_else(|| first.to_string())?;
            found.push(PlacedToken { token, start: at, end: at + length });
            at += length;
        }
    }
    Ok(found)
}

/// The token that begins a text, and its bytes.
fn token(rest: &str, first: char) -> Option<(Token, usize)> {
    if first == '"' {
        return quoted(rest);
    }
    if let Some(inner) = rest.strip_prefix("[[")
        && let Some(end) = inner.find("]]")
    {
        let target = inner[..end].split('|').next().unwrap_or_default().trim();
        return Some((Token::Link(target.to_owned()), end + "[[]]".len()));
    }
    if let Some(tag) = rest.strip_prefix('#') {
        let end = tag.find(|it| !is_name(it) && !matches!(it, '-' | '/')).unwrap_or(tag.len());
        return (end > 0).then(|| (Token::Tag(tag[..end].to_owned()), end + 1));
    }
    if first.is_ascii_digit() {
        let is_figure = |it: char| it.is_alphanumeric() || matches!(it, '.' | '-' | ':');
        let end = rest.find(|it| !is_figure(it)).unwrap_or(rest.len());
        return Some((Token::Figure(rest[..end].to_owned()), end));
    }
    if is_name(first) {
        let end = rest.find(|it| !is_name(it) && !matches!(it, '-' | '.')).unwrap_or(rest.len());
        let word = rest[..end].trim_end_matches(['-', '.']);
        return Some((Token::Word(word.to_owned()), word.len()));
    }
    let sign = SIGNS.into_iter().find(|sign| rest.starts_with(*sign))?;
    Some((Token::Sign(sign), sign.len()))
}

fn is_name(char: char) -> bool {
    let is_quote = matches!(char, '“' | '”' | '„' | '‘' | '’');
    let is_other = !char.is_ascii() && !char.is_whitespace() && !is_quote;
    char.is_alphanumeric() || char == '_' || is_other
}

fn quoted(rest: &str) -> Option<(Token, usize)> {
    let mut text = String::new();
    let mut is_escaped = false;
    for (at, char) in rest.char_indices().skip(1) {
        match char {
            _ if is_escaped => {
                text.push(char);
                is_escaped = false;
            }
            '\\' => is_escaped = true,
            '"' => return Some((Token::Text(text), at + 1)),
            _ => text.push(char),
        }
    }
    None
}
