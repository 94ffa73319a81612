//! Properties of any server's answer and any model's text. The fuzz targets (`fuzz/` at the root) check them with
//! libFuzzer's input, the tests below with the targets' seeds and proptest's input.

#[cfg(test)]
mod tests;

use crate::calls::{CallFinder, Fragment, Offer};
use crate::protocols::{Chunks, JsonLines, Message};
use crate::streaming::{AnswerPart, Events, Fault, Lines, Protocol, Reply};

/// An answer doesn't depend on how the network cuts it, in any protocol.
pub fn stream(bytes: &[u8]) {
    let protocols: [fn() -> Box<dyn Protocol>; 3] = [
        || Box::<Events<Chunks>>::default(),
        || Box::<Events<Message>>::default(),
        || Box::new(JsonLines),
    ];
    for protocol in protocols {
        let whole = answer(&mut *protocol(), [bytes].into_iter());
        for size in [1, 3, 64] {
            let cut = answer(&mut *protocol(), bytes.chunks(size));
            assert_eq!(cut, whole, "in pieces of {size} bytes");
        }
    }
}

/// The calls found in a model's text don't depend on the pieces in which it arrives. If no tool of these names is
/// offered, the whole text stays text.
pub fn calls(text: &str) {
    let whole = found(&["find_notes", "now"], [text].into_iter());
    for size in [1, 3, 64] {
        let cut = found(&["find_notes", "now"], pieces(text, size));
        assert_eq!(cut, whole, "{text:?} in pieces of {size} characters");
    }
    for part in &whole {
        if let Fragment::Call { name, arguments } = part {
            assert!(["find_notes", "now"].contains(&&**name), "{name:?} in {text:?}");
            let is_object = serde_json::from_str::<serde_json::Value>(arguments)
                .is_ok_and(|value| value.is_object());
            assert!(arguments.is_empty() || is_object, "{arguments:?} in {text:?}");
        }
    }
    for offered in [&[][..], &["a name that no text has \u{0}"]] {
        let text_alone = found(offered, pieces(text, 3));
        let expect: &[Fragment] = &[Fragment::Text(text.to_owned())];
        assert_eq!(text_alone, if text.is_empty() { &[] } else { expect });
    }
}

fn pieces(text: &str, characters: usize) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let end = rest.char_indices().nth(characters).map_or(rest.len(), |(at, _)| at);
        let (piece, after) = rest.split_at(end);
        rest = after;
        (!piece.is_empty()).then_some(piece)
    })
}

/// The fragments of a text while `tools` are offered, with neighbouring texts joined.
fn found<'a>(tools: &[&str], pieces: impl Iterator<Item = &'a str>) -> Vec<Fragment> {
    let names = tools.iter().map(|name| (*name).to_owned()).collect();
    let mut finder = CallFinder::new(&Offer { names, callable: true, ..Offer::default() });
    let mut found: Vec<Fragment> = Vec::new();
    let mut out = |fragment| match (found.last_mut(), fragment) {
        (Some(Fragment::Text(before)), Fragment::Text(text)) => before.push_str(&text),
        (_, fragment) => found.push(fragment),
    };
    for piece in pieces {
        finder.push(piece, &mut out);
    }
    finder.end(&mut out);
    found
}

/// The parts of an answer as lines, with neighbours of one kind joined, and its end or error as the last line.
fn answer<'a>(protocol: &mut dyn Protocol, chunks: impl Iterator<Item = &'a [u8]>) -> Vec<String> {
    let names = ["find_notes", "now"].map(str::to_owned).to_vec();
    let mut reply = Reply::new(&Offer { names, callable: true, ..Offer::default() });
    let ending = read(protocol, chunks, &mut reply);
    reply.flush(ending.is_ok());
    let finish = ending.is_ok().then(|| reply.conclude());
    let mut parts: Vec<(&str, String)> = Vec::new();
    while let Some(part) = reply.next() {
        let (kind, text) = match part {
            AnswerPart::Text(text) => ("text", text),
            AnswerPart::Thinking(text) => ("thinking", text),
            AnswerPart::Call(call) => {
                ("call", format!("{} {} {}", call.id, call.name, call.arguments))
            }
            AnswerPart::Waiting { .. } | AnswerPart::Reading { .. } | AnswerPart::Notice(_) => {
                continue;
            }
        };
        match parts.last_mut() {
            Some((before, said)) if *before == kind && kind != "call" => said.push_str(&text),
            _ => parts.push((kind, text)),
        }
    }
    let ending = match ending {
        Ok(()) => format!("{finish:?} {:?}", reply.usage),
        Err(Fault::Garbage(said)) => format!("no answer: {said}"),
        Err(Fault::Refusal(refusal)) => format!("refused: {refusal:?}"),
    };
    parts.into_iter().map(|(kind, text)| format!("{kind}: {text}")).chain([ending]).collect()
}

fn read<'a>(
    protocol: &mut dyn Protocol,
    chunks: impl Iterator<Item = &'a [u8]>,
    reply: &mut Reply,
) -> Result<(), Fault> {
    let mut lines = Lines::default();
    for chunk in chunks {
        if lines.push(chunk).is_err() {
            return Err(Fault::Garbage("too long".to_owned()));
        }
        while !reply.is_over()
            && let Some(line) = lines.next()
        {
            protocol.line(&line, reply)?;
        }
        if reply.is_over() {
            return Ok(());
        }
    }
    if let Some(line) = lines.rest() {
        protocol.line(&line, reply)?;
    }
    protocol.end(reply)
}
