#![cfg_attr(all(not(debug_assertions), target_os = "windows"), windows_subsystem = "windows")]

use std::process::ExitCode;

fn main() -> ExitCode {
    // Before anything else: a worker process has no window and opens none of the app's files.
    if engine::worker::is_asked_for() {
        return engine::worker::main();
    }
    if documents::worker::is_asked_for() {
        return documents::worker::main();
    }
    shell::run()
}
