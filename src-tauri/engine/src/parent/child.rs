//! The child process: its input, output and last stderr.

use parking_lot::Mutex;
use std::{
    collections::VecDeque,
    io::{BufRead, BufReader, Read, Write},
    process::{ChildStderr, ChildStdout, Command, Stdio},
    sync::{Arc, mpsc},
    thread::{self, JoinHandle},
};

use super::{message::Message, options::Program};
use crate::protocol::Event;

/// Maximum bytes of the child's last stderr output.
const RING: usize = 4096;

/// Maximum bytes of a line. A child that writes more isn't ours.
const LONGEST_LINE: u64 = 8 * 1024 * 1024;

pub(super) struct Child {
    process: std::process::Child,
    lines: mpsc::Sender<String>,
    ring: Arc<Mutex<VecDeque<u8>>>,
    complaints: Option<JoinHandle<()>>,
    #[cfg(windows)]
    _job: Option<win32job::Job>,
}

impl Child {
    /// `number` marks the child's messages.
    pub fn start(
        program: &Program,
        number: u64,
        out: &mpsc::Sender<Message>,
    ) -> std::io::Result<Self> {
        let mut command = Command::new(&program.path);
        command.args(&program.args).stdin(Stdio::piped());
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        // The library would load code from the path in this variable.
        command.env_remove("GGML_BACKEND_PATH");
        #[cfg(unix)]
        {
            use std::os::unix::process::CommandExt as _;
            // Ctrl-C in a terminal must reach only the app, which cancels the answer.
            command.process_group(0);
        }
        #[cfg(windows)]
        {
            use std::os::windows::process::CommandExt as _;
            const CREATE_NO_WINDOW: u32 = 0x0800_0000;
            command.creation_flags(CREATE_NO_WINDOW);
        }
        let mut process = command.spawn()?;
        #[cfg(windows)]
        let _job = job(&process);
        let (lines, to_write) = mpsc::channel::<String>();
        let stdin = process.stdin.take();
        // A separate thread, so that a child that doesn't read can't block anyone.
        thread::spawn(move || {
            let Some(mut stdin) = stdin else { return };
            while let Ok(line) = to_write.recv() {
                let written = stdin.write_all(line.as_bytes()).and_then(|()| stdin.flush());
                if written.is_err() {
                    return;
                }
            }
        });
        if let Some(stdout) = process.stdout.take() {
            let out = out.clone();
            thread::spawn(move || listen(stdout, number, &out));
        }
        let ring = Arc::new(Mutex::new(VecDeque::new()));
        let kept = Arc::clone(&ring);
        let stderr = process.stderr.take();
        let complaints = stderr.map(|stderr| thread::spawn(move || keep(stderr, &kept)));
        Ok(Self {
            process,
            lines,
            ring,
            complaints,
            #[cfg(windows)]
            _job,
        })
    }

    pub fn pid(&self) -> u32 {
        self.process.id()
    }

    /// A line for a dead child is dropped; `listen` reports its end.
    pub fn send(&self, mut line: String) {
        line.push('\n');
        let _ = self.lines.send(line);
    }

    pub fn end(mut self) -> (String, String) {
        // Fails only if the child has already ended.
        let _ = self.process.kill();
        let ending = match self.process.wait() {
            Ok(status) => status.to_string(),
            Err(error) => error.to_string(),
        };
        if let Some(complaints) = self.complaints.take() {
            let _ = complaints.join();
        }
        let ring = self.ring.lock();
        let bytes: Vec<u8> = ring.iter().copied().collect();
        (ending, String::from_utf8_lossy(&bytes).into_owned())
    }
}

fn listen(stdout: ChildStdout, child: u64, out: &mpsc::Sender<Message>) {
    let mut stdout = BufReader::new(stdout);
    loop {
        let mut line = Vec::new();
        let read = (&mut stdout).take(LONGEST_LINE).read_until(b'\n', &mut line);
        if !matches!(read, Ok(1..)) || !line.ends_with(b"\n") {
            break;
        }
        let event: Result<Event, String> =
            serde_json::from_slice(&line).map_err(|_| String::from_utf8_lossy(&line).into_owned());
        if out.send(Message::Event { child, event: Box::new(event) }).is_err() {
            return;
        }
    }
    let _ = out.send(Message::Ended { child });
}

fn keep(mut stderr: ChildStderr, ring: &Mutex<VecDeque<u8>>) {
    let mut bytes = [0; 1024];
    while let Ok(read @ 1..) = stderr.read(&mut bytes) {
        let mut ring = ring.lock();
        ring.extend(&bytes[..read]);
        let over = ring.len().saturating_sub(RING);
        ring.drain(..over);
    }
}

/// Ends the child with the app, even if the app is killed. Closing the child's input does so, too, unless the library
/// hangs.
#[cfg(windows)]
fn job(process: &std::process::Child) -> Option<win32job::Job> {
    use std::os::windows::io::AsRawHandle as _;
    let mut limits = win32job::ExtendedLimitInfo::new();
    limits.limit_kill_on_job_close();
    let job = win32job::Job::create_with_limit_info(&limits).ok()?;
    job.assign_process(process.as_raw_handle() as isize).ok()?;
    Some(job)
}
