//! The engine with the true library and a true model. `npm run test:real` says where they are:
//! `ENGINE_LIBRARY` is the library's folder, `ENGINE_MODEL` the model's file.
//!
//! The program is its own child process: started with `--engine` it is the worker, with `--parent`
//! an app that asks and is killed.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "what the tests share stops at what it doesn't expect, as the tests do"
)]

mod answers;
mod ends;

use std::{path::PathBuf, process::ExitCode, time::Duration};

use engine::{
    Answer, Engine, Options, Priority, Question, Times,
    protocol::{AnswerEnd, Ask, Event, Failure, Sampling, StopReason},
};
use futures::{StreamExt as _, executor::block_on_stream};
use libtest_mimic::{Arguments, Trial};
use serde_json::json;

fn main() -> ExitCode {
    match std::env::args().nth(1).as_deref() {
        Some("--engine") => return engine::worker::main(),
        Some("--parent") => return ends::parent(),
        _ => {}
    }
    let checks: [(&str, fn()); 13] = [
        ("an answer streams with exact counts", answers::an_answer_streams_with_exact_counts),
        ("the next turn reads only what is new", answers::the_next_turn_reads_only_what_is_new),
        ("a seed repeats an answer", answers::a_seed_repeats_an_answer),
        ("a grammar is kept to", answers::a_grammar_is_kept_to),
        ("a loop is ended", answers::a_loop_is_ended),
        (
            "each sentence of a small model's answer has a number",
            answers::each_sentence_of_a_small_models_answer_has_a_number,
        ),
        ("a question that is too long is refused", answers::a_long_question_is_refused),
        ("a cancel is heard in the middle of a prompt", answers::a_cancel_is_heard_in_a_prompt),
        ("busy programs take threads away", answers::busy_programs_take_threads_away),
        ("files that are no models are refused", answers::files_that_are_no_models_are_refused),
        ("another library is refused by name", answers::another_library_is_refused_by_name),
        ("a killed child is started again", ends::a_killed_child_is_started_again),
        ("nothing outlives a killed app", ends::nothing_outlives_a_killed_app),
    ];
    let mut arguments = Arguments::from_args();
    // One child at a time, because they compete for the processor.
    arguments.test_threads = Some(1);
    let trials = checks.map(|(name, check)| {
        Trial::test(name, move || {
            check();
            Ok(())
        })
    });
    libtest_mimic::run(&arguments, trials.into()).exit_code()
}

fn from_environment(name: &str) -> PathBuf {
    let value = std::env::var_os(name);
    value.unwrap_or_else(|| panic!("{name} isn't set: run this by `npm run test:real`")).into()
}

fn model() -> PathBuf {
    from_environment("ENGINE_MODEL")
}

fn library() -> PathBuf {
    from_environment("ENGINE_LIBRARY")
}

fn engine() -> Engine {
    with_library(library())
}

fn with_library(library: PathBuf) -> Engine {
    let options = Options::new(library).unwrap();
    // These deliberate kills must not count as repeated crashes.
    let times = Times { crashes: Duration::ZERO, ..Times::default() };
    Engine::new(Options { threads: 1, times, ..options })
}

fn ask(messages: &[(&str, &str)]) -> Ask {
    let messages = messages.iter().map(|(role, text)| json!({ "role": role, "content": text }));
    Ask {
        model: "test".into(),
        messages: messages.collect(),
        max_tokens: Some(24),
        sampling: Sampling { repeat_penalty: 1.1, ..Sampling::default() },
        ..Ask::default()
    }
}

fn question(ask: Ask) -> Question {
    Question {
        model: model(),
        window: 2048,
        line: serde_json::to_string(&ask).unwrap(),
        priority: Priority::Question,
    }
}

#[derive(Debug, Default)]
struct Heard {
    pieces: Vec<String>,
    prompts: Vec<(u32, u32)>,
    ending: Option<Result<AnswerEnd, Failure>>,
}

impl Heard {
    fn text(&self) -> String {
        self.pieces.concat()
    }

    fn done(&self) -> AnswerEnd {
        match &self.ending {
            Some(Ok(done)) => *done,
            other => panic!("not done: {other:?}"),
        }
    }

    fn failure(&self) -> Failure {
        match &self.ending {
            Some(Err(failure)) => failure.clone(),
            other => panic!("not failed: {other:?}"),
        }
    }

    fn hear(&mut self, event: Event) {
        assert_eq!(self.ending, None, "{event:?} after the end");
        match event {
            Event::Text(text) => self.pieces.push(text),
            Event::Prompt { read, total } => self.prompts.push((read, total)),
            Event::Done(done) => self.ending = Some(Ok(done)),
            Event::Failed(failure) => self.ending = Some(Err(failure)),
            Event::Notice(notice) => println!("    {notice}"),
            Event::Loaded(loaded) => println!("    {loaded:?}"),
        }
    }
}

fn hear(answer: Answer) -> Heard {
    let mut heard = Heard::default();
    block_on_stream(answer).for_each(|event| heard.hear(event));
    println!("    {:?} {:?}", heard.text(), heard.ending);
    heard
}

fn until(answer: &mut Answer, mut is: impl FnMut(&Event) -> bool) -> Event {
    futures::executor::block_on(async {
        while let Some(event) = answer.next().await {
            if is(&event) {
                return event;
            }
        }
        panic!("it never came");
    })
}

fn is_cancelled(done: AnswerEnd) -> bool {
    done.stop == StopReason::Cancelled
}
