//! A loaded model and its vocabulary.

use std::{ffi::c_void, path::Path, ptr::NonNull};

use super::{
    Token,
    bindings::{LLAMA_LOAD_MODE_NONE, llama_model, llama_vocab},
    library::{Library, c_path, text},
};
use crate::{cause, protocol::Failure, worker::stop::Stop};

pub(in crate::worker) struct Model {
    pub(super) library: &'static Library,
    pub(super) model: NonNull<llama_model>,
    pub(super) vocab: *const llama_vocab,
}

impl Model {
    /// Loads a file. `stop` ends it early.
    pub fn load(
        library: &'static Library,
        file: &Path,
        gpu: bool,
        stop: &Stop,
    ) -> Result<Self, Failure> {
        let path = c_path(file)?;
        let llama = &library.llama;
        Library::take_log();
        // SAFETY: the parameters are the library's own with a few of them changed. The path and
        // `stop` live longer than the call, and the callback is called during it only.
        let model = unsafe {
            let mut params = llama.llama_model_default_params();
            if !gpu {
                params.n_gpu_layers = 0;
            }
            // Mapped weights are in memory twice: as the file, and as the processor's own arrangement of them.
            params.load_mode = LLAMA_LOAD_MODE_NONE;
            params.progress_callback = Some(goes_on);
            params.progress_callback_user_data = std::ptr::from_ref(stop).cast_mut().cast();
            llama.llama_model_load_from_file(path.as_ptr(), params)
        };
        let Some(model) = NonNull::new(model) else {
            return Err(match stop.is_set() {
                true => Failure::new(
                    crate::protocol::FailureKind::Cancelled,
                    crate::sentences::CANCELLED,
                ),
                false => cause::of_load(file, &Library::take_log()),
            });
        };
        // SAFETY: the model was just loaded; its vocabulary lives as long as it does.
        let vocab = unsafe { llama.llama_model_get_vocab(model.as_ptr()) };
        Ok(Self { library, model, vocab })
    }

    /// The chat template that the file brings along.
    pub fn template(&self) -> Option<String> {
        // SAFETY: the model is loaded, and the text belongs to it. Null stands for the default
        // template.
        let template = unsafe {
            let llama = &self.library.llama;
            text(llama.llama_model_chat_template(self.model.as_ptr(), std::ptr::null()))
        };
        (!template.trim().is_empty()).then_some(template)
    }

    /// Whether it writes text from text. Others read only, or have two halves.
    pub fn is_for_chat(&self) -> bool {
        let llama = &self.library.llama;
        // SAFETY: the model is loaded.
        unsafe {
            llama.llama_model_has_decoder(self.model.as_ptr())
                && !llama.llama_model_has_encoder(self.model.as_ptr())
        }
    }

    /// The longest context that it has learned, in tokens.
    pub fn trained_window(&self) -> u32 {
        // SAFETY: the model is loaded.
        let tokens = unsafe { self.library.llama.llama_model_n_ctx_train(self.model.as_ptr()) };
        u32::try_from(tokens).unwrap_or_default()
    }

    /// Bytes of its tensors.
    pub fn bytes(&self) -> u64 {
        // SAFETY: the model is loaded.
        unsafe { self.library.llama.llama_model_size(self.model.as_ptr()) }
    }

    /// Whether what it remembers is a state, which can't be brought back to an earlier place, instead
    /// of something for each token. In Qwen3.5 it is a state in most layers.
    pub fn has_state(&self) -> bool {
        let llama = &self.library.llama;
        // SAFETY: the model is loaded.
        unsafe {
            llama.llama_model_is_recurrent(self.model.as_ptr())
                || llama.llama_model_is_hybrid(self.model.as_ptr())
        }
    }

