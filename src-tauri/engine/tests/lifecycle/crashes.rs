//! Children that crash, refuse, or break the protocol.

use super::*;

pub const CHECKS: &[Check] = &[
    ("a crash is one failed answer with its cause", a_crash_is_one_failed_answer_with_its_cause),
    ("the second crash turns the card off", the_second_crash_turns_the_card_off),
    ("crashes far apart are no row", crashes_far_apart_are_no_row),
    ("a refused model is said", a_refused_model_fails_with_the_reason),
    ("nonsense is an error", nonsense_is_an_error),
    ("a program that isn't there is said", a_program_that_is_not_there_is_said),
];

// B58
fn a_crash_is_one_failed_answer_with_its_cause() {
    let models = Models::new();
    let model = models.file("a.gguf");
    let check = |part: &str, expect: &str| {
        let engine = engine(part);
        let events = hear(engine.ask(question(&model, "crash")));
        assert!(events.last().unwrap().starts_with(expect), "{part}: {events:?}");
        assert_eq!(engine.status().pid, None);
        if !part.starts_with("crashes-early") {
            let next = hear(engine.ask(question(&model, "Rye?")));
            let anew = "The model stopped unexpectedly and was restarted.";
            assert_eq!(next, [anew, "window 100 gpu true", "2/2", "1 Rye?", "End"]);
            assert_eq!(engine.status().notices, [anew]);
        }
    };
    let memory = "Memory: The model stopped because memory ran out.";
    check("crashes:terminate called after throwing an instance of 'std::bad_alloc'", memory);
    let card = "Gpu: The model stopped because the graphics card or its driver failed.";
    check("crashes:terminate called after throwing an instance of 'vk::DeviceLostError'", card);
    let other = "Other: The model stopped unexpectedly (";
    check("crashes:ggml.c:1: GGML_ASSERT(a == b) failed", other);
    check("crashes", other);
    check("crashes-early:ggml.c:1: GGML_ASSERT(a == b) failed", other);
    let old = "Library: This computer's system is too old for the built-in engine";
    check("crashes-early:libc.so.6: version `GLIBC_2.34' not found", old);
}

fn the_second_crash_turns_the_card_off() {
    let models = Models::new();
    let model = models.file("a.gguf");
    let engine = engine("crashes");
    let ask = |text: &str| hear(engine.ask(question(&model, text)));
    let first = ask("crash");
    assert_eq!(first[0], "window 100 gpu true");
    assert!(!engine.status().gpu_off);
    let second = ask("crash");
    assert_eq!(second[1], "window 100 gpu true");
    assert!(second[2].ends_with("so from now on it runs without the graphics card."));
    assert!(engine.status().gpu_off);
    let next = ask("Rye?");
    assert!(next[0].starts_with("The graphics card isn't used because"), "{next:?}");
    assert_eq!(next[1], "window 100 gpu false");
    let third = ask("crash");
    let smaller = "Choose a smaller or another model.";
    assert!(third[1].ends_with(smaller), "{third:?}");
    // No loop: the child isn't even started.
    let fourth = ask("Rye?");
    assert!(fourth.len() == 1 && fourth[0].ends_with(smaller), "{fourth:?}");
    assert_eq!(engine.status().pid, None);
    // Another model is started.
    assert_eq!(text(engine.ask(question(&models.file("b.gguf"), "Rye?"))), "1 Rye?");
}

fn crashes_far_apart_are_no_row() {
    let models = Models::new();
    let model = models.file("a.gguf");
    let options = options("crashes");
    let times = Times { crashes: Duration::ZERO, ..options.times };
    let engine = Engine::new(Options { times, ..options });
    for _ in 0..4 {
        let events = hear(engine.ask(question(&model, "crash")));
        assert!(events.last().unwrap().ends_with("Ask again."), "{events:?}");
    }
    assert!(!engine.status().gpu_off);
}

fn a_refused_model_fails_with_the_reason() {
    let models = Models::new();
    let engine = engine("refuses:It is damaged.");
    let events = hear(engine.ask(question(&models.file("a.gguf"), "Rye?")));
    assert_eq!(events, ["File: It is damaged."]);
    assert_eq!(engine.status().pid, None);
}

fn nonsense_is_an_error() {
    let models = Models::new();
    let engine = engine("babbles");
    let events = hear(engine.ask(question(&models.file("a.gguf"), "Rye?")));
    assert!(events[1].contains("doesn't understand (“What was the question?”)"), "{events:?}");
    assert_eq!(engine.status().pid, None);
}

fn a_program_that_is_not_there_is_said() {
    let models = Models::new();
    let program = Program { path: "/nowhere/marginalia".into(), args: Vec::new() };
    let engine = Engine::new(Options { program, ..options("answers") });
    let events = hear(engine.ask(question(&models.file("a.gguf"), "Rye?")));
    assert!(events[0].starts_with("Other: The built-in engine can't be started ("), "{events:?}");
}
