//! The child process: drops its privileges, reads one file from its input and reports the content.

use std::{
    io::{ErrorKind, Read as _, Write as _},
    panic::{AssertUnwindSafe, catch_unwind},
    process::ExitCode,
};

use crate::{
    Limits, Reason, Refusal,
    builder::Progress,
    protocol::{ARGUMENT, Event, Job, Task},
    reading::{picture, read_as},
    sentences,
};

/// Bytes of stack, so that a reader refuses a deeply nested file before the stack overflows.
const STACK: usize = 64 * 1024 * 1024;

pub fn is_asked_for() -> bool {
    std::env::args_os().nth(1).is_some_and(|argument| argument == ARGUMENT)
}

/// Runs the child process. A program started with `--document` calls this before anything else.
pub fn main() -> ExitCode {
    let job = std::env::args().nth(2).and_then(|job| serde_json::from_str::<Job>(&job).ok());
    let Some(job) = job else { return ExitCode::from(2) };
    language::set_current(job.language);
    // Panics of libraries are noise.
    std::panic::set_hook(Box::new(|_| {}));
    let thread = std::thread::Builder::new().stack_size(STACK).spawn(move || work(&job));
    match thread.map(std::thread::JoinHandle::join) {
        Ok(Ok(())) => ExitCode::SUCCESS,
        _ => ExitCode::FAILURE,
    }
}

fn work(job: &Job) {
    restrict(&job.limits);
    let mut file = Vec::new();
    let said = match std::io::stdin().take(job.limits.file + 1).read_to_end(&mut file) {
        Err(error) if error.kind() == ErrorKind::OutOfMemory => {
            Event::Refused(Refusal::new(Reason::TookTooMuchMemory, sentences::MEMORY))
        }
        Err(error) => {
            Event::Refused(Refusal::new(Reason::Unreadable, sentences::unreadable(&error)))
        }
        Ok(_) => {
            let mut on_progress = |progress: Progress<'_>| match progress {
                Progress::Reading(place) => say(&Event::Reading(place)),
                Progress::Read(page) => say(&Event::Page(page.clone())),
            };
            let read = AssertUnwindSafe(|| match job.task {
                Task::Picture(number) => {
                    picture(&file, &job.name, job.limits, number).map(Event::Picture)
                }
                _ => {
                    let Job { name, limits, task, first_page, .. } = job;
                    read_as(&file, name, *limits, task, *first_page, &mut on_progress)
                        .map(|document| Event::Document(Box::new(document)))
                }
            });
            match catch_unwind(read) {
                Ok(Ok(said)) => said,
                Ok(Err(refusal)) => Event::Refused(refusal),
                Err(_) => Event::Refused(Refusal::new(Reason::Damaged, sentences::STOPPED)),
            }
        }
    };
    say(&said);
}

/// If nobody reads the output, the process is about to be killed.
fn say(event: &Event) {
    if let Ok(mut line) = serde_json::to_vec(event) {
        line.push(b'\n');
        if let Event::Picture(picture) = event {
            line.extend(&picture.pixels);
        }
        let mut out = std::io::stdout().lock();
        let _ = out.write_all(&line).and_then(|()| out.flush());
    }
}

/// Gives up memory beyond the limit, opening files and connections, writing files and starting processes.
#[cfg(unix)]
pub fn restrict(limits: &Limits) {
    use rustix::process::{Resource, Rlimit, setrlimit};
    let set = |resource: Resource, most: u64| {
        // Fails only if a limit can't be lowered; there is no alternative.
        let _ = setrlimit(resource, Rlimit { current: Some(most), maximum: Some(most) });
    };
    // Linux counts allocated memory, without the program's libraries.
    set(Resource::Data, limits.memory);
    set(Resource::Cpu, limits.time.as_secs() + 2);
    // While coverage is measured, the child writes a file with its own at its end.
    if cfg!(not(tarpaulin)) {
        // Standard input, output and error stay open.
        set(Resource::Nofile, 3);
        set(Resource::Fsize, 0);
    }
    set(Resource::Core, 0);
    #[cfg(target_os = "linux")]
    {
        use rustix::process::{Signal, set_parent_process_death_signal};
        // Linux counts threads as processes, and all of them run by now.
        set(Resource::Nproc, 0);
        let _ = set_parent_process_death_signal(Some(Signal::KILL));
    }
}

/// Elsewhere, the parent sets the limits.
#[cfg(not(unix))]
pub fn restrict(_: &Limits) {}
