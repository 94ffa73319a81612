//! An answer's text on its way to the window: gathered for a moment, rendered, and sent as the
//! blocks that changed.

use std::{sync::Arc, time::Duration};

use app::answer::render_blocks;
use futures::{Stream, StreamExt};
use grounding::references::{AnswerText, Piece};
use notes::Catalog;
use tauri::ipc::Channel;
use tokio::time::{Instant, sleep_until};
use turn::TurnEvent;

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

    #[tokio::test]
    async fn with_a_step_the_answer_begins_anew() {
        let told = Arc::new(std::sync::Mutex::new(Vec::new()));
        let heard = told.clone();
        let channel = Channel::new(move |body| {
            if let tauri::ipc::InvokeResponseBody::Json(json) = body {
                heard.lock().unwrap().push(json);
            }
            Ok(())
        });
        let step = conversation::Step { said: "Let me see.".into(), calls: Vec::new() };
        let events = [
            TurnEvent::Text("Let me see.".into()),
            TurnEvent::Step(step),
            TurnEvent::Text("Two per cent.".into()),
            TurnEvent::Notice("Done.".into()),
        ];
        forward(futures::stream::iter(events), &channel, None).await.unwrap();
        let told: Vec<serde_json::Value> =
            told.lock().unwrap().iter().map(|json| serde_json::from_str(json).unwrap()).collect();
        let kinds: Vec<_> = told.iter().map(|event| event["type"].as_str().unwrap()).collect();
        assert_eq!(kinds, ["blocks", "step", "blocks", "notice"]);
        assert_eq!(told[2]["from"], 0);
        assert!(told[2]["blocks"][0].as_str().unwrap().contains("Two per cent."), "{told:?}");
        assert_eq!(told[2]["blocks"].as_array().unwrap().len(), 1);
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
