//! Talks with the answering model: asks it, runs its calls of tools, and asks again.

use models::{ChatRequest, Model, ProviderKind, Server, Tokens, ToolCall};

use crate::{
    calibrations::learn,
    calls::{summary::summarise, tools::run_calls},
    closest::closest_sentence,
    event::TurnEvent,
    fit::{Brief, equip},
    gather::Material,
    references::{and_earlier, coverage, references_of},
    sentences,
    stop::{Outcome, Reply, Stop},
    task::store_references,
    turn::{Connection, Turn},
    writer::{Abstention, AnswerWriter, redraft::Redraft, screen::Screen},
};
use conversation::{
    Code, ContextView, Error, Mode, Receipt, Reference, Result, Segment, context::Compactable,
    settings::Judge,
};
use grounding::{
    context::{self, Assembly, reply_language},
    references::{Evidence, Piece},
};
use library::now;

/// Maximum model calls in a turn, or in a step of a plan. The last one may call no tool.
pub(crate) const MODEL_CALLS: u32 = 6;

/// Maximum tokens of an answer, thinking included, where the provider sets no limit itself.
const MAX_ANSWER: Tokens = Tokens(32_768);

pub(crate) struct Talk<'a> {
    pub(crate) turn: &'a Turn,
    pub(crate) to: Connection<'a>,
    pub(crate) brief: Brief,
    evidence: Evidence,
    may_summarise: bool,
}

impl<'a> Talk<'a> {
    pub(crate) async fn new(
        turn: &'a Turn,
        material: Material,
        (server, model): (&'a Server, &'a Model),
        writer: &mut AnswerWriter,
    ) -> Result<Self> {
        writer.answer.model = Some(model.name.clone());
        let embedder = turn.vault.meaning.as_ref().map(|meaning| meaning.embedder.clone());
        let counter = turn.calibrations.counter(&model.name);
        let reading = turn.models.reading(server, model).await;
        let (settings, toolbox) = (&turn.settings, &turn.toolbox);
        let mut brief =
            equip(material, model, settings, toolbox, &counter, embedder, reading).await?;
        let goes_on = turn.goes_on_writing();
        let fit = std::sync::Arc::make_mut(&mut brief.fit);
        if goes_on || writer.answer.survey.is_some() {
            // A continued answer must not lose its text to a step, and after a survey nothing is left to search.
            fit.offer_no_tools();
        }
        if goes_on {
            // A reminder to answer the question would make the model start over.
            fit.reminder = None;
        }
        let has_image = brief.material.basis.attachments.iter().any(|file| file.image.is_some());
        if !brief.fit.vision && has_image {
            writer.notice(sentences::no_images(&model.name));
        }
        // A follow-up may rest on earlier answers.
        let rests_on_passages = !goes_on
            && !brief.material.follows
            && brief.material.basis.mode == Mode::Notes
            && brief.material.basis.attachments.is_empty();
        writer.abstention = (brief.fit.small && rests_on_passages).then(|| {
            let material = &brief.material;
            let language = reply_language(&material.basis, &material.progress.earlier);
            let text = context::not_in_notes(context::NOT_IN_NOTES, language).to_owned();
            Abstention { text, searched_for: material.searched_for() }
        });
        writer.report.problems.append(&mut brief.material.sent);
        writer.report.problems.append(&mut turn.entered.sent());
        let steps = brief.material.progress.earlier.turns.iter().flat_map(|turn| &turn.steps);
        let ids = steps.flat_map(|step| &step.calls).map(|call| call.id.clone());
        writer.earlier_calls = ids.collect();
        let (to, evidence) = (turn.connect(server, model)?, Evidence::of(&writer.answer));
        Ok(Self { turn, to, brief, evidence, may_summarise: settings.chat.compact })
    }

    pub(crate) async fn answer(&mut self, writer: &mut AnswerWriter) -> Outcome {
        let is_last = |_: &AnswerWriter, asked| asked + 1 == MODEL_CALLS;
        let reply = self.converse(&is_last, writer).await?;
        self.close(reply, writer).await
    }

