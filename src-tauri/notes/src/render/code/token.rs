//! What code is made of, and how it is coloured.

use super::super::links::escape;

/// What a stretch of code is. The names are the classes' after `tok-`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Token {
    Plain,
    Keyword,
    /// A constant, a built-in name, a type.
    Type,
    /// A function where it is called or made.
    Name,
    String,
    Number,
    Comment,
    Key,
    Heading,
    Added,
    Removed,
}

impl Token {
    fn class(self) -> Option<&'static str> {
        Some(match self {
            Self::Plain => return None,
            Self::Keyword => "tok-keyword",
            Self::Type => "tok-type",
            Self::Name => "tok-name",
            Self::String => "tok-string",
            Self::Number => "tok-number",
            Self::Comment => "tok-comment",
            Self::Key => "tok-key",
            Self::Heading => "tok-heading",
            Self::Added => "tok-added",
            Self::Removed => "tok-removed",
        })
    }
}

/// HTML in the making: neighbours of one kind share a `span`.
pub(super) struct ColouredCode {
    pub(super) html: String,
    pub(super) last: Token,
}

impl ColouredCode {
    pub(super) fn paint(&mut self, token: Token, text: &str) {
        // Space needs no colour, and so doesn't end one.
        let blank = !text.is_empty() && text.trim().is_empty() && self.last != Token::Plain;
        let token = if blank && !text.contains('\n') { self.last } else { token };
        if token != self.last {
            if self.last != Token::Plain {
                self.html.push_str("</span>");
            }
            if let Some(class) = token.class() {
                self.html.push_str("<span class=\"");
                self.html.push_str(class);
                self.html.push_str("\">");
            }
            self.last = token;
        }
        escape(&mut self.html, text);
    }
}
