//! The thread that owns the child: starts it, passes it one question at a time, and ends it.

use parking_lot::Mutex;
use std::{
    collections::VecDeque,
    path::PathBuf,
    sync::{Arc, mpsc},
    time::{Duration, Instant},
};

use super::{
    child::Child,
    crashes::{Consequence, Crashes},
    message::{Job, Message},
    options::{Options, Status},
    speeds::Speeds,
};
use crate::{
    cause,
    header::Header,
    memory,
    protocol::{AnswerEnd, Command, Event, Failure, FailureKind, Load, LoadReport, StopReason},
    sentences,
};

const FOR_EVER: Duration = Duration::from_secs(3600);

struct Worker {
    number: u64,
    child: Child,
    model: PathBuf,
    /// The requested window; memory may have allowed less.
    wanted: u32,
    header: Header,
    loaded: Option<LoadReport>,
    notices: Vec<String>,
}

pub(super) struct Supervisor {
    options: Options,
    status: Arc<Mutex<Status>>,
    speeds: Arc<Mutex<Speeds>>,
    inbox: mpsc::Receiver<Message>,
    sender: mpsc::Sender<Message>,
    queue: VecDeque<Job>,
    current: Option<Job>,
    running: Option<Worker>,
    started: u64,
    crashes: Crashes,
    gpu_off: bool,
    /// The last child crashed during a question.
    crashed: bool,
    active: Instant,
    stopping: Option<Stopping>,
}

#[derive(Debug, Clone, Copy)]
struct Stopping {
    /// Deadline for the child to end the answer.
    by: Instant,
    /// The answer is background work that a question interrupts.
    requeue: bool,
}

impl Supervisor {
    pub fn new(
        options: Options,
        (status, speeds): (Arc<Mutex<Status>>, Arc<Mutex<Speeds>>),
        sender: mpsc::Sender<Message>,
        inbox: mpsc::Receiver<Message>,
    ) -> Self {
        Self {
            options,
            status,
            speeds,
            inbox,
            sender,
            queue: VecDeque::new(),
            current: None,
            running: None,
            started: 0,
            crashes: Crashes::default(),
            gpu_off: false,
            crashed: false,
            active: Instant::now(),
            stopping: None,
        }
    }

    pub fn run(mut self) {
        loop {
            self.start_next();
            match self.inbox.recv_timeout(self.patience()) {
                Ok(Message::Ask(job)) => self.enqueue(job),
                Ok(Message::Cancel(id)) => self.cancel(id),
                Ok(Message::Event { child, event }) => self.on_event(child, *event),
                Ok(Message::Ended { child }) => self.ended(child),
                Ok(Message::Unload) => self.unload(),
                Ok(Message::Stop) | Err(mpsc::RecvTimeoutError::Disconnected) => break,
                Err(mpsc::RecvTimeoutError::Timeout) => self.check_timeouts(),
            }
        }
        self.unload();
    }

    /// Background work waits behind all questions; a question interrupts running background work.
    fn enqueue(&mut self, job: Job) {
        let priority = job.question.priority;
        let behind = |waiting: &Job| waiting.question.priority > priority;
        let at = self.queue.iter().position(behind).unwrap_or(self.queue.len());
        self.queue.insert(at, job);
        let Some(current) = self.current.take_if(|current| behind(current)) else { return };
        // Background work that the child has begun, or that is being stopped, stays current until it ends: its last
        // event must not end the question.
        if current.begun || self.stopping.is_some() {
            self.current = Some(current);
            self.stop_current(true);
        } else {
            self.put_back(current);
        }
    }

    /// Requeues interrupted work before other work of its priority.
    fn put_back(&mut self, job: Job) {
        let behind = |waiting: &Job| waiting.question.priority >= job.question.priority;
        let at = self.queue.iter().position(behind).unwrap_or(self.queue.len());
        self.queue.insert(at, job.restarted());
    }

    fn stop_current(&mut self, requeue: bool) {
        if let Some(running) = &self.running
            && self.stopping.is_none()
            && let Ok(line) = serde_json::to_string(&Command::Cancel { cancel: true })
        {
            running.child.send(line);
            let by = Instant::now() + self.options.times.cancel;
            self.stopping = Some(Stopping { by, requeue });
        }
    }

