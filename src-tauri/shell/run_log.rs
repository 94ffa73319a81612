//! Writes each run's log to its own file, for a report if the app crashes. The log has no text of notes, questions or
//! answers, and no paths: only messages that are literals in our code, numbers, and the locations of panics.

#[cfg(test)]
mod tests;

use parking_lot::Mutex;
use std::{
    collections::VecDeque,
    fs::{self, File, TryLockError},
    io::{self, Seek, SeekFrom, Write},
    panic::PanicHookInfo,
    path::{Path, PathBuf},
};

use jiff::Timestamp;
use notes::private;

/// Maximum number of lines per run, the newest; the file has at most twice as many.
const LINES: usize = 200;
/// Maximum bytes of a line, without its time.
const LINE: usize = 300;
/// Maximum number of runs with a log.
const RUNS: usize = 5;
/// Extension of the logs; no other file in the folder has it.
const ENDING: &str = "log";

/// Marks the line of a run that opened the app.
const OPENED: &str = "opened";
/// Marks the last line of a run that exited regularly.
const ENDED: &str = "ended";
/// Marks the last line of a crashed run whose crash the user was told about.
const REPORTED: &str = "told";
const PANIC: &str = "PANIC";
const MAIN_THREAD: &str = "main";

pub struct RunLog {
    path: PathBuf,
    file: File,
    lines: Mutex<Lines>,
}

struct Lines {
    head: Vec<String>,
    newest: VecDeque<String>,
    written: usize,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BrokenRun {
    path: PathBuf,
    lines: Vec<String>,
    reported: bool,
}

impl RunLog {
    /// Begins a run's log in `folder`, starting with `head`, and returns it with the newest crashed run, if any.
    pub fn begin(folder: &Path, head: Vec<String>) -> io::Result<(Self, Option<BrokenRun>)> {
        private::folder(folder)?;
        let broken = before(folder)?;
        let now = Timestamp::now();
        let (second, rest) = (now.strftime("%Y%m%dT%H%M%S"), now.subsec_nanosecond());
        // Names sort in order of time.
        let name = format!("{second}-{rest:09}-{}.{ENDING}", std::process::id());
        let path = folder.join(name);
        let file = private::options().write(true).create_new(true).open(&path)?;
        // The lock shows other starts that this run is alive. A file system without locks is no error.
        let _ = file.lock();
        let lines = Lines { head, newest: VecDeque::new(), written: 0 };
        let log = Self { path, file, lines: Mutex::new(lines) };
        log.lines.lock().rewrite(&log.file)?;
        Ok((log, broken))
    }

    /// Records that the app opens. A start that hands over to a running app doesn't, so it can't count as a crash.
    pub fn open(&self) {
        let mut lines = self.lines.lock();
        let line = stamped(OPENED);
        let _ = (&self.file).write_all(format!("{line}\n").as_bytes());
        lines.head.push(line);
    }

    pub fn folder(&self) -> &Path {
        self.path.parent().unwrap_or(&self.path)
    }

    pub fn write(&self, line: &str) {
        let line = stamped(line);
        self.lines.lock().add(&self.file, line);
    }

    pub fn end(&self) {
        self.write(ENDED);
    }

    /// Records a panic's location, and its message if literal; a formatted message may contain a note's text.
    pub fn panicked(&self, panic: &PanicHookInfo<'_>) {
        let place = panic.location().map(ToString::to_string).unwrap_or_default();
        let words = panic.payload().downcast_ref::<&'static str>().copied().unwrap_or_default();
        let thread = std::thread::current();
        let thread = thread.name().unwrap_or_default();
        let line = stamped(&format!("{PANIC} {place} in thread {thread}: {words}"));
        match self.lines.try_lock() {
            Some(mut lines) => lines.add(&self.file, line),
            // The panicking thread may hold the lock.
            None => drop((&self.file).write_all(format!("{line}\n").as_bytes())),
        }
    }

