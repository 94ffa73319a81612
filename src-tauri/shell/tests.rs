//! The bindings that the window is built with are those of this code.

use std::path::Path;

use specta_typescript::Typescript;

use crate::bindings;

const COMMITTED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/ui/src/ipc/bindings.ts");

/// `UPDATE_BINDINGS=1 cargo test -p marginalia` updates the file.
#[test]
fn bindings_are_up_to_date() {
    let folder = tempfile::tempdir().unwrap();
    let fresh = folder.path().join("bindings.ts");
    let header = "// Made from src-tauri/shell by `npm run bindings`. Don't edit.\n";
    bindings().export(Typescript::default().header(header), &fresh).unwrap();
    let fresh = std::fs::read_to_string(fresh).unwrap();
    if std::env::var_os("UPDATE_BINDINGS").is_some() {
        std::fs::write(COMMITTED, &fresh).unwrap();
    }
    let committed = std::fs::read_to_string(Path::new(COMMITTED)).unwrap();
    assert!(committed == fresh, "ui/src/ipc/bindings.ts is out of date: run `npm run bindings`");
}
