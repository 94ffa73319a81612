//! An answer's text on its way to the window: gathered for a moment, rendered, and sent as the
//! blocks that changed.

use std::{sync::Arc, time::Duration};

use chat::{
    TurnEvent,
    answer::render_blocks,
    references::{AnswerText, Piece},
};
use futures::{Stream, StreamExt};
use notes::Catalog;
use tauri::ipc::Channel;
use tokio::time::{Instant, sleep_until};

use crate::wire::Turn;

/// How long text is gathered before it is sent: about 40 pictures a second, which the eye takes for
/// continuous.
const GATHER: Duration = Duration::from_millis(24);

/// Sends a turn's events to the window, the answer's text as rendered blocks.
pub async fn forward(
    events: impl Stream<Item = TurnEvent>,
    channel: &Channel<Turn>,
    catalog: Option<Arc<Catalog>>,
) -> tauri::Result<()> {
    let mut answer = Answer { text: AnswerText::default(), sent: Vec::new(), catalog };
    let mut due: Option<Instant> = None;
    let mut events = std::pin::pin!(events);
    loop {
        let event = match due {
            None => events.next().await,
            Some(at) => tokio::select! {
                biased;
                () = sleep_until(at) => {
                    due = None;
                    answer.flush(channel)?;
                    continue;
                }
                event = events.next() => event,
            },
        };
        let Some(event) = event else { return Ok(()) };
        match event {
            TurnEvent::Text(text) => {
                answer.text.push(&Piece::Text(text));
                due.get_or_insert_with(|| Instant::now() + GATHER);
            }
            TurnEvent::Citation(number) => {
                answer.text.push(&Piece::Citation(number));
                due.get_or_insert_with(|| Instant::now() + GATHER);
            }
            event => {
                // What was said before this event is shown before it.
                if due.take().is_some() {
                    answer.flush(channel)?;
                }
                // The window takes what was said for the step's, and waits for an answer anew.
                if matches!(event, TurnEvent::Step(_)) {
                    answer.text = AnswerText::default();
                    answer.sent.clear();
                }
                if let Some(turn) = Turn::from_event(event, answer.catalog.as_deref()) {
                    channel.send(turn)?;
                }
            }
        }
    }
}

struct Answer {
    text: AnswerText,
    sent: Vec<String>,
    catalog: Option<Arc<Catalog>>,
}

impl Answer {
    fn flush(&mut self, channel: &Channel<Turn>) -> tauri::Result<()> {
        let blocks = render_blocks(self.text.text(), self.text.marks(), self.catalog.as_deref());
        if let Some(change) = change(&self.sent, &blocks) {
            channel.send(change)?;
        }
        self.sent = blocks;
        Ok(())
    }
}

/// What to tell a window that has `before` so that it has `after`.
fn change(before: &[String], after: &[String]) -> Option<Turn> {
    let same = before.iter().zip(after).take_while(|(before, after)| before == after).count();
    if same == after.len() && same == before.len() {
        return None;
    }
    Some(Turn::Blocks { from: u32::try_from(same).ok()?, blocks: after[same..].to_vec() })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(before: &[&str], after: &[&str], expect: Option<(u32, &[&str])>) {
        let own = |texts: &[&str]| texts.iter().map(ToString::to_string).collect::<Vec<_>>();
        let got = change(&own(before), &own(after)).map(|turn| match turn {
            Turn::Blocks { from, blocks } => (from, blocks),
            other => panic!("{other:?}"),
        });
        assert_eq!(got, expect.map(|(from, blocks)| (from, own(blocks))));
    }

    // B17
    #[test]
    fn only_changed_blocks_are_sent() {
        check(&[], &[], None);
        check(&[], &["a"], Some((0, &["a"])));
        check(&["a"], &["a"], None);
        check(&["a"], &["a", "b"], Some((1, &["b"])));
        check(&["a", "b"], &["a", "bc"], Some((1, &["bc"])));
        check(&["a", "b"], &["a"], Some((1, &[])));
    }
}
