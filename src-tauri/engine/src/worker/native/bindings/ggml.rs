// Written by bindgen from the headers of llama.cpp v0.4.0 (MIT licence); see README.md beside it.
use super::opaque::*;

pub type ggml_backend_reg_t = *mut ggml_backend_reg;
pub struct Ggml {
    __library: ::libloading::Library,
    pub ggml_backend_dev_count: unsafe extern "C" fn() -> usize,
    pub ggml_backend_dev_get: unsafe extern "C" fn(index: usize) -> ggml_backend_dev_t,
    pub ggml_backend_load:
        unsafe extern "C" fn(path: *const ::core::ffi::c_char) -> ggml_backend_reg_t,
    pub ggml_backend_load_all_from_path: unsafe extern "C" fn(dir_path: *const ::core::ffi::c_char),
}
impl Ggml {
    pub unsafe fn from_library<L>(library: L) -> Result<Self, ::libloading::Error>
    where
        L: Into<::libloading::Library>,
    {
        let __library = library.into();
        let ggml_backend_dev_count = __library.get(b"ggml_backend_dev_count\0").map(|sym| *sym)?;
        let ggml_backend_dev_get = __library.get(b"ggml_backend_dev_get\0").map(|sym| *sym)?;
        let ggml_backend_load = __library.get(b"ggml_backend_load\0").map(|sym| *sym)?;
        let ggml_backend_load_all_from_path =
            __library.get(b"ggml_backend_load_all_from_path\0").map(|sym| *sym)?;
        Ok(Ggml {
            __library,
            ggml_backend_dev_count,
            ggml_backend_dev_get,
            ggml_backend_load,
            ggml_backend_load_all_from_path,
        })
    }
    pub unsafe fn ggml_backend_dev_count(&self) -> usize {
        (self.ggml_backend_dev_count)()
    }
    pub unsafe fn ggml_backend_dev_get(&self, index: usize) -> ggml_backend_dev_t {
        (self.ggml_backend_dev_get)(index)
    }
    pub unsafe fn ggml_backend_load(&self, path: *const ::core::ffi::c_char) -> ggml_backend_reg_t {
        (self.ggml_backend_load)(path)
    }
    pub unsafe fn ggml_backend_load_all_from_path(&self, dir_path: *const ::core::ffi::c_char) {
        (self.ggml_backend_load_all_from_path)(dir_path)
    }
}
