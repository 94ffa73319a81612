//! Renders a note of 3 KB, and an answer while it grows. The baseline is parsing the same text in the same run: the
//! ratio is valid on any machine.

use divan::{Bencher, counter::BytesCount};
use notes::{NotePath, RenderOptions, Result, parse, render};

fn main() {
    divan::main();
}

const PROSE: &str = "Some *plain* words before [[note 7|a link]] and `code`, then more words that say \
    little; see also [that](note%207.md#Section%202).\n";

/// Content of a 3 KB note in addition to its prose.
const KINDS: [(&str, &str); 5] = [
    ("prose", ""),
    (
        "plain",
        "```text\nfn main() {\n    let text = \"words\"; // why\n    println!(\"{text}\");\n}\n```\n",
    ),
    (
        "code",
        "```rust\nfn main() {\n    let text = \"words\"; // why\n    println!(\"{text}\");\n}\n```\n",
    ),
    (
        "math",
        "The sum $\\sum_{i=0}^{n} i = \\frac{n(n+1)}{2}$ and $\\alpha_1$.\n\n$$\na = \\sqrt{b}\n$$\n",
    ),
    ("embeds", "![[other]]\n"),
];

fn note(kind: &str) -> String {
    let more = KINDS.iter().find(|(name, _)| *name == kind).map_or("", |(_, text)| text);
    let mut text = "# Title\n".to_owned();
    while text.len() < 3_000 {
        text += &format!("\n## Section\n\n{PROSE}{PROSE}\n{more}\n");
    }
    text
}

fn html(text: &str) -> String {
    let other = |_: &NotePath| -> Result<String> { Ok(PROSE.to_owned()) };
    let path = NotePath::new("other.md").ok();
    let catalog = notes::Catalog::new(path.map(|path| (path, parse(PROSE).into())), []);
    let options =
        RenderOptions { catalog: Some(&catalog), texts: Some(&other), ..RenderOptions::default() };
    render(text, &options)
}

#[divan::bench(args = ["prose", "plain", "code", "math", "embeds"])]
fn baseline_parse(bencher: Bencher<'_, '_>, kind: &str) {
    let text = note(kind);
    bencher.counter(BytesCount::of_str(&text)).bench(|| parse(&text));
}

#[divan::bench(args = ["prose", "plain", "code", "math", "embeds"])]
fn rendered(bencher: Bencher<'_, '_>, kind: &str) {
    let text = note(kind);
    bencher.counter(BytesCount::of_str(&text)).bench(|| html(&text));
}

/// An answer of 3 KB, rendered 40 times while it grows.
#[divan::bench(args = ["prose", "plain", "code", "math"])]
fn growing(bencher: Bencher<'_, '_>, kind: &str) {
    let text = note(kind);
    let ends: Vec<usize> = (1..=40)
        .map(|step| text.len() * step / 40)
        .map(|end| (0..=end).rev().find(|end| text.is_char_boundary(*end)).unwrap_or(0))
        .collect();
    bencher.bench(|| {
        ends.iter().map(|end| render(&text[..*end], &RenderOptions::default()).len()).sum::<usize>()
    });
}

/// Texts that the sanitiser needs quadratic time for, unless the renderer cuts them into pieces; and prose of the
/// same lengths.
mod worst {
    use divan::Bencher;
    use notes::{RenderOptions, render};

    use super::PROSE;

    const LENGTHS: [usize; 3] = [30_000, 60_000, 120_000];

    fn bench(bencher: Bencher<'_, '_>, length: usize, begin: &str, unit: &str, end: &str) {
        let text = format!("{begin}{}{end}", unit.repeat(length / unit.len()));
        bencher.bench(|| render(&text, &RenderOptions::default()));
    }

    #[divan::bench(args = LENGTHS)]
    fn baseline_prose(bencher: Bencher<'_, '_>, length: usize) {
        bench(bencher, length, "", PROSE, "");
    }

    #[divan::bench(args = LENGTHS)]
    fn ampersands(bencher: Bencher<'_, '_>, length: usize) {
        bench(bencher, length, "", "&", "");
    }

    #[divan::bench(args = LENGTHS)]
    fn section_signs(bencher: Bencher<'_, '_>, length: usize) {
        bench(bencher, length, "", "§", "");
    }

    #[divan::bench(args = LENGTHS)]
    fn attributes(bencher: Bencher<'_, '_>, length: usize) {
        bench(bencher, length, "<b", " a=b", ">a</b>");
    }

    #[divan::bench(args = LENGTHS)]
    fn a_long_attribute(bencher: Bencher<'_, '_>, length: usize) {
        bench(bencher, length, "<b title='", "&", "'>a</b>");
    }
}
