//! What is found, and the setting that it depends on.

use std::ops::Range;

use jiff::civil::Weekday;

use crate::Period;

/// The first day of a week, by the user's settings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WeekStart(pub Weekday);

/// A period that a question names.
#[derive(Debug, Clone, PartialEq)]
pub struct FoundPeriod {
    pub period: Period,
    /// The bytes of the question that name it, with their preposition.
    pub range: Range<usize>,
}
