//! Rust code as the tests about the house see it: which paths it names, and where.

use std::ops::{Range, RangeInclusive};

/// Whether the Rust file `path` is in no program: a test, a benchmark or an example.
pub fn is_aside(path: &str) -> bool {
    let (folders, name) = path.rsplit_once('/').unwrap_or(("", path));
    let aside = |folder| matches!(folder, "tests" | "benches" | "examples");
    name.ends_with("tests.rs") || folders.split('/').any(aside)
}

/// Rust code without comments, texts and items under `#[cfg(test)]`; each is replaced by spaces,
/// so that lines keep their numbers.
pub fn code(text: &str) -> String {
    let mut code = split(text).0;
    while let Some(item) = first_test_item(&code) {
        let mut blank = String::new();
        push_blank(&mut blank, &code[item.clone()]);
        code.replace_range(item, &blank);
    }
    code
}

/// The plain texts in quotation marks that are part of a program, as they are spelled, with their lines.
pub fn texts(text: &str) -> Vec<(usize, &str)> {
    let (mut code, quoted) = split(text);
    // What is under `#[cfg(test)]` is in no program.
    let mut tests = Vec::new();
    while let Some(item) = first_test_item(&code) {
        let mut blank = String::new();
        push_blank(&mut blank, &code[item.clone()]);
        code.replace_range(item.clone(), &blank);
        tests.push(item);
    }
    let shipped =
        quoted.into_iter().filter(|range| !tests.iter().any(|it| it.contains(&range.start)));
    shipped
        .map(|range| (line_of(text, range.start), &text[range.start + 1..range.end - 1]))
        .collect()
}

/// The number, from 1, of the line that holds the byte `at`.
pub fn line_of(text: &str, at: usize) -> usize {
    text[..at].matches('\n').count() + 1
}

/// Spaces for `text`, byte for byte, with its line ends.
fn push_blank(code: &mut String, text: &str) {
    code.extend(text.bytes().map(|byte| if byte == b'\n' { '\n' } else { ' ' }));
}

/// An item with its `#[cfg(test)]`, up to its `;` or its closing brace.
fn first_test_item(code: &str) -> Option<Range<usize>> {
    let start = code.find("#[cfg(test)]")?;
    let mut depth = 0;
    for (at, c) in code[start..].char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            ';' => {}
            _ => continue,
        }
        if depth <= 0 {
            return Some(start..start + at + 1);
        }
    }
    Some(start..code.len())
}

/// The code alone, and where plain texts stand, with their quotation marks.
fn split(text: &str) -> (String, Vec<Range<usize>>) {
    let mut code = String::with_capacity(text.len());
    let mut quotations = Vec::new();
    while code.len() < text.len() {
        let rest = &text[code.len()..];
        let hidden = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            block_comment(rest)
        } else if let Some(length) = raw_text(rest, code.chars().next_back()) {
            length
        } else if rest.starts_with('"') {
            let length = quoted(rest);
            quotations.push(code.len()..code.len() + length);
            length
        } else if rest.starts_with('\'') {
            character(rest)
        } else {
            code.extend(rest.chars().next());
            continue;
        };
        push_blank(&mut code, &rest[..hidden]);
    }
    (code, quotations)
}

/// The length of the comment that begins `rest`; comments nest.
fn block_comment(rest: &str) -> usize {
    let mut depth = 0;
    let mut at = 0;
    while at < rest.len() {
        if rest[at..].starts_with("/*") {
            depth += 1;
            at += 2;
        } else if rest[at..].starts_with("*/") {
            depth -= 1;
            at += 2;
            if depth == 0 {
                return at;
            }
        } else {
            at += rest[at..].chars().next().map_or(1, char::len_utf8);
        }
    }
    rest.len()
}

