//! Questions, their order, and their cancelling.

use super::*;

pub const CHECKS: &[Check] = &[
    ("nothing starts before the first question", nothing_starts_before_the_first_question),
    ("an answer's events come in order", an_answers_events_come_in_order),
    ("a child is kept as long as it serves", a_child_is_kept_as_long_as_it_serves),
    ("background work waits behind questions", background_work_waits_behind_questions),
    ("background work gives way to a question", background_work_gives_way_to_a_question),
    ("what gave way can be cancelled", a_paused_background_call_can_be_cancelled),
    (
        "a question is answered after background work is given up while the model is loaded",
        a_question_is_answered_after_work_is_given_up_while_the_model_is_loaded,
    ),
    ("a cancelled answer ends", a_cancelled_answer_ends),
    ("a dropped answer is cancelled", a_dropped_answer_is_cancelled),
    ("a waiting question is cancelled", a_waiting_question_is_cancelled),
    ("a deaf child is ended", a_child_that_ignores_a_cancel_is_ended),
    ("the window shrinks with the memory", the_window_shrinks_with_the_memory),
    ("a model is refused before a child starts", a_model_is_refused_before_a_child_starts),
];

fn nothing_starts_before_the_first_question() {
    let engine = engine("answers");
    engine.unload();
    assert_eq!(engine.status(), engine::Status::default());
}

fn an_answers_events_come_in_order() {
    let models = Models::new();
    let engine = engine("answers");
    let events = hear(engine.ask(question(&models.file("a.gguf"), "Rye?")));
    assert_eq!(events, ["window 100 gpu true", "2/2", "1 Rye?", "End"]);
}

fn a_child_is_kept_as_long_as_it_serves() {
    let models = Models::new();
    let (a, b) = (models.file("a.gguf"), models.file("b.gguf"));
    let engine = engine("answers");
    let ask = |model: &Path, window: u32| {
        text(engine.ask(Question { window, ..question(model, "Rye?") }))
    };
    assert_eq!(ask(&a, 100), "1 Rye?");
    let first = engine.status().pid.unwrap();
    assert_eq!(ask(&a, 100), "2 Rye?");
    assert_eq!(ask(&a, 50), "3 Rye?");
    assert_eq!(engine.status().pid, Some(first));
    // A larger window or another model needs another child.
    assert_eq!(ask(&a, 101), "1 Rye?");
    assert_eq!(ask(&b, 101), "1 Rye?");
    assert_eq!(engine.status().model, Some(b));
    assert!(!is_there(first));
}

fn background_work_waits_behind_questions() {
    let models = Models::new();
    let model = models.file("a.gguf");
    let engine = engine("waits");
    let mut first = engine.ask(question(&model, "wait"));
    begun(&mut first);
    let background =
        |text: &str| Question { priority: Priority::Background, ..question(&model, text) };
    let summary = engine.ask(background("a summary"));
    let rewriting = engine.ask(background("a query"));
    let second = engine.ask(question(&model, "Rye?"));
    let third = engine.ask(question(&model, "Wheat?"));
    first.cancel();
    assert_eq!(hear(first), ["Cancelled"]);
    assert_eq!(text(summary), "4 a summary");
    assert_eq!(text(rewriting), "5 a query");
    assert_eq!(text(second), "2 Rye?");
    assert_eq!(text(third), "3 Wheat?");
}

/// A background question that the child has begun.
fn begun_in_background(engine: &Engine, model: &Path, text: &str) -> Answer {
    let priority = Priority::Background;
    let answer = engine.ask(Question { priority, ..question(model, text) });
    // The child gets this question before the next one.
    while engine.status().loaded.is_none() {
        std::thread::sleep(Duration::from_millis(2));
    }
    answer
}

// B109
fn background_work_gives_way_to_a_question() {
    let models = Models::new();
    let model = models.file("a.gguf");
    let engine = engine("waits");
    let summary = begun_in_background(&engine, &model, "once");
    let pid = engine.status().pid;
    assert_eq!(text(engine.ask(question(&model, "Rye?"))), "2 Rye?");
    // The interrupted answer's events are dropped.
    assert_eq!(hear(summary), ["window 100 gpu true", "2/2", "3 once", "End"]);
    assert_eq!(engine.status().pid, pid);
}

fn a_paused_background_call_can_be_cancelled() {
    let models = Models::new();
    let model = models.file("a.gguf");
    let engine = engine("waits");
    let summary = begun_in_background(&engine, &model, "wait");
    let mut asked = engine.ask(question(&model, "wait"));
    summary.cancel();
    begun(&mut asked);
    asked.cancel();
    assert_eq!(hear(asked), ["Cancelled"]);
    assert_eq!(hear(summary).last().map(String::as_str), Some("Cancelled"));
    assert_eq!(text(engine.ask(question(&model, "Rye?"))), "3 Rye?");
}

