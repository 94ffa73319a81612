//! `docs/terminal.md` has every command.

use std::{collections::BTreeSet, process::Command};

const PAGE: &str = include_str!("../../../../docs/terminal.md");

#[test]
fn the_page_has_each_command_once_with_an_example() {
    let output = Command::new(env!("CARGO_BIN_EXE_marginalia-cli")).arg("--help").output().unwrap();
    let help = String::from_utf8(output.stdout).unwrap();
    let commands = help.split("Commands:\n").nth(1).unwrap().split("\n\n").next().unwrap();
    // Continuation lines have a deeper indent.
    let named = commands.lines().filter_map(|line| line.strip_prefix("  "));
    let named = named.filter(|line| !line.starts_with(' ')).map(|line| line.split(' ').next());
    let named: BTreeSet<&str> = named.flatten().filter(|name| *name != "help").collect();
    assert!(named.len() > 10, "{named:?}");

    let sections: Vec<(&str, &str)> =
        PAGE.split("\n### ").skip(1).filter_map(|section| section.split_once('\n')).collect();
    let told: BTreeSet<&str> = sections.iter().map(|(name, _)| *name).collect();
    assert_eq!(told, named);
    assert_eq!(told.len(), sections.len(), "a command stands there twice");
    for (name, text) in sections {
        assert!(text.contains(&format!("$ marginalia-cli {name}")), "{name} has no example");
    }
}