/// The length of the raw text that begins `rest`, if one does and no name ends just before it.
fn raw_text(rest: &str, before: Option<char>) -> Option<usize> {
    if before.is_some_and(|c| c.is_alphanumeric() || c == '_') {
        return None;
    }
    let prefix = ["r", "br", "cr"].iter().find(|prefix| {
        rest.strip_prefix(**prefix).is_some_and(|rest| rest.starts_with(['"', '#']))
    })?;
    let after = &rest[prefix.len()..];
    let hashes = after.len() - after.trim_start_matches('#').len();
    // `r#name` is a name.
    let body = after[hashes..].strip_prefix('"')?;
    let close = format!("\"{}", "#".repeat(hashes));
    let start = rest.len() - body.len();
    Some(body.find(&close).map_or(rest.len(), |end| start + end + close.len()))
}

fn quoted(rest: &str) -> usize {
    let mut escaped = false;
    for (at, c) in rest.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => return at + 1,
            _ => {}
        }
    }
    rest.len()
}

/// The length of the character that begins `rest`, or 1 for the tick of a lifetime.
fn character(rest: &str) -> usize {
    let mut chars = rest.char_indices().skip(1);
    match (chars.next(), chars.next()) {
        (Some((_, '\\')), Some((at, escaped))) => {
            let behind = at + escaped.len_utf8();
            rest[behind..].find('\'').map_or(1, |end| behind + end + 1)
        }
        (Some(_), Some((at, '\''))) => at + 1,
        _ => 1,
    }
}

/// A path such as `std::fs::read`, and the line on which it ends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Named {
    /// The line, from 1.
    pub line: usize,
    /// The path, with `::`.
    pub path: String,
    /// Whether it began with `::` and so names another crate.
    pub absolute: bool,
    /// If it is imported: under which name.
    pub import: Option<Import>,
}

/// How a `use` imports a path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Import {
    /// The name that it has here; `*` for everything in it.
    pub name: String,
    /// Whether `as` gave it that name.
    pub renamed: bool,
    /// Whether other modules can import it from here.
    pub public: bool,
}

impl Named {
    /// Whether the path is `item` or something inside it.
    pub fn is_within(&self, item: &str) -> bool {
        self.path.strip_prefix(item).is_some_and(|rest| rest.is_empty() || rest.starts_with("::"))
    }

    /// Its first part.
    pub fn first(&self) -> &str {
        self.path.split("::").next().unwrap_or_default()
    }
}

/// All paths that `code` names; a `use` with braces is spelled out.
pub fn paths(code: &str) -> Vec<Named> {
    let tokens = tokens(code);
    let mut found = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let token = tokens[at].1;
        // `use<'a>` in a type is no import.
        if token == "use" && tokens.get(at + 1).is_some_and(|(_, next)| *next != "<") {
            let before = at.checked_sub(1).map(|before| tokens[before].1);
            let public = matches!(before, Some("pub" | ")"));
            let first = found.len();
            let absolute = tokens.get(at + 1).is_some_and(|(_, next)| *next == "::");
            at = tree(&tokens, at + 1, "", public, &mut found);
            found[first..].iter_mut().for_each(|named| named.absolute = absolute);
        } else if is_name(token) {
            let before = |back| at.checked_sub(back).map(|before: usize| tokens[before].1);
            // `Vec<u8>::new` and `f()::g` go on; nothing else stands before a path.
            let absolute = before(1) == Some("::") && !matches!(before(2), Some(">" | ")"));
            let mut path = token.to_owned();
            while let [(_, "::"), (_, next), ..] = &tokens[at + 1..]
                && is_name(next)
            {
                path = format!("{path}::{next}");
                at += 2;
            }
            found.push(Named { line: tokens[at].0, path, absolute, import: None });
            at += 1;
        } else {
            at += 1;
        }
    }
    found
}

/// The same with imported names spelled out: after `use std::fs as disk`, `disk::read` is
/// `std::fs::read`.
pub fn full_paths(code: &str) -> Vec<Named> {
    let mut found = paths(code);
    let known: Vec<(String, String)> = found
        .iter()
        .filter_map(|named| Some((named.import.as_ref()?.name.clone(), named.path.clone())))
        .filter(|(name, path)| name != path)
        .collect();
    for named in &mut found {
        // An import may be of something imported; a handful of steps is more than anybody writes.
        for _ in 0..8 {
            let own = |path: &String| named.import.is_some() && *path == named.path;
            let first = named.first();
            let Some((name, path)) = known.iter().find(|(name, path)| name == first && !own(path))
            else {
                break;
            };
            let full = format!("{path}{}", &named.path[name.len()..]);
            if full.starts_with(&format!("{}::", named.path)) || full == named.path {
                break;
            }
            named.path = full;
        }
    }
    found
}

