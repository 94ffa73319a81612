// Written by bindgen from the headers of llama.cpp v0.4.0 (MIT licence); see README.md beside it.
use super::opaque::*;

pub const LLAMA_STATE_SEQ_FLAGS_PARTIAL_ONLY: u32 = 1;
pub const GGML_LOG_LEVEL_NONE: ggml_log_level = 0;
pub const GGML_LOG_LEVEL_DEBUG: ggml_log_level = 1;
pub const GGML_LOG_LEVEL_INFO: ggml_log_level = 2;
pub const GGML_LOG_LEVEL_WARN: ggml_log_level = 3;
pub const GGML_LOG_LEVEL_ERROR: ggml_log_level = 4;
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
pub const LLAMA_ROPE_SCALING_TYPE_UNSPECIFIED: llama_rope_scaling_type = -1;
pub const LLAMA_ROPE_SCALING_TYPE_NONE: llama_rope_scaling_type = 0;
pub const LLAMA_ROPE_SCALING_TYPE_LINEAR: llama_rope_scaling_type = 1;
pub const LLAMA_ROPE_SCALING_TYPE_YARN: llama_rope_scaling_type = 2;
pub const LLAMA_ROPE_SCALING_TYPE_LONGROPE: llama_rope_scaling_type = 3;
pub const LLAMA_ROPE_SCALING_TYPE_MAX_VALUE: llama_rope_scaling_type = 3;
pub type llama_rope_scaling_type = ::core::ffi::c_int;
pub const LLAMA_POOLING_TYPE_UNSPECIFIED: llama_pooling_type = -1;
pub const LLAMA_POOLING_TYPE_NONE: llama_pooling_type = 0;
pub const LLAMA_POOLING_TYPE_MEAN: llama_pooling_type = 1;
pub const LLAMA_POOLING_TYPE_CLS: llama_pooling_type = 2;
pub const LLAMA_POOLING_TYPE_LAST: llama_pooling_type = 3;
pub const LLAMA_POOLING_TYPE_RANK: llama_pooling_type = 4;
pub type llama_pooling_type = ::core::ffi::c_int;
pub const LLAMA_ATTENTION_TYPE_UNSPECIFIED: llama_attention_type = -1;
pub const LLAMA_ATTENTION_TYPE_CAUSAL: llama_attention_type = 0;
pub const LLAMA_ATTENTION_TYPE_NON_CAUSAL: llama_attention_type = 1;
pub type llama_attention_type = ::core::ffi::c_int;
pub const LLAMA_FLASH_ATTN_TYPE_AUTO: llama_flash_attn_type = -1;
pub const LLAMA_FLASH_ATTN_TYPE_DISABLED: llama_flash_attn_type = 0;
pub const LLAMA_FLASH_ATTN_TYPE_ENABLED: llama_flash_attn_type = 1;
pub type llama_flash_attn_type = ::core::ffi::c_int;
pub const LLAMA_SPLIT_MODE_NONE: llama_split_mode = 0;
pub const LLAMA_SPLIT_MODE_LAYER: llama_split_mode = 1;
pub const LLAMA_SPLIT_MODE_ROW: llama_split_mode = 2;
pub const LLAMA_SPLIT_MODE_TENSOR: llama_split_mode = 3;
pub type llama_split_mode = ::core::ffi::c_uint;
pub const LLAMA_LOAD_MODE_AUTO: llama_load_mode = -1;
pub const LLAMA_LOAD_MODE_NONE: llama_load_mode = 0;
pub const LLAMA_LOAD_MODE_MMAP: llama_load_mode = 1;
pub const LLAMA_LOAD_MODE_MLOCK: llama_load_mode = 2;
pub const LLAMA_LOAD_MODE_MMAP_MLOCK: llama_load_mode = 3;
pub const LLAMA_LOAD_MODE_DIRECT_IO: llama_load_mode = 4;
pub type llama_load_mode = ::core::ffi::c_int;
pub const LLAMA_LAZY_MODE_OFF: llama_lazy_mode = 0;
pub const LLAMA_LAZY_MODE_AUTO: llama_lazy_mode = 1;
pub const LLAMA_LAZY_MODE_ON: llama_lazy_mode = 2;
pub type llama_lazy_mode = ::core::ffi::c_uint;
pub const LLAMA_CONTEXT_TYPE_DEFAULT: llama_context_type = 0;
pub const LLAMA_CONTEXT_TYPE_MTP: llama_context_type = 1;
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
pub struct Llama {
    __library: ::libloading::Library,
    pub llama_version: unsafe extern "C" fn() -> *const ::core::ffi::c_char,
    pub llama_model_default_params: unsafe extern "C" fn() -> llama_model_params,
    pub llama_context_default_params: unsafe extern "C" fn() -> llama_context_params,
    pub llama_sampler_chain_default_params: unsafe extern "C" fn() -> llama_sampler_chain_params,
    pub llama_backend_init: unsafe extern "C" fn(),
    pub llama_model_load_from_file: unsafe extern "C" fn(
        path_model: *const ::core::ffi::c_char,
        params: llama_model_params,
    ) -> *mut llama_model,
    pub llama_model_free: unsafe extern "C" fn(model: *mut llama_model),
    pub llama_init_from_model: unsafe extern "C" fn(
        model: *mut llama_model,
        params: llama_context_params,
    ) -> *mut llama_context,
    pub llama_free: unsafe extern "C" fn(ctx: *mut llama_context),
    pub llama_n_ctx: unsafe extern "C" fn(ctx: *const llama_context) -> u32,
    pub llama_get_memory: unsafe extern "C" fn(ctx: *const llama_context) -> llama_memory_t,
    pub llama_set_n_threads:
        unsafe extern "C" fn(ctx: *mut llama_context, n_threads: i32, n_threads_batch: i32),
    pub llama_get_logits_ith: unsafe extern "C" fn(ctx: *mut llama_context, i: i32) -> *mut f32,
    pub llama_model_get_vocab:
        unsafe extern "C" fn(model: *const llama_model) -> *const llama_vocab,
    pub llama_model_n_ctx_train: unsafe extern "C" fn(model: *const llama_model) -> i32,
    pub llama_vocab_n_tokens: unsafe extern "C" fn(vocab: *const llama_vocab) -> i32,
    pub llama_model_size: unsafe extern "C" fn(model: *const llama_model) -> u64,
    pub llama_model_chat_template: unsafe extern "C" fn(
        model: *const llama_model,
        name: *const ::core::ffi::c_char,
    ) -> *const ::core::ffi::c_char,
    pub llama_model_has_encoder: unsafe extern "C" fn(model: *const llama_model) -> bool,
    pub llama_model_has_decoder: unsafe extern "C" fn(model: *const llama_model) -> bool,
    pub llama_model_is_recurrent: unsafe extern "C" fn(model: *const llama_model) -> bool,
    pub llama_model_is_hybrid: unsafe extern "C" fn(model: *const llama_model) -> bool,
    pub llama_memory_clear: unsafe extern "C" fn(mem: llama_memory_t, data: bool),
    pub llama_memory_seq_rm: unsafe extern "C" fn(
        mem: llama_memory_t,
        seq_id: llama_seq_id,
        p0: llama_pos,
        p1: llama_pos,
    ) -> bool,
    pub llama_memory_seq_pos_max:
        unsafe extern "C" fn(mem: llama_memory_t, seq_id: llama_seq_id) -> llama_pos,
    pub llama_state_seq_get_size_ext: unsafe extern "C" fn(
        ctx: *mut llama_context,
        seq_id: llama_seq_id,
        flags: llama_state_seq_flags,
    ) -> usize,
    pub llama_state_seq_get_data_ext: unsafe extern "C" fn(
        ctx: *mut llama_context,
        dst: *mut u8,
        size: usize,
        seq_id: llama_seq_id,
        flags: llama_state_seq_flags,
    ) -> usize,
    pub llama_state_seq_set_data_ext: unsafe extern "C" fn(
        ctx: *mut llama_context,
        src: *const u8,
        size: usize,
        dest_seq_id: llama_seq_id,
        flags: llama_state_seq_flags,
    ) -> usize,
    pub llama_batch_get_one:
        unsafe extern "C" fn(tokens: *mut llama_token, n_tokens: i32) -> llama_batch,
    pub llama_decode: unsafe extern "C" fn(ctx: *mut llama_context, batch: llama_batch) -> i32,
    pub llama_vocab_is_eog:
        unsafe extern "C" fn(vocab: *const llama_vocab, token: llama_token) -> bool,
    pub llama_vocab_is_control:
        unsafe extern "C" fn(vocab: *const llama_vocab, token: llama_token) -> bool,
    pub llama_vocab_bos: unsafe extern "C" fn(vocab: *const llama_vocab) -> llama_token,
    pub llama_vocab_eos: unsafe extern "C" fn(vocab: *const llama_vocab) -> llama_token,
    pub llama_tokenize: unsafe extern "C" fn(
        vocab: *const llama_vocab,
        text: *const ::core::ffi::c_char,
        text_len: i32,
        tokens: *mut llama_token,
        n_tokens_max: i32,
        add_special: bool,
        parse_special: bool,
    ) -> i32,
    pub llama_token_to_piece: unsafe extern "C" fn(
        vocab: *const llama_vocab,
        token: llama_token,
        buf: *mut ::core::ffi::c_char,
        length: i32,
        lstrip: i32,
        special: bool,
    ) -> i32,
    pub llama_sampler_free: unsafe extern "C" fn(smpl: *mut llama_sampler),
    pub llama_sampler_accept: unsafe extern "C" fn(smpl: *mut llama_sampler, token: llama_token),
    pub llama_sampler_apply:
        unsafe extern "C" fn(smpl: *mut llama_sampler, cur_p: *mut llama_token_data_array),
    pub llama_sampler_chain_init:
        unsafe extern "C" fn(params: llama_sampler_chain_params) -> *mut llama_sampler,
    pub llama_sampler_chain_add:
        unsafe extern "C" fn(chain: *mut llama_sampler, smpl: *mut llama_sampler),
    pub llama_sampler_init_greedy: unsafe extern "C" fn() -> *mut llama_sampler,
    pub llama_sampler_init_dist: unsafe extern "C" fn(seed: u32) -> *mut llama_sampler,
    pub llama_sampler_init_top_k: unsafe extern "C" fn(k: i32) -> *mut llama_sampler,
    pub llama_sampler_init_top_p:
        unsafe extern "C" fn(p: f32, min_keep: usize) -> *mut llama_sampler,
    pub llama_sampler_init_min_p:
        unsafe extern "C" fn(p: f32, min_keep: usize) -> *mut llama_sampler,
    pub llama_sampler_init_temp: unsafe extern "C" fn(t: f32) -> *mut llama_sampler,
    pub llama_sampler_init_grammar: unsafe extern "C" fn(
        vocab: *const llama_vocab,
        grammar_str: *const ::core::ffi::c_char,
        grammar_root: *const ::core::ffi::c_char,
    ) -> *mut llama_sampler,
    pub llama_sampler_init_penalties: unsafe extern "C" fn(
        n_vocab: i32,
        penalty_last_n: i32,
        penalty_repeat: f32,
        penalty_freq: f32,
        penalty_present: f32,
    ) -> *mut llama_sampler,
    pub llama_sampler_sample: unsafe extern "C" fn(
        smpl: *mut llama_sampler,
        ctx: *mut llama_context,
        idx: i32,
    ) -> llama_token,
    pub llama_log_set:
        unsafe extern "C" fn(log_callback: ggml_log_callback, user_data: *mut ::core::ffi::c_void),
}
impl Llama {
    pub unsafe fn from_library<L>(library: L) -> Result<Self, ::libloading::Error>
    where
        L: Into<::libloading::Library>,
    {
        let __library = library.into();
        let llama_version = __library.get(b"llama_version\0").map(|sym| *sym)?;
        let llama_model_default_params =
            __library.get(b"llama_model_default_params\0").map(|sym| *sym)?;
        let llama_context_default_params =
            __library.get(b"llama_context_default_params\0").map(|sym| *sym)?;
        let llama_sampler_chain_default_params =
            __library.get(b"llama_sampler_chain_default_params\0").map(|sym| *sym)?;
        let llama_backend_init = __library.get(b"llama_backend_init\0").map(|sym| *sym)?;
        let llama_model_load_from_file =
            __library.get(b"llama_model_load_from_file\0").map(|sym| *sym)?;
        let llama_model_free = __library.get(b"llama_model_free\0").map(|sym| *sym)?;
        let llama_init_from_model = __library.get(b"llama_init_from_model\0").map(|sym| *sym)?;
        let llama_free = __library.get(b"llama_free\0").map(|sym| *sym)?;
        let llama_n_ctx = __library.get(b"llama_n_ctx\0").map(|sym| *sym)?;
        let llama_get_memory = __library.get(b"llama_get_memory\0").map(|sym| *sym)?;
        let llama_set_n_threads = __library.get(b"llama_set_n_threads\0").map(|sym| *sym)?;
        let llama_get_logits_ith = __library.get(b"llama_get_logits_ith\0").map(|sym| *sym)?;
        let llama_model_get_vocab = __library.get(b"llama_model_get_vocab\0").map(|sym| *sym)?;
        let llama_model_n_ctx_train =
            __library.get(b"llama_model_n_ctx_train\0").map(|sym| *sym)?;
        let llama_vocab_n_tokens = __library.get(b"llama_vocab_n_tokens\0").map(|sym| *sym)?;
        let llama_model_size = __library.get(b"llama_model_size\0").map(|sym| *sym)?;
        let llama_model_chat_template =
            __library.get(b"llama_model_chat_template\0").map(|sym| *sym)?;
        let llama_model_has_encoder =
            __library.get(b"llama_model_has_encoder\0").map(|sym| *sym)?;
        let llama_model_has_decoder =
            __library.get(b"llama_model_has_decoder\0").map(|sym| *sym)?;
        let llama_model_is_recurrent =
            __library.get(b"llama_model_is_recurrent\0").map(|sym| *sym)?;
        let llama_model_is_hybrid = __library.get(b"llama_model_is_hybrid\0").map(|sym| *sym)?;
        let llama_memory_clear = __library.get(b"llama_memory_clear\0").map(|sym| *sym)?;
        let llama_memory_seq_rm = __library.get(b"llama_memory_seq_rm\0").map(|sym| *sym)?;
        let llama_memory_seq_pos_max =
            __library.get(b"llama_memory_seq_pos_max\0").map(|sym| *sym)?;
        let llama_state_seq_get_size_ext =
            __library.get(b"llama_state_seq_get_size_ext\0").map(|sym| *sym)?;
        let llama_state_seq_get_data_ext =
            __library.get(b"llama_state_seq_get_data_ext\0").map(|sym| *sym)?;
        let llama_state_seq_set_data_ext =
            __library.get(b"llama_state_seq_set_data_ext\0").map(|sym| *sym)?;
        let llama_batch_get_one = __library.get(b"llama_batch_get_one\0").map(|sym| *sym)?;
        let llama_decode = __library.get(b"llama_decode\0").map(|sym| *sym)?;
        let llama_vocab_is_eog = __library.get(b"llama_vocab_is_eog\0").map(|sym| *sym)?;
        let llama_vocab_is_control = __library.get(b"llama_vocab_is_control\0").map(|sym| *sym)?;
        let llama_vocab_bos = __library.get(b"llama_vocab_bos\0").map(|sym| *sym)?;
        let llama_vocab_eos = __library.get(b"llama_vocab_eos\0").map(|sym| *sym)?;
        let llama_tokenize = __library.get(b"llama_tokenize\0").map(|sym| *sym)?;
        let llama_token_to_piece = __library.get(b"llama_token_to_piece\0").map(|sym| *sym)?;
        let llama_sampler_free = __library.get(b"llama_sampler_free\0").map(|sym| *sym)?;
        let llama_sampler_accept = __library.get(b"llama_sampler_accept\0").map(|sym| *sym)?;
        let llama_sampler_apply = __library.get(b"llama_sampler_apply\0").map(|sym| *sym)?;
        let llama_sampler_chain_init =
            __library.get(b"llama_sampler_chain_init\0").map(|sym| *sym)?;
        let llama_sampler_chain_add =
            __library.get(b"llama_sampler_chain_add\0").map(|sym| *sym)?;
        let llama_sampler_init_greedy =
            __library.get(b"llama_sampler_init_greedy\0").map(|sym| *sym)?;
        let llama_sampler_init_dist =
            __library.get(b"llama_sampler_init_dist\0").map(|sym| *sym)?;
        let llama_sampler_init_top_k =
            __library.get(b"llama_sampler_init_top_k\0").map(|sym| *sym)?;
        let llama_sampler_init_top_p =
            __library.get(b"llama_sampler_init_top_p\0").map(|sym| *sym)?;
        let llama_sampler_init_min_p =
            __library.get(b"llama_sampler_init_min_p\0").map(|sym| *sym)?;
        let llama_sampler_init_temp =
            __library.get(b"llama_sampler_init_temp\0").map(|sym| *sym)?;
        let llama_sampler_init_grammar =
            __library.get(b"llama_sampler_init_grammar\0").map(|sym| *sym)?;
        let llama_sampler_init_penalties =
            __library.get(b"llama_sampler_init_penalties\0").map(|sym| *sym)?;
        let llama_sampler_sample = __library.get(b"llama_sampler_sample\0").map(|sym| *sym)?;
        let llama_log_set = __library.get(b"llama_log_set\0").map(|sym| *sym)?;
        Ok(Llama {
            __library,
            llama_version,
            llama_model_default_params,
            llama_context_default_params,
            llama_sampler_chain_default_params,
            llama_backend_init,
            llama_model_load_from_file,
            llama_model_free,
            llama_init_from_model,
            llama_free,
            llama_n_ctx,
            llama_get_memory,
            llama_set_n_threads,
            llama_get_logits_ith,
            llama_model_get_vocab,
            llama_model_n_ctx_train,
            llama_vocab_n_tokens,
            llama_model_size,
            llama_model_chat_template,
            llama_model_has_encoder,
            llama_model_has_decoder,
            llama_model_is_recurrent,
            llama_model_is_hybrid,
            llama_memory_clear,
            llama_memory_seq_rm,
            llama_memory_seq_pos_max,
            llama_state_seq_get_size_ext,
            llama_state_seq_get_data_ext,
            llama_state_seq_set_data_ext,
            llama_batch_get_one,
            llama_decode,
            llama_vocab_is_eog,
            llama_vocab_is_control,
            llama_vocab_bos,
            llama_vocab_eos,
            llama_tokenize,
            llama_token_to_piece,
            llama_sampler_free,
            llama_sampler_accept,
            llama_sampler_apply,
            llama_sampler_chain_init,
            llama_sampler_chain_add,
            llama_sampler_init_greedy,
            llama_sampler_init_dist,
            llama_sampler_init_top_k,
            llama_sampler_init_top_p,
            llama_sampler_init_min_p,
            llama_sampler_init_temp,
            llama_sampler_init_grammar,
            llama_sampler_init_penalties,
            llama_sampler_sample,
            llama_log_set,
        })
    }
    pub unsafe fn llama_version(&self) -> *const ::core::ffi::c_char {
        (self.llama_version)()
    }
    pub unsafe fn llama_model_default_params(&self) -> llama_model_params {
        (self.llama_model_default_params)()
    }
    pub unsafe fn llama_context_default_params(&self) -> llama_context_params {
        (self.llama_context_default_params)()
    }
    pub unsafe fn llama_sampler_chain_default_params(&self) -> llama_sampler_chain_params {
        (self.llama_sampler_chain_default_params)()
    }
    pub unsafe fn llama_backend_init(&self) {
        (self.llama_backend_init)()
    }
    pub unsafe fn llama_model_load_from_file(
        &self,
        path_model: *const ::core::ffi::c_char,
        params: llama_model_params,
    ) -> *mut llama_model {
        (self.llama_model_load_from_file)(path_model, params)
    }
    pub unsafe fn llama_model_free(&self, model: *mut llama_model) {
        (self.llama_model_free)(model)
    }
    pub unsafe fn llama_init_from_model(
        &self,
        model: *mut llama_model,
        params: llama_context_params,
    ) -> *mut llama_context {
        (self.llama_init_from_model)(model, params)
    }
    pub unsafe fn llama_free(&self, ctx: *mut llama_context) {
        (self.llama_free)(ctx)
    }
    pub unsafe fn llama_n_ctx(&self, ctx: *const llama_context) -> u32 {
        (self.llama_n_ctx)(ctx)
    }
    pub unsafe fn llama_get_memory(&self, ctx: *const llama_context) -> llama_memory_t {
        (self.llama_get_memory)(ctx)
    }
    pub unsafe fn llama_set_n_threads(
        &self,
        ctx: *mut llama_context,
        n_threads: i32,
        n_threads_batch: i32,
    ) {
        (self.llama_set_n_threads)(ctx, n_threads, n_threads_batch)
    }
    pub unsafe fn llama_get_logits_ith(&self, ctx: *mut llama_context, i: i32) -> *mut f32 {
        (self.llama_get_logits_ith)(ctx, i)
    }
    pub unsafe fn llama_model_get_vocab(&self, model: *const llama_model) -> *const llama_vocab {
        (self.llama_model_get_vocab)(model)
    }
    pub unsafe fn llama_model_n_ctx_train(&self, model: *const llama_model) -> i32 {
        (self.llama_model_n_ctx_train)(model)
    }
    pub unsafe fn llama_vocab_n_tokens(&self, vocab: *const llama_vocab) -> i32 {
        (self.llama_vocab_n_tokens)(vocab)
    }
    pub unsafe fn llama_model_size(&self, model: *const llama_model) -> u64 {
        (self.llama_model_size)(model)
    }
    pub unsafe fn llama_model_chat_template(
        &self,
        model: *const llama_model,
        name: *const ::core::ffi::c_char,
    ) -> *const ::core::ffi::c_char {
        (self.llama_model_chat_template)(model, name)
    }
    pub unsafe fn llama_model_has_encoder(&self, model: *const llama_model) -> bool {
        (self.llama_model_has_encoder)(model)
    }
    pub unsafe fn llama_model_has_decoder(&self, model: *const llama_model) -> bool {
        (self.llama_model_has_decoder)(model)
    }
    pub unsafe fn llama_model_is_recurrent(&self, model: *const llama_model) -> bool {
        (self.llama_model_is_recurrent)(model)
    }
    pub unsafe fn llama_model_is_hybrid(&self, model: *const llama_model) -> bool {
        (self.llama_model_is_hybrid)(model)
    }
    pub unsafe fn llama_memory_clear(&self, mem: llama_memory_t, data: bool) {
        (self.llama_memory_clear)(mem, data)
    }
    pub unsafe fn llama_memory_seq_rm(
        &self,
        mem: llama_memory_t,
        seq_id: llama_seq_id,
        p0: llama_pos,
        p1: llama_pos,
    ) -> bool {
        (self.llama_memory_seq_rm)(mem, seq_id, p0, p1)
    }
    pub unsafe fn llama_memory_seq_pos_max(
        &self,
        mem: llama_memory_t,
        seq_id: llama_seq_id,
    ) -> llama_pos {
        (self.llama_memory_seq_pos_max)(mem, seq_id)
    }
    pub unsafe fn llama_state_seq_get_size_ext(
        &self,
        ctx: *mut llama_context,
        seq_id: llama_seq_id,
        flags: llama_state_seq_flags,
    ) -> usize {
        (self.llama_state_seq_get_size_ext)(ctx, seq_id, flags)
    }
    pub unsafe fn llama_state_seq_get_data_ext(
        &self,
        ctx: *mut llama_context,
        dst: *mut u8,
        size: usize,
        seq_id: llama_seq_id,
        flags: llama_state_seq_flags,
    ) -> usize {
        (self.llama_state_seq_get_data_ext)(ctx, dst, size, seq_id, flags)
    }
    pub unsafe fn llama_state_seq_set_data_ext(
        &self,
        ctx: *mut llama_context,
        src: *const u8,
        size: usize,
        dest_seq_id: llama_seq_id,
        flags: llama_state_seq_flags,
    ) -> usize {
        (self.llama_state_seq_set_data_ext)(ctx, src, size, dest_seq_id, flags)
    }
    pub unsafe fn llama_batch_get_one(
        &self,
        tokens: *mut llama_token,
        n_tokens: i32,
    ) -> llama_batch {
        (self.llama_batch_get_one)(tokens, n_tokens)
    }
    pub unsafe fn llama_decode(&self, ctx: *mut llama_context, batch: llama_batch) -> i32 {
        (self.llama_decode)(ctx, batch)
    }
    pub unsafe fn llama_vocab_is_eog(&self, vocab: *const llama_vocab, token: llama_token) -> bool {
        (self.llama_vocab_is_eog)(vocab, token)
    }
    pub unsafe fn llama_vocab_is_control(
        &self,
        vocab: *const llama_vocab,
        token: llama_token,
    ) -> bool {
        (self.llama_vocab_is_control)(vocab, token)
    }
    pub unsafe fn llama_vocab_bos(&self, vocab: *const llama_vocab) -> llama_token {
        (self.llama_vocab_bos)(vocab)
    }
    pub unsafe fn llama_vocab_eos(&self, vocab: *const llama_vocab) -> llama_token {
        (self.llama_vocab_eos)(vocab)
    }
    pub unsafe fn llama_tokenize(
        &self,
        vocab: *const llama_vocab,
        text: *const ::core::ffi::c_char,
        text_len: i32,
        tokens: *mut llama_token,
        n_tokens_max: i32,
        add_special: bool,
        parse_special: bool,
    ) -> i32 {
        (self.llama_tokenize)(
            vocab,
            text,
            text_len,
            tokens,
            n_tokens_max,
            add_special,
            parse_special,
        )
    }
    pub unsafe fn llama_token_to_piece(
        &self,
        vocab: *const llama_vocab,
        token: llama_token,
        buf: *mut ::core::ffi::c_char,
        length: i32,
        lstrip: i32,
        special: bool,
    ) -> i32 {
        (self.llama_token_to_piece)(vocab, token, buf, length, lstrip, special)
    }
    pub unsafe fn llama_sampler_free(&self, smpl: *mut llama_sampler) {
        (self.llama_sampler_free)(smpl)
    }
    pub unsafe fn llama_sampler_accept(&self, smpl: *mut llama_sampler, token: llama_token) {
        (self.llama_sampler_accept)(smpl, token)
    }
    pub unsafe fn llama_sampler_apply(
        &self,
        smpl: *mut llama_sampler,
        cur_p: *mut llama_token_data_array,
    ) {
        (self.llama_sampler_apply)(smpl, cur_p)
    }
    pub unsafe fn llama_sampler_chain_init(
        &self,
        params: llama_sampler_chain_params,
    ) -> *mut llama_sampler {
        (self.llama_sampler_chain_init)(params)
    }
    pub unsafe fn llama_sampler_chain_add(
        &self,
        chain: *mut llama_sampler,
        smpl: *mut llama_sampler,
    ) {
        (self.llama_sampler_chain_add)(chain, smpl)
    }
    pub unsafe fn llama_sampler_init_greedy(&self) -> *mut llama_sampler {
        (self.llama_sampler_init_greedy)()
    }
    pub unsafe fn llama_sampler_init_dist(&self, seed: u32) -> *mut llama_sampler {
        (self.llama_sampler_init_dist)(seed)
    }
    pub unsafe fn llama_sampler_init_top_k(&self, k: i32) -> *mut llama_sampler {
        (self.llama_sampler_init_top_k)(k)
    }
    pub unsafe fn llama_sampler_init_top_p(&self, p: f32, min_keep: usize) -> *mut llama_sampler {
        (self.llama_sampler_init_top_p)(p, min_keep)
    }
    pub unsafe fn llama_sampler_init_min_p(&self, p: f32, min_keep: usize) -> *mut llama_sampler {
        (self.llama_sampler_init_min_p)(p, min_keep)
    }
    pub unsafe fn llama_sampler_init_temp(&self, t: f32) -> *mut llama_sampler {
        (self.llama_sampler_init_temp)(t)
    }
    pub unsafe fn llama_sampler_init_grammar(
        &self,
        vocab: *const llama_vocab,
        grammar_str: *const ::core::ffi::c_char,
        grammar_root: *const ::core::ffi::c_char,
    ) -> *mut llama_sampler {
        (self.llama_sampler_init_grammar)(vocab, grammar_str, grammar_root)
    }
    pub unsafe fn llama_sampler_init_penalties(
        &self,
        n_vocab: i32,
        penalty_last_n: i32,
        penalty_repeat: f32,
        penalty_freq: f32,
        penalty_present: f32,
    ) -> *mut llama_sampler {
        (self.llama_sampler_init_penalties)(
            n_vocab,
            penalty_last_n,
            penalty_repeat,
            penalty_freq,
            penalty_present,
        )
    }
    pub unsafe fn llama_sampler_sample(
        &self,
        smpl: *mut llama_sampler,
        ctx: *mut llama_context,
        idx: i32,
    ) -> llama_token {
        (self.llama_sampler_sample)(smpl, ctx, idx)
    }
    pub unsafe fn llama_log_set(
        &self,
        log_callback: ggml_log_callback,
        user_data: *mut ::core::ffi::c_void,
    ) {
        (self.llama_log_set)(log_callback, user_data)
    }
}
