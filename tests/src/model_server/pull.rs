//! Downloads a model on request, as Ollama does.

use std::collections::VecDeque;
use std::time::Duration;

use serde_json::{Value, json};

use super::play::Step;
use super::script::Pull;

/// Number of steps per layer.
const STEPS: u64 = 4;

pub(super) fn steps(pull: &Pull) -> VecDeque<Step> {
    let mut lines = vec![json!({ "status": "pulling manifest" })];
    for (n, size) in pull.layers.iter().enumerate() {
        let digest = format!("sha256:{n:064}");
        for step in 0..=STEPS {
            lines.push(json!({
                "status": format!("pulling {n:012}"),
                "digest": digest,
                "total": size,
                "completed": size * step / STEPS,
            }));
        }
    }
    match &pull.error {
        Some(error) => lines.push(json!({ "error": error })),
        None => lines.extend(
            ["verifying sha256 digest", "writing manifest", "success"]
                .map(|status| json!({ "status": status })),
        ),
    }
    let mut steps = VecDeque::new();
    for (number, line) in lines.iter().enumerate() {
        if pull.hold_after == Some(number) {
            steps.push_back(Step::Hold);
        }
        if pull.delay_ms > 0 {
            steps.push_back(Step::Pause(Duration::from_millis(pull.delay_ms)));
        }
        steps.push_back(Step::Send(bytes(line)));
    }
    steps
}

fn bytes(line: &Value) -> bytes::Bytes {
    format!("{line}\n").into()
}
