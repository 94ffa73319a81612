use std::{ffi::c_void, ptr::NonNull, sync::Arc};

use super::{
    Library, Token,
    bindings::{LLAMA_STATE_SEQ_FLAGS_PARTIAL_ONLY, llama_context, llama_memory_t},
    model::Model,
};
use crate::{cause, protocol::Failure, worker::stop::Stop};

/// Maximum tokens to read at once. Larger batches read no faster on a processor, take more memory (300 MB instead of
/// 75 for a vocabulary of 152,000), and delay changes of the number of threads.
pub(in crate::worker) const BATCH: usize = 128;

const SEQUENCE: i32 = 0;

pub(in crate::worker) struct Context<'m> {
    pub(super) model: &'m Model,
    pub(super) context: NonNull<llama_context>,
    memory: llama_memory_t,
    /// The library reads it while it computes.
    _stop: Arc<Stop>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::worker) enum DecodeOutcome {
    Done,
    Cancelled,
    Full,
    Failed(i32),
}

impl<'m> Context<'m> {
    pub fn new(
        model: &'m Model,
        window: u32,
        threads: u32,
        stop: Arc<Stop>,
    ) -> Result<Self, Failure> {
        let llama = &model.library.llama;
        let threads = i32::try_from(threads.max(1)).unwrap_or(1);
        Library::take_log();
        // SAFETY: the parameters are the library's own with a few changes. `stop` lives as long as the context.
        let context = unsafe {
            let mut params = llama.llama_context_default_params();
            params.n_ctx = window;
            (params.n_batch, params.n_ubatch) = (BATCH as u32, BATCH as u32);
            (params.n_threads, params.n_threads_batch) = (threads, threads);
            // Models with a sliding window store all of it, so that they can return to any position; the memory check
            // before loading counts it.
            params.swa_full = true;
            params.abort_callback = Some(is_cancelled);
            params.abort_callback_data = Arc::as_ptr(&stop).cast_mut().cast();
            llama.llama_init_from_model(model.model.as_ptr(), params)
        };
        let context =
            NonNull::new(context).ok_or_else(|| cause::of_context(&Library::take_log()))?;
        // SAFETY: the context was just made; its memory lives as long as it does.
        let memory = unsafe { llama.llama_get_memory(context.as_ptr()) };
        Ok(Self { model, context, memory, _stop: stop })
    }

    pub fn set_threads(&mut self, threads: u32) {
        let threads = i32::try_from(threads.max(1)).unwrap_or(1);
        let llama = &self.model.library.llama;
        // SAFETY: the context is alive and doesn't compute now.
        unsafe { llama.llama_set_n_threads(self.context.as_ptr(), threads, threads) };
    }

    pub fn window(&self) -> u32 {
        // SAFETY: the context is alive.
        unsafe { self.model.library.llama.llama_n_ctx(self.context.as_ptr()) }
    }

    /// Reads at most [`BATCH`] tokens after the previous ones.
    pub fn decode(&mut self, tokens: &[Token]) -> DecodeOutcome {
        let Ok(count) = i32::try_from(tokens.len()) else { return DecodeOutcome::Full };
        let mut tokens = tokens.to_vec();
        let llama = &self.model.library.llama;
        // SAFETY: the batch points to `tokens`, which lives until the call is over.
        let code = unsafe {
            let batch = llama.llama_batch_get_one(tokens.as_mut_ptr(), count);
            llama.llama_decode(self.context.as_ptr(), batch)
        };
        match code {
            0 => DecodeOutcome::Done,
            1 => DecodeOutcome::Full,
            2 => DecodeOutcome::Cancelled,
            code => DecodeOutcome::Failed(code),
        }
    }

    pub fn end(&self) -> u32 {
        let llama = &self.model.library.llama;
        // SAFETY: the memory belongs to the living context. -1 means empty.
        let last = unsafe { llama.llama_memory_seq_pos_max(self.memory, SEQUENCE) };
        u32::try_from(last + 1).unwrap_or(0)
    }

    /// Forgets all tokens from `from` on; `false` if the model can't.
    pub fn forget_from(&mut self, from: u32) -> bool {
        let Ok(from) = i32::try_from(from) else { return false };
        // SAFETY: the memory belongs to the living context.
        unsafe { self.model.library.llama.llama_memory_seq_rm(self.memory, SEQUENCE, from, -1) }
    }

    pub fn clear(&mut self) {
        // SAFETY: the memory belongs to the living context.
        unsafe { self.model.library.llama.llama_memory_clear(self.memory, true) }
    }

    /// The state at this position, which forgetting later tokens can't restore.
    pub fn checkpoint(&mut self) -> Option<Vec<u8>> {
        let llama = &self.model.library.llama;
        let flags = LLAMA_STATE_SEQ_FLAGS_PARTIAL_ONLY;
        let context = self.context.as_ptr();
        // SAFETY: the buffer is as long as the library says, and its length is given.
        let (bytes, written) = unsafe {
            let size = llama.llama_state_seq_get_size_ext(context, SEQUENCE, flags);
            let mut bytes = vec![0_u8; size];
            let into = bytes.as_mut_ptr();
            let written = llama.llama_state_seq_get_data_ext(context, into, size, SEQUENCE, flags);
            (bytes, written)
        };
        (written > 0 && written == bytes.len()).then_some(bytes)
    }

    pub fn restore(&mut self, bytes: &[u8]) -> bool {
        let llama = &self.model.library.llama;
        let flags = LLAMA_STATE_SEQ_FLAGS_PARTIAL_ONLY;
        // SAFETY: the bytes were written by `checkpoint` of this context, and their length is given.
        let read = unsafe {
            let context = self.context.as_ptr();
            let (from, size) = (bytes.as_ptr(), bytes.len());
            llama.llama_state_seq_set_data_ext(context, from, size, SEQUENCE, flags)
        };
        read == bytes.len()
    }
}

impl Drop for Context<'_> {
    fn drop(&mut self) {
        // SAFETY: nothing uses it any more.
        unsafe { self.model.library.llama.llama_free(self.context.as_ptr()) }
    }
}

unsafe extern "C" fn is_cancelled(stop: *mut c_void) -> bool {
    // SAFETY: the pointer is that of the `Stop` that the context keeps.
    unsafe { &*stop.cast::<Stop>() }.is_set()
}
