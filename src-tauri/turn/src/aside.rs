//! Asking a model something besides the user's question: its receipt, and what it says.

use futures::StreamExt;
use models::{
    ChatMessage, ChatRequest, CountKind, Model, Provider, Role, Server, StreamEvent, TokenCounter,
    Tokens, Usage,
};

use crate::{run::Turn, sentences, writing::AnswerWriter};
use conversation::{
    MessageId, Receipt, Reference, Result, Settings,
    context::{Budgets, ContextView, PartView, Segment},
};
use grounding::context::batch;
use library::now;

pub(super) enum AsideOutcome {
    Said { text: String, usage: Option<Usage> },
    Cancelled,
    Failed(models::Error),
}

/// Whom a question besides the user's is put to, and what that was.
pub(super) struct Respondent<'a> {
    pub(super) provider: &'a dyn Provider,
    pub(super) server: &'a Server,
    pub(super) model: &'a Model,
    pub(super) counter: &'a TokenCounter,
    pub(super) question: &'a str,
}

pub(super) fn longest_reply(model: &Model) -> Tokens {
    batch::longest_reply(model.capabilities.thinking.yes, model.window.tokens)
}

impl Turn {
    /// Asks the model once for something that the answer is made from, and counts what that took.
    pub(super) async fn ask(
        &self,
        asked: &Respondent<'_>,
        messages: Vec<ChatMessage>,
        labels: [&str; 2],
        references: Option<Vec<Reference>>,
        writing: &mut AnswerWriter,
    ) -> Result<AsideOutcome> {
        let request = ChatRequest {
            max_tokens: Some(longest_reply(asked.model)),
            ..ChatRequest::new(&asked.model.name, messages, asked.model.window.tokens)
        };
        let counted = request.messages.iter().map(|it| asked.counter.count(&it.content).tokens);
        let sent: Tokens = counted.sum();
        let aside =
            self.ask_aside(asked.provider, &request, labels, asked.counter, references).await?;
        writing.message.has_receipt = true;
        if let AsideOutcome::Said { text, usage } = &aside {
            let tokens = writing.message.tokens.get_or_insert_default();
            tokens.question = asked.counter.count(asked.question).tokens;
            match usage {
                Some(usage) => tokens.add(usage.prompt, Tokens(0), usage.completion, true),
                None => {
                    let wrote = asked.counter.count(text).tokens;
                    tokens.add(sent, Tokens(0), wrote, false);
                }
            }
        }
        Ok(aside)
    }

    /// Keeps the receipt of a request, sends it, and reads the reply to its end. The labels say what the
    /// instructions and the other messages are. In the same step `references`, if there are any, take the place of
    /// those of the answer. Whoever calls this ends the receipt.
    pub(super) async fn ask_aside(
        &self,
        provider: &dyn Provider,
        request: &ChatRequest,
        labels: [&str; 2],
        counter: &TokenCounter,
        references: Option<Vec<Reference>>,
    ) -> Result<AsideOutcome> {
        let (receipt, contents) =
            receipt_aside(self.answer, provider, request, labels, counter, &self.settings);
        let body = receipt.request.clone();
        self.library.begin_receipt(receipt, contents, references).await?;
        let mut stream = provider.chat(body, self.entered.cancel.clone());
        let mut text = String::new();
        Ok(loop {
            match stream.next().await {
                Some(StreamEvent::Text(piece)) => text.push_str(&piece),
                Some(StreamEvent::Done { usage, .. }) => break AsideOutcome::Said { text, usage },
                Some(StreamEvent::Cancelled) => break AsideOutcome::Cancelled,
                Some(StreamEvent::Failed(error)) => break AsideOutcome::Failed(error),
                Some(_) => {}
                None => {
                    break AsideOutcome::Failed(models::Error {
                        code: models::Code::BrokenStream,
                        message: sentences::REPLY_BROKE_OFF.to_string(),
                        retry_after: None,
                    });
                }
            }
        })
    }
}

/// The receipt of a call that asks something besides the user's question, and the long texts of its request.
/// The labels say what the instructions and the other messages are.
pub fn receipt_aside(
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
    }
}
