use proptest::prelude::*;

use super::*;

fn seeds(target: &str) -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus").join(target);
    let files = std::fs::read_dir(folder).unwrap();
    // The fuzzer's own files have no extension.
    let files = files.map(|file| file.unwrap().path()).filter(|it| it.extension().is_some());
    let seeds: Vec<_> = files.map(|file| std::fs::read_to_string(file).unwrap()).collect();
    assert!(!seeds.is_empty());
    seeds
}

#[test]
fn the_seeds_of_the_fuzz_targets() {
    seeds("note").iter().for_each(|text| note(text));
    seeds("front_matter").iter().for_each(|text| front_matter(text));
    seeds("path").iter().for_each(|text| path(text));
    seeds("render").iter().for_each(|text| super::render(text));
}

const NOTE: &[&str] = &[
    "[[a]]",
    "[[a#b|c]]",
    "![[a]]",
    "[[",
    "]]",
    "|",
    "\\|",
    "#",
    "## ",
    "# a",
    "^id",
    "#tag",
    "%%",
    "$",
    "$$",
    "`",
    "```",
    "~~~\n",
    "    ",
    "\t",
    "- ",
    "- [ ] ",
    "1. ",
    "> ",
    "> [!note]- ",
    "| a |\n|-|\n",
    "---\n",
    "===\n",
    "[a](b.md)",
    "[a](<",
    "![](javascript:a)",
    "](",
    "[^1]",
    "[^1]: ",
    "<b>",
    "</b>",
    "<b ",
    "<div>\n",
    "<!--",
    "-->",
    "<script>",
    "<style>",
    "<math>",
    "<svg onload=a>",
    "<a href=\"javascript:a\" onclick=b>",
    "<img src=",
    "'",
    "\"",
    "<plaintext>",
    "<table><tr>",
    "&lt;",
    "&amp;",
    "&#60;",
    "&",
    "\\",
    "\\frac{a}{b}",
    "\n",
    "\n\n",
    "\r\n",
    " ",
    "\u{a0}",
    "\u{feff}",
    "\0",
    "é",
    "😀",
    "https://a.example",
    "title: a\n",
];

const FRONT_MATTER: &[&str] = &[
    "title: ",
    "tags: ",
    "aliases:",
    "\n",
    "\n- ",
    "  ",
    "\t",
    ": ",
    "- ",
    "[",
    "]",
    "{",
    "}",
    ",",
    "\"",
    "'",
    "|",
    ">-",
    "&a ",
    "*a",
    "!!str ",
    "? ",
    "# ",
    "...",
    "---",
    "\n---\n",
    "\"[[a]]\"",
    "[[b]]",
    "a",
    "é",
    "\u{2028}",
    "\u{85}",
    "\u{feff}",
    "\0",
    "%YAML 1.2",
    "\"x\": ",
    "\\u00e9",
    "\\ud83d",
    "<<: ",
    "~",
    "\r",
    "1e9",
    "`",
    "@",
];

const PATH: &[&str] = &[
    "/",
    "\\",
    ".",
    "..",
    ":",
    "C:",
    "~",
    "a",
    "a.md",
    ".obsidian",
    " ",
    "\0",
    "\n",
    "CON",
    "nul.md",
    "é",
    "e\u{301}",
    "%2e%2e",
    "|",
    "*",
    "\u{202e}",
    "\u{feff}",
];

fn made_of(pieces: &'static [&'static str]) -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        6 => prop::sample::select(pieces).prop_map(str::to_owned),
        1 => "(?s).{0,3}",
    ];
    prop::collection::vec(piece, 0..16).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    #[test]
    fn places_of_any_note(text in made_of(NOTE)) {
        note(&text);
    }

    #[test]
    fn any_front_matter_is_read_or_is_text(inside in made_of(FRONT_MATTER)) {
        front_matter(&inside);
    }

    #[test]
    fn any_path_stays_inside(text in made_of(PATH)) {
        path(&text);
    }

    #[test]
    fn no_rendered_note_has_active_content(text in made_of(NOTE)) {
        super::render(&text);
    }
}
