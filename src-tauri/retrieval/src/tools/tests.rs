mod calls;
mod changes;
mod guard;
mod others;
mod query;
mod shapes;

use std::{fs, path::Path, sync::Arc};

use index::{Index, SyncScope};
use models::{Tokens, Tool, ToolCall};
use notes::{ScanOptions, Vault};
use tokio_util::sync::CancellationToken;

use super::*;
use crate::{SearchSetup, Sources};

/// A vault with its index and tools.
struct Bench {
    folder: tempfile::TempDir,
    tools: Toolbox,
}

const NOTES: &[(&str, &str)] = &[
    (
        "Ingredients/Salt.md",
        "---\naliases: [Sodium chloride]\ntags: [bread/basic]\n---\n# Salt\n\nSalt slows the yeast, \
         and tightens the gluten.\n\n## How much\n\nTwo percent of the flour's weight is usual; see \
         [[Flour]].\n\n## When\n\nAfter the autolyse. ![[loaf.png]]\n",
    ),
    (
        "Ingredients/Flour.md",
        "#bread\n\nRye flour absorbs more water than wheat. [[Salt#When]] and [[Nowhere]].\n",
    ),
    ("Ingredients/Rye.md", "Rye is a grain.\n"),
    ("Other/Rye.md", "A town in Sussex.\n"),
    ("Empty.md", "\n"),
    ("Deep/Bread/Loaf.md", "# A loaf\n\nFlour, water, salt [[Salt]] and time.\n"),
];

/// A PNG of 640 × 480 with a valid head and end.
const PNG: &[u8] = b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR\0\0\x02\x80\0\0\x01\xe0\x08\x06\0\0\0....\0\0\0\0IEND\xae\x42\x60\x82";

impl Bench {
    fn new() -> Self {
        Self::with(|_| ())
    }

    fn with(more: impl FnOnce(&Path)) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().join("vault");
        for (path, text) in NOTES {
            write(&root, path, text.as_bytes());
        }
        write(&root, "Pictures/loaf.png", PNG);
        more(&root);
        let vault = Vault::open(&root).unwrap();
        let index =
            Index::open(&folder.path().join("index.db"), vault.clone(), ScanOptions::default())
                .unwrap();
        index.sync(SyncScope::All, &mut |_| {}).unwrap();
        let catalog = index.catalog();
        let tools = Toolbox::new(Sources {
            vault,
            index,
            catalog,
            setup: SearchSetup::default(),
            whole: Default::default(),
        });
        Self { folder, tools }
    }

    fn call(&self, name: &str, arguments: &str) -> ToolResult {
        self.call_within(name, arguments, 4096)
    }

    fn call_within(&self, name: &str, arguments: &str, limit: u32) -> ToolResult {
        run(&self.tools, name, arguments, limit)
    }
}

fn run(tools: &Toolbox, name: &str, arguments: &str, limit: u32) -> ToolResult {
    let call =
        ToolCall { id: "c1".to_owned(), name: name.to_owned(), arguments: arguments.to_owned() };
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    runtime.block_on(tools.run(&call, Tokens(limit), &CancellationToken::new()))
}

fn write(root: &Path, path: &str, bytes: &[u8]) {
    let path = root.join(path);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, bytes).unwrap();
}

/// A result as lines: the text, then each passage.
fn told(outcome: &ToolResult) -> String {
    let mut lines = vec![outcome.text.clone()];
    for reference in &outcome.passages {
        let place = reference.path.as_ref().map_or("-", |path| path.as_str());
        let lines_of = reference.passage.as_ref().map(|passage| passage.lines);
        let lines_of = lines_of.map_or(String::new(), |it| format!(":{}-{}", it.start, it.end));
        lines.push(format!("  {place}{lines_of} {}", reference.snippet));
    }
    if outcome.failed {
        lines.insert(0, "FAILED".to_owned());
    }
    lines.join("\n")
}
