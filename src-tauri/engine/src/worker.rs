//! The child process: loads the library and a model, and answers JSON lines with JSON lines until its input ends.

mod clock;
mod cores;
mod loops;
mod native;
mod prefix;
mod session;
mod stop;
mod template;
mod text;

use std::{
    io::{BufRead, Write},
    process::ExitCode,
    sync::{Arc, mpsc},
    thread,
    time::{Duration, Instant},
};

use crate::protocol::{self, Command, Event, Failure, FailureKind, Load, LoadReport};
use clock::milliseconds;
use cores::Cores;
use native::{Context, Library, Model};
use session::Session;
use stop::Stop;

/// Maximum time for an orderly end after the app is gone.
const LAST_WORDS: Duration = Duration::from_secs(3);

pub fn is_asked_for() -> bool {
    std::env::args_os().nth(1).is_some_and(|argument| argument == protocol::ARGUMENT)
}

/// A program started with `--engine` as its first argument must call this first.
pub fn main() -> ExitCode {
    die_with_parent();
    let stop = Arc::new(Stop::default());
    let (to_work, work) = mpsc::channel();
    let heard = Arc::clone(&stop);
    thread::spawn(move || listen(&to_work, &heard));
    let mut out = |event: &Event| say(event);
    while let Ok((number, command)) = work.recv() {
        stop.begin(number);
        match command {
            Command::Load { load } => match run(&load, &stop, &work, &mut out) {
                Ok(()) => break,
                Err(failure) => out(&Event::Failed(failure)),
            },
            Command::Ask(_) => out(&Event::Failed(Failure::new(
                FailureKind::Other,
                crate::sentences::NOTHING_LOADED,
            ))),
            Command::Cancel { .. } => {}
        }
    }
    ExitCode::SUCCESS
}

fn run(
    load: &Load,
    stop: &Arc<Stop>,
    work: &mpsc::Receiver<(u64, Command)>,
    out: &mut impl FnMut(&Event),
) -> Result<(), Failure> {
    let begun = Instant::now();
    language::set_current(load.language);
    // Some backends search for their files in the working directory.
    std::env::set_current_dir(&load.library).map_err(|error| {
        let why = crate::sentences::library_folder(&load.library, &error);
        Failure::new(FailureKind::Library, why)
    })?;
    let library = Library::load(&load.library, load.gpu)?;
    let model = Model::load(library, &load.model, load.gpu, stop)?;
    if !model.is_for_chat() {
        let why = crate::sentences::not_for_chat(&load.model);
        return Err(Failure::new(FailureKind::File, why));
    }
    let context = Context::new(&model, load.window, load.threads, Arc::clone(stop))?;
    let window = context.window();
    let cores = Cores::new(load.threads);
    let (mut session, notice) = Session::new(&model, context, cores, Arc::clone(stop));
    if let Some(notice) = notice {
        out(&Event::Notice(notice));
    }
    let device = library.devices().into_iter().find(|device| load.gpu || !device.gpu);
    out(&Event::Loaded(LoadReport {
        window,
        trained_window: model.trained_window(),
        bytes: model.bytes(),
        gpu: device.as_ref().is_some_and(|device| device.gpu),
        device: device.map(|device| device.description).unwrap_or_default(),
        load_ms: milliseconds(begun),
    }));
    while let Ok((number, command)) = work.recv() {
        stop.begin(number);
        match command {
            Command::Ask(ask) => {
                let ending = match session.answer(&ask, out) {
                    Ok(done) => Event::Done(done),
                    Err(failure) => Event::Failed(failure),
                };
                out(&ending);
            }
            Command::Load { .. } => out(&Event::Failed(Failure::new(
                FailureKind::Other,
                crate::sentences::LOADED_ALREADY,
            ))),
            Command::Cancel { .. } => {}
        }
    }
    Ok(())
}

/// Reads the input on its own thread, so that a cancel takes effect at once.
fn listen(work: &mpsc::Sender<(u64, Command)>, stop: &Stop) {
    let mut number = 0;
    for line in std::io::stdin().lock().lines() {
        let Ok(line) = line else { break };
        match serde_json::from_str(&line) {
            Ok(Command::Cancel { .. }) => stop.cancel(number),
            Ok(command) => {
                number += 1;
                if work.send((number, command)).is_err() {
                    return;
                }
            }
            Err(error) => say(&Event::Failed(Failure::new(
                FailureKind::Other,
                crate::sentences::not_a_command(&error.to_string()),
            ))),
        }
    }
    // The app is gone: computing stops, the queue ends, and `main` returns. If the library hangs, only the abort ends
    // this process.
    stop.cancel(u64::MAX);
    let left = thread::spawn(|| {
        thread::sleep(LAST_WORDS);
        std::process::abort();
    });
    drop(left);
}

/// If nobody reads the output, the input ends as well and stops the process.
fn say(event: &Event) {
    if let Ok(mut line) = serde_json::to_string(event) {
        line.push('\n');
        let mut out = std::io::stdout().lock();
        let _ = out.write_all(line.as_bytes()).and_then(|()| out.flush());
    }
}

/// Ends this process with its parent, even if the parent is killed. On other systems the end of the input does.
fn die_with_parent() {
    #[cfg(target_os = "linux")]
    {
        use rustix::process::{Signal, set_parent_process_death_signal};
        // Without this signal the end of the input does the same a little later.
        let _ = set_parent_process_death_signal(Some(Signal::KILL));
    }
}
