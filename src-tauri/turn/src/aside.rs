//! Asking a model something besides the user's question: its receipt, and what it says.

use futures::StreamExt;
use models::{ChatRequest, CountKind, Provider, Role, StreamEvent, TokenCounter, Tokens, Usage};

use crate::{run::Turn, sentences};
use conversation::{
    Receipt, Result,
    context::{Budgets, ContextView, PartView, Segment},
};
use library::now;

/// How such a call came out.
pub(super) enum AsideOutcome {
    /// The model said this.
    Said { text: String, usage: Option<Usage> },
    /// The user stopped the turn.
    Cancelled,
    /// It failed, for this reason.
    Failed(String),
}

impl Turn {
    /// Keeps the receipt of a request, sends it, and reads the reply to its end. The labels say what the
    /// instructions and the other messages are. Whoever calls this ends the receipt.
    ///
    /// # Errors
    /// If the library fails; then nothing was sent.
    pub(super) async fn ask_aside(
        &self,
        provider: &dyn Provider,
        request: &ChatRequest,
        labels: [&str; 2],
        counter: &TokenCounter,
    ) -> Result<AsideOutcome> {
        let body = provider.body(request);
        let contents = request.messages.iter().map(|message| message.content.clone()).collect();
        let receipt = Receipt {
            answer: self.answer,
            created: now(),
            provider: provider.server().kind,
            server: provider.server().shown(),
            model: request.model.clone(),
            request: body.clone(),
            context: self.view_aside(request, labels, counter),
            usage: None,
            deleted_marks: Vec::new(),
            problems: Vec::new(),
            imported: false,
            cost: None,
        };
        self.library.begin_receipt(receipt, contents, None).await?;
        let mut stream = provider.chat(body, self.entered.cancel.clone());
        let mut text = String::new();
        Ok(loop {
            match stream.next().await {
                Some(StreamEvent::Text(piece)) => text.push_str(&piece),
                Some(StreamEvent::Done { usage, .. }) => break AsideOutcome::Said { text, usage },
                Some(StreamEvent::Cancelled) => break AsideOutcome::Cancelled,
                Some(StreamEvent::Failed(error)) => break AsideOutcome::Failed(error.message),
                Some(_) => {}
                None => break AsideOutcome::Failed(sentences::REPLY_BROKE_OFF.to_owned()),
            }
        })
    }

    /// The request as people see it.
    fn view_aside(
        &self,
        request: &ChatRequest,
        [instructions, rest]: [&str; 2],
        counter: &TokenCounter,
    ) -> ContextView {
        let (reserve, frame) = (self.settings.reserve, counter.frame());
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
                tokens: count.tokens,
                count: count.kind,
                text: message.content.clone(),
                call: None,
            });
        }
        let messages = u32::try_from(parts.len()).unwrap_or(u32::MAX);
        parts.push(PartView {
            segment: Segment::System,
            label: sentences::MESSAGE_FORMAT.to_owned(),
            origin: None,
            number: None,
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
            budgets: Budgets::with(request.window, self.settings.chat.shares),
            parts,
            cuts: Vec::new(),
            few_passages: None,
            total,
            free: Tokens(limit.saturating_sub(total.0)),
            compact: None,
            refusal: None,
        }
    }
}
