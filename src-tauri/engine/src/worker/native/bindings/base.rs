// Written by bindgen from the headers of llama.cpp v0.4.0 (MIT licence); see README.md beside it.
use super::{llama::ggml_log_callback, opaque::*};

pub const GGML_BACKEND_DEVICE_TYPE_GPU: ggml_backend_dev_type = 1;
pub const GGML_BACKEND_DEVICE_TYPE_IGPU: ggml_backend_dev_type = 2;
pub type ggml_backend_dev_type = ::core::ffi::c_uint;
functions! { GgmlBase
    pub fn ggml_log_set(log_callback: ggml_log_callback, user_data: *mut ::core::ffi::c_void);
    pub fn ggml_backend_dev_description(device: ggml_backend_dev_t) -> *const ::core::ffi::c_char;
    pub fn ggml_backend_dev_type(device: ggml_backend_dev_t) -> ggml_backend_dev_type;
}
