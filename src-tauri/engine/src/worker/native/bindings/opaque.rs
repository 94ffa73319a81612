//! Types that the bindings only use by pointer; bindgen would spell out their fields.

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
/// A C enum that only holds the library's default value.
pub type ggml_type = ::core::ffi::c_uint;
