//! Asking the model, running the tools that it calls, and asking again.

use models::{ChatRequest, Model, Provider, Server, TokenCounter, Tokens};

use crate::{
    basis::{and_earlier, references_of},
    gather::Gathered,
    learning::learn,
    run::{Outcome, Turn},
    summing::Summed,
    tooling::{equip, run_calls},
    writing::{Ended, Writing, nothing_said},
};
use conversation::{Code, ContextView, Error, Receipt, Result};
use grounding::{
    context::{self, Assembly},
    references::Evidence,
};
use library::now;
use retrieval::blocking;

/// A turn asks its model at most so often. The last time no tool may be called.
const MODEL_CALLS: u32 = 6;

/// Maximum tokens that an answer is given on the user's own servers, thinking included.
const MAX_ANSWER: Tokens = Tokens(32_768);

impl Turn {
    pub(super) async fn ask_model(
        &self,
        gathered: Gathered,
        server: &Server,
        model: &Model,
        writing: &mut Writing,
    ) -> Result<Outcome> {
        writing.message.model = Some(model.name.clone());
        let settings = &self.settings.chat;
        let embedder = self.vault.meaning.as_ref().map(|meaning| meaning.embedder.clone());
        let counter = self.calibrations.counter(&model.name);
        let mut gathered =
            equip(gathered, model, settings, &self.toolbox, &counter, embedder).await?;
        if self.continued.is_some() {
            // What it said before a call would no longer be part of the answer.
            gathered.input.tools.clear();
        }
        self.tell_of_images(&gathered, model, writing);
        writing.problems.append(&mut gathered.sent);
        let steps = gathered.input.history.iter().flat_map(|turn| &turn.steps);
        let ids = steps.flat_map(|step| &step.calls).map(|call| call.id.clone());
        writing.earlier_calls = ids.collect();

        let failed = |error: models::Error| {
            let line = format!("{} ({}): {}", server.shown(), model.name, error.message);
            Error { tried: vec![line], ..error.into() }
        };
        let provider = server.connect_with(self.timing).map_err(failed)?;
        let mut evidence = Evidence::default();
        let mut may_summarise = settings.compact;
        let mut asked = 0;
        loop {
            gathered.input.last_call = !gathered.input.tools.is_empty() && asked + 1 == MODEL_CALLS;
            let (back, assembly) = assemble(gathered, counter.clone()).await?;
            gathered = back;
            if let Some(due) = assembly.view.compact.filter(|_| may_summarise) {
                may_summarise = false;
                let summed = self
                    .summarise(&mut gathered, due, &*provider, model, &counter, writing)
                    .await?;
                match summed {
                    Summed::Done => continue,
                    Summed::Cancelled => return Ok(Outcome::Cancelled),
                    Summed::Not => {}
                }
            }
            let Assembly { messages, view, used, considered, ledger } = assembly;
            let references = references_of(&gathered, used, considered, &evidence);
            let references = and_earlier(references, evidence.latest_references());
            evidence.add_references(references.clone());
            self.keep_references(references, writing).await?;
            if let Some(refusal) = view.refusal.clone() {
                writing.emit.context(view);
                return Err(Error::new(Code::DoesNotFit, refusal));
            }
            // What has a number keeps it, also if the next request has no room for it.
            gathered.input.ledger = ledger.clone();

            let mut request = ChatRequest::new(&model.name, messages, model.window.tokens);
            let tools = gathered.input.tools.iter().map(|offered| offered.tool.clone());
            request.tools = tools.collect();
            request.may_call = !request.tools.is_empty() && !gathered.input.last_call;
            let free = view.free;
            if !provider.limits_answers() {
                request.max_tokens = Some(longest_answer(view.reserve, free));
            }
            let body = self.keep_receipt(&*provider, &request, view, writing).await?;
            let stream = provider.chat(body, self.entered.cancel.clone());
            let ended = writing.read(stream, ledger.known().clone()).await;
            asked += 1;
            if let Some(usage) = writing.usage {
                learn(&self.library, counter.clone(), request.clone(), usage.prompt).await;
            }
            match ended {
                Ended::Done(calls) if !calls.is_empty() && request.may_call => {
                    let (usage, deleted, problems) = writing.take_report();
                    self.library.end_receipt(self.answer, usage, deleted, problems).await?;
                    let cancel = &self.entered.cancel;
                    let offered = &gathered.input.tools;
                    let round = run_calls(
                        writing,
                        &mut evidence,
                        &self.toolbox,
                        offered,
                        calls,
                        (free, cancel),
                    )
                    .await?;
                    gathered.input.rounds.push(round);
                    if cancel.is_cancelled() {
                        return Ok(Outcome::Cancelled);
                    }
                }
                ended => {
                    self.cite(writing).await;
                    return self.end(ended, &request, writing).map_err(failed_or(failed));
                }
            }
        }
    }

