// Written by bindgen from the headers of llama.cpp v0.4.0 (MIT licence); see README.md beside it.
use super::opaque::*;

pub type ggml_backend_reg_t = *mut ggml_backend_reg;
functions! { Ggml
    pub fn ggml_backend_dev_count() -> usize;
    pub fn ggml_backend_dev_get(index: usize) -> ggml_backend_dev_t;
    pub fn ggml_backend_load(path: *const ::core::ffi::c_char) -> ggml_backend_reg_t;
    pub fn ggml_backend_load_all_from_path(dir_path: *const ::core::ffi::c_char);
}
