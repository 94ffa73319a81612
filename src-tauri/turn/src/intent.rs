//! The command that a message begins with, if any. Only the typed text decides, no model.

#[cfg(test)]
mod tests;

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Intent {
    Answer,
    /// Shows passages that match these words, without a model.
    Find(String),
    /// Summarises the notes that these words link.
    Summarize(String),
    /// Proposes a note about these words.
    Note(String),
    /// Continues the last answer, which broke off.
    Continue,
    /// Stores these words in the memory, without a model.
    Remember(String),
}

/// Beginnings of a plain sentence that asks to remember something.
const PLEASE_REMEMBER: [&str; 8] = [
    "remember that ",
    "remember: ",
    "please remember that ",
    "please remember: ",
    "merk dir, dass ",
    "merke dir, dass ",
    "merk dir: ",
    "bitte merk dir, dass ",
];

/// Maximum characters of such a sentence; a longer one says more than that.
const PLAIN: usize = 300;

impl Intent {
    /// A command is the first word of a message. Any other message, even an unknown command, is a question.
    fn command(message: &str) -> Self {
        let message = message.trim_start();
        let (command, rest) =
            message.split_at(message.find(char::is_whitespace).unwrap_or(message.len()));
        let rest = rest.trim().to_owned();
        match command.to_lowercase().as_str() {
            "/find" => Self::Find(rest),
            "/summarize" | "/summarise" => Self::Summarize(rest),
            "/note" => Self::Note(rest),
            "/continue" if rest.is_empty() => Self::Continue,
            "/remember" => Self::Remember(rest),
            _ => Self::Answer,
        }
    }

    /// The intent of `message`. If the memory is `on`, a plain sentence that only asks to remember something counts
    /// as `/remember`.
    pub fn of(message: &str, on: bool) -> Self {
        let intent = Self::command(message);
        let message = message.trim();
        let asks_or_goes_on = message.contains(['?', '\n']) || message.chars().count() > PLAIN;
        if !on || intent != Self::Answer || asks_or_goes_on {
            return intent;
        }
        let begins = |start: &&&str| {
            message.get(..start.len()).is_some_and(|head| head.to_lowercase() == **start)
        };
        let fact = PLEASE_REMEMBER.iter().find(begins).map(|start| message[start.len()..].trim());
        match fact.filter(|fact| !fact.is_empty()) {
            Some(fact) => Self::Remember(fact.to_owned()),
            None => intent,
        }
    }

    /// The message without its command: the text to search for and to take links from. `/summarize` takes words
    /// without brackets as the name of a note.
    pub fn matter<'a>(&'a self, message: &'a str) -> std::borrow::Cow<'a, str> {
        match self {
            Self::Answer | Self::Continue => message.into(),
            Self::Find(words) | Self::Note(words) | Self::Remember(words) => words.into(),
            Self::Summarize(words) if words.is_empty() || words.contains("[[") => words.into(),
            Self::Summarize(name) => format!("[[{name}]]").into(),
        }
    }
}
