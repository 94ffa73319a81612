//! Sends an answer as its rule says: with pauses, cuts and disconnections.

use std::collections::VecDeque;
use std::io;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use futures::Stream;

use super::script::Rule;
use super::shared::{Leaving, Shared};
use super::wire::{Wire, Written};

pub(super) enum Step {
    Send(Bytes),
    /// Sends the pieces so far as one chunk.
    Flush,
    Pause(Duration),
    Hold,
    Break,
}

pub(super) fn body(
    steps: VecDeque<Step>,
    shared: Arc<Shared>,
) -> impl Stream<Item = io::Result<Bytes>> + Send + 'static {
    // A release counts from now on, since a client may act before the answer reaches its pause.
    let released = shared.released.subscribe();
    let leaving = Leaving { shared, finished: false };
    let state = (steps, leaving, released);
    futures::stream::unfold(state, |(mut steps, mut leaving, mut released)| async move {
        loop {
            match steps.pop_front() {
                Some(Step::Send(bytes)) => {
                    // Clients that disconnect after the last piece got the whole answer.
                    leaving.finished = steps.is_empty();
                    return Some((Ok(bytes), (steps, leaving, released)));
                }
                Some(Step::Flush) => tokio::task::yield_now().await,
                Some(Step::Pause(time)) => tokio::time::sleep(time).await,
                Some(Step::Hold) => {
                    // Can't fail, because `shared` owns the sender.
                    let _ = released.changed().await;
                }
                Some(Step::Break) => {
                    // Lets the earlier pieces be written; otherwise they would be lost.
                    tokio::task::yield_now().await;
                    leaving.finished = true;
                    let broken = io::Error::other("broken by the script");
                    return Some((Err(broken), (steps, leaving, released)));
                }
                None => {
                    leaving.finish();
                    return None;
                }
            }
        }
    })
}

pub(super) fn steps(rule: &Rule, wire: &Wire) -> VecDeque<Step> {
    let written = match &rule.raw {
        Some(raw) => Written {
            pieces: raw.iter().map(|line| format!("{line}\n")).collect(),
            end: String::new(),
            failure: String::new(),
        },
        None => wire.write(rule),
    };
    let mut cuts = Cuts { lengths: rule.cuts.clone(), left: 0 };
    let mut steps = VecDeque::new();
    let mut send = |text: String, steps: &mut VecDeque<Step>| {
        let text = if rule.crlf { text.replace('\n', "\r\n") } else { text };
        cuts.apply(text.into_bytes().into(), steps);
    };
    for number in 0..=written.pieces.len() {
        if rule.break_after == Some(number) {
            steps.push_back(Step::Break);
            return steps;
        }
        if rule.fail_after == Some(number) {
            send(written.failure, &mut steps);
            return steps;
        }
        if rule.hold_after == Some(number) {
            steps.push_back(Step::Hold);
        }
        if let Some(piece) = written.pieces.get(number) {
            if rule.delay_ms > 0 {
                steps.push_back(Step::Pause(Duration::from_millis(rule.delay_ms)));
            }
            if rule.comments {
                send(wire.comment().to_owned(), &mut steps);
            }
            send(piece.clone(), &mut steps);
        }
    }
    if !written.end.is_empty() {
        send(written.end, &mut steps);
    }
    steps
}

/// Cuts bytes into these lengths, repeating the last.
struct Cuts {
    lengths: Vec<usize>,
    /// Bytes missing from the current piece.
    left: usize,
}

impl Cuts {
    fn apply(&mut self, mut bytes: Bytes, steps: &mut VecDeque<Step>) {
        while !self.lengths.is_empty() && !bytes.is_empty() {
            if self.left == 0 {
                self.left = self.lengths[0];
                if self.lengths.len() > 1 {
                    self.lengths.remove(0);
                }
            }
            let piece = bytes.split_to(self.left.min(bytes.len()));
            self.left -= piece.len();
            steps.push_back(Step::Send(piece));
            // No flush within a piece, so that it arrives in one chunk.
            if self.left == 0 && !bytes.is_empty() {
                steps.push_back(Step::Flush);
            }
        }
        if !bytes.is_empty() {
            steps.push_back(Step::Send(bytes));
        }
    }
}
