//! Collects an answer's streamed text for a moment, renders it, and sends the blocks that changed.

#[cfg(test)]
mod tests;

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