    /// Asks the model, runs its tools, and asks again until it calls none. `is_last` gets the number of calls so far
    /// and decides whether the next one may call no tool. Returns the last reply's calls, which don't run.
    pub(crate) async fn converse(
        &mut self,
        is_last: &(dyn Fn(&AnswerWriter, u32) -> bool + Sync),
        writer: &mut AnswerWriter,
    ) -> Outcome<Reply<Vec<ToolCall>>> {
        let turn = self.turn;
        let cancel = &turn.entered.cancel;
        let mut asked = 0;
        loop {
            let last_call = !self.brief.fit.tools.is_empty() && is_last(writer, asked);
            self.brief.progress().last_call = last_call;
            let assembly = self.brief.assemble(self.to.counter.clone()).await?;
            if let Some(due) = assembly.view.compact {
                match self.summarise(due, writer).await {
                    Ok(true) => continue,
                    Ok(false) => {}
                    Err(Stop::Cancelled) => return Ok(Reply::Cancelled),
                    Err(stop) => return Err(stop),
                }
            }
            let (request, sent) = self.send(assembly, asked, writer).await?;
            let own = self.brief.own_sentences(request.messages.clone()).await?;
            let stream = self.to.provider.chat(sent.body, cancel.clone());
            let notices = writer.answer.notices.len();
            let known = self.brief.material.progress.ledger.known();
            // Small models often claim that the notes don't answer although they do. Such a model is asked again with
            // the closest sentence.
            let may_translate = self.brief.fit.small
                && self.brief.material.progress.work.is_none()
                && writer.is_empty();
            let is_first = asked == 0 && may_translate;
            let withheld: &[&str] = if may_translate { &context::NOT_IN_NOTES_FORMS } else { &[] };
            writer.redraft = self.may_redraft(writer).then(|| Redraft {
                provider: self.to.provider.clone(),
                request: request.clone(),
                known: known.clone(),
                own: own.clone(),
                references: writer.answer.references.clone(),
            });
            let reply = writer.read(stream, known, withheld, Screen::new(own)).await;
            let question = self.brief.material.basis.question.clone();
            writer.count_call(&self.to.counter, &question, sent.total, sent.tools);
            if writer.answer.notices.len() > notices {
                // The model's window may have changed since it was listed.
                turn.models.forget();
            }
            asked += 1;
            let may_call = request.may_call;
            if let Some(usage) = writer.report.usage {
                let learning = learn(self.to.counter.clone(), request, usage.prompt);
                writer.report.learned = writer.wait_for(learning).await;
            }
            if is_first
                && writer.is_empty()
                && !cancel.is_cancelled()
                && let Some(why) = writer.take_ended()
            {
                // It broke off before the first word, for example because it repeated its instructions.
                writer.report.problems.push(why.to_string());
                self.brief.progress().overlooked = closest_sentence(turn, writer, &question).await;
                writer.keep_report().await?;
                continue;
            }
            if let Some(said) = writer.take_withheld() {
                let closest = match is_first {
                    true => closest_sentence(turn, writer, &question).await,
                    false => None,
                };
                let asks_again = closest.is_some() && !cancel.is_cancelled();
                if is_first {
                    self.brief.progress().overlooked = closest;
                }
                if asks_again {
                    writer.keep_report().await?;
                    continue;
                }
                let material = &self.brief.material;
                let language = reply_language(&material.basis, &material.progress.earlier);
                writer.show(Piece::Text(context::not_in_notes(&said, language).to_owned()));
            }
            match reply {
                Reply::Done(calls) if !calls.is_empty() && may_call => {
                    self.run_calls(calls, sent.free, writer).await?;
                    if cancel.is_cancelled() {
                        return Ok(Reply::Cancelled);
                    }
                }
                reply => {
                    if context::says_not_in_notes(writer.text()) {
                        writer.answer.searched_for = self.brief.material.searched_for();
                    }
                    return Ok(reply);
                }
            }
        }
    }

    /// True if another draft of the answer costs only its own tokens, because the engine has read the request. A
    /// judge's requests would replace it there.
    fn may_redraft(&self, writer: &AnswerWriter) -> bool {
        let (material, settings) = (&self.brief.material, &self.turn.settings);
        self.brief.fit.small
            && self.to.server.kind == ProviderKind::Engine
            && settings.check.judge == Judge::Off
            && material.basis.mode == Mode::Notes
            // Without a search, the question only rephrases the last answer.
            && material.searched
            && writer.answer.survey.is_none()
            && writer.answer.work.is_none()
            && writer.is_empty()
    }

    /// Summarises the oldest turns, at most once in a turn. Returns whether there is a summary.
    async fn summarise(&mut self, due: Compactable, writer: &mut AnswerWriter) -> Outcome<bool> {
        if !std::mem::replace(&mut self.may_summarise, false) {
            return Ok(false);
        }
        summarise(self.turn, &self.to, &mut self.brief, due, writer).await
    }

