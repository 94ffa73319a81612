use super::*;
use crate::tools::entries;

fn tools() -> Vec<Descriptor> {
    entries::all().into_iter().map(|entry| entry.descriptor).collect()
}

/// The chosen tools, at 50 tokens each.
fn kept(budget: u32, message: &str, likeness: Option<Likeness<'_>>) -> Vec<String> {
    let tools = tools();
    let sizes = vec![Tokens(50); tools.len()];
    let choice = choose(&tools, &sizes, Tokens(budget), message, likeness);
    let mut all: Vec<usize> = choice.kept.clone();
    all.extend(choice.left.iter().map(|(at, _)| *at));
    all.sort_unstable();
    assert_eq!(all, (0..tools.len()).collect::<Vec<_>>(), "each tool is kept or left");
    choice.kept.into_iter().map(|at| tools[at].tool.name.clone()).collect()
}

const CORE: [&str; 3] = ["read_note", "find_excerpts", "resolve_wikilink"];

// B32
#[test]
fn the_core_tools_stay_and_the_others_by_their_relevance() {
    let all = tools().len();
    // All tools are offered if they fit, whatever the message.
    assert_eq!(kept(100 * 19, "List the images in Loaf", None).len(), all);
    let with =
        |more: &[&str]| CORE.iter().chain(more).map(|name| (*name).to_owned()).collect::<Vec<_>>();
    let words: Vec<String> = kept(200, "Which images are in the note Loaf?", None);
    assert_eq!(words, with(&["list_images"]));
    // Likeness takes precedence over words.
    let like =
        |name: &'static str| move |text: &str| Some(if text.starts_with(name) { 0.8 } else { 0.2 });
    let memory = like("store memory");
    let like_memory: Vec<String> = kept(200, "Which images are there?", Some(&memory));
    assert_eq!(like_memory, with(&["store_memory"]));
    // The core stays even if it alone is too large.
    let none: Vec<String> = kept(20, "Which images are there?", Some(&memory));
    assert_eq!(none, with(&[]));
}

// B32
#[test]
fn if_nothing_is_relevant_all_are_offered() {
    let all = tools().len();
    assert_eq!(kept(200, "Zwölf Boxkämpfer jagen Viktor", None).len(), all);
    assert_eq!(kept(200, "", None).len(), all);
    assert_eq!(kept(200, "Which images are there?", Some(&|_| Some(0.05))).len(), all);
    // If the likeness is unknown or NaN, words count.
    assert_eq!(kept(200, "Which images are there?", Some(&|_| None)).len(), 4);
    assert_eq!(kept(200, "Which images are there?", Some(&|_| Some(f32::NAN))).len(), 4);
}

#[test]
fn sizes_that_are_missing_do_no_harm() {
    let choice = choose(&tools(), &[], Tokens(0), "x", None);
    assert_eq!(choice.kept.len(), tools().len());
    assert_eq!(choose(&[], &[], Tokens(0), "x", None), Choice::default());
}