/// Reads one tree of a `use`; returns where it ends.
fn tree(
    tokens: &[(usize, &str)],
    mut at: usize,
    prefix: &str,
    public: bool,
    found: &mut Vec<Named>,
) -> usize {
    let mut path = prefix.to_owned();
    let mut line = tokens.get(at).map_or(0, |token| token.0);
    let mut renamed = None;
    while let Some(&(on, token)) = tokens.get(at) {
        match token {
            "::" => {}
            "{" => {
                at += 1;
                while let Some(&(_, token)) = tokens.get(at) {
                    match token {
                        "}" => return at + 1,
                        "," => at += 1,
                        _ => at = tree(tokens, at, &path, public, found),
                    }
                }
                return at;
            }
            "as" => {
                at += 1;
                renamed = tokens.get(at).map(|(_, name)| (*name).to_owned());
            }
            "self" if !path.is_empty() => {}
            name if is_name(name) || name == "*" => {
                let join = if path.is_empty() { "" } else { "::" };
                path = format!("{path}{join}{name}");
                line = on;
            }
            _ => break,
        }
        at += 1;
    }
    let last = path.rsplit("::").next().unwrap_or_default().to_owned();
    let import = Import { renamed: renamed.is_some(), name: renamed.unwrap_or(last), public };
    found.push(Named { line, path, absolute: false, import: Some(import) });
    at
}

/// What a file declares and defines, with lines.
pub struct Outline {
    /// Modules in files of their own.
    pub declared: Vec<(usize, String)>,
    /// Modules in braces, outer ones first, with the lines they take.
    pub inline: Vec<(String, RangeInclusive<usize>)>,
    /// Names of items, also of those inside others.
    pub defined: Vec<(usize, String)>,
}

/// The modules and items of `code`.
pub fn outline(code: &str) -> Outline {
    const KINDS: [&str; 9] =
        ["struct", "enum", "union", "trait", "type", "fn", "const", "static", "macro_rules"];
    let tokens = tokens(code);
    let mut outline = Outline { declared: Vec::new(), inline: Vec::new(), defined: Vec::new() };
    for (at, window) in tokens.windows(3).enumerate() {
        let [(line, kind), (_, name), (_, next)] = window else { continue };
        if *kind == "mod" && *next == ";" {
            outline.declared.push((*line, (*name).to_owned()));
        } else if *kind == "mod" && *next == "{" {
            let mut depth = 0;
            let end = tokens[at..].iter().find(|(_, token)| {
                depth += i32::from(*token == "{") - i32::from(*token == "}");
                *token == "}" && depth == 0
            });
            let end = end.map_or(usize::MAX, |(line, _)| *line);
            outline.inline.push(((*name).to_owned(), *line..=end));
        } else if KINDS.contains(kind) && is_name(name) {
            outline.defined.push((*line, (*name).to_owned()));
        } else if *kind == "static" && *name == "mut" || *kind == "macro_rules" {
            outline.defined.push((*line, (*next).to_owned()));
        }
    }
    outline
}

/// Calls of a method by this name without arguments, such as `.exists()`, with their lines.
pub fn calls<'a>(code: &'a str, methods: &'a [&str]) -> Vec<(usize, &'a str)> {
    let tokens = tokens(code);
    let called = tokens.windows(4).filter(|four| {
        four[0].1 == "." && methods.contains(&four[1].1) && four[2].1 == "(" && four[3].1 == ")"
    });
    called.map(|four| four[1]).collect()
}

