use futures::StreamExt;
use models::{Code, ProviderKind, PullEvent};
use tokio_util::sync::CancellationToken;

use crate::wire::{Reply, Step, Wire};

async fn pull(reply: Reply) -> (String, Vec<PullEvent>) {
    let wire = Wire::start(vec![reply]).await;
    let ollama = wire.connect(ProviderKind::Ollama);
    let events = ollama.pull("small", CancellationToken::new()).collect().await;
    let requests = wire.requests();
    assert_eq!(requests[0].line, "POST /api/pull");
    assert_eq!(requests[0].body, r#"{"model":"small","stream":true}"#);
    (wire.url, events)
}

fn progress(status: &str, completed: u64, total: u64) -> PullEvent {
    PullEvent::Progress { status: status.into(), completed, total }
}

#[tokio::test]
async fn the_progress_sums_up_all_parts() {
    let body = concat!(
        "{\"status\":\"pulling manifest\"}\r\n",
        "{\"status\":\"pulling a\",\"digest\":\"sha256:a\",\"total\":100}\n",
        "{\"status\":\"pulling a\",\"digest\":\"sha256:a\",\"total\":100,\"completed\":60}\n\n",
        "{\"status\":\"pulling b\",\"digest\":\"sha256:b\",\"total\":10,\"completed\":10}\n",
        "{\"status\":\"pulling a\",\"digest\":\"sha256:a\",\"total\":100,\"completed\":100}\n",
        "{\"status\":\"success\"}",
    );
    let expect = [
        progress("pulling manifest", 0, 0),
        progress("pulling a", 0, 100),
        progress("pulling a", 60, 100),
        progress("pulling b", 70, 110),
        progress("pulling a", 110, 110),
        progress("success", 110, 110),
        PullEvent::Done,
    ];
    let bytes = body.bytes().fold(Reply::stream(), |reply, byte| reply.piece([byte])).end();
    for reply in [Reply::json(body), bytes] {
        assert_eq!(pull(reply).await.1, expect);
    }
}

// B47
#[tokio::test]
async fn failures_of_a_download_have_their_reasons() {
    let begun = || Reply::stream().piece("{\"status\":\"pulling manifest\"}\n");
    let cases = [
        (begun().end(), Code::BrokenStream, "stopped loading “small” without saying why."),
        (
            begun().then(Step::Reset),
            Code::BrokenStream,
            "closed the connection in the middle of its answer.",
        ),
        (
            begun().piece("{\"error\":\"max retries exceeded: no space left on device\"}\n").end(),
            Code::ServerError,
            "failed (max retries exceeded: no space left on device).",
        ),
        (
            begun().piece("no JSON\n").end(),
            Code::InvalidReply,
            "answered with something that isn't its protocol: no JSON.",
        ),
        (
            Reply::status(500, "", "{\"error\":\"pull model manifest: file does not exist\"}"),
            Code::ModelMissing,
            "doesn't have “small” (500: pull model manifest: file does not exist).",
        ),
        (
            Reply::status(404, "", "not found"),
            Code::BadSetting,
            "doesn't understand the call (404: not found). Is it another kind of server?",
        ),
    ];
    for (reply, code, sentence) in cases {
        let (url, mut events) = pull(reply).await;
        let Some(PullEvent::Failed(error)) = events.pop() else { panic!("{events:?}") };
        assert_eq!((error.code, error.to_string()), (code, format!("{url} {sentence}")));
        assert!(events.iter().all(|event| !event.is_terminal()), "{events:?}");
    }
}

// B45
#[tokio::test]
async fn cancelling_or_dropping_closes_the_connection() {
    let begun = Reply::stream().piece("{\"status\":\"pulling\"}\n").then(Step::UntilClosed);
    for drops in [false, true] {
        let mut wire = Wire::start(vec![begun.clone()]).await;
        let cancel = CancellationToken::new();
        let mut stream = wire.connect(ProviderKind::Ollama).pull("small", cancel.clone());
        assert_eq!(stream.next().await, Some(progress("pulling", 0, 0)));
        if drops {
            drop(stream);
        } else {
            cancel.cancel();
            assert_eq!(stream.next().await, Some(PullEvent::Cancelled));
            assert_eq!(stream.next().await, None);
        }
        wire.client_closed().await;
    }
}
