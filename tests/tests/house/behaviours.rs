//! Which tests show which behaviour: `tests/behaviours.md` is made from the sentences in
//! `tests/behaviours.txt` and from comments such as `// B17` above tests.

use std::{collections::BTreeMap, fmt::Write as _, fs};

use crate::sources::{Source, read, root, with_extension};

const SENTENCES: &str = "tests/behaviours.txt";
const TABLE: &str = "tests/behaviours.md";

/// `npm run behaviours` writes the table anew.
#[test]
fn the_table_of_behaviours_is_up_to_date() {
    let sentences = sentences(&read(SENTENCES));
    let mut tests: BTreeMap<u32, Vec<String>> = BTreeMap::new();
    let mut wrong = Vec::new();
    for source in with_extension(&["rs", "ts", "svelte", "mjs"]) {
        let claims = claims(&source);
        wrong.extend(claims.idle.into_iter().map(|line| {
            format!("{}:{line}: the comment names a behaviour, but no test follows it", source.path)
        }));
        for Claim { line, numbers, test } in claims.made {
            for number in numbers {
                if !sentences.contains_key(&number) {
                    wrong.push(format!("{}:{line}: there is no behaviour B{number}", source.path));
                }
                tests.entry(number).or_default().push(format!("{} › {test}", source.path));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));

    let fresh = table(&sentences, &tests);
    if std::env::var_os("UPDATE_BEHAVIOURS").is_some() {
        fs::write(root().join(TABLE), &fresh).unwrap();
    }
    let committed = fs::read_to_string(root().join(TABLE)).unwrap_or_default();
    assert!(
        committed.replace("\r\n", "\n") == fresh,
        "{TABLE} doesn't fit the tests: run `npm run behaviours`"
    );
}

/// The sentences by number: one a line, in rising order. A missing number is a behaviour still to come.
fn sentences(text: &str) -> BTreeMap<u32, String> {
    let mut found = BTreeMap::new();
    for (line, at) in text.lines().zip(1..) {
        let (number, sentence) = line.split_once(' ').unwrap();
        let number: u32 = number.strip_prefix('B').unwrap().parse().unwrap();
        assert!(found.keys().all(|other| *other < number), "{SENTENCES}:{at}: not in order");
        assert!(sentence.ends_with('.'), "{SENTENCES}:{at}: no sentence");
        found.insert(number, sentence.to_owned());
    }
    found
}

fn table(sentences: &BTreeMap<u32, String>, tests: &BTreeMap<u32, Vec<String>>) -> String {
    let shown = sentences.keys().filter(|number| tests.contains_key(number)).count();
    let mut table = format!(
        "# What works, and which tests show it\n\n\
         Made by `npm run behaviours` from `behaviours.txt` and the comments above tests. \
         {shown} of {} behaviours have a test.\n\n\
         | number | behaviour | tests |\n|---|---|---|\n",
        sentences.len(),
    );
    for (number, sentence) in sentences {
        let tests = tests.get(number).map_or("not yet".to_owned(), |tests| {
            let mut tests: Vec<_> = tests.iter().map(|test| cell(test)).collect();
            tests.sort();
            tests.dedup();
            tests.join("<br>")
        });
        writeln!(table, "| B{number} | {} | {tests} |", cell(sentence)).unwrap();
    }
    table
}

/// Text that a cell can hold.
fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace('<', "&lt;")
}

struct Claim {
    line: usize,
    numbers: Vec<u32>,
    test: String,
}

#[derive(Default)]
struct Claims {
    made: Vec<Claim>,
    /// Lines of comments that are nothing but numbers and stand over no test.
    idle: Vec<usize>,
}

fn claims(source: &Source) -> Claims {
    let lines: Vec<_> = source.text.lines().map(str::trim).collect();
    let mut claims = Claims::default();
    for (at, line) in lines.iter().enumerate() {
        let Some((numbers, bare)) = numbers(line) else { continue };
        // What stands between the comment and its test is not blank and ends no other item.
        let under = lines[at + 1..].iter().take_while(|line| !line.is_empty());
        let is_rust = source.path.ends_with(".rs");
        let test = if is_rust {
            let above = lines[..at].iter().rev().take_while(|line| line.starts_with("#["));
            // The engine's tests have a harness of their own, which lists functions without attributes.
            let is_listed = source.path.contains("engine/tests/");
            rust_test(under, is_listed || above.copied().any(is_test_attribute))
        } else {
            script_test(under)
        };
        match test {
            Some(test) => claims.made.push(Claim { line: at + 1, numbers, test }),
            None if bare => claims.idle.push(at + 1),
            None => {}
        }
    }
    claims
}

