use proptest::prelude::*;
use serde_json::json;

use super::*;
use crate::tokens::Calibrations;
use conversation::model::{Image, ImageFormat, Role, ToolCall};

/// A model: its tokens for one of o200k's, and its template's additions.
#[derive(Debug, Clone, Copy)]
struct Teacher {
    ratio: f64,
    message: u32,
    reply: u32,
}

impl Teacher {
    fn count(&self, sent: &RequestSizes) -> Tokens {
        let text = scaled(Tokens(sent.text.0 + sent.tools.0), self.ratio);
        Tokens(text.0 + self.message * sent.messages + self.reply + sent.images.0)
    }
}

fn counter() -> TokenCounter {
    TokenCounter::for_model("a-model")
}

fn text(tokens: u32, messages: u32) -> RequestSizes {
    RequestSizes { text: Tokens(tokens), messages, ..RequestSizes::default() }
}

fn estimate(counter: &TokenCounter, sent: &RequestSizes) -> f64 {
    let figures = counter.figures().unwrap();
    let frame = counter.frame();
    let text = scaled(sent.text, figures.ratio());
    f64::from(text.0 + frame.message.0 * sent.messages + frame.reply.0)
}

fn off(counter: &TokenCounter, teacher: &Teacher, sent: &RequestSizes) -> f64 {
    let truth = f64::from(teacher.count(sent).0);
    (estimate(counter, sent) - truth).abs() / truth
}

/// The count of a request that has only texts; a frame that wasn't learned is an estimate.
fn counted(counter: &TokenCounter, request: &ChatRequest) -> TokenCount {
    let Frame { message, reply } = counter.frame();
    let kind = match counter.figures() {
        Some(_) => CountKind::Calibrated,
        None => CountKind::Estimated,
    };
    let texts = request.messages.iter().map(|it| counter.count(&it.content));
    let frames = Tokens(message.0 * request.messages.len() as u32 + reply.0);
    let count = |TokenCount { tokens, kind }, one: TokenCount| TokenCount {
        tokens: tokens + one.tokens,
        kind: one.kind.max(kind),
    };
    texts.fold(TokenCount { tokens: frames, kind }, count)
}

fn request(paragraphs: usize) -> ChatRequest {
    let text = "Rye keeps for a week, because its bran holds water. ".repeat(paragraphs);
    let messages = [
        (Role::System, "Answer from the notes, and cite them by number. ".repeat(6)),
        (Role::User, text),
    ];
    let messages = messages.map(|(role, content)| ChatMessage::text(role, content));
    ChatRequest::new("m", messages.into(), Tokens(8_192))
}

// B33
#[test]
fn after_one_report_the_next_estimate_is_within_three_percent() {
    // The templates of ChatML, Llama 3, Gemma, OpenAI's cookbook and plain `[INST]`.
    let templates =
        [("chatml", 5, 3), ("llama", 5, 5), ("gemma", 5, 4), ("gpt", 4, 3), ("inst", 3, 1)];
    for (name, message, reply) in templates {
        for ratio in [0.8, 1.0, 1.25, 2.0] {
            let teacher = Teacher { ratio, message, reply };
            let counter = counter();
            let first = request(40);
            assert_eq!(counted(&counter, &first).kind, CountKind::Estimated);
            counter.learn(&first, teacher.count(&counter.measure(&first)));
            for paragraphs in [15, 38, 100, 1_000] {
                let next = request(paragraphs);
                let truth = teacher.count(&counter.measure(&next)).0;
                let TokenCount { tokens, kind } = counted(&counter, &next);
                assert_eq!(kind, CountKind::Calibrated);
                assert!(
                    tokens.0.abs_diff(truth) * 100 <= truth * 3,
                    "{name} {ratio}: {tokens} for {truth} at {paragraphs}"
                );
            }
        }
    }
    assert_eq!(counter().learned(), None);
    assert_eq!(counter().frame(), Frame::COOKBOOK);
}

