//! The app's side: a child process for each file, ended when it takes too long or too much.

use std::{
    ffi::OsString,
    fmt::Display,
    fs::File,
    io::{BufRead as _, BufReader, Read as _, Write as _},
    path::{Path, PathBuf},
    process::{Child, ChildStdout, Command, Stdio},
    sync::mpsc,
    thread,
    time::Instant,
};

use crate::{
    Document, Limits, Picture, Place, Reason, Refusal, WebPage,
    picture::LONGEST_SIDE,
    protocol::{ARGUMENT, Event, Job, Task},
    sentences,
};

/// Bytes of a line beyond the text that it may have: places, and marks that JSON needs.
const BESIDES: u64 = 200 * 1024 * 1024;

/// Reads a file in a child process of this very program. Blocks until it is read, or until its time is
/// over.
///
/// # Errors
/// Why nothing of it can be read.
pub fn read_file(file: &Path, limits: Limits) -> Result<Document, Refusal> {
    let started = |error| Refusal::new(Reason::Broken, sentences::not_started(&error));
    Program::own().map_err(started)?.read(file, limits)
}

/// As [`read_file`], of a file whose bytes are here; `name` is what it would have as a file.
///
/// # Errors
/// Why nothing of it can be read.
pub fn read_bytes(bytes: Vec<u8>, name: String, limits: Limits) -> Result<Document, Refusal> {
    let started = |error| Refusal::new(Reason::Broken, sentences::not_started(&error));
    Program::own().map_err(started)?.read_bytes(bytes, name, limits)
}

/// Reads a page of the web in the same way: its bytes, with the name that it would have as a file.
///
/// # Errors
/// Why nothing of it can be read.
pub fn read_page(
    bytes: Vec<u8>,
    name: &str,
    page: &WebPage,
    limits: Limits,
) -> Result<Document, Refusal> {
    let started = |error| Refusal::new(Reason::Broken, sentences::not_started(&error));
    Program::own().map_err(started)?.read_page(bytes, name, page, limits)
}

/// Opens a file and reads nothing of it. Its name is without its folder.
///
/// # Errors
/// If it can't be opened, isn't a file, or is too large.
pub fn open_file(file: &Path, limits: Limits) -> Result<(String, File), Refusal> {
    let unreadable = |error| Refusal::new(Reason::Unreadable, sentences::unreadable(&error));
    let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
    // Opening a pipe or a device could block for ever, so its kind is asked first.
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

/// As [`read_file`], of a file that is open.
///
/// # Errors
/// Why nothing of it can be read.
pub fn read_open(name: String, file: File, limits: Limits) -> Result<Document, Refusal> {
    let started = |error| Refusal::new(Reason::Broken, sentences::not_started(&error));
    Program::own().map_err(started)?.read_open(name, file, limits)
}

/// How the child process is started.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Program {
    /// The program.
    pub path: PathBuf,
    /// What it is told first.
    pub args: Vec<OsString>,
}

impl Program {
    /// This very program with the argument `--document`, which it answers with
    /// [`worker::main`](crate::worker::main).
    ///
    /// # Errors
    /// If the system doesn't say where the program is.
    pub fn own() -> std::io::Result<Self> {
        Ok(Self { path: std::env::current_exe()?, args: vec![ARGUMENT.into()] })
    }

    /// Reads a file in a child process that can open nothing but it. Blocks until it is read, or until
    /// its time is over.
    ///
    /// # Errors
    /// Why nothing of it can be read.
    pub fn read(&self, file: &Path, limits: Limits) -> Result<Document, Refusal> {
        let (name, file) = open_file(file, limits)?;
        self.read_open(name, file, limits)
    }

    /// As [`Program::read`], of a file that is open; `name` decides what it is where its content can't.
    ///
    /// # Errors
    /// Why nothing of it can be read.
    pub fn read_open(&self, name: String, file: File, limits: Limits) -> Result<Document, Refusal> {
        self.document(&Job::new(name, limits, Task::Text), file.into(), None)
    }

    /// As [`Program::read_open`], of a file whose bytes are here.
    ///
    /// # Errors
    /// Why nothing of it can be read.
    pub fn read_bytes(
        &self,
        bytes: Vec<u8>,
        name: String,
        limits: Limits,
    ) -> Result<Document, Refusal> {
        self.document(&Job::new(name, limits, Task::Text), Stdio::piped(), Some(bytes))
    }

    /// As [`Program::read_open`], for whoever recognises text in pictures: a document that has nothing else is
    /// one all the same.
    ///
    /// # Errors
    /// Why nothing of it can be read.
    pub fn read_with_pictures(
        &self,
        name: &str,
        file: File,
        limits: Limits,
    ) -> Result<Document, Refusal> {
        let job = Job::new(name.to_owned(), limits, Task::TextOrPictures);
        self.document(&job, file.into(), None)
    }

    /// What a page of an open file looks like, from 1, or an image.
    ///
    /// # Errors
    /// If there is no such page, or it can't be drawn within the limits.
    pub fn picture(
        &self,
        name: &str,
        file: File,
        limits: Limits,
        number: u32,
    ) -> Result<Picture, Refusal> {
        let job = Job::new(name.to_owned(), limits, Task::Picture(number));
        match self.read_with(&job, file.into(), None)? {
            Event::Picture(picture) => Ok(picture),
            _ => Err(Refusal::new(Reason::Broken, sentences::STOPPED)),
        }
    }