/// What types stand for by another name (`type A = b::C;` gives `C`), with the lines.
pub fn type_aliases(code: &str) -> Vec<(usize, &str)> {
    let tokens = tokens(code);
    let starts = tokens
        .windows(3)
        .enumerate()
        .filter(|(_, three)| three[0].1 == "type" && is_name(three[1].1) && three[2].1 == "=");
    let last = |start: usize| {
        let path = &tokens[start + 3..];
        let end = path.iter().position(|(_, token)| !is_name(token) && *token != "::");
        path[..end.unwrap_or(path.len())].last().copied()
    };
    starts.filter_map(|(start, _)| last(start)).collect()
}

/// Where these tokens follow one another.
pub fn sequences(code: &str, wanted: &[&str]) -> Vec<usize> {
    let tokens = tokens(code);
    let found = tokens
        .windows(wanted.len())
        .filter(|window| window.iter().zip(wanted).all(|((_, token), wanted)| token == wanted));
    found.map(|window| window[0].0).collect()
}

fn is_name(token: &str) -> bool {
    token.starts_with(|c: char| c.is_alphabetic() || c == '_')
}

fn tokens(code: &str) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    for (line, text) in code.lines().enumerate() {
        let mut rest = text.trim_start();
        while let Some(first) = rest.chars().next() {
            let word = |c: char| c.is_alphanumeric() || c == '_';
            // `r#fs` is `fs`.
            if let Some(raw) = rest.strip_prefix("r#")
                && raw.starts_with(word)
            {
                rest = raw;
                continue;
            }
            let length = if word(first) {
                rest.find(|c| !word(c)).unwrap_or(rest.len())
            } else if rest.starts_with("::") {
                2
            } else {
                first.len_utf8()
            };
            found.push((line + 1, &rest[..length]));
            rest = rest[length..].trim_start();
        }
    }
    found
}

#[test]
fn what_code_names_is_found() {
    let check = |text: &str, expect: &[(usize, &str)]| {
        let found = paths(&code(text));
        let found: Vec<_> = found
            .iter()
            .filter(|named| named.path.contains("::"))
            .map(|named| (named.line, named.path.as_str()))
            .collect();
        assert_eq!(found, expect, "{text}");
    };
    check("use std::fs;\n", &[(1, "std::fs")]);
    check("pub use ::std::fs::{self as files, File};", &[(1, "std::fs"), (1, "std::fs::File")]);
    check(
        "use std::{\n    env,\n    io::{Read, Write as _},\n    time::*,\n};\nuse std::net;",
        &[
            (2, "std::env"),
            (3, "std::io::Read"),
            (3, "std::io::Write"),
            (4, "std::time::*"),
            (6, "std::net"),
        ],
    );
    check("let x: Vec<tokio::fs::File> = y;", &[(1, "tokio::fs::File")]);
    check("fn f() -> impl Fn() + use<'_> { a::b() }", &[(1, "a::b")]);
    // What isn't code names nothing.
    check("// a::b\n/* a::b /* c::d */ e::f */ g::h", &[(2, "g::h")]);
    check(r##"("a::b", r#"c::d " e::f"#, b"g::h", '"', i::j, "\"k::l")"##, &[(1, "i::j")]);
    check("fn f<'a>(x: &'a str) -> char { '\\'' } // 'a::b\na::b", &[(2, "a::b")]);
    // Nor does what is compiled for tests only.
    check("#[cfg(test)]\nmod tests {\n    fn f() { a::b() }\n}\nc::d", &[(5, "c::d")]);
    check("#[cfg(test)]\nuse a::{b, c};\nc::d", &[(3, "c::d")]);
    check("#[cfg(test)]\nmod tests;\nc::d", &[(3, "c::d")]);
}

#[test]
fn texts_of_a_program_are_found() {
    let check = |text: &str, expect: &[(usize, &str)]| assert_eq!(texts(text), expect, "{text}");
    check("f(\"a b\");\n// \"c\"\ng(\"d \\\" e\", '\"')", &[(1, "a b"), (3, "d \\\" e")]);
    check("f(\"a\");\n#[cfg(test)]\nmod tests {\n    fn f() { g(\"b\") }\n}", &[(1, "a")]);
}
