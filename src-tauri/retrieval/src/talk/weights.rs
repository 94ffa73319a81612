//! Weights of parts of a conversation's search that aren't measured yet. They are off unless a run that measures them
//! sets them.

/// Sets weights: `named=0.3 apart=0.8 alike=0.9`. `docs/benchmarks.md` has the commands.
pub const WEIGHTS: &str = "MARGINALIA_TALK";

#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) struct Weights {
    /// Weight of the ranking of named notes' passages. A wording's is 1.
    pub(super) named: f64,
    /// Minimum cosine of a complete question with the last questions, below which it changes the topic.
    pub(super) apart: Option<f32>,
    /// Minimum cosine from which it continues the topic.
    pub(super) alike: Option<f32>,
}

impl Weights {
    pub(super) fn set() -> Self {
        std::env::var(WEIGHTS).ok().and_then(|text| read(&text)).unwrap_or_default()
    }
}

/// The text of [`WEIGHTS`] if it has something else than weights.
pub fn unreadable_weights() -> Option<String> {
    std::env::var(WEIGHTS).ok().filter(|text| read(text).is_none())
}

fn read(text: &str) -> Option<Weights> {
    let mut weights = Weights::default();
    for part in text.split_whitespace() {
        let (name, value) = part.split_once('=')?;
        match name {
            "named" => weights.named = value.parse().ok()?,
            "apart" => weights.apart = Some(value.parse().ok()?),
            "alike" => weights.alike = Some(value.parse().ok()?),
            _ => return None,
        }
    }
    Some(weights)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_known_weights_are_read() {
        let all = Weights { named: 0.3, apart: Some(0.8), alike: Some(0.9) };
        assert_eq!(read("named=0.3 alike=0.9 apart=0.8"), Some(all));
        assert_eq!(read(""), Some(Weights::default()));
        for text in ["named", "named=", "named=much", "naming=0.3", "named=0.3,apart=0.8"] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
