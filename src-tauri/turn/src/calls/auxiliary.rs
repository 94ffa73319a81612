//! Auxiliary calls: requests to a model other than those for the answer itself.

use futures::StreamExt;
use models::{
    ChatMessage, ChatRequest, CountKind, Model, Provider, Role, StreamEvent, TokenCounter, Tokens,
    Usage,
};

use crate::{
    sentences,
    stop::Reply,
    turn::{Connection, Turn},
    writer::AnswerWriter,
};
use conversation::{
    MessageId, Receipt, Reference, Result, Settings,
    context::{Budgets, ContextView, PartView, Segment},
};
use grounding::context::batch;
use library::now;

pub(crate) struct ReplyText {
    pub(crate) text: String,
    pub(crate) usage: Option<Usage>,
}

pub(crate) fn longest_reply(model: &Model) -> Tokens {
    batch::longest_reply(model.capabilities.thinking.yes, model.window.tokens)
}

/// Sends an auxiliary call for the answer to `question` by [`send`], and adds its tokens to the answer's.
pub(crate) async fn ask(
    turn: &Turn,
    to: &Connection<'_>,
    question: &str,
    messages: Vec<ChatMessage>,
    labels: [&str; 2],
    references: Option<Vec<Reference>>,
    writer: &mut AnswerWriter,
) -> Result<Reply<ReplyText>> {
    let Connection { model, counter, .. } = to;
    let request = ChatRequest {
        max_tokens: Some(longest_reply(model)),
        ..ChatRequest::new(&model.name, messages, model.window.tokens)
    };
    let sent: Tokens = request.messages.iter().map(|it| counter.count(&it.content).tokens).sum();
    let reply = send(turn, to, &request, labels, references).await?;
    writer.answer.has_receipt = true;
    if let Reply::Done(ReplyText { text, usage }) = &reply {
        let tokens = writer.answer.tokens.get_or_insert_default();
        tokens.question = counter.count(question).tokens;
        match usage {
            Some(usage) => tokens.add(usage.prompt, Tokens(0), usage.completion, true),
            None => tokens.add(sent, Tokens(0), counter.count(text).tokens, false),
        }
    }
    Ok(reply)
}

/// Stores the receipt of a request, sends it, and reads the reply to its end. `labels` name the instructions and the
/// other messages. `references`, if any, replace the answer's in the same transaction. The caller ends the receipt.
///
/// # Errors
/// If the library fails; then nothing was sent.
pub(crate) async fn send(
    turn: &Turn,
    to: &Connection<'_>,
    request: &ChatRequest,
    labels: [&str; 2],
    references: Option<Vec<Reference>>,
) -> Result<Reply<ReplyText>> {
    let (receipt, contents) =
        auxiliary_receipt(turn.answer, &*to.provider, request, labels, &to.counter, &turn.settings);
    let body = receipt.request.clone();
    turn.library.begin_receipt(receipt, contents, references).await?;
    let mut stream = to.provider.chat(body, turn.entered.cancel.clone());
    let mut text = String::new();
    Ok(loop {
        match stream.next().await {
            Some(StreamEvent::Text(piece)) => text.push_str(&piece),
            Some(StreamEvent::Done { usage, .. }) => break Reply::Done(ReplyText { text, usage }),
            Some(StreamEvent::Cancelled) => break Reply::Cancelled,
            Some(StreamEvent::Failed(error)) => break Reply::Failed(error),
            Some(_) => {}
            None => {
                let code = models::Code::BrokenStream;
                break Reply::Failed(models::Error::new(code, sentences::REPLY_BROKE_OFF));
            }
        }
    })
}

/// The receipt of an auxiliary call, and the texts of its request. `labels` name the instructions and the other
/// messages.
pub fn auxiliary_receipt(
    answer: MessageId,
    provider: &dyn Provider,
    request: &ChatRequest,
    labels: [&str; 2],
    counter: &TokenCounter,
    settings: &Settings,
) -> (Receipt, Vec<String>) {
    let receipt = Receipt {
        answer,
        created: now(),
        provider: provider.server().kind,
        server: provider.server().shown(),
        model: request.model.clone(),
        request: provider.body(request),
        context: view(request, labels, counter, settings),
        usage: None,
        deleted_marks: Vec::new(),
        problems: Vec::new(),
        imported: false,
        cost: None,
    };
    (receipt, request.messages.iter().map(|message| message.content.clone()).collect())
}

fn view(
    request: &ChatRequest,
    [instructions, rest]: [&str; 2],
    counter: &TokenCounter,
    settings: &Settings,
) -> ContextView {
    let (reserve, frame) = (settings.reserve, counter.frame());
    let mut parts: Vec<PartView> = Vec::new();
    for message in &request.messages {
        let count = counter.count(&message.content);
        let (segment, label) = match message.role {
            Role::System => (Segment::System, instructions),
            _ => (Segment::Messages, rest),
        };
        parts.push(PartView {
            segment,
            label: label.to_owned(),
            origin: None,
            number: None,
            item: None,
            tokens: count.tokens,
            count: count.kind,
            text: message.content.clone(),
            call: None,
        });
    }
    let messages = u32::try_from(parts.len()).unwrap_or(u32::MAX);
    parts.push(PartView {
        segment: Segment::System,
        label: sentences::MESSAGE_FORMAT.to_string(),
        origin: None,
        number: None,
        item: None,
        tokens: Tokens(frame.message.0.saturating_mul(messages)) + frame.reply,
        count: CountKind::Estimated,
        text: String::new(),
        call: None,
    });
    let total: Tokens = parts.iter().map(|part| part.tokens).sum();
    let limit = request.window.0.saturating_sub(reserve.0);
    ContextView {
        window: request.window,
        reserve,
        budgets: Budgets::with(request.window, settings.chat.shares),
        parts,
        cuts: Vec::new(),
        few_passages: None,
        lent: Tokens(0),
        total,
        free: Tokens(limit.saturating_sub(total.0)),
        compact: None,
        refusal: None,
        searched_for: None,
        auxiliary: true,
    }
}
