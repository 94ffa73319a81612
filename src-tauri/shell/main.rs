//! The desktop app's entry.
#![cfg_attr(all(not(debug_assertions), target_os = "windows"), windows_subsystem = "windows")]

use std::process::ExitCode;

fn main() -> ExitCode {
    shell::run()
}
