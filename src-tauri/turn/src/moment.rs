//! The time at which a question is asked.

use jiff::{Timestamp, civil::DateTime, tz::TimeZone};

/// Sets the time of questions, as local time such as `2026-03-19T18:00:00`, for runs that can be repeated.
pub const NOW: &str = "MARGINALIA_NOW";

/// The time that a question's dates are relative to: the time at which it was stored, or that of [`NOW`].
pub fn asked_at(stored: Timestamp) -> Timestamp {
    let set = std::env::var(NOW).ok().and_then(|text| read(&text));
    set.unwrap_or(stored)
}

/// `None` if the text isn't a local time.
pub fn read(text: &str) -> Option<Timestamp> {
    let time: DateTime = text.trim().parse().ok()?;
    Some(time.to_zoned(TimeZone::system()).ok()?.timestamp())
}
