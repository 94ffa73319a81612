//! Choosing the next token.

use std::{ffi::CString, ptr::NonNull};

use super::{Token, bindings::llama_sampler, context::Context, model::Model};
use crate::{
    protocol::{Failure, FailureKind, Sampling},
    sentences,
};

/// How many tokens back a repetition counts.
const PENALISED: i32 = 64;

/// Chooses tokens, and remembers what it chose.
pub(in crate::worker) struct Sampler<'m> {
    model: &'m Model,
    chain: NonNull<llama_sampler>,
}

impl<'m> Sampler<'m> {
    /// A sampler for one answer.
    ///
    /// # Errors
    /// [`FailureKind::Request`] if the grammar isn't one.
    pub fn new(
        model: &'m Model,
        sampling: &Sampling,
        grammar: Option<&str>,
    ) -> Result<Self, Failure> {
        let llama = &model.library.llama;
        // SAFETY: takes the library's own defaults.
        let chain =
            unsafe { llama.llama_sampler_chain_init(llama.llama_sampler_chain_default_params()) };
        let chain = NonNull::new(chain)
            .ok_or_else(|| Failure::new(FailureKind::Other, sentences::NO_SAMPLER))?;
        let sampler = Self { model, chain };
        // A grammar goes first: what it forbids may not take the place of what it allows.
        if let Some(grammar) = grammar {
            let wrong = || Failure::new(FailureKind::Request, sentences::WRONG_GRAMMAR);
            let grammar = CString::new(grammar).map_err(|_| wrong())?;
            // SAFETY: the texts are ended by zeros; the library copies them.
            let grammar = unsafe {
                llama.llama_sampler_init_grammar(model.vocab, grammar.as_ptr(), c"root".as_ptr())
            };
            if !sampler.add(grammar) {
                return Err(wrong());
            }
        }
        // SAFETY: these functions take numbers, of which the library takes any: they come from the
        // app's request, are finite (JSON has no others), and the penalty is above zero.
        unsafe {
            let penalty = sampling.repeat_penalty.max(f32::EPSILON);
            sampler.add(llama.llama_sampler_init_penalties(
                model.vocabulary(),
                PENALISED,
                penalty,
                0.0,
                0.0,
            ));
            if sampling.temperature <= 0.0 {
                sampler.add(llama.llama_sampler_init_greedy());
            } else {
                sampler.add(llama.llama_sampler_init_top_k(sampling.top_k));
                sampler.add(llama.llama_sampler_init_top_p(sampling.top_p, 1));
                sampler.add(llama.llama_sampler_init_min_p(sampling.min_p, 1));
                sampler.add(llama.llama_sampler_init_temp(sampling.temperature));
                sampler.add(llama.llama_sampler_init_dist(sampling.seed.unwrap_or(u32::MAX)));
            }
        }
        Ok(sampler)
    }

    fn add(&self, link: *mut llama_sampler) -> bool {
        if !link.is_null() {
            // SAFETY: the chain is alive and takes the link over.
            unsafe { self.model.library.llama.llama_sampler_chain_add(self.chain.as_ptr(), link) };
        }
        !link.is_null()
    }

    /// The token after what `context` has read.
    pub fn next(&mut self, context: &mut Context<'_>) -> Token {
        let llama = &self.model.library.llama;
        // SAFETY: both are alive, and -1 is the last token that was read.
        unsafe { llama.llama_sampler_sample(self.chain.as_ptr(), context.context.as_ptr(), -1) }
    }
}

impl Drop for Sampler<'_> {
    fn drop(&mut self) {
        // SAFETY: nothing uses it any more; its links are freed with it.
        unsafe { self.model.library.llama.llama_sampler_free(self.chain.as_ptr()) }
    }
}
