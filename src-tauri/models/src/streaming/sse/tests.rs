use super::*;
use crate::calls::Offer;

#[derive(Default)]
struct Counter(usize);

impl Payload for Counter {
    fn payload(&mut self, _value: &Value, reply: &mut Reply) -> Result<(), Fault> {
        self.0 += 1;
        reply.spoken = true;
        Ok(())
    }
}

/// Reads lines until one is refused. Returns the lines read, their events, and whether one was refused.
fn read<'a>(lines: impl Iterator<Item = &'a str>) -> (usize, usize, bool) {
    let mut events = Events::<Counter>::default();
    let mut reply = Reply::new(&Offer::default());
    let mut read = 0;
    for line in lines {
        read += 1;
        if events.line(line, &mut reply).is_err() {
            return (read, events.payload.0, true);
        }
    }
    let refused = events.end(&mut reply).is_err();
    (read, events.payload.0, refused)
}

#[test]
fn an_endless_event_takes_linear_time() {
    let endless = std::iter::once("data: [").chain(std::iter::repeat_n("data: 1,", 40_000));
    let bytes = effort::of(|| {
        assert_eq!(read(endless), (MAX_EVENT_LINES + 1, 0, true));
    });
    assert!(bytes <= 3 * MAX_EVENT_LINES, "{bytes}");

    // Within the limits every byte is read twice: for brackets, and as JSON.
    let event = std::iter::once("data: [").chain(std::iter::repeat_n("data: [[[[[[", 900));
    let length = 900 * 6;
    let bytes = effort::of(|| {
        assert_eq!(read(event), (901, 0, true));
    });
    assert!(bytes <= 3 * length, "{bytes} for {length}");

    let long = format!("data: {{\"a\":\"{}", "x".repeat(MAX_EVENT_BYTES));
    assert_eq!(read(std::iter::once(long.as_str())), (1, 0, true));
}

// Random bytes with line ends used to be read endlessly (security review N12).
#[test]
fn a_stream_without_events_is_refused() {
    let line = "x".repeat(1023);
    let (lines, events, refused) = read(std::iter::repeat_n(line.as_str(), 1_000_000));
    assert_eq!((lines, events, refused), (MAX_LINE_BYTES / 1024 + 1, 0, true));
}

#[test]
fn events_with_and_without_lines_between() {
    let whole = r#"data: {"a":"}{\"["}"#;
    assert_eq!(read([whole, whole, "", whole].into_iter()), (4, 3, false));
    assert_eq!(read(["data: {", "data: \"a\":[", "data: ]}", whole].into_iter()), (4, 2, false));
    assert_eq!(read(["data: [DONE]", whole].into_iter()), (2, 1, false));
    assert_eq!(read(["data: no", "data: JSON", ""].into_iter()), (3, 0, true));
}