    fn start_next(&mut self) {
        while self.current.is_none() {
            let Some(mut job) = self.queue.pop_front() else { return };
            self.active = Instant::now();
            let has_child = self.running.as_ref().is_some_and(|running| {
                running.model == job.question.model && running.wanted >= job.question.window
            });
            if has_child {
                self.current = Some(job);
                self.hand_over();
                continue;
            }
            self.end_child();
            match self.start(&mut job) {
                Ok(()) => self.current = Some(job),
                Err(failure) => job.fail(failure),
            }
        }
    }

    fn start(&mut self, job: &mut Job) -> Result<(), Failure> {
        let (model, wanted) = (&job.question.model.clone(), job.question.window);
        if self.crashes.is_blocked(model, Instant::now()) {
            return Err(Failure::new(FailureKind::Other, sentences::CHOOSE_SMALLER));
        }
        let header = Header::read(model)?;
        if header.is_part {
            let why = sentences::first_of_several(model);
            return Err(Failure::new(FailureKind::File, why));
        }
        let free = (self.options.memory)();
        let window = memory::window(model, &header, wanted, free)?;
        let fits = header.trained_window.filter(|n| *n > 0).map_or(wanted, |n| n.min(wanted));
        let mut notices = Vec::new();
        if window < fits {
            notices.push(sentences::smaller_window(model, fits, window, free.available));
        }
        let crashed = std::mem::take(&mut self.crashed);
        if self.gpu_off {
            notices.push(sentences::WITHOUT_GPU.to_string());
        } else if crashed {
            notices.push(sentences::STARTED_ANEW.to_string());
        }
        for notice in &notices {
            job.tell(Event::Notice(notice.clone()));
        }
        let program = &self.options.program;
        self.started += 1;
        let child = Child::start(program, self.started, &self.sender).map_err(|error| {
            Failure::new(FailureKind::Other, sentences::not_started(&program.path, &error))
        })?;
        let load = Load {
            library: self.options.library.clone(),
            model: model.clone(),
            window,
            threads: self.options.threads,
            gpu: self.options.gpu && !self.gpu_off,
            language: language::current(),
        };
        let line = serde_json::to_string(&Command::Load { load })
            .map_err(|_| Failure::new(FailureKind::File, sentences::odd_path(model)))?;
        child.send(line);
        self.running = Some(Worker {
            number: self.started,
            child,
            model: model.clone(),
            wanted,
            header,
            loaded: None,
            notices,
        });
        self.publish();
        Ok(())
    }

    fn hand_over(&mut self) {
        let (Some(job), Some(running)) = (&mut self.current, &self.running) else { return };
        if let Some(loaded) = &running.loaded
            && !job.begun
        {
            job.begun = true;
            job.tell(Event::Loaded(loaded.clone()));
            running.child.send(job.question.line.clone());
        }
    }

    fn on_event(&mut self, child: u64, event: Result<Event, String>) {
        let Some(running) = self.running.as_mut().filter(|running| running.number == child) else {
            return;
        };
        self.active = Instant::now();
        let event = match event {
            Ok(event) => event,
            Err(line) => {
                self.end_child();
                let why = sentences::not_an_event(line.trim());
                return self.finish(Event::Failed(Failure::new(FailureKind::Library, why)));
            }
        };
        match event {
            Event::Loaded(loaded) => {
                running.loaded = Some(loaded);
                self.publish();
                self.hand_over();
            }
            Event::Done(done) => {
                let mut speeds = self.speeds.lock();
                speeds.learn(&running.model, &running.header, &done);
                drop(speeds);
                match done.stop {
                    StopReason::Cancelled => self.finish_cancelled(event),
                    _ => self.finish(event),
                }
            }
            Event::Failed(failure) => {
                if running.loaded.is_none() {
                    self.end_child();
                }
                match failure.kind {
                    FailureKind::Cancelled => self.finish_cancelled(cancelled()),
                    _ => self.finish(Event::Failed(failure)),
                }
            }
            Event::Notice(ref notice) => {
                if !running.notices.contains(notice) {
                    running.notices.push(notice.clone());
                    self.publish();
                }
                self.tell(event);
            }
            Event::Prompt { .. } | Event::Text(_) => self.tell(event),
        }
    }

    fn tell(&mut self, event: Event) {
        if let Some(job) = &mut self.current {
            job.tell(event);
        }
    }

