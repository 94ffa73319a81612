//! Runs a child process for each file and kills it at its time or memory limit.

use std::{
    ffi::OsString,
    fs::File,
    io::{BufRead as _, BufReader, Read as _, Seek as _, Write as _},
    panic::catch_unwind,
    path::{Path, PathBuf},
    process::{Child, ChildStdout, Command, ExitStatus, Stdio},
    sync::{Arc, mpsc},
    thread,
    time::{Duration, Instant},
};

use crate::{
    Document, Limits, Picture, Place, Reason, Refusal, Unit, WebPage,
    page::Page,
    pdf,
    picture::LONGEST_SIDE,
    protocol::{A_PAGE, ARGUMENT, Event, Job, Task},
    sentences,
};

/// Maximum bytes of a line beyond its text: places and JSON's own marks.
const BESIDES: u64 = 200 * 1024 * 1024;

/// Reads a file in a child process of this program. Blocks until the file is read or its time is over.
pub fn read_file(file: &Path, limits: Limits) -> Result<Document, Refusal> {
    let started = |error| Refusal::new(Reason::Broken, sentences::not_started(&error));
    Program::own().map_err(started)?.read(file, limits)
}

pub fn read_bytes(bytes: Vec<u8>, name: String, limits: Limits) -> Result<Document, Refusal> {
    let started = |error| Refusal::new(Reason::Broken, sentences::not_started(&error));
    Program::own().map_err(started)?.read_bytes(bytes, name, limits)
}

pub fn read_page(
    bytes: Vec<u8>,
    name: &str,
    page: &WebPage,
    limits: Limits,
) -> Result<Document, Refusal> {
    let started = |error| Refusal::new(Reason::Broken, sentences::not_started(&error));
    Program::own().map_err(started)?.read_page(bytes, name, page, limits)
}

pub fn open_file(file: &Path, limits: Limits) -> Result<(String, File), Refusal> {
    let unreadable = |error| Refusal::new(Reason::Unreadable, sentences::unreadable(&error));
    let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
    // Opening a pipe or a device could block forever, so the kind is checked first.
    let metadata = std::fs::metadata(file).map_err(unreadable)?;
    if metadata.is_dir() {
        return Err(Refusal::new(Reason::Unreadable, sentences::A_FOLDER));
    }
    if !metadata.is_file() {
        return Err(Refusal::new(Reason::Unreadable, sentences::NOT_A_FILE));
    }
    if metadata.len() > limits.file {
        return Err(Refusal::new(Reason::TooLarge, sentences::too_large(limits.file)));
    }
    Ok((name, File::open(file).map_err(unreadable)?))
}

