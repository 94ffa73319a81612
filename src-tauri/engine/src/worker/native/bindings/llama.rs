// Written by bindgen from the headers of llama.cpp v0.4.0 (MIT licence); see README.md beside it.
use super::opaque::*;

pub const LLAMA_STATE_SEQ_FLAGS_PARTIAL_ONLY: u32 = 1;
pub const GGML_LOG_LEVEL_WARN: ggml_log_level = 3;
pub const GGML_LOG_LEVEL_CONT: ggml_log_level = 5;
pub type ggml_log_level = ::core::ffi::c_uint;
pub type ggml_abort_callback =
    ::core::option::Option<unsafe extern "C" fn(data: *mut ::core::ffi::c_void) -> bool>;
pub type ggml_log_callback = ::core::option::Option<
    unsafe extern "C" fn(
        level: ggml_log_level,
        text: *const ::core::ffi::c_char,
        user_data: *mut ::core::ffi::c_void,
    ),
>;
pub type ggml_backend_sched_eval_callback = ::core::option::Option<
    unsafe extern "C" fn(
        t: *mut ggml_tensor,
        ask: bool,
        user_data: *mut ::core::ffi::c_void,
    ) -> bool,
>;
#[repr(C)]
#[derive(Debug)]
pub struct llama_vocab {
    _unused: [u8; 0],
}
#[repr(C)]
#[derive(Debug)]
pub struct llama_model {
    _unused: [u8; 0],
}
#[repr(C)]
#[derive(Debug)]
pub struct llama_context {
    _unused: [u8; 0],
}
#[repr(C)]
#[derive(Debug)]
pub struct llama_memory_i {
    _unused: [u8; 0],
}
pub type llama_memory_t = *mut llama_memory_i;
pub type llama_pos = i32;
pub type llama_token = i32;
pub type llama_seq_id = i32;
pub type llama_rope_scaling_type = ::core::ffi::c_int;
pub type llama_pooling_type = ::core::ffi::c_int;
pub type llama_attention_type = ::core::ffi::c_int;
pub type llama_flash_attn_type = ::core::ffi::c_int;
pub type llama_split_mode = ::core::ffi::c_uint;
pub const LLAMA_LOAD_MODE_NONE: llama_load_mode = 0;
pub type llama_load_mode = ::core::ffi::c_int;
pub type llama_lazy_mode = ::core::ffi::c_uint;
pub type llama_context_type = ::core::ffi::c_uint;
pub type llama_progress_callback = ::core::option::Option<
    unsafe extern "C" fn(progress: f32, user_data: *mut ::core::ffi::c_void) -> bool,
