use std::{
    sync::atomic::{AtomicBool, Ordering},
    time::Instant,
};

use super::*;
use engine::protocol::FailureKind;

/// Text of this many words without two equal sentences.
fn long_text(words: usize) -> String {
    (0..words).map(|n| format!("word{n}{}", if n % 12 == 11 { ". " } else { " " })).collect()
}

pub fn an_answer_streams_with_exact_counts() {
    let engine = engine();
    let mut ask = ask(&[("system", "Be short."), ("user", "Name the colours of a rainbow.")]);
    ask.max_tokens = Some(12);
    let heard = hear(engine.ask(question(ask.clone())));
    let done = heard.done();
    assert!(heard.pieces.len() > 3, "{:?}", heard.pieces);
    assert_eq!((done.stop, done.generated), (StopReason::Length, 12));
    assert_eq!(done.reused_tokens, 0);
    assert_eq!(heard.prompts.last(), Some(&(done.prompt_tokens, done.prompt_tokens)));
    // Without a small limit it ends by itself.
    ask.messages[1]["content"] = "Say yes.".into();
    ask.max_tokens = Some(400);
    let heard = hear(engine.ask(question(ask)));
    assert_eq!(heard.done().stop, StopReason::End);
    assert!(!heard.text().contains("<|im_end|>"), "{}", heard.text());
    let loaded = engine.status().loaded.unwrap();
    assert_eq!(loaded.window, 2048);
    println!("    {} MB", engine.status().memory().unwrap() / 1_000_000);
}

// B59
pub fn the_next_turn_reads_only_what_is_new() {
    let engine = engine();
    let mut messages = vec![("system", "Be short."), ("user", "What is bread made of?")];
    let text = long_text(50);
    messages[0].1 = &text;
    let first = hear(engine.ask(question(ask(&messages))));
    let said = first.text();
    messages.extend([("assistant", said.as_str()), ("user", "And beer?")]);
    let second = hear(engine.ask(question(ask(&messages)))).done();
    let share = f64::from(second.reused_tokens) / f64::from(second.prompt_tokens);
    println!(
        "    re-used {share:.2}; first word {} ms, then {} ms",
        first.done().prompt_ms,
        second.prompt_ms
    );
    assert!(share > 0.8, "{second:?}");
    // A new child remembers nothing.
    engine.unload();
    let fresh = hear(engine.ask(question(ask(&messages)))).done();
    assert_eq!((fresh.reused_tokens, fresh.prompt_tokens), (0, second.prompt_tokens));
}

pub fn a_seed_repeats_an_answer() {
    let engine = engine();
    let say = |seed: u32| {
        let mut ask = ask(&[("user", "Tell me a story.")]);
        ask.sampling.temperature = 1.5;
        ask.sampling.seed = Some(seed);
        hear(engine.ask(question(ask))).text()
    };
    let first = say(1);
    assert_eq!(first, say(1));
    assert_ne!(first, say(2));
}