pub fn read_open(name: String, file: File, limits: Limits) -> Result<Document, Refusal> {
    let started = |error| Refusal::new(Reason::Broken, sentences::not_started(&error));
    Program::own().map_err(started)?.read_open(name, file, limits)
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Program {
    pub path: PathBuf,
    pub args: Vec<OsString>,
}

impl Program {
    /// This program with the argument `--document`, handled by [`worker::main`](crate::worker::main).
    pub fn own() -> std::io::Result<Self> {
        Ok(Self { path: std::env::current_exe()?, args: vec![ARGUMENT.into()] })
    }

    /// Reads a file in a child process that can open nothing else. Blocks until the file is read or its time is over.
    pub fn read(&self, file: &Path, limits: Limits) -> Result<Document, Refusal> {
        let (name, file) = open_file(file, limits)?;
        self.read_open(name, file, limits)
    }

    /// `name` decides the file's kind where its content doesn't.
    pub fn read_open(&self, name: String, file: File, limits: Limits) -> Result<Document, Refusal> {
        self.document(Job::new(name, limits, Task::Text), &Input::File(file))
    }

    pub fn read_bytes(
        &self,
        bytes: Vec<u8>,
        name: String,
        limits: Limits,
    ) -> Result<Document, Refusal> {
        self.document(Job::new(name, limits, Task::Text), &Input::Bytes(bytes.into()))
    }

    /// For text recognition: a document with only pictures is accepted.
    pub fn read_with_pictures(
        &self,
        name: &str,
        file: File,
        limits: Limits,
    ) -> Result<Document, Refusal> {
        let job = Job::new(name.to_owned(), limits, Task::TextOrPictures);
        self.document(job, &Input::File(file))
    }

    /// Renders an image or a page, counted from 1.
    pub fn picture(
        &self,
        name: &str,
        file: File,
        limits: Limits,
        number: u32,
    ) -> Result<Picture, Refusal> {
        let job = Job::new(name.to_owned(), limits, Task::Picture(number));
        let ended = self.ask(&job, &Input::File(file))?;
        match ended.said {
            ChildEnd::Said(Event::Picture(picture)) => Ok(picture),
            ChildEnd::Said(Event::Refused(refusal)) => Err(refusal),
            ChildEnd::Said(_) => Err(Refusal::new(Reason::Broken, sentences::STOPPED)),
            ChildEnd::Failed(reason) => Err(ended.failure(reason)),
        }
    }

    pub fn read_page(
        &self,
        bytes: Vec<u8>,
        name: &str,
        page: &WebPage,
        limits: Limits,
    ) -> Result<Document, Refusal> {
        let job = Job::new(name.to_owned(), limits, Task::Page(page.clone()));
        self.document(job, &Input::Bytes(bytes.into()))
    }

    /// Keeps the pages read before a child failed; another child reads the pages after them.
    fn document(&self, mut job: Job, input: &Input) -> Result<Document, Refusal> {
        /// Maximum number of children for one file.
        const MOST: usize = 4;
        /// Minimum time left for starting another child.
        const SHORTEST: Duration = Duration::from_secs(2);
        let (begun, limits) = (Instant::now(), job.limits);
        let with_pictures = job.task == Task::TextOrPictures;
        let (mut pages, mut problems) = (Vec::new(), Vec::new());
        for child in 1..=MOST {
            let ended = self.ask(&job, input)?;
            let is_first = child == 1;
            let reason = match ended.said {
                ChildEnd::Said(Event::Document(document)) if is_first => return Ok(*document),
                ChildEnd::Said(Event::Refused(refusal)) if is_first => return Err(refusal),
                ChildEnd::Said(Event::Document(document)) => {
                    pages.extend(ended.pages);
                    problems.extend(document.problems);
                    break;
                }
                // Earlier pages had text, so an empty rest is no problem.
                ChildEnd::Said(Event::Refused(refusal)) => {
                    problems.extend(Some(refusal).filter(|it| it.reason != Reason::Empty));
                    break;
                }
                ChildEnd::Said(_) => {
                    return Err(Refusal::new(Reason::Broken, sentences::STOPPED));
                }
                ChildEnd::Failed(reason) => reason,
            };
            let failure = ended.failure(reason);
            pages.extend(ended.pages);
            let left = limits.kill.saturating_sub(begun.elapsed());
            let page = ended.place.filter(|place| place.unit == Unit::Page);
            match page {
                Some(page) if child < MOST && left > SHORTEST => {
                    // Earlier pages may have filled the memory, so a new child tries this page again.
                    let is_full =
                        reason == Reason::TookTooMuchMemory && page.number > job.first_page;
                    job.first_page = page.number.saturating_add(u32::from(!is_full));
                    job.limits.kill = left;
                    problems.extend(Some(failure).filter(|_| !is_full));
                }
                Some(page) if !pages.is_empty() => {
                    let what = sentences::not_reached(begun.elapsed().as_secs());
                    problems.push(match reason {
                        Reason::TookTooLong => Refusal::at(reason, page, what),
                        _ => failure,
                    });
                    break;
                }
                _ => {
                    problems.push(failure);
                    break;
                }
            }
        }
        let first = problems.first().cloned();
        let pages = pages.iter().filter_map(|page| match serde_json::from_slice(page) {
            Ok(Event::Page(page)) => Some(page),
            _ => None,
        });
        let pages: Vec<Page> = pages.collect();
        let document = catch_unwind(|| pdf::document(pages, problems, limits, with_pictures));
        let stopped = || Refusal::new(Reason::Damaged, sentences::STOPPED);
        document.unwrap_or_else(|_| Err(first.unwrap_or_else(stopped)))
    }

    fn ask(&self, job: &Job, input: &Input) -> Result<ChildRun, Refusal> {
        let limits = job.limits;
        let not_started = |error| Refusal::new(Reason::Broken, sentences::not_started(&error));
        let job = serde_json::to_string(job).unwrap_or_default();
        let (standard, bytes) = input
            .for_a_child()
            .map_err(|error| Refusal::new(Reason::Unreadable, sentences::unreadable(&error)))?;
        let mut child = self.start(&job, standard).map_err(not_started)?;
        if let (Some(mut input), Some(bytes)) = (child.stdin.take(), bytes) {
            // Fails only if the child has ended; the child's last message says why.
            thread::spawn(move || input.write_all(&bytes));
        }
        #[cfg(windows)]
        let _job = job_object(&child, &limits);
        let mut ended = listen(&mut child, &limits);
        // A killed child writes no coverage, so one that has answered may end by itself while coverage is measured.
        if cfg!(not(tarpaulin)) || matches!(ended.said, ChildEnd::Failed(_)) {
            let _ = child.kill();
        }
        let status = child.wait();
        if let ChildEnd::Failed(reason) = &mut ended.said
            && *reason != Reason::TookTooLong
        {
            *reason = match status {
                _ if ran_out_of_memory(&mut child) => Reason::TookTooMuchMemory,
                Ok(status) if ran_out_of_time(status) => Reason::TookTooLong,
                _ => Reason::Damaged,
            };
        }
        Ok(ended)
    }

    fn start(&self, job: &str, input: Stdio) -> std::io::Result<Child> {
        let mut command = Command::new(&self.path);
        // The app's environment stays hidden from the file.
        command.args(&self.args).arg(job).env_clear();
        // Windows doesn't start programs without it.
        if let Some(root) = std::env::var_os("SystemRoot") {
            command.env("SystemRoot", root);
        }
        // Libraries may be installed in a place of their own.
        if let Some(path) = std::env::var_os("LD_LIBRARY_PATH") {
            command.env("LD_LIBRARY_PATH", path);
        }
        // The pattern of the files for coverage.
        if cfg!(tarpaulin)
            && let Some(files) = std::env::var_os("LLVM_PROFILE_FILE")
        {
            command.env("LLVM_PROFILE_FILE", files);
        }
        command.stdin(input).stdout(Stdio::piped()).stderr(Stdio::piped());
        #[cfg(unix)]
        {
            use std::os::unix::process::CommandExt as _;
            command.process_group(0);
        }
        #[cfg(windows)]
        {
            use std::os::windows::process::CommandExt as _;
            const CREATE_NO_WINDOW: u32 = 0x0800_0000;
            command.creation_flags(CREATE_NO_WINDOW);
        }
        command.spawn()
    }
}

enum Input {
    File(File),
    Bytes(Arc<[u8]>),
}

impl Input {
    /// The child's standard input from the file's start, and the bytes to write to it.
    fn for_a_child(&self) -> std::io::Result<(Stdio, Option<Arc<[u8]>>)> {
        match self {
            Self::File(file) => {
                let mut file = file.try_clone()?;
                file.rewind()?;
                Ok((file.into(), None))
            }
            Self::Bytes(bytes) => Ok((Stdio::piped(), Some(bytes.clone()))),
        }
    }
}

struct ChildRun {
    said: ChildEnd,
    place: Option<Place>,
    waited: Duration,
    pages: Vec<Vec<u8>>,
}

impl ChildRun {
    fn failure(&self, reason: Reason) -> Refusal {
        let what = match reason {
            Reason::TookTooLong => sentences::too_long(self.waited.as_secs()),
            Reason::TookTooMuchMemory => sentences::MEMORY.to_string(),
            _ => sentences::STOPPED.to_string(),
        };
        match self.place {
            Some(place) => Refusal::at(reason, place, what),
            None => Refusal::new(reason, what),
        }
    }
}

enum ChildEnd {
    Said(Event),
    Failed(Reason),
}

enum ChildLine {
    Said(Event),
    /// A page, parsed only if the child fails.
    Page(Vec<u8>),
}

/// Waits for the child's last message; records the current page and the finished ones.
fn listen(child: &mut Child, limits: &Limits) -> ChildRun {
    let begun = Instant::now();
    let said = ChildEnd::Failed(Reason::Damaged);
    let mut ended = ChildRun { said, place: None, waited: Duration::ZERO, pages: Vec::new() };
    let Some(stdout) = child.stdout.take() else { return ended };
    let (to_hear, events) = mpsc::channel();
    let longest = 4 * limits.text as u64 + BESIDES;
    thread::spawn(move || lines(stdout, longest, &to_hear));
    let mut kept = 0;
    loop {
        let left = limits.kill.saturating_sub(begun.elapsed());
        match events.recv_timeout(left) {
            Ok(ChildLine::Said(Event::Reading(at))) => {
                ended.place = Some(at);
                continue;
            }
            Ok(ChildLine::Page(page)) => {
                kept += page.len() as u64;
                if kept <= longest {
                    ended.pages.push(page);
                }
                continue;
            }
            Ok(ChildLine::Said(last)) => ended.said = ChildEnd::Said(last),
            Err(mpsc::RecvTimeoutError::Timeout) => {
                ended.said = ChildEnd::Failed(Reason::TookTooLong);
            }
            Err(mpsc::RecvTimeoutError::Disconnected) => {}
        }
        ended.waited = begun.elapsed();
        return ended;
    }
}

fn lines(stdout: ChildStdout, longest: u64, events: &mpsc::Sender<ChildLine>) {
    let mut stdout = BufReader::new(stdout);
    loop {
        let mut line = Vec::new();
        let read = (&mut stdout).take(longest).read_until(b'\n', &mut line);
        if !matches!(read, Ok(1..)) || !line.ends_with(b"\n") {
            return;
        }
        if line.starts_with(A_PAGE) {
            if events.send(ChildLine::Page(line)).is_err() {
                return;
            }
            continue;
        }
        // Libraries may print other lines.
        let Ok(mut event) = serde_json::from_slice(&line) else { continue };
        if let Event::Picture(picture) = &mut event
            && !read_pixels(&mut stdout, picture)
        {
            return;
        }
        if events.send(ChildLine::Said(event)).is_err() {
            return;
        }
    }
}

fn read_pixels(stdout: &mut BufReader<ChildStdout>, picture: &mut Picture) -> bool {
    let (width, height) = (u64::from(picture.width), u64::from(picture.height));
    let most = u64::from(LONGEST_SIDE);
    if !(1..=most).contains(&width) || !(1..=most).contains(&height) {
        return false;
    }
    let wanted = width * height;
    let read = stdout.take(wanted).read_to_end(&mut picture.pixels);
    read.is_ok_and(|read| read as u64 == wanted)
}

fn ran_out_of_memory(child: &mut Child) -> bool {
    let mut complaint = Vec::new();
    if let Some(stderr) = child.stderr.take() {
        // An unreadable message proves nothing.
        let _ = stderr.take(4096).read_to_end(&mut complaint);
    }
    String::from_utf8_lossy(&complaint).contains("memory allocation of")
}

#[cfg(unix)]
fn ran_out_of_time(status: ExitStatus) -> bool {
    use std::os::unix::process::ExitStatusExt as _;
    status.signal() == Some(rustix::process::Signal::XCPU.as_raw())
}

#[cfg(not(unix))]
fn ran_out_of_time(_: ExitStatus) -> bool {
    false
}

/// Limits the child's memory, and ends the child with the app.
#[cfg(windows)]
fn job_object(child: &Child, limits: &Limits) -> Option<win32job::Job> {
    use std::os::windows::io::AsRawHandle as _;
    let mut wanted = win32job::ExtendedLimitInfo::new();
    let most = usize::try_from(limits.memory).unwrap_or(usize::MAX);
    wanted.limit_working_memory(1024 * 1024, most).limit_kill_on_job_close();
    let job = win32job::Job::create_with_limit_info(&wanted).ok()?;
    job.assign_process(child.as_raw_handle() as isize).ok()?;
    Some(job)
}