    /// Reads a page of the web in the same way.
    ///
    /// # Errors
    /// Why nothing of it can be read.
    pub fn read_page(
        &self,
        bytes: Vec<u8>,
        name: &str,
        page: &WebPage,
        limits: Limits,
    ) -> Result<Document, Refusal> {
        let job = Job::new(name.to_owned(), limits, Task::Page(page.clone()));
        self.document(&job, Stdio::piped(), Some(bytes))
    }

    fn document(
        &self,
        job: &Job,
        input: Stdio,
        bytes: Option<Vec<u8>>,
    ) -> Result<Document, Refusal> {
        match self.read_with(job, input, bytes)? {
            Event::Document(document) => Ok(*document),
            _ => Err(Refusal::new(Reason::Broken, sentences::STOPPED)),
        }
    }

    /// Has a child do a job, and gives what it says last; `bytes` are what comes on its input, if that isn't a file.
    fn read_with(&self, job: &Job, input: Stdio, bytes: Option<Vec<u8>>) -> Result<Event, Refusal> {
        let limits = job.limits;
        let job = serde_json::to_string(job).unwrap_or_default();
        let mut child = self
            .start(&job, input)
            .map_err(|error| Refusal::new(Reason::Broken, sentences::not_started(&error)))?;
        if let (Some(mut input), Some(bytes)) = (child.stdin.take(), bytes) {
            // It fails only if the child has ended, which the child's last word tells.
            thread::spawn(move || input.write_all(&bytes));
        }
        #[cfg(windows)]
        let _job = job_object(&child, &limits);
        let (said, place) = listen(&mut child, &limits);
        // It fails only if the child has ended.
        let _ = child.kill();
        let _ = child.wait();
        let named = |reason: Reason, what: &dyn Display| match place {
            Some(place) => Refusal::at(reason, place, what),
            None => Refusal::new(reason, what),
        };
        match said {
            ChildEnd::Said(Event::Refused(refusal)) => Err(refusal),
            ChildEnd::Said(event) => Ok(event),
            ChildEnd::Late => {
                Err(named(Reason::TookTooLong, &sentences::too_long(limits.kill.as_secs())))
            }
            ChildEnd::Nothing if ran_out_of_memory(&mut child) => {
                Err(named(Reason::TookTooMuchMemory, &sentences::MEMORY))
            }
            ChildEnd::Nothing => Err(named(Reason::Damaged, &sentences::STOPPED)),
        }
    }

    fn start(&self, job: &str, input: Stdio) -> std::io::Result<Child> {
        let mut command = Command::new(&self.path);
        // Nothing of the app's surroundings is the file's business.
        command.args(&self.args).arg(job).env_clear();
        // Windows doesn't start programs without it.
        if let Some(root) = std::env::var_os("SystemRoot") {
            command.env("SystemRoot", root);
        }
        // Where a program finds its libraries, if they were put in a place of their own.
        if let Some(path) = std::env::var_os("LD_LIBRARY_PATH") {
            command.env("LD_LIBRARY_PATH", path);
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
            /// No console window opens beside the app.
            const CREATE_NO_WINDOW: u32 = 0x0800_0000;
            command.creation_flags(CREATE_NO_WINDOW);
        }
        command.spawn()
    }
}

/// How a child ended.
enum ChildEnd {
    /// With this as its last word.
    Said(Event),
    /// Its time was over.
    Late,
    /// It ended without a word.
    Nothing,
}

/// Waits for what the child says last, and keeps which page it was at.
fn listen(child: &mut Child, limits: &Limits) -> (ChildEnd, Option<Place>) {
    let begun = Instant::now();
    let mut place = None;
    let Some(stdout) = child.stdout.take() else { return (ChildEnd::Nothing, place) };
    let (to_hear, events) = mpsc::channel();
    let longest = 4 * limits.text as u64 + BESIDES;
    thread::spawn(move || lines(stdout, longest, &to_hear));
    loop {
        let left = limits.kill.saturating_sub(begun.elapsed());
        match events.recv_timeout(left) {
            Ok(Event::Reading(at)) => place = Some(at),
            Ok(last) => return (ChildEnd::Said(last), place),
            Err(mpsc::RecvTimeoutError::Timeout) => return (ChildEnd::Late, place),
            Err(mpsc::RecvTimeoutError::Disconnected) => return (ChildEnd::Nothing, place),
        }
    }
}

/// Passes the child's lines on until there are none, or nobody wants more.
fn lines(stdout: ChildStdout, longest: u64, events: &mpsc::Sender<Event>) {
    let mut stdout = BufReader::new(stdout);
    loop {
        let mut line = Vec::new();
        let read = (&mut stdout).take(longest).read_until(b'\n', &mut line);
        if !matches!(read, Ok(1..)) || !line.ends_with(b"\n") {
            return;
        }
        // What isn't ours was printed by a library.
        let Ok(mut event) = serde_json::from_slice(&line) else { continue };
        if let Event::Picture(picture) = &mut event
            && !read_pixels(&mut stdout, picture)
        {
            return;
        }
        if events.send(event).is_err() {
            return;
        }
    }
}

/// Reads the pixels that follow a picture, if it is no larger than one may be, and all are there.
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

/// Whether a child that ended said that it got no more memory.
fn ran_out_of_memory(child: &mut Child) -> bool {
    let mut complaint = Vec::new();
    if let Some(stderr) = child.stderr.take() {
        // What can't be read says nothing.
        let _ = stderr.take(4096).read_to_end(&mut complaint);
    }
    String::from_utf8_lossy(&complaint).contains("memory allocation of")
}

/// A job that takes the child's memory beyond a limit, and ends it with the app.
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
