//! Two signs of comments that a stranger must decode. `docs/style.md` says what to do about them.

use super::sources::{Source, with_extension};

/// Words that stand for nouns which the reader has to guess.
const PRONOUNS: [&str; 13] = [
    "what", "that", "which", "those", "it", "whom", "whose", "who", "is", "are", "was", "were",
    "of",
];

/// Maximum share of doc comments that open with What, Whether or How. rust-analyzer has 2.4 %, ripgrep 3.8 %.
const OPENINGS: f64 = 0.05;

/// Maximum share of riddles: sentences of five words or more of which 45 % are such pronouns. rust-analyzer has none,
/// ripgrep 0.1 %.
const RIDDLES: f64 = 0.002;

struct Comment {
    text: String,
    is_doc: bool,
}

/// The comments of a Rust file: lines that begin with slashes, as long as they follow each other.
fn of_lines(text: &str) -> Vec<Comment> {
    let mut comments: Vec<Comment> = Vec::new();
    let mut goes_on = false;
    for line in text.lines() {
        let Some(said) = line.trim_start().strip_prefix("//") else {
            goes_on = false;
            continue;
        };
        let is_doc = said.starts_with('/');
        let said = said.trim_start_matches(['/', '!']).trim();
        match comments.last_mut().filter(|_| goes_on) {
            Some(comment) => comment.text.extend([" ", said]),
            None => comments.push(Comment { text: said.to_owned(), is_doc }),
        }
        goes_on = true;
    }
    comments
}

/// The comments of the window's files: blocks, and lines as in Rust.
fn of_blocks(text: &str) -> Vec<Comment> {
    let mut comments = of_lines(text);
    for (opening, end, is_doc) in [("/**", "*/", true), ("<!--", "-->", false)] {
        let blocks = text.split(opening).skip(1).filter_map(|rest| Some(rest.split_once(end)?.0));
        comments.extend(blocks.map(|block| {
            let lines = block.lines().map(|line| line.trim().trim_start_matches('*').trim());
            Comment { text: lines.collect::<Vec<_>>().join(" ").trim().to_owned(), is_doc }
        }));
    }
    comments
}

fn sentences(text: &str) -> impl Iterator<Item = &str> {
    let ends = text.match_indices(['.', '!', '?', ':', ';']).map(|(at, _)| at + 1);
    let ends = ends.filter(|at| text[*at..].starts_with(' ')).chain([text.len()]);
    let mut from = 0;
    ends.map(move |end| {
        let sentence = text[from..end].trim();
        from = end;
        sentence
    })
}

fn is_riddle(sentence: &str) -> bool {
    let count = sentence.split_whitespace().count();
    let words = sentence.split(|c: char| !c.is_alphanumeric() && c != '_');
    let pronouns = words.filter(|word| PRONOUNS.contains(&word.to_lowercase().as_str())).count();
    count >= 5 && pronouns * 100 >= count * 45
}

fn opens_as_question(text: &str) -> bool {
    let first = text.split(' ').next().unwrap_or_default();
    ["What", "Whether", "How"].contains(&first.trim_matches(['`', '*', '[']))
}

fn check(kind: &str, files: &[Source], comments: fn(&str) -> Vec<Comment>) {
    let found: Vec<(&str, Comment)> = files
        .iter()
        .flat_map(|file| comments(&file.text).into_iter().map(|it| (file.path.as_str(), it)))
        .collect();
    let docs: Vec<_> = found.iter().filter(|(_, comment)| comment.is_doc).collect();
    let openings: Vec<_> = docs.iter().filter(|(_, doc)| opens_as_question(&doc.text)).collect();
    let said: Vec<(&str, &str)> = found
        .iter()
        .flat_map(|(path, comment)| sentences(&comment.text).map(move |said| (*path, said)))
        .filter(|(_, said)| said.split_whitespace().count() >= 5)
        .collect();
    let riddles: Vec<_> = said.iter().filter(|(_, said)| is_riddle(said)).collect();
    let share = |part: usize, whole: usize| part as f64 / whole.max(1) as f64;
    assert!(
        share(openings.len(), docs.len()) <= OPENINGS,
        "{kind}: {} of {} doc comments open with What, Whether or How:\n{}",
        openings.len(),
        docs.len(),
        openings.iter().map(|(path, it)| format!("{path}: {}\n", it.text)).collect::<String>()
    );
    assert!(
        share(riddles.len(), said.len()) <= RIDDLES,
        "{kind}: {} of {} sentences are riddles:\n{}",
        riddles.len(),
        said.len(),
        riddles.iter().map(|(path, said)| format!("{path}: {said}\n")).collect::<String>()
    );
}

#[test]
fn comments_of_rust_are_plain_english() {
    check("Rust", &with_extension(&["rs"]), of_lines);
}

#[test]
fn comments_of_the_window_and_the_scripts_are_plain_english() {
    let mut files = with_extension(&["ts", "svelte", "mjs"]);
    files.retain(|file| !file.path.ends_with("/bindings.ts"));
    check("The window and the scripts", &files, of_blocks);
}

#[test]
fn riddles_and_question_openings_are_found() {
    assert!(is_riddle("What goes along of it stands for it."));
    assert!(!is_riddle("The attached passages represent the file."));
    assert!(opens_as_question("Whether it is open.") && !opens_as_question("The open file."));
    let text = "/// What is\n/// said.\nfn a() {}\n// B17\n";
    let texts: Vec<_> = of_lines(text).into_iter().map(|it| (it.text, it.is_doc)).collect();
    assert_eq!(texts, [("What is said.".to_owned(), true), ("B17".to_owned(), false)]);
    let blocks = of_blocks("/** One\n * two. */ x <!-- three -->");
    assert_eq!(blocks.iter().map(|it| &*it.text).collect::<Vec<_>>(), ["One two.", "three"]);
    assert_eq!(sentences("One. Two: three").collect::<Vec<_>>(), ["One.", "Two:", "three"]);
}