    /// Ends the answer as the model's last stream did.
    fn end(
        &self,
        ended: Ended,
        request: &ChatRequest,
        writing: &mut Writing,
    ) -> std::result::Result<Outcome, Ending> {
        match ended {
            Ended::Done(calls) => {
                if let Some(call) = calls.first() {
                    writing.notice(format!(
                        "The model wanted to call the tool “{}”, and no tool was to be called.",
                        call.name
                    ));
                }
                if writing.is_empty() {
                    let thought = !writing.message.thinking.is_empty();
                    return Err(Ending::Ours(nothing_said(&request.model, thought)));
                }
                Ok(Outcome::Complete)
            }
            Ended::Cancelled => Ok(Outcome::Cancelled),
            Ended::Failed(error) => {
                // The server may be gone, or have other models by now.
                self.models.forget();
                Err(Ending::Servers(error))
            }
        }
    }

    async fn cite(&self, writing: &mut Writing) {
        if let Err(error) = writing.cite().await {
            writing.notice(format!("Not all that the answer cites was found again: {error}"));
        }
    }

    /// Keeps the receipt of a call that is about to be made, tells of what it has, and gives the body
    /// to send.
    async fn keep_receipt(
        &self,
        provider: &dyn Provider,
        request: &ChatRequest,
        view: ContextView,
        writing: &mut Writing,
    ) -> Result<String> {
        let body = provider.body(request);
        let receipt = Receipt {
            answer: self.answer,
            created: now(),
            provider: provider.server().kind,
            server: provider.server().shown(),
            model: request.model.clone(),
            request: body.clone(),
            context: view.clone(),
            usage: None,
            deleted_marks: Vec::new(),
            problems: writing.problems.clone(),
            imported: false,
        };
        self.library.begin_receipt(receipt, contents(request)).await?;
        writing.message.has_receipt = true;
        writing.emit.context(view);
        Ok(body)
    }

    fn tell_of_images(&self, gathered: &Gathered, model: &Model, writing: &mut Writing) {
        let files = &gathered.input.attachments;
        if !gathered.input.vision && files.iter().any(|file| file.image.is_some()) {
            writing.notice(format!(
                "The model “{}” can't see images: it was told only that one is attached. Choose a \
                 model that sees to ask about it.",
                model.name
            ));
        }
    }
}

/// How long the answer may become, in tokens: what is left of the window, less an eighth for what was
/// counted too low, since some servers refuse a request that could overflow it.
fn longest_answer(reserve: Tokens, free: Tokens) -> Tokens {
    let left = reserve.0.saturating_add(free.0);
    Tokens((left - left / 8).clamp(1, MAX_ANSWER.0))
}

/// The texts of a request that others share: the library keeps each once.
fn contents(request: &ChatRequest) -> Vec<String> {
    let tools = request
        .tools
        .iter()
        .flat_map(|tool| [tool.description.clone(), tool.parameters.to_string()]);
    let messages = request.messages.iter().flat_map(|message| {
        let calls = message.tool_calls.iter().map(|call| call.arguments.clone());
        std::iter::once(message.content.clone()).chain(calls)
    });
    tools.chain(messages).collect()
}

/// Why an answer ended badly.
enum Ending {
    Servers(models::Error),
    Ours(Error),
}

fn failed_or(failed: impl Fn(models::Error) -> Error) -> impl Fn(Ending) -> Error {
    move |ending| match ending {
        Ending::Servers(error) => failed(error),
        Ending::Ours(error) => error,
    }
}

/// Builds the context off the async threads: counting a long text takes a while.
pub async fn assemble(gathered: Gathered, counter: TokenCounter) -> Result<(Gathered, Assembly)> {
    blocking(move || {
        let assembly = context::build(&gathered.input, &counter);
        Ok((gathered, assembly))
    })
    .await
}