/// The numbers of `// B12, B13: …` or `// B12 B13`, and whether nothing else is said.
fn numbers(line: &str) -> Option<(Vec<u32>, bool)> {
    let comment = line.strip_prefix("// ")?;
    let (list, rest) = comment.split_once(':').unwrap_or((comment, ""));
    let numbers = list
        .trim_end_matches('.')
        .split([',', ' '])
        .filter(|number| !number.is_empty())
        .map(|number| number.strip_prefix('B')?.parse().ok())
        .collect::<Option<Vec<_>>>()?;
    (!numbers.is_empty()).then_some((numbers, rest.is_empty()))
}

fn is_test_attribute(line: &str) -> bool {
    line.starts_with("#[test]") || line.starts_with("#[tokio::test")
}

/// The name of the test under a comment: a function, with its attributes and comments between.
fn rust_test<'a>(under: impl Iterator<Item = &'a &'a str>, mut is_test: bool) -> Option<String> {
    for line in under {
        is_test |= is_test_attribute(line) || line.starts_with("proptest!");
        let function = line.trim_start_matches("pub ").trim_start_matches("async ");
        if let Some(rest) = function.strip_prefix("fn ") {
            let name = rest.split(|c: char| !c.is_alphanumeric() && c != '_').next();
            return name.filter(|_| is_test).map(str::to_owned);
        }
        if line.ends_with('}') || line.ends_with(';') {
            return None;
        }
    }
    None
}

/// The name of the test under a comment: the first text given to `test`, `it` or `describe`.
fn script_test<'a>(mut under: impl Iterator<Item = &'a &'a str>) -> Option<String> {
    let head = under.by_ref().find(|line| !line.starts_with("//"))?;
    let call = head.trim_start_matches("await ").trim_start_matches("t.");
    let word = call.split(|c: char| !c.is_alphanumeric()).next()?;
    if !matches!(word, "test" | "it" | "describe") {
        return None;
    }
    // `test.each([…])("name"` has its name after the table.
    let each = call.contains(".each(") || call.contains(".for(");
    let mut text = call.to_owned();
    text.extend(under.map(|line| format!("\n{line}")));
    let from = if each { text.find(")(")? + 2 } else { text.find('(')? + 1 };
    let name = text[from..].trim_start();
    let quote = name.chars().next().filter(|c| "\"'`".contains(*c))?;
    name[1..].split(quote).next().map(str::to_owned)
}

#[test]
fn comments_over_tests_are_found() {
    let check = |path: &str, text: &str, expect: &[(usize, &[u32], &str)], idle: &[usize]| {
        let source = Source { path: path.to_owned(), text: text.to_owned() };
        let claims = claims(&source);
        let made: Vec<_> = claims
            .made
            .iter()
            .map(|claim| (claim.line, claim.numbers.as_slice(), claim.test.as_str()))
            .collect();
        assert_eq!(made, expect, "{text}");
        assert_eq!(claims.idle, idle, "{text}");
    };
    check("a.rs", "// B1\n#[test]\nfn one() {", &[(1, &[1], "one")], &[]);
    check("a.rs", "#[test]\n// B1\nfn one() {", &[(2, &[1], "one")], &[]);
    check("a.rs", "// B1, B2: so\n#[tokio::test]\nasync fn x() {", &[(1, &[1, 2], "x")], &[]);
    check("a.rs", "// B1 B2\n#[test]\nfn both() {", &[(1, &[1, 2], "both")], &[]);
    check("a.rs", "// B1 B2\nfn not_a_test() {", &[], &[1]);
    check("a.rs", "//\n// \n#[test]\nfn none() {", &[], &[]);
    check("a.rs", "// B3\nproptest! {\n#[test]\nfn all(a in 0..9) {", &[(1, &[3], "all")], &[]);
    check("a.rs", "// B4\nfn not_a_test() {", &[], &[1]);
    check("a.rs", "// B4: the reason.\nlet x = 1;", &[], &[]);
    check("a.rs", "// B4\n\n#[test]\nfn far() {", &[], &[1]);
    check("a.rs", "// Band 4\n#[test]\nfn far() {", &[], &[]);
    check("a.mjs", "// B5\ntest(\"a click\", async () => {", &[(1, &[5], "a click")], &[]);
    check("a.ts", "// B6\nit(\n  'long',\n  () => {", &[(1, &[6], "long")], &[]);
    check("a.ts", "// B7\nit.each([\n[1],\n])(\"%s\", (x) => {", &[(1, &[7], "%s")], &[]);
    check("a.ts", "// B8\nconst x = 1;", &[], &[1]);
}
