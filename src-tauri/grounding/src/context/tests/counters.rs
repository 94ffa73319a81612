//! Parts with real token counters.

use conversation::model::{CountKind, Frame, RequestSizes, Tokens};
use models::TokenCounter;

use super::{build, full, hit};

// B29
#[test]
fn parts_add_up_with_real_tokenizers() {
    for model in ["gpt-4o", "gpt-4"] {
        let counter = TokenCounter::for_model(model);
        let mut input = full();
        input.progress.hits.push(hit("Odd.md", 2, "\n\n  ]},{\"a\": 'll 123456 盐 👩‍🍳  \n"));
        input.progress.hits.push(hit("Odder.md", 2, "}\n\n\n"));
        let assembly = build(&input, &counter);
        let Frame { message, reply } = counter.frame();
        let texts: Tokens =
            assembly.messages.iter().map(|it| counter.count(&it.content).tokens).sum();
        let frames = Tokens(message.0 * assembly.messages.len() as u32 + reply.0);
        assert_eq!(assembly.view.total, texts + frames, "{model}");
    }
}

// B29
#[test]
fn parts_add_up_with_a_template_that_was_learned() {
    let counter = TokenCounter::for_model("a-model-of-this-test");
    let sent =
        |text, messages| RequestSizes { text: Tokens(text), messages, ..RequestSizes::default() };
    for (text, messages) in [(12, 2), (1_500, 9), (600, 3)] {
        let reported = Tokens(text * 5 / 4 + messages * 6 + 70);
        counter.learn_sent(sent(text, messages), reported);
    }
    let frame = counter.frame();
    assert!(frame.message > Frame::COOKBOOK.message && frame.reply > Frame::COOKBOOK.reply);
    let input = full();
    let assembly = build(&input, &counter);
    let parts: Tokens = assembly.view.parts.iter().map(|part| part.tokens).sum();
    assert_eq!(parts, assembly.view.total);
    let format = &assembly.view.parts[1];
    let messages = assembly.messages.len() as u32;
    assert_eq!(format.tokens, Tokens(frame.message.0 * messages + frame.reply.0));
    assert_eq!(format.count, CountKind::Calibrated);
}