#[test]
fn counters_of_one_model_share_reports_and_others_do_not() {
    let calibrations = Calibrations::default();
    calibrations.counter("a-model").learn_sent(text(1_000, 3), Tokens(1_300));
    let learned = calibrations.clone().counter(" a-model").learned();
    assert_eq!(learned.unwrap().reports.len(), 1);
    assert_eq!(calibrations.counter("another").learned(), None);
    assert_eq!(Calibrations::default().counter("a-model").learned(), None);
    assert_eq!(counter().learned(), None);
}

#[test]
fn a_short_report_teaches_the_template_and_a_long_one_the_text() {
    // gpt-oss puts some 70 tokens before everything.
    let teacher = Teacher { ratio: 1.05, message: 4, reply: 70 };
    let counter = counter();
    let short = text(12, 2);
    counter.learn_sent(short, teacher.count(&short));
    let first = counter.ratio().unwrap();
    assert!((0.9..1.4).contains(&first), "the template isn't taken for text: {first}");
    let long = text(2_000, 5);
    counter.learn_sent(long, teacher.count(&long));
    for sent in [text(20, 2), text(500, 3), text(6_000, 9)] {
        let off = off(&counter, &teacher, &sent);
        assert!(off <= 0.03, "{off} at {sent:?}: {:?}", counter.figures());
    }
}

#[test]
fn the_ratio_follows_a_change_of_the_server() {
    let counter = counter();
    let sent = text(1_000, 4);
    for ratio in [1.0, 1.0, 1.0, 1.6, 1.6, 1.6, 1.6] {
        counter.learn_sent(sent, Teacher { ratio, message: 4, reply: 3 }.count(&sent));
    }
    let ratio = counter.ratio().unwrap();
    assert!((1.5..1.65).contains(&ratio), "{ratio}");
}

#[test]
fn counts_without_the_cached_tokens_are_ignored() {
    let counter = counter();
    let teacher = Teacher { ratio: 1.1, message: 5, reply: 3 };
    let mut sent = text(1_000, 2);
    counter.learn_sent(sent, teacher.count(&sent));
    let before = counter.learned();
    // The server counts only new tokens.
    for new in [500, 800, 640, 200, 900] {
        sent = text(sent.text.0 + new, sent.messages + 2);
        counter.learn_sent(sent, Tokens(new));
    }
    assert_eq!(counter.learned(), before);
    // Agreeing reports reveal another model behind the name.
    let other = Teacher { ratio: 0.7, message: 5, reply: 3 };
    for size in [900, 1_500, 700] {
        counter.learn_sent(text(size, 3), other.count(&text(size, 3)));
    }
    let ratio = counter.ratio().unwrap();
    assert!((0.68..0.72).contains(&ratio), "{ratio}");
}

#[test]
fn reports_that_no_tokenizer_gives_are_not_believed() {
    let counter = counter();
    for (ours, reported) in [(1_000, 3), (1_000, 90_000), (0, 50), (50, 0), (50, u32::MAX)] {
        counter.learn_sent(text(ours, 2), Tokens(reported));
        assert_eq!(counter.learned(), None, "{ours} {reported}");
    }
    let report = |ours, reported| CountReport { sent: text(ours, 2), reported: Tokens(reported) };
    counter.start_from(CountReports { reports: vec![report(1_000, 3)] });
    assert_eq!(counter.learned(), None);
    let learned = CountReports { reports: vec![report(1_000, 3), report(1_000, 1_511)] };
    counter.start_from(learned);
    assert_eq!(counter.learned().unwrap().reports.len(), 1);
    assert_eq!(counter.count("hello world").tokens, Tokens(3));
}

#[test]
fn token_reports_survive_a_restart() {
    let teacher = Teacher { ratio: 1.3, message: 6, reply: 20 };
    let (first, second) = (counter(), counter());
    for size in [100, 900, 3_000, 50, 400, 70, 2_000, 640, 1_000, 120] {
        first.learn_sent(text(size, 3), teacher.count(&text(size, 3)));
    }
    let kept = serde_json::to_string(&first.learned()).unwrap();
    let learned: CountReports = serde_json::from_str(&kept).unwrap();
    assert_eq!(learned.reports.len(), 8);
    second.start_from(learned);
    assert_eq!(second.figures(), first.figures());
    second.start_from(first.learned().unwrap());
    assert_eq!(second.learned(), first.learned(), "nothing is taken twice");
    // This run's own reports stay, and are newer.
    second.learn_sent(text(500, 2), Tokens(700));
    second.start_from(first.learned().unwrap());
    assert_eq!(second.learned().unwrap().reports.last().unwrap().reported, Tokens(700));
}

