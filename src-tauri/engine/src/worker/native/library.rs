//! Loads llama.cpp, and checks its version and default values.

#[cfg(test)]
mod tests;

use parking_lot::Mutex;
use std::{
    ffi::{CStr, CString, OsStr, c_char, c_int, c_void},
    io::Write as _,
    path::{Path, PathBuf},
};

use super::bindings::{
    GGML_BACKEND_DEVICE_TYPE_GPU, GGML_BACKEND_DEVICE_TYPE_IGPU, GGML_LOG_LEVEL_CONT,
    GGML_LOG_LEVEL_WARN, Ggml, GgmlBase, Llama, ggml_backend_dev_t, ggml_log_level,
    llama_context_params, llama_model_params,
};
use crate::{
    cause,
    protocol::{Failure, FailureKind},
    sentences,
};

const VERSION: &str = "0.4.0";

/// Maximum bytes of stored warnings, which explain a failure.
const LONGEST_LOG: usize = 4096;

/// The library's newest warnings; global, because it reports through a plain function.
static LOG: Mutex<String> = Mutex::new(String::new());

pub(in crate::worker) struct Library {
    pub(super) llama: Llama,
    ggml: Ggml,
    base: GgmlBase,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::worker) struct Device {
    pub description: String,
    pub gpu: bool,
}

impl Library {
    /// The library and its backends stay loaded until the process ends.
    ///
    /// # Errors
    /// [`FailureKind::Library`] if the folder has no library, or another version.
    pub fn load(folder: &Path, gpu: bool) -> Result<&'static Self, Failure> {
        let files = files(folder)?;
        let find = |stem: &str| {
            let file = files.iter().find(|file| is_library(file, stem));
            file.cloned().ok_or_else(|| missing(folder, stem))
        };
        let (base, ggml, llama) = (find("ggml-base")?, find("ggml")?, find("llama")?);
        // SAFETY: loading runs the library's constructors, so whoever can write to `folder` can run code here. It is
        // the app's own folder, as writable as the program itself, and the set-up checked its package by hash. The
        // files aren't hashed again: which ones exist depends on the system and its processor. No other folder is
        // searched.
        let (base, ggml, llama) = unsafe { (open(&base)?, open(&ggml)?, open(&llama)?) };
        // SAFETY: the bindings match the headers of VERSION. Another version most often lacks a function, and is
        // refused here.
        let library = unsafe {
            Self {
                base: GgmlBase::from_library(base).map_err(|e| other_library(folder, &e))?,
                ggml: Ggml::from_library(ggml).map_err(|e| other_library(folder, &e))?,
                llama: Llama::from_library(llama).map_err(|e| other_library(folder, &e))?,
            }
        };
        library.check(folder)?;
        let library: &'static Self = Box::leak(Box::new(library));
        // SAFETY: `log` is a plain function and takes no data.
        unsafe {
            library.base.ggml_log_set(Some(log), std::ptr::null_mut());
            library.llama.llama_log_set(Some(log), std::ptr::null_mut());
        }
        if gpu {
            let folder = c_path(folder)?;
            // SAFETY: the text is ended by a zero and lives longer than the call.
            unsafe { library.ggml.ggml_backend_load_all_from_path(folder.as_ptr()) };
        } else {
            library.load_processor(&files)?;
        }
        // SAFETY: takes nothing; called once, before everything else.
        unsafe { library.llama.llama_backend_init() };
        if library.devices().is_empty() {
            let why = sentences::library_without_backends(folder);
            return Err(Failure::new(FailureKind::Library, why));
        }
        Ok(library)
    }

    /// Refuses a library whose structs may differ from ours: they are passed by value, and a wrong layout would
    /// corrupt memory. Our layouts are checked at compile time.
    fn check(&self, folder: &Path) -> Result<(), Failure> {
        // SAFETY: the function takes nothing and gives a text that is never freed.
        let version = unsafe { text(self.llama.llama_version()) };
        // The packages are built from the release without its tag, so it calls itself “-dev”.
        if version.trim_end_matches("-dev") != VERSION {
            let why = sentences::other_version(folder, &version, VERSION);
            return Err(Failure::new(FailureKind::Library, why));
        }
        // SAFETY: the version is the one that the bindings were made from.
        let (model, context) = unsafe {
            (self.llama.llama_model_default_params(), self.llama.llama_context_default_params())
        };
        if let Some(name) = surprise(&model, &context) {
            let why = sentences::other_defaults(folder, name);
            return Err(Failure::new(FailureKind::Library, why));
        }
        Ok(())
    }

    /// Loads the processor backend that suits this processor best, and no graphics backend: a faulty driver would
    /// crash while it loads.
    fn load_processor(&self, files: &[PathBuf]) -> Result<(), Failure> {
        let variants = files.iter().filter(|file| {
            let name = file.file_name().and_then(OsStr::to_str).unwrap_or_default();
            let stem = name.trim_start_matches("lib");
            stem.starts_with("ggml-cpu-") || stem.starts_with("ggml-cpu.")
        });
        let best = variants.filter_map(|file| Some((score(file)?, file))).max_by_key(|(n, _)| *n);
        if let Some((_, file)) = best {
            let file = c_path(file)?;
            // SAFETY: the text is ended by a zero and lives longer than the call.
            unsafe { self.ggml.ggml_backend_load(file.as_ptr()) };
        }
        Ok(())
    }

    pub fn devices(&self) -> Vec<Device> {
        // SAFETY: the indexes are below the count, and the devices are never freed.
        let mut all: Vec<_> = unsafe {
            let count = self.ggml.ggml_backend_dev_count();
            (0..count).map(|n| self.device(self.ggml.ggml_backend_dev_get(n))).collect()
        };
        all.sort_by_key(|device| !device.gpu);
        all
    }

    /// # Safety
    /// `device` comes from the library.
    unsafe fn device(&self, device: ggml_backend_dev_t) -> Device {
        // SAFETY: the caller's promise; the description belongs to the device.
        let (kind, description) = unsafe {
            (
                self.base.ggml_backend_dev_type(device),
                text(self.base.ggml_backend_dev_description(device)),
            )
        };
        let gpu = matches!(kind, GGML_BACKEND_DEVICE_TYPE_GPU | GGML_BACKEND_DEVICE_TYPE_IGPU);
        Device { description: description.trim().to_owned(), gpu }
    }

    /// Returns the newest warnings and clears them.
    pub fn take_log() -> String {
        std::mem::take(&mut *LOG.lock())
    }
}

