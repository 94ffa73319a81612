use super::super::links::escape;

/// The class of a token is its name after `tok-`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Token {
    Plain,
    Keyword,
    Type,
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

/// Neighbours of one kind share a `span`.
pub(super) struct ColouredCode {
    pub(super) html: String,
    pub(super) last: Token,
}

impl ColouredCode {
    pub(super) fn paint(&mut self, token: Token, text: &str) {
        // Spaces show no colour, so they don't end a `span`.
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