    /// The tokens of a text. What looks like a mark of the template becomes that mark.
    pub fn tokens(&self, text: &str) -> Vec<Token> {
        let Ok(length) = i32::try_from(text.len()) else { return Vec::new() };
        // A text has at most as many tokens as bytes, and those at its beginning and end.
        let mut tokens: Vec<Token> = vec![0; text.len() + 16];
        let room = i32::try_from(tokens.len()).unwrap_or(i32::MAX);
        // SAFETY: the pointers are those of a text and of a buffer with the lengths that are given.
        let count = unsafe {
            self.library.llama.llama_tokenize(
                self.vocab,
                text.as_ptr().cast(),
                length,
                tokens.as_mut_ptr(),
                room,
                true,
                true,
            )
        };
        tokens.truncate(usize::try_from(count).unwrap_or_default());
        // A template that begins with the mark, and a model that puts it there as well.
        if let [first, second, ..] = tokens[..]
            && first == second
            && first == self.bos()
        {
            tokens.remove(0);
        }
        tokens
    }

    /// The bytes of a token, which may be a part of a character.
    pub fn piece(&self, token: Token) -> Vec<u8> {
        let mut bytes = vec![0_u8; 64];
        loop {
            let room = i32::try_from(bytes.len()).unwrap_or(i32::MAX);
            // SAFETY: the pointer is that of a buffer with the length that is given.
            let length = unsafe {
                let into = bytes.as_mut_ptr().cast();
                self.library.llama.llama_token_to_piece(self.vocab, token, into, room, 0, true)
            };
            match usize::try_from(length) {
                Ok(length) => {
                    bytes.truncate(length);
                    return bytes;
                }
                // Negative: it takes that many bytes.
                Err(_) if bytes.len() < length.unsigned_abs() as usize => {
                    bytes.resize(length.unsigned_abs() as usize, 0);
                }
                Err(_) => return Vec::new(),
            }
        }
    }

    /// Whether a token ends the model's turn.
    pub fn is_end(&self, token: Token) -> bool {
        // SAFETY: the vocabulary belongs to the loaded model, and tells of any number.
        unsafe { self.library.llama.llama_vocab_is_eog(self.vocab, token) }
    }

    fn bos(&self) -> Token {
        // SAFETY: the vocabulary belongs to the loaded model.
        unsafe { self.library.llama.llama_vocab_bos(self.vocab) }
    }

    /// The texts of the marks that begin and end a text, for the template.
    pub fn begin_and_end(&self) -> (String, String) {
        // SAFETY: the vocabulary belongs to the loaded model.
        let eos = unsafe { self.library.llama.llama_vocab_eos(self.vocab) };
        let text = |token: Token| {
            let bytes = if token < 0 { Vec::new() } else { self.piece(token) };
            String::from_utf8_lossy(&bytes).into_owned()
        };
        (text(self.bos()), text(eos))
    }

    /// The number of tokens that there are.
    pub(super) fn vocabulary(&self) -> i32 {
        // SAFETY: the vocabulary belongs to the loaded model.
        unsafe { self.library.llama.llama_vocab_n_tokens(self.vocab) }
    }

    /// The texts of all tokens that steer the model, such as the mark between two speakers.
    pub fn marks(&self) -> Vec<String> {
        let is_mark = |token: &Token| {
            // SAFETY: the vocabulary belongs to the loaded model, and the token is one of it.
            unsafe { self.library.llama.llama_vocab_is_control(self.vocab, *token) }
        };
        let marks = (0..self.vocabulary()).filter(is_mark);
        let texts = marks.filter_map(|token| String::from_utf8(self.piece(token)).ok());
        texts.filter(|text| text.chars().count() > 1).collect()
    }
}

impl Drop for Model {
    fn drop(&mut self) {
        // SAFETY: nothing uses it any more: a context borrows its model.
        unsafe { self.library.llama.llama_model_free(self.model.as_ptr()) }
    }
}

/// Asked by the library while it loads.
unsafe extern "C" fn goes_on(_: f32, stop: *mut c_void) -> bool {
    // SAFETY: the pointer is that of the `Stop` that `Model::load` was given.
    !unsafe { &*stop.cast::<Stop>() }.is_set()
}
