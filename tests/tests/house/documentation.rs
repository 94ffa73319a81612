//! The pages of `docs/` against what they speak of: the sentences that they quote, their links, the
//! files that they name, and where the window leads into them. That the links between pages of the help
//! lead to sections that exist is tested with the help itself.

use crate::sources::{Source, read, root, with_extension};

const TROUBLES: [&str; 2] = ["docs/troubleshooting.md", "docs/de/troubleshooting.md"];

/// Stands in a quoted sentence for what differs.
const GAP: char = '…';

/// Says why a question can't be sent, where its figures are.
const REFUSAL: &str = "src-tauri/grounding/src/context/fit.rs";

/// What the window, the terminal and `npm start` can say: the modules of sentences, and the scripts.
fn said() -> String {
    let sources = with_extension(&["rs", "ts", "mjs"]);
    let speaks = |path: &str| {
        path.contains("sentences.")
            || path.contains("/sentences/")
            || path.starts_with("ui/src/languages/")
            || path.starts_with("scripts/")
            || path == REFUSAL
    };
    sources.iter().filter(|source| speaks(&source.path)).map(|source| plain(&source.text)).collect()
}

/// A text without breaks of lines and with one kind of apostrophe, as one reads it.
fn plain(text: &str) -> String {
    let text = text.replace("\\\n", "\n").replace("\\\"", "\"").replace('’', "'");
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The marks around what is quoted in a page.
fn marks(path: &str) -> (char, char) {
    if path.starts_with("docs/de/") { ('„', '“') } else { ('“', '”') }
}

/// The quotations of a page outside of code, with others inside them.
fn quotations(page: &str, (opening, closing): (char, char)) -> Vec<String> {
    let (mut found, mut open) = (Vec::new(), Vec::new());
    let text = without_spans(page);
    for (at, c) in text.char_indices() {
        if c == opening {
            open.push(at + c.len_utf8());
        } else if c == closing {
            let Some(start) = open.pop() else { panic!("{} closes nothing", &text[..at]) };
            if open.is_empty() {
                found.push(plain(&text[start..at]));
            }
        }
    }
    assert!(open.is_empty(), "a quotation has no end");
    found
}

/// A page without its blocks of code.
fn without_code(page: &str) -> String {
    page.split("```").step_by(2).collect()
}

/// A page without any code.
fn without_spans(page: &str) -> String {
    without_code(page).split('`').step_by(2).collect()
}

/// The parts of a quoted sentence that stand in the code word for word.
fn parts(quotation: &str) -> impl Iterator<Item = &str> {
    let is_word = |part: &&str| part.chars().any(char::is_alphabetic);
    let edge =
        |c: char| c.is_whitespace() || matches!(c, '„' | '“' | '”' | '(' | ')' | '.' | ',' | ':');
    quotation.split(GAP).map(move |part| part.trim_matches(edge)).filter(is_word)
}

/// Whether a quotation is something that the app says, and not a question that one asks it.
fn is_sentence(quotation: &str) -> bool {
    quotation.split_whitespace().count() > 3 && quotation.ends_with(['.', GAP])
}

#[test]
fn sentences_that_the_pages_quote_are_still_said() {
    let said = said();
    let mut gone = Vec::new();
    for page in with_extension(&["md"]) {
        if !page.path.starts_with("docs/") {
            continue;
        }
        let all = TROUBLES.contains(&&*page.path);
        let quoted = quotations(&page.text, marks(&page.path));
        let quoted: Vec<String> = quoted.into_iter().filter(|it| all || is_sentence(it)).collect();
        assert!(!all || quoted.len() > 40, "{}: only {} sentences", page.path, quoted.len());
        for quotation in &quoted {
            assert!(parts(quotation).next().is_some(), "“{quotation}” says nothing");
            let missing = parts(quotation).filter(|part| !said.contains(part));
            gone.extend(missing.map(|part| format!("{}: {part}", page.path)));
        }
    }
    assert!(gone.is_empty(), "nothing says any more:\n  {}", gone.join("\n  "));
}

/// The pages for people, and what they say in the folder that they stand in.
fn pages() -> impl Iterator<Item = Source> {
    let is_page = |path: &str| path.starts_with("docs/") || !path.contains('/');
    with_extension(&["md"]).into_iter().filter(move |source| is_page(&source.path))
}

#[test]
fn links_lead_to_files_that_exist() {
    let (mut broken, mut looked_at) = (Vec::new(), 0);
    for Source { path, text } in pages() {
        let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
        for rest in without_code(&text).split("](").skip(1) {
            let Some((target, _)) = rest.split_once(')') else { continue };
            let file = target.split('#').next().unwrap_or_default();
            if file.is_empty() || file.contains("://") {
                continue;
            }
            looked_at += 1;
            if !root().join(folder).join(file).exists() {
                broken.push(format!("{path}: {target}"));
            }
        }
    }
    assert!(looked_at > 20, "only {looked_at} links were found");
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}

#[test]
fn files_that_are_named_exist() {
    const FOLDERS: [&str; 8] = [
        "docs/",
        "resources/",
        "sample-vault/",
        "scripts/",
        "src-tauri/",
        "tests/",
        "ui/",
        "fuzz/",
    ];
    /// The architecture's page names files of the program from their crate on.
    const FROM: [&str; 3] = ["", "src-tauri", "ui/src"];
    let is_source = |name: &str| {
        name.contains('/')
            && [".rs", ".ts", ".svelte", ".mjs"].iter().any(|end| name.ends_with(end))
    };
    let is_path = |name: &str| {
        (FOLDERS.iter().any(|folder| name.starts_with(folder)) || is_source(name))
            && !name.contains(|c: char| c.is_whitespace() || "*{<…".contains(c))
    };
    let (mut gone, mut looked_at) = (Vec::new(), 0);
    for Source { path, text } in pages() {
        let text = without_code(&text);
        for name in text.split('`').skip(1).step_by(2).filter(|name| is_path(name)) {
            looked_at += 1;
            let name = name.trim_end_matches(':');
            if !FROM.iter().any(|from| root().join(from).join(name).exists()) {
                gone.push(format!("{path}: {name}"));
            }
        }
    }
    assert!(looked_at > 10, "only {looked_at} names were found");
    assert!(gone.is_empty(), "{}", gone.join("\n"));
}

/// What GitHub and the help call the sections of a page.
fn sections(page: &str) -> Vec<String> {
    let text = without_code(&read(&format!("docs/{page}.md")));
    let headings = text.lines().filter_map(|line| line.trim_start_matches('#').strip_prefix(' '));
    let name = |heading: &str| {
        let kept = heading.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
        kept.collect::<String>().to_lowercase().replace(' ', "-")
    };
    headings.map(name).collect()
}

#[test]
fn the_window_leads_to_sections_that_exist() {
    let places = read("ui/src/help/places.ts");
    let mut named: Vec<(&str, &str)> = Vec::new();
    for line in places.lines() {
        let strings: Vec<&str> = line.split('"').skip(1).step_by(2).collect();
        match strings[..] {
            [page, section] if line.contains("page:") => named.push((page, section)),
            // A line of the table of failures.
            [section] if line.starts_with("  ") && line.ends_with("\",") => {
                named.push(("troubleshooting", section));
            }
            _ => {}
        }
    }
    assert!(named.len() > 10, "only {named:?}");
    for (page, section) in named {
        assert!(sections(page).iter().any(|it| it == section), "{page} has no section {section}");
    }
}

#[test]
fn quotations_are_taken_apart() {
    let check = |page: &str, path: &str, expect: &[&str]| {
        let found = quotations(page, marks(path));
        let found: Vec<&str> = found.iter().flat_map(|quotation| parts(quotation)).collect();
        assert_eq!(found, expect, "{page}");
    };
    let page = "docs/web.md";
    check("**“No note\nsupports this.”**", page, &["No note supports this"]);
    check("“The model “…” isn’t there.”", page, &["The model", "isn't there"]);
    check("```\n“code”\n```\n“(…): … It was asked again.”", page, &["It was asked again"]);
    check("„Das Modell „…“ fehlt.“", "docs/de/web.md", &["Das Modell", "fehlt"]);
}
