//! The child's life cycle, with a scripted child: this program itself, started with `--play`.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stderr,
    reason = "what the tests share stops at what it doesn't expect, as the tests do"
)]

mod crashes;
mod ends;
mod part;
mod questions;

use std::{
    path::{Path, PathBuf},
    process::ExitCode,
    time::Duration,
};

use engine::{
    Answer, Engine, Options, Priority, Program, Question, Times,
    memory::Memory,
    protocol::{Ask, Event},
};
use futures::{StreamExt as _, executor::block_on_stream};
use libtest_mimic::{Arguments, Trial};

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    if arguments.next().as_deref() == Some("--play") {
        return part::play(&arguments.next().unwrap());
    }
    let checks = [questions::CHECKS, crashes::CHECKS, ends::CHECKS].concat();
    let trials = checks.into_iter().map(|(name, check)| {
        Trial::test(name, move || {
            check();
            Ok(())
        })
    });
    libtest_mimic::run(&Arguments::from_args(), trials.collect()).exit_code()
}

type Check = (&'static str, fn());

fn plenty() -> Memory {
    Memory { available: 8_000_000_000, total: 16_000_000_000 }
}

fn options(part: &str) -> Options {
    let path = std::env::current_exe().unwrap();
    // Timeouts that aren't tested must not occur.
    let never = Duration::from_secs(600);
    Options {
        program: Program { path, args: vec!["--play".into(), part.into()] },
        library: PathBuf::from("/library"),
        threads: 1,
        gpu: true,
        times: Times { idle: never, cancel: never, silence: never, crashes: never, look: never },
        memory: plenty,
        speeds: None,
    }
}

fn engine(part: &str) -> Engine {
    Engine::new(options(part))
}

/// A folder with a model that has only a header.
struct Models(tempfile::TempDir);

impl Models {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn file(&self, name: &str) -> PathBuf {
        let mut bytes = b"GGUF\x03\0\0\0".to_vec();
        bytes.extend(0_u64.to_le_bytes());
        bytes.extend(4_u64.to_le_bytes());
        let mut key = |key: &str, kind: u32| {
            bytes.extend((key.len() as u64).to_le_bytes());
            bytes.extend(key.as_bytes());
            bytes.extend(kind.to_le_bytes());
            match kind {
                8 => {
                    bytes.extend(1_u64.to_le_bytes());
                    bytes.push(b'm');
                }
                // 1000 layers of 1000 heads, each with a key and a value of two bytes: 4 MB a token.
                _ => bytes.extend(1000_u32.to_le_bytes()),
            }
        };
        key("general.architecture", 8);
        key("m.block_count", 4);
        key("m.embedding_length", 4);
        key("m.attention.head_count", 4);
        let file = self.0.path().join(name);
        std::fs::write(&file, bytes).unwrap();
        file
    }
}

fn question(model: &Path, text: &str) -> Question {
    let message = serde_json::json!({ "role": "user", "content": text });
    let ask = Ask { messages: vec![message], ..Ask::default() };
    Question {
        model: model.to_owned(),
        window: 100,
        line: serde_json::to_string(&ask).unwrap(),
        priority: Priority::Question,
    }
}

/// All events, one string each: what is loaded as `process`, the end as its reason.
fn hear(answer: Answer) -> Vec<String> {
    block_on_stream(answer).map(told).collect()
}

fn told(event: Event) -> String {
    match event {
        Event::Notice(notice) => notice,
        Event::Loaded(loaded) => format!("window {} gpu {}", loaded.window, loaded.gpu),
        Event::Prompt { read, total } => format!("{read}/{total}"),
        Event::Text(text) => text,
        Event::Done(done) => format!("{:?}", done.stop),
        Event::Failed(failure) => format!("{:?}: {failure}", failure.kind),
    }
}

/// The text of a completed answer.
fn text(answer: Answer) -> String {
    let events = hear(answer);
    assert_eq!(events.last().map(String::as_str), Some("End"), "{events:?}");
    events[events.len() - 2].clone()
}

/// Waits for the first text.
fn begun(answer: &mut Answer) {
    futures::executor::block_on(async {
        while let Some(event) = answer.next().await {
            if let Event::Text(_) = event {
                return;
            }
        }
        panic!("it never began");
    });
}

fn is_there(pid: u32) -> bool {
    let mut system = sysinfo::System::new();
    let pid = sysinfo::Pid::from_u32(pid);
    system.refresh_processes(sysinfo::ProcessesToUpdate::Some(&[pid]), true);
    let state = system.process(pid).map(sysinfo::Process::status);
    state.is_some_and(|state| state != sysinfo::ProcessStatus::Zombie)
}

fn kill(pid: u32) {
    let mut system = sysinfo::System::new();
    let pid = sysinfo::Pid::from_u32(pid);
    system.refresh_processes(sysinfo::ProcessesToUpdate::Some(&[pid]), true);
    assert!(system.process(pid).unwrap().kill());
}

fn until_ended(engine: &Engine, pid: u32) {
    while engine.status().pid.is_some() || is_there(pid) {
        std::thread::sleep(Duration::from_millis(2));
    }
}