/// The first default value that differs from [`VERSION`]. The values lie in different parts of the structs, so that
/// an added or missing field shows.
fn surprise(model: &llama_model_params, context: &llama_context_params) -> Option<&'static str> {
    let as_expected = [
        ("devices", model.devices.is_null()),
        ("n_gpu_layers", model.n_gpu_layers == -1),
        ("main_gpu", model.main_gpu == 0),
        ("tensor_split", model.tensor_split.is_null()),
        ("progress_callback", model.progress_callback.is_none()),
        ("kv_overrides", model.kv_overrides.is_null()),
        ("vocab_only", !model.vocab_only),
        ("use_extra_bufts", model.use_extra_bufts),
        ("no_alloc", !model.no_alloc),
        ("n_ctx", context.n_ctx == 512),
        ("n_batch", context.n_batch == 2048),
        ("n_ubatch", context.n_ubatch == 512),
        ("n_seq_max", context.n_seq_max == 1),
        ("rope_freq_base", context.rope_freq_base == 0.0),
        ("yarn_ext_factor", context.yarn_ext_factor == -1.0),
        ("defrag_thold", context.defrag_thold == -1.0),
        ("cb_eval", context.cb_eval.is_none()),
        // 16-bit floats.
        ("type_k", context.type_k == 1),
        ("type_v", context.type_v == 1),
        ("abort_callback", context.abort_callback.is_none()),
        ("offload_kqv", context.offload_kqv),
        ("swa_full", context.swa_full),
        ("samplers", context.samplers.is_null() && context.n_samplers == 0),
        ("ctx_other", context.ctx_other.is_null()),
    ];
    as_expected.into_iter().find(|(_, holds)| !holds).map(|(name, _)| name)
}

