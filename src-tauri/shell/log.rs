//! How the log is written.

use std::fmt;

use language::Language;
use tracing::{Event, Subscriber};
use tracing_subscriber::{
    fmt::{FmtContext, FormatEvent, FormatFields, format::Writer},
    registry::LookupSpan,
};

/// Writes the log in English, whatever language people are spoken to in.
pub struct InEnglish<F>(pub F);

impl<S, N, F> FormatEvent<S, N> for InEnglish<F>
where
    S: Subscriber + for<'span> LookupSpan<'span>,
    N: for<'fields> FormatFields<'fields> + 'static,
    F: FormatEvent<S, N>,
{
    fn format_event(
        &self,
        context: &FmtContext<'_, S, N>,
        writer: Writer<'_>,
        event: &Event<'_>,
    ) -> fmt::Result {
        language::speaking(Language::English, || self.0.format_event(context, writer, event))
    }
}