#[test]
fn a_model_with_its_own_tokenizer_learns_its_template_only() {
    let counter = TokenCounter::for_model("gpt-4o-learning");
    counter.learn_sent(text(10, 2), Tokens(10 + 2 * 9 + 40));
    assert_eq!(counter.count("hello world").kind, CountKind::Exact);
    assert_eq!(counter.count("hello world").tokens, Tokens(2));
    assert_eq!(counter.ratio(), Some(1.0));
    let Frame { message, reply } = counter.frame();
    assert!((66..=70).contains(&(10 + 2 * message.0 + reply.0)), "{message} {reply}");
    assert_eq!(TokenCounter::for_encoding(Encoding::R50k).learned(), None);
}

#[test]
fn a_name_that_promises_another_tokenizer_is_seen_through() {
    let counter = TokenCounter::for_model("gpt-4o-2024-05-13");
    assert_eq!(counter.count("rye").kind, CountKind::Exact);
    // Neither a template of any size nor a short request is proof.
    counter.learn_sent(text(1_000, 3), Tokens(1_090));
    counter.learn_sent(text(100, 3), Tokens(200));
    assert_eq!(counter.count("rye").kind, CountKind::Exact);
    counter.learn_sent(text(2_000, 3), Tokens(2_500));
    let counted = counter.count(&"Rye keeps for a week. ".repeat(100));
    assert_eq!(counted.kind, CountKind::Calibrated);
    assert!(counter.ratio().unwrap() > 1.1, "{:?}", counter.ratio());
}

