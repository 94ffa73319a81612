//! What a message asks for that begins with a command. No model guesses: what the user typed decides.

/// What a message asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Intent {
    /// An answer.
    Answer,
    /// The passages that match these words, and no model.
    Find(String),
    /// A summary of the notes that these words link.
    Summarize(String),
    /// A note about these words, which is proposed when it is written.
    Note(String),
    /// The rest of the last answer, which broke off.
    Continue,
}

impl Intent {
    /// What `message` asks for. A command is a word of its own at the very beginning; everything
    /// else, also an unknown command, is a question.
    pub fn of(message: &str) -> Self {
        let message = message.trim_start();
        let (command, rest) =
            message.split_at(message.find(char::is_whitespace).unwrap_or(message.len()));
        let rest = rest.trim().to_owned();
        match command.to_lowercase().as_str() {
            "/find" => Self::Find(rest),
            "/summarize" | "/summarise" => Self::Summarize(rest),
            "/note" => Self::Note(rest),
            "/continue" if rest.is_empty() => Self::Continue,
            _ => Self::Answer,
        }
    }

    /// What is looked for, and what the links are taken from: the message without its command. Words
    /// after `/summarize` without brackets are the name of a note.
    pub fn matter<'a>(&'a self, message: &'a str) -> std::borrow::Cow<'a, str> {
        match self {
            Self::Answer | Self::Continue => message.into(),
            Self::Find(words) | Self::Note(words) => words.into(),
            Self::Summarize(words) if words.is_empty() || words.contains("[[") => words.into(),
            Self::Summarize(name) => format!("[[{name}]]").into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_is_the_first_word_and_nothing_else_is_one() {
        let cases = [
            ("How much salt?", Intent::Answer, "How much salt?"),
            ("/find rye  bread", Intent::Find("rye  bread".into()), "rye  bread"),
            (" /FIND\trye", Intent::Find("rye".into()), "rye"),
            ("/find", Intent::Find(String::new()), ""),
            ("/finder rye", Intent::Answer, "/finder rye"),
            ("what does /find do", Intent::Answer, "what does /find do"),
            ("/summarize [[Rye]]", Intent::Summarize("[[Rye]]".into()), "[[Rye]]"),
            ("/summarise Rye bread", Intent::Summarize("Rye bread".into()), "[[Rye bread]]"),
            ("/note how I salt", Intent::Note("how I salt".into()), "how I salt"),
            ("/notes of rye", Intent::Answer, "/notes of rye"),
            ("/continue", Intent::Continue, "/continue"),
            ("/continue with rye", Intent::Answer, "/continue with rye"),
        ];
        for (message, intent, matter) in cases {
            assert_eq!(Intent::of(message), intent, "{message}");
            assert_eq!(intent.matter(message), matter, "{message}");
        }
    }
}
