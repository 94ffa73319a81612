//! Parsing and resolving notes, beside reading and hashing the same bytes in the same run: the
//! ratio of the two means something on any machine.

use std::{fs, path::Path, sync::Arc};

use divan::{Bencher, counter::BytesCount};
use notes::{Catalog, ContentHash, NotePath, RenderOptions, Vault, parse, render};

const NOTES: usize = 1_000;

fn main() {
    divan::main();
}

/// Notes as people write them, about 3 KB each: headings, prose with links, tasks, a table, code.
fn note(number: usize) -> String {
    let mut text = format!("---\ntitle: Note {number}\ntags: [bench, t{}]\n---\n", number % 17);
    for section in 0..6 {
        text += &format!("\n## Section {section} of {number}\n\n");
        for line in 0..6 {
            let other = (number * 31 + section * 7 + line) % NOTES;
            text += &format!(
                "Some *plain* words before [[note {other}|a link]] and `code`, then more words that \
                 say little; see also [that](note%20{other}.md#Section%202).\n"
            );
        }
        text += "\n- [ ] a task #todo\n- [x] another one\n\n```\nlet a = \"[[none]]\";\n```\n";
    }
    text + "\n| a | b |\n|---|---|\n| [[note 1\\|one]] | two |\n"
}

fn texts() -> Vec<(NotePath, String)> {
    let path = |number: usize| format!("folder {}/note {number}.md", number % 20);
    (0..NOTES)
        .filter_map(|number| Some((NotePath::new(&path(number)).ok()?, note(number))))
        .collect()
}

fn bytes(texts: &[(NotePath, String)]) -> BytesCount {
    BytesCount::new(texts.iter().map(|(_, text)| text.len()).sum::<usize>())
}

/// The baseline: what it costs to look at the bytes at all.
#[divan::bench]
fn read_and_hash(bencher: Bencher) {
    let texts = texts();
    let folder = std::env::temp_dir().join(format!("notes-bench-{}", std::process::id()));
    let write = |root: &Path| -> std::io::Result<()> {
        for (path, text) in &texts {
            let full = root.join(path.as_str());
            fs::create_dir_all(full.parent().unwrap_or(root))?;
            fs::write(full, text)?;
        }
        Ok(())
    };
    let vault = write(&folder).ok().and_then(|()| Vault::open(&folder).ok());
    if let Some(vault) = vault {
        bencher.counter(bytes(&texts)).bench(|| {
            let read = |(path, _): &(NotePath, String)| {
                vault.read(path, u64::MAX).ok().map(ContentHash::of)
            };
            texts.iter().filter_map(read).count()
        });
    }
    let _ = fs::remove_dir_all(&folder);
}

#[divan::bench]
fn parse_and_resolve(bencher: Bencher) {
    let texts = texts();
    bencher.counter(bytes(&texts)).bench(|| {
        let notes = texts.iter().map(|(path, text)| (path.clone(), Arc::new(parse(text))));
        let catalog = Catalog::new(notes, []);
        let links = catalog
            .notes()
            .flat_map(|(path, note)| note.links.iter().map(move |link| (path, link)));
        links
            .filter(|(path, link)| catalog.resolve(Some(path), &link.target).path().is_some())
            .count()
    });
}

#[divan::bench]
fn render_one(bencher: Bencher) {
    let text = note(7);
    let options = RenderOptions { catalog: None, source: None, image_base: "vault://localhost/" };
    bencher.counter(BytesCount::of_str(&text)).bench(|| render(&text, &options));
}
