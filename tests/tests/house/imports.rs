//! Which files of the window and of the scripts import which.

use std::collections::BTreeSet;

use super::{circles::Arrow, sources::Source};

/// Which of `files`, all below `folder`, import which others. What is imported from elsewhere is
/// no arrow.
pub fn arrows(folder: &str, files: &[Source]) -> Vec<Arrow> {
    let known: BTreeSet<&str> = files.iter().map(|file| &*file.path).collect();
    let place = |path: &str| -> Vec<String> {
        path.trim_start_matches(folder).split('/').map(str::to_owned).collect()
    };
    let mut found = Vec::new();
    for file in files {
        for (line, specifier) in specifiers(&file.text) {
            let Some(to) = resolve(&file.path, specifier, &known) else { continue };
            found.push(Arrow {
                from: place(&file.path),
                to: place(&to),
                at: format!("{}:{line}", file.path),
                what: specifier.to_owned(),
            });
        }
    }
    found
}

/// What is imported from this repository: after `from`, `import` or `import(`, in quotes, beginning
/// with a dot.
fn specifiers(text: &str) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    for (number, line) in text.lines().enumerate() {
        for quote in ['"', '\''] {
            for (at, _) in line.match_indices(&format!("{quote}.")) {
                let before = line[..at].trim_end().trim_end_matches('(');
                let after = &line[at + 1..];
                let import = before.ends_with("from") || before.ends_with("import");
                if import && let Some(end) = after.find(quote) {
                    found.push((number + 1, &after[..end]));
                }
            }
        }
    }
    found
}

fn resolve(from: &str, specifier: &str, known: &BTreeSet<&str>) -> Option<String> {
    let mut parts: Vec<&str> = from.split('/').collect();
    parts.pop();
    for part in specifier.split('/') {
        match part {
            "." => {}
            ".." => {
                parts.pop();
            }
            name => parts.push(name),
        }
    }
    let path = parts.join("/");
    ["", ".ts", "/index.ts"]
        .into_iter()
        .map(|end| format!("{path}{end}"))
        .find(|path| known.contains(&**path))
}

#[test]
fn imports_are_found_in_every_form() {
    let source = |path: &str, text: &str| Source { path: path.to_owned(), text: text.to_owned() };
    let files = [
        source(
            "ui/a/x.ts",
            "import { y } from \"../b\";\nimport \"./y.svelte\";\nimport z from \"svelte\";",
        ),
        source(
            "ui/a/y.svelte.ts",
            "const b = await import('../b/index');\nexport * from \"../none\";",
        ),
        source("ui/b/index.ts", "export { x,\n  y } from \"../a/x\";"),
    ];
    let found: Vec<_> = arrows("ui/", &files)
        .into_iter()
        .map(|arrow| format!("{} → {} ({})", arrow.from.join("/"), arrow.to.join("/"), arrow.at))
        .collect();
    assert_eq!(
        found,
        [
            "a/x.ts → b/index.ts (ui/a/x.ts:1)",
            "a/x.ts → a/y.svelte.ts (ui/a/x.ts:2)",
            "a/y.svelte.ts → b/index.ts (ui/a/y.svelte.ts:1)",
            "b/index.ts → a/x.ts (ui/b/index.ts:2)",
        ]
    );
}