pub fn a_grammar_is_kept_to() {
    let engine = engine();
    let mut ask = ask(&[("user", "Is water wet?")]);
    ask.grammar = Some(r#"root ::= "perhaps " ("yes" | "no")"#.into());
    let heard = hear(engine.ask(question(ask.clone())));
    assert!(["perhaps yes", "perhaps no"].contains(&heard.text().as_str()), "{}", heard.text());
    ask.grammar = Some("root ::= (".into());
    assert_eq!(hear(engine.ask(question(ask))).failure().kind, FailureKind::Request);
}

// B111
pub fn a_loop_is_ended() {
    let engine = engine();
    let mut ask = ask(&[("user", "Laugh.")]);
    ask.grammar = Some(r#"root ::= "ha" root"#.into());
    ask.max_tokens = Some(400);
    let done = hear(engine.ask(question(ask))).done();
    assert_eq!(done.stop, StopReason::Loop);
    assert!(done.generated < 200, "{done:?}");
}

// B108
pub fn each_sentence_of_a_small_models_answer_has_a_number() {
    const RULES: &str = include_str!("../../../grounding/src/context/grammar.gbnf");
    let engine = engine();
    let mut ended = 0;
    for seed in 0..8 {
        let mut ask = ask(&[("user", "Name two kinds of bread, and who bakes them.")]);
        ask.grammar = Some(format!("{RULES}number ::= \"1\" | \"12\"\n"));
        ask.sampling.temperature = 1.0;
        ask.sampling.seed = Some(seed);
        ask.max_tokens = Some(160);
        let heard = hear(engine.ask(question(ask)));
        let text = heard.text();
        if heard.done().stop != StopReason::End {
            continue;
        }
        ended += 1;
        if text.ends_with(" say.") {
            continue;
        }
        for line in text.lines().filter(|line| !line.is_empty()) {
            assert!(line.ends_with(" [1]") || line.ends_with("[12]"), "{text}");
        }
        let left = text.replace("[12]", "").replace("[1]", "");
        assert!(!left.contains(['[', ']', '<']), "{text}");
    }
    assert!(ended > 0, "no answer came to its end");
}

pub fn a_long_question_is_refused() {
    let engine = engine();
    let text = long_text(3000);
    let failure = hear(engine.ask(question(ask(&[("user", &text)])))).failure();
    assert_eq!(failure.kind, FailureKind::TooLong);
    // The child is unaffected.
    hear(engine.ask(question(ask(&[("user", "Hello")])))).done();
}

// B57
pub fn a_cancel_is_heard_in_a_prompt() {
    let engine = engine();
    hear(engine.ask(question(ask(&[("user", "Hello")])))).done();
    let pid = engine.status().pid;
    let text = long_text(180);
    let mut answer = engine.ask(question(ask(&[("user", &text)])));
    // The first batch is read, and another is under way.
    until(&mut answer, |event| matches!(event, Event::Prompt { read: 512.., .. }));
    let begun = Instant::now();
    answer.cancel();
    let heard = hear(answer);
    println!("    cancelled after {:?}", begun.elapsed());
    assert!(is_cancelled(heard.done()), "{heard:?}");
    // The child wasn't killed, which happens after half a second, and continues where it was.
    assert_eq!(engine.status().pid, pid);
    let again = hear(engine.ask(question(ask(&[("user", &text)])))).done();
    assert!(again.reused_tokens >= 512, "{again:?}");
}

pub fn busy_programs_take_threads_away() {
    let cores = engine::memory::threads();
    let engine = Engine::new(Options::new(library()).unwrap());
    let ended = AtomicBool::new(false);
    let done = std::thread::scope(|scope| {
        for _ in 0..cores {
            scope.spawn(|| {
                while !ended.load(Ordering::Relaxed) {
                    std::hint::spin_loop();
                }
            });
        }
        let done = hear(engine.ask(question(ask(&[("user", &long_text(100))]))));
        ended.store(true, Ordering::Relaxed);
        done.done()
    });
    assert!(done.threads < cores.max(2), "{done:?}");
}

pub fn files_that_are_no_models_are_refused() {
    let engine = engine();
    let folder = tempfile::tempdir().unwrap();
    let bytes = std::fs::read(model()).unwrap();
    let with = |name: &str, bytes: &[u8]| {
        let file = folder.path().join(name);
        std::fs::write(&file, bytes).unwrap();
        let question = Question { model: file, ..question(ask(&[("user", "Hello")])) };
        let failure = hear(engine.ask(question)).failure();
        println!("    {name}: {failure}");
        assert_eq!(failure.kind, FailureKind::File, "{name}: {failure}");
        failure.sentence
    };
    let known = b"llama";
    let at = bytes.windows(known.len()).position(|window| window == known).unwrap();
    let mut unknown = bytes.clone();
    unknown[at..at + known.len()].copy_from_slice(b"llamz");
    assert!(with("none.gguf", b"Not a model at all").contains("isn't a model"));
    assert!(with("begun.gguf", &bytes[..5000]).contains("incomplete"));
    assert!(with("half.gguf", &bytes[..bytes.len() / 2]).contains("incomplete"));
    assert!(with("last-bytes.gguf", &bytes[..bytes.len() - 5000]).contains("incomplete"));
    assert!(with("unknown.gguf", &unknown).contains("(unknown model architecture: 'llamz')"));
    hear(engine.ask(question(ask(&[("user", "Hello")])))).done();
}

pub fn another_library_is_refused_by_name() {
    let check = |library: PathBuf, expect: &str| {
        let failure =
            hear(with_library(library).ask(question(ask(&[("user", "Hello")])))).failure();
        assert_eq!(failure.kind, FailureKind::Library, "{failure}");
        assert!(failure.sentence.contains(expect), "{failure}");
    };
    check(
        "/nowhere/engine".into(),
        "The folder of the built-in engine, /nowhere/engine, can't be read",
    );
    let named = |stem: &str| {
        let files = std::fs::read_dir(library()).unwrap().map(|entry| entry.unwrap().path());
        let is = |file: &PathBuf| {
            let name = file.file_name().unwrap().to_str().unwrap();
            name.trim_start_matches("lib").starts_with(&format!("{stem}."))
        };
        files.into_iter().find(is).unwrap()
    };
    let (base, llama) = (named("ggml-base"), named("llama"));
    // A copy of the real folder with one file replaced or emptied.
    let with = |content: &[u8]| {
        let folder = tempfile::tempdir().unwrap();
        for entry in std::fs::read_dir(library()).unwrap() {
            let file = entry.unwrap().path();
            std::fs::copy(&file, folder.path().join(file.file_name().unwrap())).unwrap();
        }
        std::fs::write(folder.path().join(llama.file_name().unwrap()), content).unwrap();
        folder
    };
    let other = with(&std::fs::read(&base).unwrap());
    check(other.path().to_owned(), "isn't llama.cpp 0.4.0");
    let none = with(b"No library at all");
    check(none.path().to_owned(), "can't be loaded");
    std::fs::remove_file(none.path().join(llama.file_name().unwrap())).unwrap();
    check(none.path().to_owned(), "(the library “llama”) isn't in");
}