    /// Makes the next request, stores its receipt and the answer's references, and announces both.
    async fn send(
        &mut self,
        assembly: Assembly,
        asked: u32,
        writer: &mut AnswerWriter,
    ) -> Outcome<(ChatRequest, SentRequest)> {
        let Assembly { messages, view, used, considered, has_excerpts, ledger } = assembly;
        let grammar = context::grammar(self.brief.input(), &used);
        let material = &self.brief.material;
        if asked == 0 && writer.answer.survey.is_none() && writer.answer.work.is_none() {
            writer.answer.coverage = coverage(material, &used, has_excerpts);
        }
        let references = references_of(material, used, considered, &self.evidence);
        let references = and_earlier(references, self.evidence.latest_references());
        self.evidence.set_references(references.clone());
        writer.number_calls(&self.evidence);
        if let Some(refusal) = view.refusal.clone() {
            store_references(self.turn, references, writer).await?;
            writer.emit.send(TurnEvent::Context(Box::new(view)));
            return Err(Error::new(Code::DoesNotFit, refusal).into());
        }
        // A passage keeps its number even if the next request has no room for it.
        self.brief.progress().ledger = ledger;
        let (fit, progress) = (&self.brief.fit, &self.brief.material.progress);
        let model = self.to.model;
        let mut request = ChatRequest::new(&model.name, messages, model.window.tokens);
        request.tools = fit.tools.iter().map(|offered| offered.tool.clone()).collect();
        request.temperature = self.turn.settings.chat.temperature;
        if fit.small {
            request.ends = context::SMALL_ENDS.map(str::to_owned).to_vec();
            // The grammar asks for whole sentences, and a continued answer begins within one.
            request.grammar = grammar.filter(|_| !self.turn.goes_on_writing());
        }
        request.may_call = !request.tools.is_empty() && !progress.last_call;
        if !self.to.provider.limits_answers() {
            request.max_tokens = Some(longest_answer(view.reserve, view.free));
        }
        let (total, tools, free) = (view.total, of_tools(&view), view.free);
        let body = self.store_call(&request, view, references, writer).await?;
        Ok((request, SentRequest { body, total, tools, free }))
    }

    /// Stores the answer's references and the call's receipt, announces both, and returns the body to send.
    async fn store_call(
        &self,
        request: &ChatRequest,
        view: ContextView,
        references: Vec<Reference>,
        writer: &mut AnswerWriter,
    ) -> Result<String> {
        let provider = &self.to.provider;
        let body = provider.body(request);
        let receipt = Receipt {
            answer: self.turn.answer,
            created: now(),
            provider: provider.server().kind,
            server: provider.server().shown(),
            model: request.model.clone(),
            request: body.clone(),
            context: view.clone(),
            usage: None,
            deleted_marks: Vec::new(),
            problems: writer.report.problems.clone(),
            imported: false,
            cost: None,
        };
        let stored = Some(references.clone());
        self.turn.library.begin_receipt(receipt, contents(request), stored).await?;
        writer.answer.has_receipt = true;
        writer.rests_on(references);
        writer.emit.send(TurnEvent::Context(Box::new(view)));
        Ok(body)
    }

    /// Runs one round of calls. Their results share `free` tokens of the window.
    async fn run_calls(
        &mut self,
        calls: Vec<ToolCall>,
        free: Tokens,
        writer: &mut AnswerWriter,
    ) -> Result<()> {
        let (turn, offered) = (self.turn, &self.brief.fit.tools);
        let cancel = &turn.entered.cancel;
        let (evidence, own) = (&mut self.evidence, &self.brief.material.own);
        let round =
            run_calls(writer, evidence, &turn.toolbox, offered, calls, (free, cancel), own).await?;
        writer.report.problems.append(&mut turn.entered.sent());
        self.brief.progress().rounds.push(round);
        Ok(())
    }

    /// Adds the citations, and turns the model's last reply into the outcome.
    pub(crate) async fn close(
        &self,
        reply: Reply<Vec<ToolCall>>,
        writer: &mut AnswerWriter,
    ) -> Outcome {
        if let Err(error) = writer.cite().await {
            writer.notice(sentences::not_all_found_again(&error));
        }
        let calls = reply.or_stop(|error| self.failed(error))?;
        if let Some(ended) = writer.take_ended() {
            return Err(Error::new(Code::Model(models::Code::BrokenStream), ended).into());
        }
        if let Some(call) = calls.first() {
            writer.notice(sentences::call_not_allowed(&call.name));
        }
        if writer.is_empty() {
            let thought = !writer.answer.thinking.is_empty();
            let told = || sentences::nothing_said(&self.to.model.name, thought);
            return Err(Error::new(Code::Model(models::Code::InvalidReply), told).into());
        }
        Ok(())
    }

    /// A server's error, after dropping the cached lists of models: the server may have other models now.
    pub(crate) fn failed(&self, error: models::Error) -> Error {
        self.turn.models.forget();
        self.to.refused(error)
    }
}

struct SentRequest {
    body: String,
    total: Tokens,
    /// Tokens of calls and their results.
    tools: Tokens,
    /// Unused tokens of the window.
    free: Tokens,
}

/// Maximum tokens of the answer: the rest of the window minus an eighth. Our count may be too low, and some servers
/// refuse a request that could overflow the window.
fn longest_answer(reserve: Tokens, free: Tokens) -> Tokens {
    let left = reserve.0.saturating_add(free.0);
    Tokens((left - left / 8).clamp(1, MAX_ANSWER.0))
}

fn of_tools(view: &ContextView) -> Tokens {
    let of_calls = |segment| matches!(segment, Segment::Calls | Segment::Results);
    view.parts.iter().filter(|part| of_calls(part.segment)).map(|part| part.tokens).sum()
}

/// The request's texts that other requests share, which the library stores once.
pub(crate) fn contents(request: &ChatRequest) -> Vec<String> {
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
