//! Types of which the bindings only pass pointers on. bindgen would spell out all that is in them.

#[repr(C)]
pub struct ggml_tensor {
    _unused: [u8; 0],
}
#[repr(C)]
pub struct ggml_backend_device {
    _unused: [u8; 0],
}
#[repr(C)]
pub struct ggml_backend_reg {
    _unused: [u8; 0],
}
#[repr(C)]
pub struct llama_model_kv_override {
    _unused: [u8; 0],
}
#[repr(C)]
pub struct llama_model_tensor_buft_override {
    _unused: [u8; 0],
}
#[repr(C)]
pub struct llama_sampler_seq_config {
    _unused: [u8; 0],
}
#[repr(C)]
pub struct llama_sampler_i {
    _unused: [u8; 0],
}
pub type ggml_backend_dev_t = *mut ggml_backend_device;
/// An enum of C, which only ever holds the value that the library's defaults gave.
pub type ggml_type = ::core::ffi::c_uint;
