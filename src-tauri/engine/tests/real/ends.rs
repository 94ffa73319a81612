use std::{
    io::{BufRead, BufReader},
    process::{Child, Command as Process, ExitCode, Stdio},
};

use super::*;
use engine::protocol::FailureKind;

fn kill(pid: u32) {
    let mut system = sysinfo::System::new();
    let pid = sysinfo::Pid::from_u32(pid);
    system.refresh_processes(sysinfo::ProcessesToUpdate::Some(&[pid]), true);
    assert!(system.process(pid).unwrap().kill());
}

// B58
pub fn a_killed_child_is_started_again() {
    let engine = engine();
    let mut long = ask(&[("user", "Tell me a long story.")]);
    long.max_tokens = Some(1000);
    let mut answer = engine.ask(question(long));
    until(&mut answer, |event| matches!(event, Event::Text(_)));
    let pid = engine.status().pid.unwrap();
    kill(pid);
    let failure = hear(answer).failure();
    assert_eq!(failure.kind, FailureKind::Other);
    println!("    {failure}");
    assert_eq!(engine.status().pid, None);
    let heard = hear(engine.ask(question(ask(&[("user", "Hello")]))));
    assert!(heard.done().generated > 0);
    assert_ne!(engine.status().pid, Some(pid));
}

/// An app that asks, prints its child's process id, and keeps listening.
pub fn parent() -> ExitCode {
    let engine = engine();
    let mut long = ask(&[("user", "Tell me a long story.")]);
    long.max_tokens = Some(2000);
    let mut answer = engine.ask(question(long));
    until(&mut answer, |event| matches!(event, Event::Text(_)));
    println!("{}", engine.status().pid.unwrap());
    hear(answer);
    ExitCode::SUCCESS
}

/// Starts an app and waits until its child answers.
fn start_parent() -> (Child, u32) {
    let mut parent = Process::new(std::env::current_exe().unwrap())
        .arg("--parent")
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let lines = BufReader::new(parent.stdout.take().unwrap()).lines();
    let pid = lines.map(|line| line.unwrap()).find_map(|line| line.parse().ok());
    (parent, pid.expect("it told no process"))
}

// B58
pub fn nothing_outlives_a_killed_app() {
    let (mut parent, pid) = start_parent();
    let is_there = || {
        let mut system = sysinfo::System::new();
        let pid = sysinfo::Pid::from_u32(pid);
        system.refresh_processes(sysinfo::ProcessesToUpdate::Some(&[pid]), true);
        // A process that nobody reaps stays as a zombie.
        let state = system.process(pid).map(|process| process.status());
        state.is_some_and(|state| state != sysinfo::ProcessStatus::Zombie)
    };
    assert!(is_there());
    parent.kill().unwrap();
    parent.wait().unwrap();
    while is_there() {
        std::thread::yield_now();
    }
}
