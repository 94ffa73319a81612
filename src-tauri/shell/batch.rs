//! Collects an answer's streamed text for a moment, renders it, and sends the blocks that changed.

use std::{sync::Arc, time::Duration};

use app::answer::GrowingAnswer;
use futures::{Stream, StreamExt};
use grounding::references::{AnswerText, Piece};
use notes::Catalog;
use tauri::ipc::Channel;
use tokio::time::{Instant, sleep_until};
use turn::TurnEvent;

use crate::views::TurnView;

/// Time to collect text before sending: about 40 updates a second, which look continuous.
const GATHER: Duration = Duration::from_millis(24);

pub async fn forward(
    events: impl Stream<Item = TurnEvent>,
    channel: &Channel<TurnView>,
    catalog: Option<Arc<Catalog>>,
) -> tauri::Result<()> {
    let mut answer =
        Answer { text: AnswerText::default(), growing: GrowingAnswer::default(), catalog };
    let mut due: Option<Instant> = None;
    let mut events = std::pin::pin!(events);
    loop {
        let event = match due {
            None => events.next().await,
            Some(at) => tokio::select! {
                biased;
                () = sleep_until(at) => {
                    due = None;
                    answer.flush(channel).await?;
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
                if due.take().is_some() {
                    answer.flush(channel).await?;
                }
                // The window attributes the text so far to the step and starts an empty answer.
                if matches!(event, TurnEvent::Step(_) | TurnEvent::Work(_)) {
                    answer.text = AnswerText::default();
                    answer.growing = GrowingAnswer::default();
                }
                if let Some(turn) = TurnView::new(event, answer.catalog.as_deref()) {
                    channel.send(turn)?;
                }
            }
        }
    }
}

struct Answer {
    text: AnswerText,
    growing: GrowingAnswer,
    catalog: Option<Arc<Catalog>>,
}

impl Answer {
    /// Renders off the async threads: a growing long table or list is rendered as a whole.
    async fn flush(&mut self, channel: &Channel<TurnView>) -> tauri::Result<()> {
        let text = std::mem::take(&mut self.text);
        let mut growing = std::mem::take(&mut self.growing);
        let catalog = self.catalog.clone();
        let (text, growing, change) = tokio::task::spawn_blocking(move || {
            let change = growing.grow(text.text(), text.marks(), catalog.as_deref());
            (text, growing, change)
        })
        .await?;
        (self.text, self.growing) = (text, growing);
        if let Some((from, blocks)) = change {
            channel
                .send(TurnView::Blocks { from: u32::try_from(from).unwrap_or(u32::MAX), blocks })?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // B17
    #[tokio::test]
    async fn with_a_step_the_answer_begins_anew() {
        let told = Arc::new(parking_lot::Mutex::new(Vec::new()));
        let heard = told.clone();
        let channel = Channel::new(move |body| {
            if let tauri::ipc::InvokeResponseBody::Json(json) = body {
                heard.lock().push(json);
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
            told.lock().iter().map(|json| serde_json::from_str(json).unwrap()).collect();
        let kinds: Vec<_> = told.iter().map(|event| event["type"].as_str().unwrap()).collect();
        assert_eq!(kinds, ["blocks", "step", "blocks", "notice"]);
        assert_eq!(told[2]["from"], 0);
        assert!(told[2]["blocks"][0].as_str().unwrap().contains("Two per cent."), "{told:?}");
        assert_eq!(told[2]["blocks"].as_array().unwrap().len(), 1);
    }
}
