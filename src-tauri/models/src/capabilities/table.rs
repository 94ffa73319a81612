//! Capabilities by model name, for servers that don't report them.
//!
//! The table's window applies to a vendor's own service. A model on somebody's machine has the window of its server,
//! whatever it was trained for.

use std::sync::LazyLock;

use conversation::model::Tokens;

const FAMILIES: &str = include_str!("families.txt");

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Family {
    names: Vec<&'static str>,
    pub window: Option<Tokens>,
    /// Only the vendor runs it, so its window is the same behind any relay.
    pub closed: bool,
    pub chats: bool,
    pub tools: bool,
    pub vision: bool,
    pub thinking: bool,
}

pub(crate) fn family(model: &str) -> Option<&'static Family> {
    static TABLE: LazyLock<Vec<Family>> =
        LazyLock::new(|| lines().filter_map(|line| Family::read(line).ok()).collect());
    let name = plain(model);
    TABLE.iter().find(|family| family.names.iter().any(|pattern| matches(&name, pattern)))
}

/// Unknown models can chat.
pub(crate) fn chats(model: &str) -> bool {
    family(model).is_none_or(|family| family.chats)
}

fn lines() -> impl Iterator<Item = &'static str> {
    FAMILIES.lines().filter(|line| !line.is_empty() && !line.starts_with('#'))
}

impl Family {
    fn read(line: &'static str) -> Result<Self, String> {
        let [names, window, can] = line.split('|').map(str::trim).collect::<Vec<_>>()[..] else {
            return Err(format!("not three columns: {line}"));
        };
        let window = match window {
            "-" => None,
            figure => Some(Tokens(figure.parse().map_err(|_| format!("no window: {line}"))?)),
        };
        let names = names.split_whitespace().collect();
        let mut family = Self {
            names,
            window,
            closed: false,
            chats: true,
            tools: false,
            vision: false,
            thinking: false,
        };
        if can == "no chat" {
            family.chats = false;
            return Ok(family);
        }
        for word in can.split_whitespace() {
            match word {
                "closed" => family.closed = true,
                "tools" => family.tools = true,
                "vision" => family.vision = true,
                "thinking" => family.thinking = true,
                _ => return Err(format!("“{word}” is no ability: {line}")),
            }
        }
        Ok(family)
    }
}

/// A model's name without its maker, in the form of the table's patterns.
pub(crate) fn plain(model: &str) -> String {
    let name = model.trim().to_ascii_lowercase();
    let name = name.rsplit(['/', '\\']).next().unwrap_or_default();
    let name = name.strip_prefix("ft:").unwrap_or(name);
    let bytes = name.as_bytes();
    let digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
    name.char_indices()
        .map(|(at, character)| match character {
            '_' | ':' | ' ' | '@' => '-',
            // One host writes 3p1 for 3.1.
            'p' if at > 0 && digit(at - 1) && digit(at + 1) => '.',
            other => other,
        })
        .collect()
}

/// The head of `families.txt` describes the patterns.
pub(crate) fn matches(name: &str, pattern: &str) -> bool {
    let name = name.as_bytes();
    if let Some(pattern) = pattern.strip_prefix('^') {
        return begins(name, pattern.as_bytes(), None);
    }
    (0..name.len())
        .filter(|&at| at == 0 || !name[at - 1].is_ascii_alphanumeric())
        .any(|at| begins(&name[at..], pattern.as_bytes(), None))
}

fn begins(name: &[u8], pattern: &[u8], before: Option<u8>) -> bool {
    let next_is_digit = name.first().is_some_and(u8::is_ascii_digit);
    match pattern {
        [] => !(next_is_digit && before.is_some_and(|last| last.is_ascii_digit())),
        [b'*', rest @ ..] => (0..=name.len()).any(|at| begins(&name[at..], rest, None)),
        [b'-', rest @ ..] => {
            matches!(name, [b'-' | b'.', after @ ..] if begins(after, rest, Some(b'-')))
                || begins(name, rest, Some(b'-'))
        }
        [wanted, rest @ ..] => {
            matches!(name, [first, after @ ..] if first == wanted && begins(after, rest, Some(*wanted)))
        }
    }
}

#[cfg(test)]
#[path = "table_tests.rs"]
mod tests;
