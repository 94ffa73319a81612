#[cfg(test)]
mod tests;

use std::time::{Duration, SystemTime};

use reqwest::header::{HeaderMap, RETRY_AFTER};

/// Reads `retry-after-ms`, or `Retry-After` in seconds or as a date.
pub(crate) fn asked(headers: &HeaderMap, now: SystemTime) -> Option<Duration> {
    let text = |name: &str| Some(headers.get(name)?.to_str().ok()?.trim());
    let number = |text: &str| text.parse::<f64>().ok();
    if let Some(milliseconds) = text("retry-after-ms").and_then(number) {
        return Duration::try_from_secs_f64(milliseconds / 1000.0).ok();
    }
    let after = text(RETRY_AFTER.as_str())?;
    match number(after) {
        Some(seconds) => Duration::try_from_secs_f64(seconds).ok(),
        // A past date asks for no pause.
        None => {
            Some(httpdate::parse_http_date(after).ok()?.duration_since(now).unwrap_or_default())
        }
    }
}
