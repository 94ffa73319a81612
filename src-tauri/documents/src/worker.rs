//! The child process: it gives up what it may do, reads one file from its input, and says what is in it.

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

/// Bytes of stack: a file that nests deeply is refused by its reader, not by the end of the stack.
const STACK: usize = 64 * 1024 * 1024;

/// Whether this program was started to be the child.
pub fn is_asked_for() -> bool {
    std::env::args_os().nth(1).is_some_and(|argument| argument == ARGUMENT)
}

/// The child process, from its beginning to its end. A program that is started with `--document` as
/// its first argument calls this before it does anything else.
pub fn main() -> ExitCode {
    let job = std::env::args().nth(2).and_then(|job| serde_json::from_str::<Job>(&job).ok());
    let Some(job) = job else { return ExitCode::from(2) };
    language::set_current(job.language);
    // What a library says of a file is nobody's to read.
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

/// Writes a line, and a picture behind it. If nobody reads any more, the process is about to be ended.
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

/// Gives up what reading a file doesn't need: memory beyond the limit, opening any file or
/// connection, writing any file, starting any process.
#[cfg(unix)]
pub fn restrict(limits: &Limits) {
    use rustix::process::{Resource, Rlimit, setrlimit};
    let set = |resource: Resource, most: u64| {
        // Fails only where a limit can't be lowered, and then there is nothing else to try.
        let _ = setrlimit(resource, Rlimit { current: Some(most), maximum: Some(most) });
    };
    // Linux counts here what is allocated, and not the libraries that the program brings along.
    set(Resource::Data, limits.memory);
    set(Resource::Cpu, limits.time.as_secs() + 2);
    // The three that are open stay open.
    set(Resource::Nofile, 3);
    set(Resource::Fsize, 0);
    set(Resource::Core, 0);
    #[cfg(target_os = "linux")]
    {
        use rustix::process::{Signal, set_parent_process_death_signal};
        // Threads count as processes here, and there are all of them by now.
        set(Resource::Nproc, 0);
        let _ = set_parent_process_death_signal(Some(Signal::KILL));
    }
}

/// Where limits can't be set from inside, the parent sets them from outside.
#[cfg(not(unix))]
pub fn restrict(_: &Limits) {}
