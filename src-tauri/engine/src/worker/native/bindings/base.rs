// Written by bindgen from the headers of llama.cpp v0.4.0 (MIT licence); see README.md beside it.
use super::opaque::*;

pub const GGML_LOG_LEVEL_NONE: ggml_log_level = 0;
pub const GGML_LOG_LEVEL_DEBUG: ggml_log_level = 1;
pub const GGML_LOG_LEVEL_INFO: ggml_log_level = 2;
pub const GGML_LOG_LEVEL_WARN: ggml_log_level = 3;
pub const GGML_LOG_LEVEL_ERROR: ggml_log_level = 4;
pub const GGML_LOG_LEVEL_CONT: ggml_log_level = 5;
pub type ggml_log_level = ::core::ffi::c_uint;
pub type ggml_log_callback = ::core::option::Option<
    unsafe extern "C" fn(
        level: ggml_log_level,
        text: *const ::core::ffi::c_char,
        user_data: *mut ::core::ffi::c_void,
    ),
>;
pub const GGML_BACKEND_DEVICE_TYPE_CPU: ggml_backend_dev_type = 0;
pub const GGML_BACKEND_DEVICE_TYPE_GPU: ggml_backend_dev_type = 1;
pub const GGML_BACKEND_DEVICE_TYPE_IGPU: ggml_backend_dev_type = 2;
pub const GGML_BACKEND_DEVICE_TYPE_ACCEL: ggml_backend_dev_type = 3;
pub const GGML_BACKEND_DEVICE_TYPE_META: ggml_backend_dev_type = 4;
pub type ggml_backend_dev_type = ::core::ffi::c_uint;
pub struct GgmlBase {
    __library: ::libloading::Library,
    pub ggml_log_set:
        unsafe extern "C" fn(log_callback: ggml_log_callback, user_data: *mut ::core::ffi::c_void),
    pub ggml_backend_dev_description:
        unsafe extern "C" fn(device: ggml_backend_dev_t) -> *const ::core::ffi::c_char,
    pub ggml_backend_dev_memory:
        unsafe extern "C" fn(device: ggml_backend_dev_t, free: *mut usize, total: *mut usize),
    pub ggml_backend_dev_type:
        unsafe extern "C" fn(device: ggml_backend_dev_t) -> ggml_backend_dev_type,
}
impl GgmlBase {
    pub unsafe fn from_library<L>(library: L) -> Result<Self, ::libloading::Error>
    where
        L: Into<::libloading::Library>,
    {
        let __library = library.into();
        let ggml_log_set = __library.get(b"ggml_log_set\0").map(|sym| *sym)?;
        let ggml_backend_dev_description =
            __library.get(b"ggml_backend_dev_description\0").map(|sym| *sym)?;
        let ggml_backend_dev_memory =
            __library.get(b"ggml_backend_dev_memory\0").map(|sym| *sym)?;
        let ggml_backend_dev_type = __library.get(b"ggml_backend_dev_type\0").map(|sym| *sym)?;
        Ok(GgmlBase {
            __library,
            ggml_log_set,
            ggml_backend_dev_description,
            ggml_backend_dev_memory,
            ggml_backend_dev_type,
        })
    }
    pub unsafe fn ggml_log_set(
        &self,
        log_callback: ggml_log_callback,
        user_data: *mut ::core::ffi::c_void,
    ) {
        (self.ggml_log_set)(log_callback, user_data)
    }
    pub unsafe fn ggml_backend_dev_description(
        &self,
        device: ggml_backend_dev_t,
    ) -> *const ::core::ffi::c_char {
        (self.ggml_backend_dev_description)(device)
    }
    pub unsafe fn ggml_backend_dev_memory(
        &self,
        device: ggml_backend_dev_t,
        free: *mut usize,
        total: *mut usize,
    ) {
        (self.ggml_backend_dev_memory)(device, free, total)
    }
    pub unsafe fn ggml_backend_dev_type(
        &self,
        device: ggml_backend_dev_t,
    ) -> ggml_backend_dev_type {
        (self.ggml_backend_dev_type)(device)
    }
}
