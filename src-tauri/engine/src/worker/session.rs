//! Answers with a loaded model. A prompt reuses the tokens that it shares with the last one.

use std::{sync::Arc, time::Instant};

use super::{
    clock::milliseconds,
    cores::Cores,
    loops::is_loop,
    native::{BATCH, Context, DecodeOutcome, Library, Model, Sampler, Token},
    prefix::{Memory, Plan, Way, common, plan},
    stop::Stop,
    template::{ChatTemplate, Prompt},
    text::Pieces,
};
use crate::{
    cause,
    protocol::{AnswerEnd, Ask, Event, Failure, FailureKind, StopReason},
    sentences,
};

/// Maximum checkpoints. Each takes some 50 MB for a large model with a state.
const CHECKPOINTS: usize = 3;

/// Minimum tokens between two checkpoints; reading fewer again takes no time.
const APART: usize = 64;

/// Tokens of a prompt's first batch. It is small, because the number of threads follows the machine's load only after
/// a batch.
const FIRST_BATCH: usize = 64;

pub(super) struct Session<'m> {
    model: &'m Model,
    context: Context<'m>,
    cores: Cores,
    template: ChatTemplate,
    stop: Arc<Stop>,
    tokens: Vec<Token>,
    has_state: bool,
    checkpoints: Vec<Checkpoint>,
    /// The context's state may not match `tokens`, after a cancel in the middle of a batch.
    torn: bool,
}

/// A context's state at a position, for models that can't return by themselves.
struct Checkpoint {
    at: usize,
    bytes: Vec<u8>,
}

impl<'m> Session<'m> {
    /// Returns a notice if the model's template can't be used.
    pub fn new(
        model: &'m Model,
        context: Context<'m>,
        cores: Cores,
        stop: Arc<Stop>,
    ) -> (Self, Option<String>) {
        let (bos, eos) = model.begin_and_end();
        let (template, notice) =
            ChatTemplate::new(model.template().as_deref(), bos, eos, model.marks());
        let session = Self {
            model,
            context,
            cores,
            template,
            stop,
            tokens: Vec::new(),
            has_state: model.has_state(),
            checkpoints: Vec::new(),
            torn: false,
        };
        (session, notice)
    }

    pub fn answer(
        &mut self,
        ask: &Ask,
        out: &mut impl FnMut(&Event),
    ) -> Result<AnswerEnd, Failure> {
        let begun = Instant::now();
        let rendered = self.template.render(ask)?;
        if let Some(notice) = &rendered.notice {
            out(&Event::Notice(notice.clone()));
        }
        let prompt = self.model.tokens(&rendered.text);
        let window = self.context.window() as usize;
        if prompt.is_empty() {
            return Err(Failure::new(FailureKind::Request, sentences::EMPTY_PROMPT));
        }
        if prompt.len() >= window {
            let why = sentences::too_long(prompt.len(), window);
            return Err(Failure::new(FailureKind::TooLong, why));
        }
        let mut sampler = Sampler::new(self.model, &ask.sampling, ask.grammar.as_deref())?;

        self.cores.begin();
        let reused = self.go_back(&prompt);
        let mut done = AnswerEnd {
            stop: StopReason::Cancelled,
            prompt_tokens: count(prompt.len()),
            reused_tokens: count(reused),
            generated: 0,
            prompt_ms: 0,
            generation_ms: 0,
            threads: self.cores.threads(),
        };
        let places = self.places(ask, &rendered, &prompt);
        let read = self.read(&prompt, &places, out)?;
        done.prompt_ms = milliseconds(begun);
        if !read {
            return Ok(done);
        }

        let begun = Instant::now();
        let mut pieces = Pieces::new(rendered.ends, ask.ends.clone());
        let longest = ask.max_tokens.map_or(usize::MAX, |most| most as usize);
        done.stop = loop {
            if self.stop.is_set() {
                break StopReason::Cancelled;
            }
            if done.generated as usize >= longest || self.tokens.len() >= window {
                break StopReason::Length;
            }
            if is_loop(&self.tokens[prompt.len()..]) {
                break StopReason::Loop;
            }
            self.follow_cores();
            let Some(token) = sampler.next(&mut self.context) else { return Err(self.broken(0)) };
            if self.model.is_end(token) {
                break StopReason::End;
            }
            done.generated += 1;
            let (text, ended) = pieces.push(&self.model.piece(token));
            if !text.is_empty() {
                out(&Event::Text(text));
            }
            if ended {
                break StopReason::End;
            }
            match self.context.decode(&[token]) {
                DecodeOutcome::Done => self.tokens.push(token),
                DecodeOutcome::Full => break StopReason::Length,
                DecodeOutcome::Cancelled => {
                    self.resync();
                    break StopReason::Cancelled;
                }
                DecodeOutcome::Failed(code) => return Err(self.broken(code)),
            }
        };
        let rest = pieces.rest();
        if !rest.is_empty() {
            out(&Event::Text(rest));
        }
        done.generation_ms = milliseconds(begun);
        done.threads = self.cores.threads();
        Ok(done)
    }

