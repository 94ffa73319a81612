//! Recorded figures that changes mustn't lower: `tests/data/floors.toml`.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "what the tests share stops at what it doesn't expect, as the tests do"
)]

use std::path::Path;

use toml::Table;

/// Maximum drop below a floor: vectors differ a little between processors.
const SLACK: f64 = 0.01;

/// Prints the figures of a set beside their floors.
///
/// # Panics
/// If a figure is below its floor by more than [`SLACK`], or has no floor.
pub fn check(set: &str, figures: &[(&str, f64)]) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/floors.toml");
    let text = std::fs::read_to_string(&path).unwrap();
    let table: Table = text.parse().unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let floors = table.get(set).and_then(toml::Value::as_table).cloned().unwrap_or_default();
    let mut below = Vec::new();
    for (name, figure) in figures {
        let floor = floors.get(*name).and_then(toml::Value::as_float);
        println!("{set}: {name} {figure:.4}, floor {floor:?}");
        match floor {
            Some(floor) if *figure >= floor - SLACK => {}
            Some(floor) => {
                below.push(format!("{name} is {figure:.4}, more than {SLACK} below {floor}"))
            }
            None => below.push(format!("{name} has no floor; it is {figure:.4}")),
        }
    }
    assert!(below.is_empty(), "{set} ({}): {}", path.display(), below.join("; "));
}
