//! The time at which a question is asked.

use jiff::{Timestamp, civil::DateTime, tz::TimeZone};

/// Sets the time of questions, as local time such as `2026-03-19T18:00:00`, for runs that can be repeated.
pub const NOW: &str = "MARGINALIA_NOW";

/// The time to which a question's “yesterday” refers: [`NOW`] if it is set, else when the question was stored.
pub fn asked_at(stored: Timestamp) -> Timestamp {
    let set = std::env::var(NOW).ok().and_then(|text| read(&text));
    set.unwrap_or(stored)
}

/// The text of [`NOW`] if it isn't a local time.
pub fn unreadable_now() -> Option<String> {
    std::env::var(NOW).ok().filter(|text| read(text).is_none())
}

fn read(text: &str) -> Option<Timestamp> {
    let time: DateTime = text.trim().parse().ok()?;
    Some(time.to_zoned(TimeZone::system()).ok()?.timestamp())
}

#[cfg(test)]
mod tests {
    use super::read;

    #[test]
    fn only_a_local_time_is_read() {
        assert!(read("2026-03-19T18:00:00").is_some());
        assert!(read("2026-03-19").is_some());
        for text in ["", "tomorrow", "2026-02-30T10:00:00", "18:00"] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
