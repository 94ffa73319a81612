//! What the calls of a turn gave, and which of it the message, its cards and the model get.

#[cfg(test)]
mod tests;

/// How many of `n` ranked passages stay when a request is `overshoot` times as large as it may be:
/// the best `n / overshoot`, rounded down, and at least one. One that isn't too large keeps all.
pub fn kept_after(n: usize, overshoot: f64) -> usize {
    if n == 0 || overshoot.is_nan() || overshoot <= 1.0 {
        return n;
    }
    // The division can't give more than `n`, so it fits again.
    ((n as f64 / overshoot).floor() as usize).clamp(1, n)
}