>;
#[repr(C)]
#[derive(Copy, Clone)]
pub struct llama_token_data {
    pub id: llama_token,
    pub logit: f32,
    pub p: f32,
}
layout! { llama_token_data: 12, 4;
    id: 0, logit: 4, p: 8,
}
#[repr(C)]
#[derive(Copy, Clone)]
pub struct llama_token_data_array {
    pub data: *mut llama_token_data,
    pub size: usize,
    pub selected: i64,
    pub sorted: bool,
}
layout! { llama_token_data_array: 32, 8;
    data: 0, size: 8, selected: 16, sorted: 24,
}
#[repr(C)]
#[derive(Copy, Clone)]
pub struct llama_batch {
    pub n_tokens: i32,
    pub token: *mut llama_token,
    pub embd: *mut f32,
    pub pos: *mut llama_pos,
    pub n_seq_id: *mut i32,
    pub seq_id: *mut *mut llama_seq_id,
    pub logits: *mut i8,
}
layout! { llama_batch: 56, 8;
    n_tokens: 0, token: 8, embd: 16, pos: 24, n_seq_id: 32, seq_id: 40, logits: 48,
}
#[repr(C)]
#[derive(Copy, Clone)]
pub struct llama_model_params {
    pub devices: *mut ggml_backend_dev_t,
    pub tensor_buft_overrides: *const llama_model_tensor_buft_override,
    pub n_gpu_layers: i32,
    pub split_mode: llama_split_mode,
    pub load_mode: llama_load_mode,
    pub lazy_mode: llama_lazy_mode,
    pub main_gpu: i32,
    pub tensor_split: *const f32,
    pub progress_callback: llama_progress_callback,
    pub progress_callback_user_data: *mut ::core::ffi::c_void,
    pub kv_overrides: *const llama_model_kv_override,
    pub vocab_only: bool,
    pub check_tensors: bool,
    pub use_extra_bufts: bool,
    pub no_host: bool,
    pub no_alloc: bool,
    pub load_mtp: bool,
}
layout! { llama_model_params: 80, 8;
    devices: 0, tensor_buft_overrides: 8, n_gpu_layers: 16, split_mode: 20, load_mode: 24,
    lazy_mode: 28, main_gpu: 32, tensor_split: 40, progress_callback: 48,
    progress_callback_user_data: 56, kv_overrides: 64, vocab_only: 72, check_tensors: 73,
    use_extra_bufts: 74, no_host: 75, no_alloc: 76, load_mtp: 77,
}
#[repr(C)]
pub struct llama_context_params {
    pub n_ctx: u32,
    pub n_batch: u32,
    pub n_ubatch: u32,
    pub n_seq_max: u32,
    pub n_rs_seq: u32,
    pub n_outputs_max: u32,
    pub n_outputs_max_per_seq: u32,
    pub n_threads: i32,
    pub n_threads_batch: i32,
    pub ctx_type: llama_context_type,
    pub rope_scaling_type: llama_rope_scaling_type,
    pub pooling_type: llama_pooling_type,
    pub attention_type: llama_attention_type,
    pub flash_attn_type: llama_flash_attn_type,
    pub rope_freq_base: f32,
    pub rope_freq_scale: f32,
    pub yarn_ext_factor: f32,
    pub yarn_attn_factor: f32,
    pub yarn_beta_fast: f32,
    pub yarn_beta_slow: f32,
    pub yarn_orig_ctx: u32,
    pub defrag_thold: f32,
    pub cb_eval: ggml_backend_sched_eval_callback,
    pub cb_eval_user_data: *mut ::core::ffi::c_void,
    pub type_k: ggml_type,
    pub type_v: ggml_type,
    pub abort_callback: ggml_abort_callback,
    pub abort_callback_data: *mut ::core::ffi::c_void,
    pub embeddings: bool,
    pub offload_kqv: bool,
    pub no_perf: bool,
    pub op_offload: bool,
    pub swa_full: bool,
    pub kv_unified: bool,
    pub samplers: *mut llama_sampler_seq_config,
    pub n_samplers: usize,
    pub ctx_other: *mut llama_context,
}
layout! { llama_context_params: 160, 8;
    n_ctx: 0, n_batch: 4, n_ubatch: 8, n_seq_max: 12, n_rs_seq: 16, n_outputs_max: 20,
    n_outputs_max_per_seq: 24, n_threads: 28, n_threads_batch: 32, ctx_type: 36,
    rope_scaling_type: 40, pooling_type: 44, attention_type: 48, flash_attn_type: 52,
    rope_freq_base: 56, rope_freq_scale: 60, yarn_ext_factor: 64, yarn_attn_factor: 68,
    yarn_beta_fast: 72, yarn_beta_slow: 76, yarn_orig_ctx: 80, defrag_thold: 84, cb_eval: 88,
    cb_eval_user_data: 96, type_k: 104, type_v: 108, abort_callback: 112, abort_callback_data: 120,
    embeddings: 128, offload_kqv: 129, no_perf: 130, op_offload: 131, swa_full: 132,
    kv_unified: 133, samplers: 136, n_samplers: 144, ctx_other: 152,
}
#[repr(C)]
#[derive(Copy, Clone)]
pub struct llama_sampler_chain_params {
    pub no_perf: bool,
}
layout! { llama_sampler_chain_params: 1, 1;
    no_perf: 0,
}
pub type llama_state_seq_flags = u32;
pub type llama_sampler_context_t = *mut ::core::ffi::c_void;
#[repr(C)]
#[derive(Copy, Clone)]
pub struct llama_sampler {
    pub iface: *mut llama_sampler_i,
    pub ctx: llama_sampler_context_t,
}
layout! { llama_sampler: 16, 8;
    iface: 0, ctx: 8,
}
functions! { Llama
    pub fn llama_version() -> *const ::core::ffi::c_char;
    pub fn llama_model_default_params() -> llama_model_params;
    pub fn llama_context_default_params() -> llama_context_params;
    pub fn llama_sampler_chain_default_params() -> llama_sampler_chain_params;
    pub fn llama_backend_init();
    pub fn llama_model_load_from_file(
        path_model: *const ::core::ffi::c_char,
        params: llama_model_params,
    ) -> *mut llama_model;
    pub fn llama_model_free(model: *mut llama_model);
    pub fn llama_init_from_model(
        model: *mut llama_model,
        params: llama_context_params,
    ) -> *mut llama_context;
    pub fn llama_free(ctx: *mut llama_context);
    pub fn llama_n_ctx(ctx: *const llama_context) -> u32;
    pub fn llama_get_memory(ctx: *const llama_context) -> llama_memory_t;
    pub fn llama_set_n_threads(ctx: *mut llama_context, n_threads: i32, n_threads_batch: i32);
    pub fn llama_get_logits_ith(ctx: *mut llama_context, i: i32) -> *mut f32;
    pub fn llama_model_get_vocab(model: *const llama_model) -> *const llama_vocab;
    pub fn llama_model_n_ctx_train(model: *const llama_model) -> i32;
    pub fn llama_vocab_n_tokens(vocab: *const llama_vocab) -> i32;
    pub fn llama_model_size(model: *const llama_model) -> u64;
    pub fn llama_model_chat_template(
        model: *const llama_model,
        name: *const ::core::ffi::c_char,
    ) -> *const ::core::ffi::c_char;
    pub fn llama_model_has_encoder(model: *const llama_model) -> bool;
    pub fn llama_model_has_decoder(model: *const llama_model) -> bool;
    pub fn llama_model_is_recurrent(model: *const llama_model) -> bool;
    pub fn llama_model_is_hybrid(model: *const llama_model) -> bool;
    pub fn llama_memory_clear(mem: llama_memory_t, data: bool);
    pub fn llama_memory_seq_rm(
        mem: llama_memory_t,
        seq_id: llama_seq_id,
        p0: llama_pos,
        p1: llama_pos,
    ) -> bool;
    pub fn llama_memory_seq_pos_max(mem: llama_memory_t, seq_id: llama_seq_id) -> llama_pos;
    pub fn llama_state_seq_get_size_ext(
        ctx: *mut llama_context,
        seq_id: llama_seq_id,
        flags: llama_state_seq_flags,
    ) -> usize;
    pub fn llama_state_seq_get_data_ext(
        ctx: *mut llama_context,
        dst: *mut u8,
        size: usize,
        seq_id: llama_seq_id,
        flags: llama_state_seq_flags,
    ) -> usize;
    pub fn llama_state_seq_set_data_ext(
        ctx: *mut llama_context,
        src: *const u8,
        size: usize,
        dest_seq_id: llama_seq_id,
        flags: llama_state_seq_flags,
    ) -> usize;
    pub fn llama_batch_get_one(tokens: *mut llama_token, n_tokens: i32) -> llama_batch;
    pub fn llama_decode(ctx: *mut llama_context, batch: llama_batch) -> i32;
    pub fn llama_vocab_is_eog(vocab: *const llama_vocab, token: llama_token) -> bool;
    pub fn llama_vocab_is_control(vocab: *const llama_vocab, token: llama_token) -> bool;
    pub fn llama_vocab_bos(vocab: *const llama_vocab) -> llama_token;
    pub fn llama_vocab_eos(vocab: *const llama_vocab) -> llama_token;
    pub fn llama_tokenize(
        vocab: *const llama_vocab,
        text: *const ::core::ffi::c_char,
        text_len: i32,
        tokens: *mut llama_token,
        n_tokens_max: i32,
        add_special: bool,
        parse_special: bool,
    ) -> i32;
    pub fn llama_token_to_piece(
        vocab: *const llama_vocab,
        token: llama_token,
        buf: *mut ::core::ffi::c_char,
        length: i32,
        lstrip: i32,
        special: bool,
    ) -> i32;
    pub fn llama_sampler_free(smpl: *mut llama_sampler);
    pub fn llama_sampler_accept(smpl: *mut llama_sampler, token: llama_token);
    pub fn llama_sampler_apply(smpl: *mut llama_sampler, cur_p: *mut llama_token_data_array);
    pub fn llama_sampler_chain_init(params: llama_sampler_chain_params) -> *mut llama_sampler;
    pub fn llama_sampler_chain_add(chain: *mut llama_sampler, smpl: *mut llama_sampler);
    pub fn llama_sampler_init_greedy() -> *mut llama_sampler;
    pub fn llama_sampler_init_dist(seed: u32) -> *mut llama_sampler;
    pub fn llama_sampler_init_top_k(k: i32) -> *mut llama_sampler;
    pub fn llama_sampler_init_top_p(p: f32, min_keep: usize) -> *mut llama_sampler;
    pub fn llama_sampler_init_min_p(p: f32, min_keep: usize) -> *mut llama_sampler;
    pub fn llama_sampler_init_temp(t: f32) -> *mut llama_sampler;
    pub fn llama_sampler_init_grammar(
        vocab: *const llama_vocab,
        grammar_str: *const ::core::ffi::c_char,
        grammar_root: *const ::core::ffi::c_char,
    ) -> *mut llama_sampler;
    pub fn llama_sampler_init_penalties(
        n_vocab: i32,
        penalty_last_n: i32,
        penalty_repeat: f32,
        penalty_freq: f32,
        penalty_present: f32,
    ) -> *mut llama_sampler;
    pub fn llama_log_set(log_callback: ggml_log_callback, user_data: *mut ::core::ffi::c_void);
}
