//! Scripted children.

use std::{
    io::{BufRead, Write as _},
    path::PathBuf,
    process::ExitCode,
};

use engine::protocol::{
    AnswerEnd, Command, Event, Failure, FailureKind, Load, LoadReport, StopReason,
};

fn say(event: &Event) {
    let mut out = std::io::stdout();
    writeln!(out, "{}", serde_json::to_string(event).unwrap()).unwrap();
    out.flush().unwrap();
}

fn loaded(load: &Load) -> Event {
    Event::Loaded(LoadReport {
        window: load.window,
        trained_window: 100_000,
        bytes: 1,
        device: "a device".into(),
        gpu: load.gpu,
        load_ms: 1,
    })
}

fn done(stop: StopReason) -> Event {
    Event::Done(AnswerEnd {
        stop,
        prompt_tokens: 2,
        reused_tokens: 0,
        generated: 1,
        prompt_ms: 1,
        generation_ms: 1,
        threads: 1,
    })
}

fn crash(complaint: &str) -> ! {
    // As long as a stack trace, so that the beginning is cut off.
    eprintln!("{}\n{complaint}", "loading\n".repeat(2000));
    std::process::abort();
}

/// Plays a part, `name` or `name:detail`, until the input ends.
///
/// - `answers`: echoes the question with the number of its turn
/// - `waits`: the same, but a question that is `wait` it begins and ends when it is cancelled; one that is `once` only
///   the first time
/// - `deaf`: begins an answer and hears nothing more
/// - `crashes:complaint`: at the first question that is `crash`; `crashes-early`: while it loads
/// - `refuses:sentence`: the model
/// - `babbles`: what isn't the protocol
/// - `loads:file`: its model, until the file is there; a cancel ends that
pub fn play(part: &str) -> ExitCode {
    let (part, detail) = part.split_once(':').unwrap_or((part, ""));
    let mut turn = 0;
    for line in std::io::stdin().lock().lines() {
        match serde_json::from_str(&line.unwrap()).unwrap() {
            Command::Load { .. } if part == "crashes-early" => crash(detail),
            Command::Load { .. } if part == "refuses" => {
                say(&Event::Failed(Failure::new(FailureKind::File, detail)));
            }
            Command::Load { load } if part == "loads" => {
                let file = PathBuf::from(detail);
                std::thread::spawn(move || {
                    while !file.exists() {
                        std::thread::sleep(std::time::Duration::from_millis(2));
                    }
                    say(&loaded(&load));
                });
            }
            Command::Load { load } => say(&loaded(&load)),
            Command::Cancel { .. } if part == "loads" && turn == 0 => {
                say(&Event::Failed(Failure::new(FailureKind::Cancelled, "It was cancelled.")));
            }
            Command::Ask(ask) => {
                turn += 1;
                let asked = ask.messages[0]["content"].as_str().unwrap().to_owned();
                match (part, asked.as_str()) {
                    ("crashes", "crash") => crash(detail),
                    ("babbles", _) => {
                        let mut out = std::io::stdout();
                        writeln!(out, "What was the question?").unwrap();
                        out.flush().unwrap();
                        continue;
                    }
                    _ => {}
                }
                say(&Event::Prompt { read: 2, total: 2 });
                say(&Event::Text(format!("{turn} {asked}")));
                let waits = asked == "wait" || asked == "once" && turn == 1;
                if part != "deaf" && !waits {
                    say(&done(StopReason::End));
                }
            }
            Command::Cancel { .. } if part == "waits" => say(&done(StopReason::Cancelled)),
            Command::Cancel { .. } => {}
        }
    }
    ExitCode::SUCCESS
}
