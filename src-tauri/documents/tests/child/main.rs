//! Reads malicious and broken files, and files of each kind, in a child process: this program itself.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "what the tests share stops at what it doesn't expect, as the tests do"
)]

mod hostile;
mod kinds;
mod made;
mod office;
mod part;
mod pictures;

use std::{path::PathBuf, process::ExitCode};

use documents::{Document, Limits, Program, Reason, Refusal};
use libtest_mimic::{Arguments, Trial};

fn main() -> ExitCode {
    if documents::worker::is_asked_for() {
        return documents::worker::main();
    }
    let mut arguments = std::env::args().skip(1);
    if arguments.next().as_deref() == Some("--play") {
        return part::play(&arguments.next().unwrap());
    }
    let checks = [hostile::CHECKS, kinds::CHECKS, office::CHECKS, pictures::CHECKS].concat();
    let trials = checks.into_iter().map(|(name, check)| {
        Trial::test(name, move || {
            check();
            Ok(())
        })
    });
    libtest_mimic::run(&Arguments::from_args(), trials.collect()).exit_code()
}

type Check = (&'static str, fn());

struct Kept(tempfile::TempDir, PathBuf);

fn kept(name: &str, bytes: &[u8]) -> Kept {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    std::fs::write(&path, bytes).unwrap();
    Kept(folder, path)
}

/// Limits for parallel tests on a slow machine.
fn limits() -> Limits {
    let patient = std::time::Duration::from_secs(120);
    Limits { time: patient, kill: patient, ..Limits::default() }
}

fn read_with(name: &str, bytes: &[u8], limits: Limits) -> Result<Document, Refusal> {
    let Kept(_folder, path) = &kept(name, bytes);
    Program::own().unwrap().read(path, limits)
}

fn read(name: &str, bytes: &[u8]) -> Result<Document, Refusal> {
    read_with(name, bytes, limits())
}

fn refused(name: &str, bytes: &[u8]) -> Reason {
    match read(name, bytes) {
        Err(refusal) => refusal.reason,
        Ok(document) => panic!("{name} was read: {document:?}"),
    }
}
