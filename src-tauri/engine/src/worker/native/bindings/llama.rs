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
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    ["Size of llama_token_data"][::core::mem::size_of::<llama_token_data>() - 12usize];
    ["Alignment of llama_token_data"][::core::mem::align_of::<llama_token_data>() - 4usize];
    ["Offset of field: llama_token_data::id"]
        [::core::mem::offset_of!(llama_token_data, id) - 0usize];
    ["Offset of field: llama_token_data::logit"]
        [::core::mem::offset_of!(llama_token_data, logit) - 4usize];
    ["Offset of field: llama_token_data::p"][::core::mem::offset_of!(llama_token_data, p) - 8usize];
};
#[repr(C)]
#[derive(Copy, Clone)]
pub struct llama_token_data_array {
    pub data: *mut llama_token_data,
    pub size: usize,
    pub selected: i64,
    pub sorted: bool,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    ["Size of llama_token_data_array"][::core::mem::size_of::<llama_token_data_array>() - 32usize];
    ["Alignment of llama_token_data_array"]
        [::core::mem::align_of::<llama_token_data_array>() - 8usize];
    ["Offset of field: llama_token_data_array::data"]
        [::core::mem::offset_of!(llama_token_data_array, data) - 0usize];
    ["Offset of field: llama_token_data_array::size"]
        [::core::mem::offset_of!(llama_token_data_array, size) - 8usize];
    ["Offset of field: llama_token_data_array::selected"]
        [::core::mem::offset_of!(llama_token_data_array, selected) - 16usize];
    ["Offset of field: llama_token_data_array::sorted"]
        [::core::mem::offset_of!(llama_token_data_array, sorted) - 24usize];
};
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
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    ["Size of llama_batch"][::core::mem::size_of::<llama_batch>() - 56usize];
    ["Alignment of llama_batch"][::core::mem::align_of::<llama_batch>() - 8usize];
    ["Offset of field: llama_batch::n_tokens"]
        [::core::mem::offset_of!(llama_batch, n_tokens) - 0usize];
    ["Offset of field: llama_batch::token"][::core::mem::offset_of!(llama_batch, token) - 8usize];
    ["Offset of field: llama_batch::embd"][::core::mem::offset_of!(llama_batch, embd) - 16usize];
    ["Offset of field: llama_batch::pos"][::core::mem::offset_of!(llama_batch, pos) - 24usize];
    ["Offset of field: llama_batch::n_seq_id"]
        [::core::mem::offset_of!(llama_batch, n_seq_id) - 32usize];
    ["Offset of field: llama_batch::seq_id"]
        [::core::mem::offset_of!(llama_batch, seq_id) - 40usize];
    ["Offset of field: llama_batch::logits"]
        [::core::mem::offset_of!(llama_batch, logits) - 48usize];
};
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
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    ["Size of llama_model_params"][::core::mem::size_of::<llama_model_params>() - 80usize];
    ["Alignment of llama_model_params"][::core::mem::align_of::<llama_model_params>() - 8usize];
    ["Offset of field: llama_model_params::devices"]
        [::core::mem::offset_of!(llama_model_params, devices) - 0usize];
    ["Offset of field: llama_model_params::tensor_buft_overrides"]
        [::core::mem::offset_of!(llama_model_params, tensor_buft_overrides) - 8usize];
    ["Offset of field: llama_model_params::n_gpu_layers"]
        [::core::mem::offset_of!(llama_model_params, n_gpu_layers) - 16usize];
    ["Offset of field: llama_model_params::split_mode"]
        [::core::mem::offset_of!(llama_model_params, split_mode) - 20usize];
    ["Offset of field: llama_model_params::load_mode"]
        [::core::mem::offset_of!(llama_model_params, load_mode) - 24usize];
    ["Offset of field: llama_model_params::lazy_mode"]
        [::core::mem::offset_of!(llama_model_params, lazy_mode) - 28usize];
    ["Offset of field: llama_model_params::main_gpu"]
        [::core::mem::offset_of!(llama_model_params, main_gpu) - 32usize];
    ["Offset of field: llama_model_params::tensor_split"]
        [::core::mem::offset_of!(llama_model_params, tensor_split) - 40usize];
    ["Offset of field: llama_model_params::progress_callback"]
        [::core::mem::offset_of!(llama_model_params, progress_callback) - 48usize];
    ["Offset of field: llama_model_params::progress_callback_user_data"]
        [::core::mem::offset_of!(llama_model_params, progress_callback_user_data) - 56usize];
    ["Offset of field: llama_model_params::kv_overrides"]
        [::core::mem::offset_of!(llama_model_params, kv_overrides) - 64usize];
    ["Offset of field: llama_model_params::vocab_only"]
        [::core::mem::offset_of!(llama_model_params, vocab_only) - 72usize];
    ["Offset of field: llama_model_params::check_tensors"]
        [::core::mem::offset_of!(llama_model_params, check_tensors) - 73usize];
    ["Offset of field: llama_model_params::use_extra_bufts"]
        [::core::mem::offset_of!(llama_model_params, use_extra_bufts) - 74usize];
    ["Offset of field: llama_model_params::no_host"]
        [::core::mem::offset_of!(llama_model_params, no_host) - 75usize];
    ["Offset of field: llama_model_params::no_alloc"]
        [::core::mem::offset_of!(llama_model_params, no_alloc) - 76usize];
    ["Offset of field: llama_model_params::load_mtp"]
        [::core::mem::offset_of!(llama_model_params, load_mtp) - 77usize];
};
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
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    ["Size of llama_context_params"][::core::mem::size_of::<llama_context_params>() - 160usize];
    ["Alignment of llama_context_params"][::core::mem::align_of::<llama_context_params>() - 8usize];
    ["Offset of field: llama_context_params::n_ctx"]
        [::core::mem::offset_of!(llama_context_params, n_ctx) - 0usize];
    ["Offset of field: llama_context_params::n_batch"]
        [::core::mem::offset_of!(llama_context_params, n_batch) - 4usize];
    ["Offset of field: llama_context_params::n_ubatch"]
        [::core::mem::offset_of!(llama_context_params, n_ubatch) - 8usize];
    ["Offset of field: llama_context_params::n_seq_max"]
        [::core::mem::offset_of!(llama_context_params, n_seq_max) - 12usize];
    ["Offset of field: llama_context_params::n_rs_seq"]
        [::core::mem::offset_of!(llama_context_params, n_rs_seq) - 16usize];
    ["Offset of field: llama_context_params::n_outputs_max"]
        [::core::mem::offset_of!(llama_context_params, n_outputs_max) - 20usize];
    ["Offset of field: llama_context_params::n_outputs_max_per_seq"]
        [::core::mem::offset_of!(llama_context_params, n_outputs_max_per_seq) - 24usize];
    ["Offset of field: llama_context_params::n_threads"]
        [::core::mem::offset_of!(llama_context_params, n_threads) - 28usize];
    ["Offset of field: llama_context_params::n_threads_batch"]
        [::core::mem::offset_of!(llama_context_params, n_threads_batch) - 32usize];
    ["Offset of field: llama_context_params::ctx_type"]
        [::core::mem::offset_of!(llama_context_params, ctx_type) - 36usize];
    ["Offset of field: llama_context_params::rope_scaling_type"]
        [::core::mem::offset_of!(llama_context_params, rope_scaling_type) - 40usize];
    ["Offset of field: llama_context_params::pooling_type"]
        [::core::mem::offset_of!(llama_context_params, pooling_type) - 44usize];
    ["Offset of field: llama_context_params::attention_type"]
        [::core::mem::offset_of!(llama_context_params, attention_type) - 48usize];
    ["Offset of field: llama_context_params::flash_attn_type"]
        [::core::mem::offset_of!(llama_context_params, flash_attn_type) - 52usize];
    ["Offset of field: llama_context_params::rope_freq_base"]
        [::core::mem::offset_of!(llama_context_params, rope_freq_base) - 56usize];
    ["Offset of field: llama_context_params::rope_freq_scale"]
        [::core::mem::offset_of!(llama_context_params, rope_freq_scale) - 60usize];
    ["Offset of field: llama_context_params::yarn_ext_factor"]
        [::core::mem::offset_of!(llama_context_params, yarn_ext_factor) - 64usize];
    ["Offset of field: llama_context_params::yarn_attn_factor"]
        [::core::mem::offset_of!(llama_context_params, yarn_attn_factor) - 68usize];
    ["Offset of field: llama_context_params::yarn_beta_fast"]
        [::core::mem::offset_of!(llama_context_params, yarn_beta_fast) - 72usize];
    ["Offset of field: llama_context_params::yarn_beta_slow"]
        [::core::mem::offset_of!(llama_context_params, yarn_beta_slow) - 76usize];
    ["Offset of field: llama_context_params::yarn_orig_ctx"]
        [::core::mem::offset_of!(llama_context_params, yarn_orig_ctx) - 80usize];
    ["Offset of field: llama_context_params::defrag_thold"]
        [::core::mem::offset_of!(llama_context_params, defrag_thold) - 84usize];
    ["Offset of field: llama_context_params::cb_eval"]
        [::core::mem::offset_of!(llama_context_params, cb_eval) - 88usize];
    ["Offset of field: llama_context_params::cb_eval_user_data"]
        [::core::mem::offset_of!(llama_context_params, cb_eval_user_data) - 96usize];
    ["Offset of field: llama_context_params::type_k"]
        [::core::mem::offset_of!(llama_context_params, type_k) - 104usize];
    ["Offset of field: llama_context_params::type_v"]
        [::core::mem::offset_of!(llama_context_params, type_v) - 108usize];
    ["Offset of field: llama_context_params::abort_callback"]
        [::core::mem::offset_of!(llama_context_params, abort_callback) - 112usize];
    ["Offset of field: llama_context_params::abort_callback_data"]
        [::core::mem::offset_of!(llama_context_params, abort_callback_data) - 120usize];
    ["Offset of field: llama_context_params::embeddings"]
        [::core::mem::offset_of!(llama_context_params, embeddings) - 128usize];
    ["Offset of field: llama_context_params::offload_kqv"]
        [::core::mem::offset_of!(llama_context_params, offload_kqv) - 129usize];
    ["Offset of field: llama_context_params::no_perf"]
        [::core::mem::offset_of!(llama_context_params, no_perf) - 130usize];
    ["Offset of field: llama_context_params::op_offload"]
        [::core::mem::offset_of!(llama_context_params, op_offload) - 131usize];
    ["Offset of field: llama_context_params::swa_full"]
        [::core::mem::offset_of!(llama_context_params, swa_full) - 132usize];
    ["Offset of field: llama_context_params::kv_unified"]
        [::core::mem::offset_of!(llama_context_params, kv_unified) - 133usize];
    ["Offset of field: llama_context_params::samplers"]
        [::core::mem::offset_of!(llama_context_params, samplers) - 136usize];
    ["Offset of field: llama_context_params::n_samplers"]
        [::core::mem::offset_of!(llama_context_params, n_samplers) - 144usize];
    ["Offset of field: llama_context_params::ctx_other"]
        [::core::mem::offset_of!(llama_context_params, ctx_other) - 152usize];
};
#[repr(C)]
#[derive(Copy, Clone)]
pub struct llama_sampler_chain_params {
    pub no_perf: bool,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    ["Size of llama_sampler_chain_params"]
        [::core::mem::size_of::<llama_sampler_chain_params>() - 1usize];
    ["Alignment of llama_sampler_chain_params"]
        [::core::mem::align_of::<llama_sampler_chain_params>() - 1usize];
    ["Offset of field: llama_sampler_chain_params::no_perf"]
        [::core::mem::offset_of!(llama_sampler_chain_params, no_perf) - 0usize];
};
pub type llama_state_seq_flags = u32;
pub type llama_sampler_context_t = *mut ::core::ffi::c_void;
#[repr(C)]
#[derive(Copy, Clone)]
pub struct llama_sampler {
    pub iface: *mut llama_sampler_i,
    pub ctx: llama_sampler_context_t,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    ["Size of llama_sampler"][::core::mem::size_of::<llama_sampler>() - 16usize];
    ["Alignment of llama_sampler"][::core::mem::align_of::<llama_sampler>() - 8usize];
    ["Offset of field: llama_sampler::iface"]
        [::core::mem::offset_of!(llama_sampler, iface) - 0usize];
    ["Offset of field: llama_sampler::ctx"][::core::mem::offset_of!(llama_sampler, ctx) - 8usize];
};
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
