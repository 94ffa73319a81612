//! Chat template marks in an answer. A server whose stop words don't fit its model sends them as text, followed by a
//! conversation that the model makes up.

#[cfg(test)]
mod tests;

use conversation::model::marks::{WrittenMark, written_mark};

/// Role names that follow marks at the beginning of an answer.
const ROLES: [&str; 3] = ["assistant", "model", "final"];

/// Removes marks from the pieces of an answer, and ends it at an end mark. Marks in code stay, because an answer may
/// be about them. Only text that may become a mark is buffered.
#[derive(Debug, Default)]
pub(super) struct TemplateMarks {
    buffer: String,
    code: Code,
    has_begun: bool,
    /// A mark was removed just before, so a role may follow.
    was_marked: bool,
    /// The answer had `<s>`, which strikes text through in HTML. So `</s>` is no end mark.
    is_struck: bool,
    is_over: bool,
}

impl TemplateMarks {
    /// Returns the text that is certain.
    pub(super) fn push(&mut self, text: &str) -> String {
        let mut out = String::with_capacity(text.len());
        if self.is_over {
            return out;
        }
        let mut buffer = std::mem::take(&mut self.buffer);
        buffer.push_str(text);
        let mut rest = buffer.as_str();
        while let Some(c) = rest.chars().next() {
            self.code.before(c);
            if matches!(c, '<' | '[') && !self.code.is_inside() {
                self.is_struck |= rest.starts_with("<s>");
                match written_mark(rest) {
                    WrittenMark::Begun => break,
                    WrittenMark::Whole { .. } if self.is_struck && rest.starts_with("</s>") => {}
                    WrittenMark::Whole { is_end: true, .. } if self.has_begun => {
                        self.is_over = true;
                        return out;
                    }
                    WrittenMark::Whole { length, .. } => {
                        self.was_marked |= !self.has_begun;
                        rest = &rest[length..];
                        continue;
                    }
                    WrittenMark::None => {}
                }
            }
            if self.was_marked && !self.has_begun {
                let length = rest.find(|c: char| !c.is_ascii_lowercase());
                match length {
                    None if ROLES.iter().any(|role| role.starts_with(rest)) => break,
                    Some(length) if ROLES.contains(&&rest[..length]) => {
                        rest = &rest[length..];
                        continue;
                    }
                    _ if c.is_whitespace() => {
                        rest = &rest[c.len_utf8()..];
                        continue;
                    }
                    _ => {}
                }
            }
            self.code.read(c);
            self.has_begun |= c.is_alphanumeric();
            out.push(c);
            rest = &rest[c.len_utf8()..];
        }
        self.buffer = rest.to_owned();
        out
    }

    pub(super) fn end(&mut self) -> String {
        let buffer = std::mem::take(&mut self.buffer);
        if self.is_over { String::new() } else { buffer }
    }

    pub(super) fn is_over(&self) -> bool {
        self.is_over
    }
}

/// Approximates Markdown: code that is never closed ends with its paragraph.
#[derive(Debug, Default)]
struct Code {
    is_fenced: bool,
    /// Length of the run of backticks that opened inline code; 0 outside.
    inline: usize,
    run: usize,
    has_text: bool,
}

impl Code {
    /// `c` comes next; anything but a backtick ends a run.
    fn before(&mut self, c: char) {
        if c == '`' || self.run == 0 {
            return;
        }
        let run = std::mem::take(&mut self.run);
        match run {
            3.. if !self.has_text => self.is_fenced = !self.is_fenced,
            _ if self.is_fenced => {}
            _ if self.inline == 0 => self.inline = run,
            _ if self.inline == run => self.inline = 0,
            _ => {}
        }
        self.has_text = true;
    }

    fn read(&mut self, c: char) {
        match c {
            '`' => self.run += 1,
            '\n' => {
                if !self.has_text {
                    self.inline = 0;
                }
                self.has_text = false;
            }
            _ => self.has_text |= !c.is_whitespace(),
        }
    }

    fn is_inside(&self) -> bool {
        self.is_fenced || self.inline > 0
    }
}
