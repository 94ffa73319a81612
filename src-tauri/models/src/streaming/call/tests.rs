use std::pin::pin;

use futures::task::noop_waker;

use super::*;

struct Counter(usize);

impl Protocol for Counter {
    fn line(&mut self, line: &str, reply: &mut Reply) -> Result<(), Fault> {
        self.0 += 1;
        if !line.is_empty() {
            reply.content(&format!("{line} {}", self.0));
        }
        Ok(())
    }
}

/// Polls the reading of 10,000 such lines `turns` times without taking a piece. Returns the number of lines read.
fn read(text: &str, turns: usize) -> usize {
    let mut lines = Lines::default();
    lines.push(format!("{text}\n").repeat(10_000).as_bytes()).unwrap();
    let (mut sink, _pieces) = channel(PIECES_AHEAD);
    let mut reply = Reply::new(&Offer::default());
    let mut protocol = Counter(0);
    {
        let mut reading = pin!(read_lines(&mut lines, &mut protocol, &mut reply, &mut sink));
        let waker = noop_waker();
        let mut cx = Context::from_waker(&waker);
        for _ in 0..turns {
            let _ = reading.as_mut().poll(&mut cx);
        }
    }
    protocol.0
}

#[test]
fn reading_lets_others_work() {
    // Lines without text fill no channel.
    assert_eq!(read("", 1), LINES_AT_ONCE);
    assert_eq!(read("", 3), 3 * LINES_AT_ONCE);
}

#[test]
fn a_server_is_read_no_faster_than_its_reader_takes() {
    // The channel has one more place, for its sender.
    let most = (PIECES_AHEAD + 2) * LINES_AT_ONCE;
    let read = read("Rye.", 1_000);
    assert!(read > 0 && read <= most, "{read} of at most {most}");
}
