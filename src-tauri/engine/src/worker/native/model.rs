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
    pub fn load(
        library: &'static Library,
        file: &Path,
        gpu: bool,
        stop: &Stop,
    ) -> Result<Self, Failure> {
        let path = c_path(file)?;
        let llama = &library.llama;
        Library::take_log();
        // SAFETY: the parameters are the library's own with a few changes. The path and `stop` outlive the call, and
        // the callback is only called during it.
        let model = unsafe {
            let mut params = llama.llama_model_default_params();
            if !gpu {
                params.n_gpu_layers = 0;
            }
            // Mapped weights occupy memory twice: as the file, and in the processor's own layout.
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

    pub fn template(&self) -> Option<String> {
        // SAFETY: the model is loaded, and the text belongs to it. Null selects the default template.
        let template = unsafe {
            let llama = &self.library.llama;
            text(llama.llama_model_chat_template(self.model.as_ptr(), std::ptr::null()))
        };
        (!template.trim().is_empty()).then_some(template)
    }

    /// False for encoders, and for models with an encoder and a decoder.
    pub fn is_for_chat(&self) -> bool {
        let llama = &self.library.llama;
        // SAFETY: the model is loaded.
        unsafe {
            llama.llama_model_has_decoder(self.model.as_ptr())
                && !llama.llama_model_has_encoder(self.model.as_ptr())
        }
    }

    pub fn trained_window(&self) -> u32 {
        // SAFETY: the model is loaded.
        let tokens = unsafe { self.library.llama.llama_model_n_ctx_train(self.model.as_ptr()) };
        u32::try_from(tokens).unwrap_or_default()
    }

    pub fn bytes(&self) -> u64 {
        // SAFETY: the model is loaded.
        unsafe { self.library.llama.llama_model_size(self.model.as_ptr()) }
    }

    /// True if the model's memory is a state, which can't return to an earlier position. Most layers of Qwen3.5 have
    /// one.
    pub fn has_state(&self) -> bool {
        let llama = &self.library.llama;
        // SAFETY: the model is loaded.
        unsafe {
            llama.llama_model_is_recurrent(self.model.as_ptr())
                || llama.llama_model_is_hybrid(self.model.as_ptr())
        }
    }

    /// Text that looks like a template mark becomes that mark.
    pub fn tokens(&self, text: &str) -> Vec<Token> {
        let Ok(length) = i32::try_from(text.len()) else { return Vec::new() };
        // A text has at most one token a byte, plus those at its beginning and end.
        let mut tokens: Vec<Token> = vec![0; text.len() + 16];
        let room = i32::try_from(tokens.len()).unwrap_or(i32::MAX);
        // SAFETY: the pointers and lengths are those of the text and the buffer.
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
        // The template and the model may both add the begin token.
        if let [first, second, ..] = tokens[..]
            && first == second
            && first == self.bos()
        {
            tokens.remove(0);
        }
        tokens
    }

    /// Possibly a part of a character.
    pub fn piece(&self, token: Token) -> Vec<u8> {
        let mut bytes = vec![0_u8; 64];
        loop {
            let room = i32::try_from(bytes.len()).unwrap_or(i32::MAX);
            // SAFETY: the pointer and length are those of the buffer.
            let length = unsafe {
                let into = bytes.as_mut_ptr().cast();
                self.library.llama.llama_token_to_piece(self.vocab, token, into, room, 0, true)
            };
            match usize::try_from(length) {
                Ok(length) => {
                    bytes.truncate(length);
                    return bytes;
                }
                // A negative length is the required size.
                Err(_) if bytes.len() < length.unsigned_abs() as usize => {
                    bytes.resize(length.unsigned_abs() as usize, 0);
                }
                Err(_) => return Vec::new(),
            }
        }
    }

    pub fn is_end(&self, token: Token) -> bool {
        // SAFETY: the vocabulary belongs to the loaded model, and the library accepts any number.
        unsafe { self.library.llama.llama_vocab_is_eog(self.vocab, token) }
    }

    fn bos(&self) -> Token {
        // SAFETY: the vocabulary belongs to the loaded model.
        unsafe { self.library.llama.llama_vocab_bos(self.vocab) }
    }

    pub fn begin_and_end(&self) -> (String, String) {
        // SAFETY: the vocabulary belongs to the loaded model.
        let eos = unsafe { self.library.llama.llama_vocab_eos(self.vocab) };
        let text = |token: Token| {
            let bytes = if token < 0 { Vec::new() } else { self.piece(token) };
            String::from_utf8_lossy(&bytes).into_owned()
        };
        (text(self.bos()), text(eos))
    }

    pub(super) fn vocabulary(&self) -> i32 {
        // SAFETY: the vocabulary belongs to the loaded model.
        unsafe { self.library.llama.llama_vocab_n_tokens(self.vocab) }
    }

    /// Texts of all control tokens, such as the mark between two speakers.
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

unsafe extern "C" fn goes_on(_: f32, stop: *mut c_void) -> bool {
    // SAFETY: `Model::load` passes its `Stop` as this pointer.
    !unsafe { &*stop.cast::<Stop>() }.is_set()
}
