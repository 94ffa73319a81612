use std::{ffi::CString, ptr::NonNull};

use super::{
    Token,
    bindings::{llama_sampler, llama_token_data, llama_token_data_array},
    context::Context,
    model::Model,
};
use crate::{
    protocol::{Failure, FailureKind, Sampling},
    sentences,
};

/// Number of recent tokens whose repetition is penalised.
const PENALISED: i32 = 64;

pub(in crate::worker) struct Sampler<'m> {
    model: &'m Model,
    chain: Link<'m>,
    grammar: Option<Link<'m>>,
    /// One for each vocabulary token; rewritten for each draw.
    candidates: Vec<llama_token_data>,
}

struct Link<'m> {
    model: &'m Model,
    sampler: NonNull<llama_sampler>,
}

impl<'m> Sampler<'m> {
    /// # Errors
    /// [`FailureKind::Request`] if the grammar is invalid.
    pub fn new(
        model: &'m Model,
        sampling: &Sampling,
        grammar: Option<&str>,
    ) -> Result<Self, Failure> {
        let llama = &model.library.llama;
        // SAFETY: takes the library's own defaults.
        let chain =
            unsafe { llama.llama_sampler_chain_init(llama.llama_sampler_chain_default_params()) };
        let no_sampler = || Failure::new(FailureKind::Other, sentences::NO_SAMPLER);
        let chain = Link::new(model, chain).ok_or_else(no_sampler)?;
        // SAFETY: the library accepts any numbers. These come from the app's request, are finite (JSON has no
        // others), and the penalty is above zero.
        unsafe {
            let penalty = sampling.repeat_penalty.max(f32::EPSILON);
            let vocabulary = model.vocabulary();
            chain.add(llama.llama_sampler_init_penalties(vocabulary, PENALISED, penalty, 0.0, 0.0));
            if sampling.temperature <= 0.0 {
                chain.add(llama.llama_sampler_init_greedy());
            } else {
                chain.add(llama.llama_sampler_init_top_k(sampling.top_k));
                chain.add(llama.llama_sampler_init_top_p(sampling.top_p, 1));
                chain.add(llama.llama_sampler_init_min_p(sampling.min_p, 1));
                chain.add(llama.llama_sampler_init_temp(sampling.temperature));
                chain.add(llama.llama_sampler_init_dist(sampling.seed.unwrap_or(u32::MAX)));
            }
        }
        let grammar = grammar.map(|grammar| Link::grammar(model, grammar)).transpose()?;
        Ok(Self { model, chain, grammar, candidates: Vec::new() })
    }

    /// `None` if the library has no logits.
    ///
    /// The grammar checks the drawn token first. Only if it forbids that token does it filter the whole vocabulary,
    /// which takes a third of a small model's time for a token.
    pub fn next(&mut self, context: &mut Context<'_>) -> Option<Token> {
        let drawn = self.draw(context, None)?;
        let token = match &self.grammar {
            Some(grammar) if !grammar.allows(drawn) => {
                let grammar = self.grammar.take();
                let token = self.draw(context, grammar.as_ref());
                self.grammar = grammar;
                token?
            }
            _ => drawn,
        };
        for link in std::iter::once(&self.chain).chain(&self.grammar) {
            link.accept(token);
        }
        Some(token)
    }

    fn draw(&mut self, context: &mut Context<'_>, grammar: Option<&Link<'m>>) -> Option<Token> {
        let count = usize::try_from(self.model.vocabulary()).ok()?;
        let llama = &self.model.library.llama;
        // SAFETY: the context is alive, and -1 is the last read token. A non-null result holds the logits of the
        // whole vocabulary until the next decode.
        let logits = unsafe {
            let logits = llama.llama_get_logits_ith(context.context.as_ptr(), -1);
            (!logits.is_null()).then(|| std::slice::from_raw_parts(logits, count))?
        };
        self.candidates.clear();
        let candidates =
            (0..).zip(logits).map(|(id, &logit)| llama_token_data { id, logit, p: 0.0 });
        self.candidates.extend(candidates);
        let mut all = array(&mut self.candidates);
        if let Some(grammar) = grammar {
            grammar.apply(&mut all);
        }
        self.chain.apply(&mut all);
        let selected = usize::try_from(all.selected).ok().filter(|at| *at < all.size)?;
        // SAFETY: the index is within the candidates that the samplers left.
        Some(unsafe { (*all.data.add(selected)).id })
    }
}

fn array(candidates: &mut [llama_token_data]) -> llama_token_data_array {
    let (data, size) = (candidates.as_mut_ptr(), candidates.len());
    llama_token_data_array { data, size, selected: -1, sorted: false }
}

impl<'m> Link<'m> {
    fn new(model: &'m Model, sampler: *mut llama_sampler) -> Option<Self> {
        Some(Self { model, sampler: NonNull::new(sampler)? })
    }

    fn grammar(model: &'m Model, grammar: &str) -> Result<Self, Failure> {
        let wrong = || Failure::new(FailureKind::Request, sentences::WRONG_GRAMMAR);
        let grammar = CString::new(grammar).map_err(|_| wrong())?;
        let llama = &model.library.llama;
        // SAFETY: the texts are ended by zeros; the library copies them.
        let sampler = unsafe {
            llama.llama_sampler_init_grammar(model.vocab, grammar.as_ptr(), c"root".as_ptr())
        };
        Self::new(model, sampler).ok_or_else(wrong)
    }

    fn add(&self, link: *mut llama_sampler) {
        if !link.is_null() {
            // SAFETY: the chain is alive and takes ownership of the link.
            unsafe {
                self.model.library.llama.llama_sampler_chain_add(self.sampler.as_ptr(), link)
            };
        }
    }

    fn apply(&self, candidates: &mut llama_token_data_array) {
        // SAFETY: the sampler is alive, and so are the candidates.
        unsafe { self.model.library.llama.llama_sampler_apply(self.sampler.as_ptr(), candidates) };
    }

    fn accept(&self, token: Token) {
        // SAFETY: the sampler is alive.
        unsafe { self.model.library.llama.llama_sampler_accept(self.sampler.as_ptr(), token) };
    }

    fn allows(&self, token: Token) -> bool {
        let mut one = [llama_token_data { id: token, logit: 1.0, p: 0.0 }];
        self.apply(&mut array(&mut one));
        let [token] = one;
        token.logit != f32::NEG_INFINITY
    }
}

impl Drop for Link<'_> {
    fn drop(&mut self) {
        // SAFETY: nothing uses it any more; the links of a chain are freed with it.
        unsafe { self.model.library.llama.llama_sampler_free(self.sampler.as_ptr()) }
    }
}
