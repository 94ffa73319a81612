//! Children that end without a crash.

use std::sync::atomic::{AtomicBool, Ordering};

use super::*;

pub const CHECKS: &[Check] = &[
    ("an idle child is ended", an_idle_child_is_ended),
    ("an idle child gives memory back", an_idle_child_gives_memory_back),
    ("a silent child is ended", a_silent_child_is_ended),
    ("unloading ends a running answer", unloading_ends_a_running_answer),
    ("the child ends with the engine", the_child_ends_with_the_engine),
    ("a child that is killed while idle isn't missed", a_child_killed_while_idle_is_not_missed),
];

/// An engine whose child has answered once.
fn after_an_answer(options: Options, models: &Models) -> (Engine, u32) {
    let engine = Engine::new(options);
    let mut answer = engine.ask(question(&models.file("a.gguf"), "Rye?"));
    begun(&mut answer);
    let pid = engine.status().pid.unwrap();
    assert_eq!(hear(answer), ["End"]);
    (engine, pid)
}

fn an_idle_child_is_ended() {
    let models = Models::new();
    let options = options("answers");
    let times = Times { idle: Duration::from_secs(1), ..options.times };
    let (engine, pid) = after_an_answer(Options { times, ..options }, &models);
    until_ended(&engine, pid);
    assert_eq!(text(engine.ask(question(&models.file("a.gguf"), "Wheat?"))), "1 Wheat?");
}

fn an_idle_child_gives_memory_back() {
    static SHORT: AtomicBool = AtomicBool::new(false);
    fn memory() -> Memory {
        if SHORT.load(Ordering::Relaxed) { Memory { available: 1, ..plenty() } } else { plenty() }
    }
    let models = Models::new();
    let options = options("answers");
    let times = Times { look: Duration::from_millis(10), ..options.times };
    let (engine, pid) = after_an_answer(Options { times, memory, ..options }, &models);
    SHORT.store(true, Ordering::Relaxed);
    until_ended(&engine, pid);
}

fn a_silent_child_is_ended() {
    let models = Models::new();
    let options = options("deaf");
    let times = Times { silence: Duration::from_millis(200), ..options.times };
    let engine = Engine::new(Options { times, ..options });
    let events = hear(engine.ask(question(&models.file("a.gguf"), "Rye?")));
    assert!(events.last().unwrap().starts_with("Other: The model said nothing for"), "{events:?}");
    assert_eq!(engine.status().pid, None);
}

fn unloading_ends_a_running_answer() {
    let models = Models::new();
    let model = models.file("a.gguf");
    let engine = engine("waits");
    let mut answer = engine.ask(question(&model, "wait"));
    begun(&mut answer);
    let pid = engine.status().pid.unwrap();
    engine.unload();
    assert_eq!(hear(answer), ["Other: The built-in engine was ended. Ask again."]);
    until_ended(&engine, pid);
    assert_eq!(text(engine.ask(question(&model, "Rye?"))), "1 Rye?");
}

fn the_child_ends_with_the_engine() {
    let models = Models::new();
    let (engine, pid) = after_an_answer(options("answers"), &models);
    assert!(is_there(pid));
    drop(engine);
    while is_there(pid) {
        std::thread::sleep(Duration::from_millis(2));
    }
}

fn a_child_killed_while_idle_is_not_missed() {
    let models = Models::new();
    let (engine, pid) = after_an_answer(options("answers"), &models);
    kill(pid);
    until_ended(&engine, pid);
    assert_eq!(text(engine.ask(question(&models.file("a.gguf"), "Wheat?"))), "1 Wheat?");
}