#[test]
fn the_ratio_of_a_request_fits_each_of_its_parts() {
    let tool = Tool {
        name: "find_notes".to_owned(),
        description: "Finds notes by words.".to_owned(),
        parameters: json!({ "type": "object", "properties": { "query": { "type": "string" } } }),
    };
    let image = Image { format: ImageFormat::Png, width: 1024, height: 768, bytes: [].into() };
    let call = ToolCall {
        id: "1".to_owned(),
        name: "find_notes".to_owned(),
        arguments: r#"{"query":"rye"}"#.to_owned(),
    };
    let mut request = request(3);
    request.messages[1].images.push(image);
    request.messages.push(ChatMessage::calling("I look.", vec![call.clone()]));
    request.messages.push(ChatMessage::result(&call, "Nothing."));
    request.tools.push(tool);
    let parts = |counter: &TokenCounter| {
        let frame = counter.frame();
        let count = |text: &str| counter.count(text).tokens.0;
        let texts: u32 = request.messages.iter().map(|message| count(&message.content)).sum();
        let parts = [
            texts,
            count("find_notes") + count(r#"{"query":"rye"}"#),
            counter.count_image(1024, 768).tokens.0,
            counter.count_tools(&request.tools).tokens.0,
            frame.message.0 * 4 + frame.reply.0,
        ];
        assert!(parts.iter().all(|part| *part > 0), "{parts:?}");
        parts
    };
    let counter = counter();
    let before = parts(&counter);
    assert_eq!(before[2], 3104);
    // The form in the body.
    let sent = r#"[{"type":"function","function":{"name":"find_notes","description":"Finds notes by words.","parameters":{"type":"object","properties":{"query":{"type":"string"}}}}}]"#;
    assert_eq!(counter.count_tools(&request.tools).tokens, counter.count(sent).tokens);
    assert_eq!(counter.count_tools(&[]).tokens, Tokens(0));

    // This server counts 300 tokens for an image of 3,104 by the default rule, and more for its tools than was sent.
    // Neither counts as text.
    let sent = counter.measure(&request);
    counter.learn(&request, Tokens(sent.text.0 + 300 + sent.tools.0 + 60 + 4 * 5 + 3));
    let after = parts(&counter);
    assert!(after[0].abs_diff(before[0]) * 5 < before[0], "{before:?} {after:?}");
    let total: u32 = after.iter().sum();
    let truth = sent.text.0 + 300 + sent.tools.0 + 60 + 4 * 5 + 3;
    assert!(total.abs_diff(truth) * 20 < truth, "{total} for {truth}: {after:?}");
}

#[test]
fn a_failing_tokenizer_stays_labelled() {
    let counter = counter();
    counter.learn_sent(text(1_000, 2), Tokens(2_000));
    let count = counter.count(&"word ".repeat(crate::tokens::LONGEST_TEXT / 5 + 1));
    assert_eq!(count.kind, CountKind::Approximate);
}

fn any_teacher() -> impl Strategy<Value = Teacher> {
    (0.85..2.2, 3_u32..9, 0_u32..80).prop_map(|(ratio, message, reply)| Teacher {
        ratio,
        message,
        reply,
    })
}

proptest! {
    #[test]
    fn one_report_of_a_usual_template_is_enough(
        ratio in 0.7..2.2,
        message in 4_u32..6,
        reply in 1_u32..6,
        first in 400_u32..6_000,
        times in 0.5..10.0,
        messages in 2_u32..6,
    ) {
        let teacher = Teacher { ratio, message, reply };
        let counter = counter();
        let sent = text(first, messages);
        counter.learn_sent(sent, teacher.count(&sent));
        let next = text(scaled(sent.text, times).0, messages);
        let off = off(&counter, &teacher, &next);
        prop_assert!(off <= 0.03, "{} {:?}", off, counter.figures());
    }

    #[test]
    fn three_reports_improve_the_estimate(
        teacher in any_teacher(),
        sizes in [60_u32..200, 500..1_500, 2_000..6_000],
        messages in [2_u32..4, 4..7, 7..14],
        next in (2_u32..9, 60_u32..1_000),
    ) {
        let counter = counter();
        for (size, messages) in sizes.into_iter().zip(messages) {
            let sent = text(size, messages);
            counter.learn_sent(sent, teacher.count(&sent));
        }
        let next = text(next.0 * next.1, next.0);
        let truth = f64::from(teacher.count(&next).0);
        let off = (estimate(&counter, &next) - truth).abs();
        // Three percent, and thirty tokens for a short request, whose frame hardly differs from its text.
        prop_assert!(off <= (truth * 0.03).max(30.0), "{} of {} {:?}", off, truth, counter.figures());
    }

    #[test]
    fn whatever_is_reported_the_figures_stay_believable(
        reports in prop::collection::vec(
            (any::<u32>(), 0_u32..100_000, 0_u32..20_000, 0_u32..20_000, 0_u32..200, any::<bool>()),
            1..20,
        ),
        short in 1_u32..50_000,
    ) {
        let counter = counter();
        for (any, text, tools, images, messages, wild) in reports {
            let sent = RequestSizes { text: Tokens(text), tools: Tokens(tools), images: Tokens(images), messages };
            let around = (text + tools + images).max(1);
            counter.learn_sent(sent, Tokens(if wild { any } else { any % (around * 5) }));
        }
        if let Some(figures) = counter.figures() {
            prop_assert!((0.4..=4.0).contains(&figures.ratio()), "{:?}", figures);
            prop_assert!((0.0..=7.0).contains(&figures.tools()), "{:?}", figures);
            prop_assert!((0.02..=4.0).contains(&figures.images()), "{:?}", figures);
            let frame = counter.frame();
            prop_assert!(frame.message.0 <= 40 && frame.reply.0 <= 600, "{:?}", frame);
        }
        // Calibrated counts are monotonic, and never zero for something.
        let figures = counter.figures().unwrap_or(Figures::PRIOR);
        let count = |tokens| {
            let raw = TokenCount { tokens: Tokens(tokens), kind: CountKind::Estimated };
            times(raw, figures.ratio()).tokens
        };
        prop_assert!(count(short) <= count(short + 1));
        prop_assert!(count(1).0 >= 1);
        prop_assert_eq!(count(0), Tokens(0));
    }
}