    fn finish(&mut self, event: Event) {
        self.stopping = None;
        if let Some(job) = self.current.take() {
            job.end(event);
        }
    }

    fn finish_cancelled(&mut self, event: Event) {
        let requeue = self.stopping.take().is_some_and(|stopping| stopping.requeue);
        match self.current.take() {
            Some(job) if requeue => self.put_back(job),
            Some(job) => job.end(event),
            None => {}
        }
    }

    fn cancel(&mut self, id: u64) {
        if let Some(at) = self.queue.iter().position(|job| job.id == id) {
            if let Some(job) = self.queue.remove(at) {
                job.end(cancelled());
            }
        } else if let Some(job) = self.current.take_if(|job| job.id == id && job.is_only_loading())
        {
            // The next question needs the model, so loading continues.
            job.end(cancelled());
        } else if self.current.as_ref().is_some_and(|job| job.id == id) {
            self.stop_current(false);
            self.stopping.iter_mut().for_each(|stopping| stopping.requeue = false);
        }
    }

    /// The child's output ended unexpectedly.
    fn ended(&mut self, child: u64) {
        let Some(running) = self.running.take_if(|running| running.number == child) else { return };
        let Worker { child, model, loaded, .. } = running;
        let (ending, complaints) = child.end();
        let used_gpu = loaded.map_or(self.options.gpu && !self.gpu_off, |loaded| loaded.gpu);
        self.publish();
        if self.stopping.is_some() {
            return self.finish_cancelled(cancelled());
        }
        if self.current.is_none() {
            return;
        }
        self.crashed = true;
        let mut failure = cause::of_crash(&complaints, &ending);
        let within = self.options.times.crashes;
        match self.crashes.add(&model, used_gpu, Instant::now(), within) {
            Consequence::GoOn => {}
            Consequence::GpuOff => {
                self.gpu_off = true;
                self.publish();
                failure.sentence = format!("{} {}", failure.sentence, sentences::GPU_OFF);
            }
            Consequence::ChooseSmaller => {
                failure.sentence = format!("{} {}", failure.sentence, sentences::CHOOSE_SMALLER);
            }
        }
        self.finish(Event::Failed(failure));
    }

    fn patience(&self) -> Duration {
        let times = &self.options.times;
        let until = |at: Instant| at.saturating_duration_since(Instant::now());
        match (&self.current, self.stopping, &self.running) {
            (_, Some(stopping), _) => until(stopping.by),
            (Some(_), None, _) => until(self.active + times.silence),
            (None, None, Some(_)) => until(self.active + times.idle).min(times.look),
            (None, None, None) => FOR_EVER,
        }
    }

    fn check_timeouts(&mut self) {
        let times = self.options.times;
        let now = Instant::now();
        if self.stopping.is_some_and(|stopping| now >= stopping.by) {
            self.end_child();
            self.finish_cancelled(cancelled());
        } else if self.current.is_some() {
            if now >= self.active + times.silence {
                self.end_child();
                let why = sentences::silent(times.silence);
                self.finish(Event::Failed(Failure::new(FailureKind::Other, why)));
            }
        } else if now >= self.active + times.idle || (self.options.memory)().is_short() {
            self.end_child();
        }
    }

    fn unload(&mut self) {
        self.end_child();
        let ended = Failure::new(FailureKind::Other, sentences::ENDED);
        self.finish(Event::Failed(ended));
    }

    fn end_child(&mut self) {
        if let Some(running) = self.running.take() {
            running.child.end();
            self.publish();
        }
    }

    fn publish(&self) {
        let running = self.running.as_ref();
        let status = Status {
            pid: running.map(|running| running.child.pid()),
            model: running.map(|running| running.model.clone()),
            loaded: running.and_then(|running| running.loaded.clone()),
            notices: running.map(|running| running.notices.clone()).unwrap_or_default(),
            gpu_off: self.gpu_off,
        };
        *self.status.lock() = status;
    }
}

fn cancelled() -> Event {
    Event::Done(AnswerEnd {
        stop: StopReason::Cancelled,
        prompt_tokens: 0,
        reused_tokens: 0,
        generated: 0,
        prompt_ms: 0,
        generation_ms: 0,
        threads: 0,
    })
}
