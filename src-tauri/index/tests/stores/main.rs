//! Every vector store passes the same tests.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "what the tests share stops at what it doesn't expect, as the tests do"
)]

mod chroma;
mod conform;
mod double;
#[cfg(feature = "chroma")]
mod real;

use index::Index;
use notes::{ScanOptions, Vault};

#[test]
fn the_embedded_store_conforms() {
    let home = tempfile::tempdir().unwrap();
    let root = home.path().join("vault");
    std::fs::create_dir_all(&root).unwrap();
    let vault = Vault::open(&root).unwrap();
    let index = Index::open(&home.path().join("i.db"), vault, ScanOptions::default()).unwrap();
    conform::all(|model| index.vectors(model));
}
