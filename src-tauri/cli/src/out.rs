//! The terminal program's output: texts without terminal commands, colours, JSON.

#[cfg(test)]
mod tests;

use std::{
    fmt::Display,
    io::{self, IsTerminal, Write},
    process::ExitCode,
};

use anstyle::{AnsiColor, Style};
use conversation::{Code, Error, is_unseen};
use serde::Serialize;

use crate::sentences;

pub const DIM: Style = Style::new().dimmed();
pub const BOLD: Style = Style::new().bold();
pub const MARK: Style = AnsiColor::Cyan.on_default();
/// For broken links and notices.
pub const WARN: Style = AnsiColor::Yellow.on_default();
pub const ERROR: Style = AnsiColor::Red.on_default().bold();

/// Removes terminal commands, and letters that people can't see but models read: notes and models must not move the
/// cursor, set the title, reverse a line or hide text.
pub fn printable(text: &str) -> String {
    text.chars().filter(|&c| matches!(c, '\n' | '\t') || !(commands(c) || is_tag(c))).collect()
}

/// A name or path on one line, with unprintable and invisible characters escaped: `\n`, `\u{202e}`.
pub fn name(name: impl Display) -> String {
    let escaped = |c: char| match commands(c) || is_tag(c) || has_no_width(c) {
        true => c.escape_default().to_string(),
        false => c.to_string(),
    };
    name.to_string().chars().map(escaped).collect()
}

/// Escapes invisible characters in a text to approve, so that nothing is approved unseen. Joiners of letters and
/// emoji stay, unless several in a row could hide a text.
pub fn spelled_out(text: &str) -> String {
    let mut spelled = String::with_capacity(text.len());
    let mut after_unseen = false;
    for c in text.chars() {
        let joins = matches!(c, '\u{200c}' | '\u{200d}' | '\u{fe00}'..='\u{fe0f}');
        let unseen = is_unseen(c);
        match c {
            '\n' | '\t' => spelled.push(c),
            _ if unseen && (after_unseen || !joins) => spelled.extend(c.escape_default()),
            _ => spelled.push(c),
        }
        after_unseen = unseen;
    }
    spelled
}

/// True if a terminal interprets the character instead of showing it.
fn commands(c: char) -> bool {
    c.is_control() || matches!(c, '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Invisible copies of ASCII letters.
fn is_tag(c: char) -> bool {
    matches!(c, '\u{e0000}'..='\u{e007f}')
}

/// Invisible differences between names. In texts these join emoji and separate words.
fn has_no_width(c: char) -> bool {
    matches!(c, '\u{200b}'..='\u{200f}' | '\u{2060}'..='\u{2064}' | '\u{feff}')
}

#[derive(Debug)]
pub enum Stop {
    Failed(Error),
    /// The reader of stdout ended (`| head`), which is no error.
    Closed,
    Interrupted,
}

impl Stop {
    pub fn bad_input(message: impl Into<String>) -> Self {
        Self::Failed(Error::bad_input(Into::<String>::into(message)))
    }

    pub fn internal(message: String) -> Self {
        Self::Failed(Error::new(Code::Internal, message))
    }
}

impl From<Error> for Stop {
    fn from(error: Error) -> Self {
        Self::Failed(error)
    }
}

impl From<notes::Error> for Stop {
    fn from(error: notes::Error) -> Self {
        Self::Failed(error.into())
    }
}

impl From<io::Error> for Stop {
    fn from(error: io::Error) -> Self {
        if error.kind() == io::ErrorKind::BrokenPipe {
            Self::Closed
        } else {
            Self::internal(sentences::stdout_not_written(&error))
        }
    }
}

pub fn exit_code(code: Code) -> u8 {
    match code {
        Code::NoModel | Code::Model(_) => 4,
        Code::Index | Code::Library | Code::Internal => 5,
        _ => 3,
    }
}

#[derive(Debug, Clone, Copy)]
pub struct Out {
    pub json: bool,
}

impl Out {
    pub fn new(json: bool) -> Self {
        Self { json }
    }

    pub fn object(&self, value: &impl Serialize) -> Result<(), Stop> {
        let mut line =
            serde_json::to_vec(value).map_err(|error| Stop::internal(error.to_string()))?;
        line.push(b'\n');
        let mut stdout = io::stdout().lock();
        stdout.write_all(&line)?;
        Ok(stdout.flush()?)
    }

    /// An object with `--json`, else a line.
    pub fn either(
        &self,
        object: &impl Serialize,
        line: impl FnOnce() -> String,
    ) -> Result<(), Stop> {
        if self.json { self.object(object) } else { self.line(&line()) }
    }

    pub fn text(&self, text: &str) -> Result<(), Stop> {
        let mut stdout = anstream::stdout().lock();
        stdout.write_all(text.as_bytes())?;
        Ok(stdout.flush()?)
    }

    /// A file's text, byte for byte; on a terminal without terminal commands.
    pub fn whole(&self, text: &str) -> Result<(), Stop> {
        let mut stdout = io::stdout().lock();
        match stdout.is_terminal() {
            true => stdout.write_all(printable(text).as_bytes())?,
            false => stdout.write_all(text.as_bytes())?,
        }
        Ok(stdout.flush()?)
    }

    pub fn prompt(&self) -> Result<(), Stop> {
        self.text(&format!("\n{BOLD}›{BOLD:#} "))
    }

    /// True if stdout is a terminal that supports links.
    pub fn has_links(&self) -> bool {
        !self.json
            && io::stdout().is_terminal()
            && std::env::var_os("TERM").is_none_or(|term| term != "dumb" && term != "linux")
    }

    /// Progress messages on lines of their own on stderr.
    pub fn aside(&self, message: &str) {
        let _ = writeln!(anstream::stderr(), "{DIM}{message}{DIM:#}");
    }

    pub fn line(&self, line: &str) -> Result<(), Stop> {
        self.text(&format!("{line}\n"))
    }

    /// Something that the user should know in addition to the result.
    pub fn notice(&self, message: &str) -> Result<(), Stop> {
        // A failed notice doesn't end the command.
        let _ = writeln!(anstream::stderr(), "{WARN}{message}{WARN:#}");
        Ok(())
    }

    pub fn progress(&self, message: &str) {
        if io::stderr().is_terminal() {
            let _ = write!(anstream::stderr(), "\r\x1b[K{DIM}{message}{DIM:#}");
        }
    }

    pub fn progress_done(&self) {
        if io::stderr().is_terminal() {
            let _ = write!(anstream::stderr(), "\r\x1b[K");
        }
    }

    /// Prints the reason for the end, and returns its exit code.
    pub fn stop(&self, stop: Stop) -> ExitCode {
        let error = match stop {
            Stop::Failed(error) => error,
            Stop::Closed => return ExitCode::SUCCESS,
            // The shell's code for a program ended by Ctrl-C.
            Stop::Interrupted => return ExitCode::from(130),
        };
        let mut stderr = anstream::stderr().lock();
        let _ =
            writeln!(stderr, "{ERROR}{}{ERROR:#} {}", sentences::ERROR, printable(&error.message));
        for line in &error.tried {
            let _ = writeln!(stderr, "  {DIM}{}{DIM:#}", printable(line));
        }
        ExitCode::from(exit_code(error.code))
    }
}