// B109
fn a_question_is_answered_after_work_is_given_up_while_the_model_is_loaded() {
    let models = Models::new();
    let model = models.file("a.gguf");
    let loaded = model.with_extension("loaded");
    let engine = engine(&format!("loads:{}", loaded.display()));
    let work =
        engine.ask(Question { priority: Priority::Background, ..question(&model, "a summary") });
    while engine.status().pid.is_none() {
        std::thread::sleep(Duration::from_millis(2));
    }
    let pid = engine.status().pid;
    drop(work);
    let asked = engine.ask(question(&model, "Rye?"));
    std::fs::write(loaded, "").unwrap();
    assert_eq!(text(asked), "1 Rye?");
    assert_eq!(engine.status().pid, pid, "the model was loaded once");
}

fn a_cancelled_answer_ends() {
    let models = Models::new();
    let model = models.file("a.gguf");
    let engine = engine("waits");
    let mut answer = engine.ask(question(&model, "wait"));
    begun(&mut answer);
    let pid = engine.status().pid;
    answer.cancel();
    answer.cancel();
    assert_eq!(hear(answer), ["Cancelled"]);
    assert_eq!(text(engine.ask(question(&model, "Rye?"))), "2 Rye?");
    assert_eq!(engine.status().pid, pid);
}

fn a_dropped_answer_is_cancelled() {
    let models = Models::new();
    let model = models.file("a.gguf");
    let engine = engine("waits");
    let mut answer = engine.ask(question(&model, "wait"));
    begun(&mut answer);
    drop(answer);
    assert_eq!(text(engine.ask(question(&model, "Rye?"))), "2 Rye?");
}

fn a_waiting_question_is_cancelled() {
    let models = Models::new();
    let model = models.file("a.gguf");
    let engine = engine("waits");
    let mut first = engine.ask(question(&model, "wait"));
    begun(&mut first);
    let second = engine.ask(question(&model, "Rye?"));
    second.cancel();
    assert_eq!(hear(second), ["Cancelled"]);
    first.cancel();
    assert_eq!(hear(first), ["Cancelled"]);
    assert_eq!(text(engine.ask(question(&model, "Wheat?"))), "2 Wheat?");
}

fn a_child_that_ignores_a_cancel_is_ended() {
    let models = Models::new();
    let model = models.file("a.gguf");
    let options = options("deaf");
    let times = Times { cancel: Duration::from_millis(50), ..options.times };
    let engine = Engine::new(Options { times, ..options });
    let mut answer = engine.ask(question(&model, "Rye?"));
    begun(&mut answer);
    let pid = engine.status().pid.unwrap();
    answer.cancel();
    assert_eq!(hear(answer), ["Cancelled"]);
    until_ended(&engine, pid);
    // This wasn't a crash, and the next question has a child again.
    let mut answer = engine.ask(question(&model, "Rye?"));
    begun(&mut answer);
    assert_ne!(engine.status().pid, Some(pid));
}

// B61
fn the_window_shrinks_with_the_memory() {
    let models = Models::new();
    let model = models.file("a.gguf");
    // 4 MB a token, plus 300 MB.
    fn check(model: &Path, wanted: u32, available: fn() -> Memory, expect: &[&str]) {
        let engine = Engine::new(Options { memory: available, ..options("answers") });
        let events = hear(engine.ask(Question { window: wanted, ..question(model, "Rye?") }));
        let expect = expect.iter().map(|event| (*event).to_owned()).collect::<Vec<_>>();
        assert_eq!(events[..expect.len()], expect);
        let notices = engine.status().notices;
        assert!(notices.is_empty() || notices == expect[..1], "{notices:?}");
        assert_eq!(notices.len(), usize::from(expect.len() > 1));
    }
    fn with(gigabytes: u64) -> Memory {
        Memory { available: gigabytes * 1_000_000_000, total: 64_000_000_000 }
    }
    check(&model, 8192, || with(40), &["window 8192 gpu true"]);
    let smaller = "20.0 GB of memory are free, so “a.gguf” runs with a context window of 4096 tokens \
                   instead of 8192.";
    check(&model, 8192, || with(20), &[smaller, "window 4096 gpu true"]);
    let refused = "Memory: The model “a.gguf” needs 8.5 GB of memory even with its smallest context window, but only 2.0 GB are free. Close other programs, or choose a smaller model.";
    check(&model, 8192, || with(2), &[refused]);
}

// B61
fn a_model_is_refused_before_a_child_starts() {
    let models = Models::new();
    let model = models.file("a.gguf");
    let engine = engine("answers");
    std::fs::write(&model, "Rye.").unwrap();
    let expect =
        "File: “a.gguf” isn't a model in the GGUF format. Choose a file that ends in .gguf.";
    assert_eq!(hear(engine.ask(question(&model, "Rye?"))), [expect]);
    let gone = hear(engine.ask(question(Path::new("/nowhere/a.gguf"), "Rye?")));
    assert!(gone[0].starts_with("File: The model “a.gguf” can't be read ("), "{gone:?}");
    assert_eq!(engine.status().pid, None);
}