    pub fn report(&self) -> String {
        let lines = self.lines.lock();
        let all: Vec<_> = lines.head.iter().chain(&lines.newest).map(String::as_str).collect();
        format!("{}\n", all.join("\n"))
    }
}

impl Lines {
    fn add(&mut self, mut file: &File, line: String) {
        if self.newest.len() == LINES {
            self.newest.pop_front();
        }
        let text = format!("{line}\n");
        self.newest.push_back(line);
        if self.written < 2 * LINES {
            self.written += 1;
            let _ = file.write_all(text.as_bytes());
        } else {
            let _ = self.rewrite(file);
        }
    }

    fn rewrite(&mut self, mut file: &File) -> io::Result<()> {
        file.set_len(0)?;
        file.seek(SeekFrom::Start(0))?;
        let mut text = String::new();
        for line in self.head.iter().chain(&self.newest) {
            text.push_str(line);
            text.push('\n');
        }
        self.written = self.newest.len();
        file.write_all(text.as_bytes())
    }
}

impl BrokenRun {
    pub fn is_news(&self) -> bool {
        !self.reported
    }

    pub fn mark_reported(&self) -> io::Result<()> {
        let mut file = private::options().append(true).open(&self.path)?;
        file.write_all(format!("{}\n", stamped(REPORTED)).as_bytes())
    }

    pub fn report(&self) -> String {
        let cause = self.cause().unwrap_or("unknown: it ended without writing one down");
        let lines = self.lines.join("\n");
        format!("Marginalia ended without closing\ncause: {cause}\n\n{lines}\n")
    }

    /// The panic that ended the run: the main thread's first panic, else a panic in the last line.
    fn cause(&self) -> Option<&str> {
        let is_panic = |line: &&String| says(line, PANIC);
        let of_main = format!(" in thread {MAIN_THREAD}: ");
        let of_main = self.lines.iter().filter(is_panic).find(|line| line.contains(&of_main));
        of_main.or(self.lines.last().filter(is_panic)).map(String::as_str)
    }
}

fn stamped(line: &str) -> String {
    let now = Timestamp::now().strftime("%Y-%m-%dT%H:%M:%SZ");
    let mut line: String =
        line.chars().map(|c| if c.is_control() { ' ' } else { c }).take(LINE).collect();
    line.truncate(line.floor_char_boundary(LINE));
    format!("{now} {line}")
}

/// Returns the newest crashed run. Skips runs that are alive, and removes the oldest logs.
fn before(folder: &Path) -> io::Result<Option<BrokenRun>> {
    let entries = fs::read_dir(folder)?.filter_map(|entry| Some(entry.ok()?.path()));
    let mut paths: Vec<_> =
        entries.filter(|path| path.extension().is_some_and(|it| it == ENDING)).collect();
    paths.sort();
    let mut broken = None;
    let mut kept = 1;
    for path in paths.into_iter().rev() {
        let Ok(file) = File::open(&path) else { continue };
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => continue,
            // On a file system without locks, a running app would look like a crashed one.
            Err(TryLockError::Error(_)) => continue,
            Ok(()) => drop(file),
        }
        let Ok(text) = fs::read(&path) else { continue };
        let lines: Vec<_> = String::from_utf8_lossy(&text).lines().map(str::to_owned).collect();
        let has_run = lines.iter().any(|line| says(line, OPENED) || says(line, PANIC));
        if !has_run || kept == RUNS {
            let _ = fs::remove_file(&path);
            continue;
        }
        kept += 1;
        if broken.is_none() {
            broken = broken_run(path, lines);
        }
    }
    Ok(broken)
}

fn says(line: &str, word: &str) -> bool {
    line.split(' ').nth(1) == Some(word)
}

fn broken_run(path: PathBuf, mut lines: Vec<String>) -> Option<BrokenRun> {
    let last = lines.last()?;
    if says(last, ENDED) {
        return None;
    }
    let reported = says(last, REPORTED);
    if reported {
        lines.pop();
    }
    Some(BrokenRun { path, lines, reported })
}
