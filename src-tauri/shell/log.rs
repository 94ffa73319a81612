//! Sets up logging: to standard error as `MARGINALIA_LOG` says, and warnings to the run's file.

#[cfg(test)]
mod tests;

use std::{
    fmt::{self, Write},
    io,
    sync::Arc,
};

use language::Language;
use serde::Serialize;
use specta::Type;
use tracing::{
    Event, Level, Subscriber,
    field::{Field, Visit},
    level_filters::LevelFilter,
};
use tracing_subscriber::{
    EnvFilter, Layer,
    field::MakeExt,
    fmt::{FmtContext, FormatEvent, FormatFields, MakeWriter, format},
    layer::{Context, SubscriberExt},
    registry::LookupSpan,
    util::SubscriberInitExt,
};

use crate::run_log::{BrokenRun, RunLog};

/// Our crates' names as log targets. Their messages are literals in the code, which a house test checks.
const OWN: [&str; 16] = [
    "app",
    "conversation",
    "documents",
    "engine",
    "grounding",
    "index",
    "language",
    "library",
    "marginalia",
    "models",
    "notes",
    "retrieval",
    "shell",
    "support",
    "turn",
    "web",
];

#[derive(Default)]
pub struct Logs {
    run: Option<Arc<RunLog>>,
    broken: Option<BrokenRun>,
}

#[derive(Debug, Clone, Serialize, Type)]
pub struct LogReport {
    /// Version, system, cause of the last crash if there was one, and the last log lines.
    pub text: String,
    pub folder: String,
}

impl Logs {
    /// Begins the log of this run and records panics in it. Without a writable folder there is no log.
    pub fn begin() -> Self {
        let folder = app::place::data_dir().map(|data| data.join("log"));
        let begun = match &folder {
            Ok(folder) => RunLog::begin(folder, head()).map_err(|error| error.to_string()),
            Err(error) => Err(error.to_string()),
        };
        let (logs, trouble) = match begun {
            Ok((run, broken)) => (Self { run: Some(Arc::new(run)), broken }, None),
            Err(error) => (Self::default(), Some(error)),
        };
        let filter = EnvFilter::try_from_env("MARGINALIA_LOG");
        let filter = filter.unwrap_or_else(|_| EnvFilter::new("warn"));
        let kept = logs.run.clone().map(|run| FileLayer(run).with_filter(LevelFilter::WARN));
        tracing_subscriber::registry()
            .with(shown(io::stderr).with_filter(filter))
            .with(kept)
            .init();
        if let Some(error) = trouble {
            tracing::warn!(%error, "there is no log file");
        }
        if let Some(run) = logs.run.clone() {
            let shown = std::panic::take_hook();
            std::panic::set_hook(Box::new(move |panic| {
                run.panicked(panic);
                shown(panic);
            }));
        }
        logs
    }

    pub fn open(&self) {
        if let Some(run) = &self.run {
            run.open();
        }
    }

    pub fn end(&self) {
        if let Some(run) = &self.run {
            run.end();
        }
    }

    /// True if the last run crashed and the user hasn't heard of it. Marks the crash as reported.
    pub fn take_crash(&self) -> bool {
        let Some(broken) = self.broken.as_ref().filter(|broken| broken.is_news()) else {
            return false;
        };
        if let Err(error) = broken.mark_reported() {
            tracing::warn!(%error, "the next start will tell of the same crash");
        }
        true
    }

    pub fn report(&self) -> Option<LogReport> {
        let run = self.run.as_ref()?;
        let broken = self.broken.as_ref().map(|broken| format!("{}\n", broken.report()));
        let text = format!("{}This run\n{}", broken.unwrap_or_default(), run.report());
        Some(LogReport { text, folder: run.folder().to_string_lossy().into_owned() })
    }
}

fn head() -> Vec<String> {
    let named = |name: &str| std::env::var(name).unwrap_or_default();
    let (os, processor) = (std::env::consts::OS, std::env::consts::ARCH);
    let view = tauri::webview_version().unwrap_or_default();
    let desktop = format!("{} {}", named("XDG_SESSION_TYPE"), named("XDG_CURRENT_DESKTOP"));
    vec![
        format!("marginalia {}", env!("CARGO_PKG_VERSION")),
        format!("system: {os} {processor}; web view: {view}; desktop: {}", desktop.trim()),
    ]
}

/// Writes events in English, and errors with their causes.
fn shown<S, W>(to: W) -> impl Layer<S>
where
    S: Subscriber + for<'span> LookupSpan<'span>,
    W: for<'writer> MakeWriter<'writer> + 'static,
{
    let fields = format::DefaultFields::new().debug_alt();
    tracing_subscriber::fmt::layer().with_writer(to).fmt_fields(fields).map_event_format(InEnglish)
}

struct FileLayer(Arc<RunLog>);

impl<S: Subscriber> Layer<S> for FileLayer {
    fn on_event(&self, event: &Event<'_>, _: Context<'_, S>) {
        let about = event.metadata();
        let is_own = OWN.contains(&about.target().split("::").next().unwrap_or_default());
        let mut said = SafeFields { is_own, text: String::new() };
        event.record(&mut said);
        let level = if *about.level() == Level::ERROR { "ERROR" } else { "WARN" };
        let (target, line) = (about.target(), about.line().unwrap_or_default());
        self.0.write(&format!("{level} {target}:{line}{}", said.text));
    }
}

/// Collects the fields of an event that can't contain a note's text: messages of our own code, and numbers.
struct SafeFields {
    is_own: bool,
    text: String,
}

impl SafeFields {
    fn figure(&mut self, field: &Field, value: impl fmt::Display) {
        let _ = write!(self.text, " {}={value}", field.name());
    }
}

impl Visit for SafeFields {
    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        if self.is_own && field.name() == "message" {
            let _ = write!(self.text, " {value:?}");
        }
    }

    fn record_str(&mut self, _: &Field, _: &str) {}

    fn record_i64(&mut self, field: &Field, value: i64) {
        self.figure(field, value);
    }

    fn record_u64(&mut self, field: &Field, value: u64) {
        self.figure(field, value);
    }

    fn record_bool(&mut self, field: &Field, value: bool) {
        self.figure(field, value);
    }
}

struct InEnglish<F>(F);

impl<S, N, F> FormatEvent<S, N> for InEnglish<F>
where
    S: Subscriber + for<'span> LookupSpan<'span>,
    N: for<'fields> FormatFields<'fields> + 'static,
    F: FormatEvent<S, N>,
{
    fn format_event(
        &self,
        context: &FmtContext<'_, S, N>,
        writer: format::Writer<'_>,
        event: &Event<'_>,
    ) -> fmt::Result {
        language::speaking(Language::English, || self.0.format_event(context, writer, event))
    }
}