    /// Resets the context to the longest beginning of the prompt that it has already read. Returns its length in
    /// tokens.
    fn go_back(&mut self, prompt: &[Token]) -> usize {
        let places: Vec<_> = self.checkpoints.iter().map(|checkpoint| checkpoint.at).collect();
        let memory = Memory {
            tokens: &self.tokens,
            goes_back: !self.has_state,
            torn: self.torn,
            checkpoints: &places,
        };
        let Plan { keep, by } = plan(memory, prompt);
        let restored = match by {
            Way::Forget | Way::Clear => true,
            Way::Restore => {
                let checkpoint = self.checkpoints.iter().find(|checkpoint| checkpoint.at == keep);
                checkpoint.is_some_and(|checkpoint| self.context.restore(&checkpoint.bytes))
            }
        };
        let keep = match by {
            Way::Clear => 0,
            _ if restored && self.context.forget_from(count(keep)) => keep,
            _ => 0,
        };
        if keep == 0 {
            self.forget_all();
        }
        self.torn = false;
        self.tokens.truncate(keep);
        self.checkpoints.retain(|checkpoint| checkpoint.at <= keep);
        keep
    }

    fn forget_all(&mut self) {
        self.context.clear();
        self.tokens.clear();
        self.checkpoints.clear();
    }

    /// Positions for checkpoints: before the last question's text, where the next turn differs, and before the
    /// answer, where the next step of this turn differs. Found by comparing the prompt with
    /// [`ChatTemplate::without_the_end`].
    fn places(&self, ask: &Ask, rendered: &Prompt, prompt: &[Token]) -> Vec<usize> {
        if !self.has_state {
            return Vec::new();
        }
        let others = self.template.without_the_end(ask, rendered);
        let mut places: Vec<_> =
            others.iter().map(|other| common(&self.model.tokens(other), prompt)).collect();
        places.sort_unstable();
        places
    }

    /// Reads the missing rest of the prompt; `false` if cancelled.
    fn read(
        &mut self,
        prompt: &[Token],
        places: &[usize],
        out: &mut impl FnMut(&Event),
    ) -> Result<bool, Failure> {
        let total = count(prompt.len());
        let begin = self.tokens.len();
        out(&Event::Prompt { read: count(begin), total });
        while self.tokens.len() < prompt.len() {
            if self.stop.is_set() {
                return Ok(false);
            }
            let from = self.tokens.len();
            let place = places.iter().copied().find(|place| *place > from);
            let batch = if from == begin { FIRST_BATCH } else { BATCH };
            let to = prompt.len().min(from + batch).min(place.unwrap_or(usize::MAX));
            match self.context.decode(&prompt[from..to]) {
                DecodeOutcome::Done => self.tokens.extend_from_slice(&prompt[from..to]),
                DecodeOutcome::Cancelled => {
                    self.resync();
                    return Ok(false);
                }
                DecodeOutcome::Full => {
                    let why = sentences::too_long(prompt.len(), self.context.window() as usize);
                    return Err(Failure::new(FailureKind::TooLong, why));
                }
                DecodeOutcome::Failed(code) => return Err(self.broken(code)),
            }
            if place == Some(to) {
                self.keep_checkpoint();
            }
            self.follow_cores();
            out(&Event::Prompt { read: count(to), total });
        }
        Ok(true)
    }

    fn follow_cores(&mut self) {
        if let Some(threads) = self.cores.follow() {
            self.context.set_threads(threads);
        }
    }

    fn keep_checkpoint(&mut self) {
        let at = self.tokens.len();
        let near = self.checkpoints.last().is_some_and(|last| at.saturating_sub(last.at) < APART);
        if near {
            return;
        }
        if let Some(bytes) = self.context.checkpoint() {
            // The first checkpoint is at the end of the part that all turns share, so it stays.
            if self.checkpoints.len() >= CHECKPOINTS {
                self.checkpoints.remove(1);
            }
            self.checkpoints.push(Checkpoint { at, bytes });
        }
    }

    /// After a cancel the library reports how much of the batch it read.
    fn resync(&mut self) {
        self.tokens.truncate(self.context.end() as usize);
        self.torn = self.has_state;
    }

    fn broken(&mut self, code: i32) -> Failure {
        self.forget_all();
        cause::of_computing(code, &Library::take_log())
    }
}

fn count(tokens: usize) -> u32 {
    u32::try_from(tokens).unwrap_or(u32::MAX)
}