fn files(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let unreadable = |error: std::io::Error| {
        Failure::new(FailureKind::Library, sentences::library_folder(folder, &error))
    };
    let entries = std::fs::read_dir(folder).map_err(unreadable)?;
    entries.map(|entry| Ok(entry.map_err(unreadable)?.path())).collect()
}

/// With the stem `llama`: `libllama.so`, `libllama.v0.4.0.dylib`, `llama.dll`.
fn is_library(file: &Path, stem: &str) -> bool {
    let name = file.file_name().and_then(OsStr::to_str).unwrap_or_default();
    let rest = name.strip_prefix("lib").unwrap_or(name).strip_prefix(stem);
    rest.is_some_and(|rest| {
        rest.starts_with('.') && [".so", ".dylib", ".dll"].iter().any(|end| rest.ends_with(end))
    })
}

/// # Safety
/// Loading runs code of the file.
unsafe fn open(file: &Path) -> Result<libloading::Library, Failure> {
    // SAFETY: the caller's promise.
    unsafe { libloading::Library::new(file.as_os_str()) }
        .map_err(|error| cause::of_library(file, &system_says(&error)))
}

/// The system's message is the source of the error.
fn system_says(error: &libloading::Error) -> String {
    let said = std::error::Error::source(error).map(ToString::to_string).unwrap_or_default();
    if said.is_empty() { error.to_string() } else { said }
}

/// The variant's score for this processor; `None` if it can't run here.
fn score(file: &Path) -> Option<c_int> {
    // SAFETY: the library itself loads variants to ask for their score; this runs nothing else. The function takes
    // nothing, and variants without it suit every processor.
    unsafe {
        let variant = libloading::Library::new(file.as_os_str()).ok()?;
        let score = variant.get::<unsafe extern "C" fn() -> c_int>(b"ggml_backend_score\0");
        match score {
            Ok(score) => Some(score()).filter(|score| *score > 0),
            Err(_) => Some(0),
        }
    }
}

pub(super) fn c_path(path: &Path) -> Result<CString, Failure> {
    let text = path.to_str().and_then(|path| CString::new(path).ok());
    text.ok_or_else(|| Failure::new(FailureKind::File, sentences::odd_path(path)))
}

/// # Safety
/// `text` is null or a text that is ended by a zero and lives during the call.
pub(super) unsafe fn text(text: *const c_char) -> String {
    if text.is_null() {
        return String::new();
    }
    // SAFETY: the caller's promise.
    unsafe { CStr::from_ptr(text) }.to_string_lossy().into_owned()
}

fn missing(folder: &Path, stem: &str) -> Failure {
    Failure::new(FailureKind::Library, sentences::library_missing(folder, stem))
}

fn other_library(folder: &Path, error: &libloading::Error) -> Failure {
    let why = sentences::other_library(folder, &system_says(error), VERSION);
    Failure::new(FailureKind::Library, why)
}

/// Writes warnings and errors to stderr, which the app reads after a crash, and to [`LOG`], which explains failures.
unsafe extern "C" fn log(level: ggml_log_level, message: *const c_char, _: *mut c_void) {
    if level != GGML_LOG_LEVEL_CONT && level < GGML_LOG_LEVEL_WARN {
        return;
    }
    // SAFETY: the library gives a text that lives during the call.
    let message = unsafe { text(message) };
    let _ = std::io::stderr().write_all(message.as_bytes());
    let mut log = LOG.lock();
    log.push_str(&message);
    while log.len() > LONGEST_LOG {
        let cut = log.find('\n').map_or(log.len(), |end| end + 1);
        log.drain(..cut);
    }
}
