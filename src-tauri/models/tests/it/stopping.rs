//! Stopping an answer: nothing more comes, the connection closes, and the text so far stays.

use std::time::Duration;

use futures::StreamExt;
use models::{ProviderKind, StreamEvent};
use tokio_util::sync::CancellationToken;

use crate::failures::{ALL, answer, said};
use crate::wire::{End, Reply, Step, Wire, hear, request};

/// Maximum times from a stop to the last event, and to the closed connection.
const STOPPED: Duration = Duration::from_millis(500);
const CLOSED: Duration = Duration::from_secs(1);

// B45
#[tokio::test]
async fn cancelling_closes_the_connection_and_keeps_the_text() {
    for kind in ALL {
        let begun = Reply::stream().piece(said(kind)).then(Step::UntilClosed);
        let mut wire = Wire::start(vec![begun]).await;
        let provider = wire.connect(kind);
        let cancel = CancellationToken::new();
        let mut stream = provider.chat(provider.body(&request()), cancel.clone());
        let first = stream.next().await;
        assert!(matches!(&first, Some(StreamEvent::Text(text)) if text == "Rye"), "{first:?}");
        cancel.cancel();
        assert_eq!(hear(&mut stream).await.end, Some(End::Cancelled));
        // The stream still exists, so cancelling closed the connection.
        wire.client_closed().await;
        drop(stream);

        // While the model thinks, and while a retry waits.
        let waits = [
            Reply::default().then(Step::UntilClosed),
            Reply::status(429, "retry-after: 15\r\n", ""),
        ];
        for reply in waits {
            let wire = Wire::start(vec![reply]).await;
            let cancel = CancellationToken::new();
            let provider = wire.connect(kind);
            let stream = provider.chat(provider.body(&request()), cancel.clone());
            let stop = async {
                while wire.requests().is_empty() {
                    tokio::task::yield_now().await;
                }
                cancel.cancel();
            };
            let (heard, ()) = futures::future::join(hear(stream), stop).await;
            assert_eq!(heard.end, Some(End::Cancelled));
        }

        // Before the start: nothing is sent.
        let wire = Wire::start(vec![answer(kind)]).await;
        let cancel = CancellationToken::new();
        cancel.cancel();
        let heard = hear(wire.connect(kind).chat("{}".into(), cancel)).await;
        assert_eq!((heard.end, wire.requests().len()), (Some(End::Cancelled), 0));
    }
}

// B45
#[tokio::test]
async fn cancelling_takes_half_a_second_whatever_the_server_does() {
    for kind in ALL {
        let begun = || Reply::stream().piece(said(kind));
        for reply in [begun().then(Step::UntilClosed), begun().endless(said(kind))] {
            let mut wire = Wire::start(vec![reply]).await;
            let provider = wire.connect(kind);
            let cancel = CancellationToken::new();
            let mut stream = provider.chat(provider.body(&request()), cancel.clone());
            let first = stream.next().await;
            assert!(matches!(&first, Some(StreamEvent::Text(_))), "{first:?}");
            cancel.cancel();
            let heard = tokio::time::timeout(STOPPED, hear(&mut stream)).await;
            assert_eq!(heard.expect("it goes on").end, Some(End::Cancelled), "{kind:?}");
            wire.client_closed_within(CLOSED).await;
        }
    }
}

// B45
#[tokio::test]
async fn dropping_the_stream_closes_the_connection() {
    let begun = Reply::stream().piece(said(ProviderKind::OpenAi)).then(Step::UntilClosed);
    let mut wire = Wire::start(vec![begun]).await;
    let provider = wire.connect(ProviderKind::OpenAi);
    let mut stream = provider.chat(provider.body(&request()), CancellationToken::new());
    assert!(matches!(stream.next().await, Some(StreamEvent::Text(_))));
    drop(stream);
    wire.client_closed().await;
}
