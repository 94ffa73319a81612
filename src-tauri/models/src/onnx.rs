//! ONNX Runtime, which runs the models inside the app.

use parking_lot::Mutex;
use std::{
    fs,
    path::{Path, PathBuf},
    sync::OnceLock,
};

use ort::{
    environment::Environment,
    session::{Session, builder::SessionBuilder},
};

use crate::sentences;

/// The BLAKE3 hash of ONNX Runtime 1.27.0's library for this system; `None` where its makers have no package. The
/// library runs with all the app's rights, so no other one is loaded.
const RUNTIME_HASH: Option<&str> = if cfg!(all(target_os = "linux", target_arch = "x86_64")) {
    Some("770a9b310795b5d1c8cbc936c04025961afc6748fd41e65479641012c003eeff")
} else if cfg!(all(target_os = "linux", target_arch = "aarch64")) {
    Some("2e35f70c8a8c527af91d6bc5eb1e6645cb384ab5e283403b3e55172cbc982b8c")
} else if cfg!(all(target_os = "macos", target_arch = "aarch64")) {
    Some("ad2b450c61cd4a52fbb72f28ec094c378fb8afd9d558e3490f5f097908c2b589")
} else if cfg!(all(target_os = "windows", target_arch = "x86_64")) {
    Some("ffe61bc253daa4eb0f20a37940af4c46a24c7958927d529cd2c07058c5ff6580")
} else if cfg!(all(target_os = "windows", target_arch = "aarch64")) {
    Some("9d06c40b6c3a1d7e4a1257ec446709c9639befa229e68e7d4cd5ac11ffd8999b")
} else {
    None
};

/// A process can start ONNX Runtime only once. It stays until the end, and another library is refused, because it
/// would be ignored silently.
pub(crate) fn environment(library: &Path) -> Result<&'static Environment, String> {
    if !library.is_file() {
        return Err(sentences::embeddings::MISSING_FILE.to_string());
    }
    static BEGUN: OnceLock<(PathBuf, Environment)> = OnceLock::new();
    static BEGINNING: Mutex<()> = Mutex::new(());
    // Two threads must not start ONNX Runtime at the same time.
    let _beginning = BEGINNING.lock();
    let library = &library.canonicalize().map_err(|error| error.to_string())?;
    if let Some((begun_by, environment)) = BEGUN.get() {
        if begun_by == library {
            return Ok(environment);
        }
        return Err(sentences::embeddings::other_runtime(begun_by));
    }
    check_runtime(library)?;
    let made = ort::init_from(library)
        .map_err(|error| error.to_string())?
        .with_name("marginalia")
        .with_telemetry(false)
        .build()
        .map_err(|error| error.to_string())?;
    let (_, environment) = BEGUN.get_or_init(|| (library.clone(), made));
    Ok(environment)
}

pub(crate) fn check_runtime(library: &Path) -> Result<(), String> {
    check_file(library, RUNTIME_HASH.unwrap_or_default())
}

/// Compares a file's BLAKE3 hash.
pub(crate) fn check_file(file: &Path, hash: &str) -> Result<(), String> {
    let file = fs::File::open(file).map_err(|error| error.to_string())?;
    let mut hasher = blake3::Hasher::new();
    hasher.update_reader(file).map_err(|error| error.to_string())?;
    match hasher.finalize().to_hex().as_str() == hash {
        true => Ok(()),
        false => Err(sentences::embeddings::NOT_THE_FILE.to_string()),
    }
}

/// Runs the model on the calling thread.
pub(crate) fn session(environment: &Environment, weights: &[u8]) -> Result<Session, ort::Error> {
    builder(environment)?.commit_from_memory(weights)
}

/// As [`session`], for a model whose file names other files with parts of its weights.
pub(crate) fn session_of_file(
    environment: &Environment,
    file: &Path,
) -> Result<Session, ort::Error> {
    builder(environment)?.commit_from_file(file)
}

fn builder(environment: &Environment) -> Result<SessionBuilder, ort::Error> {
    Ok(Session::builder(environment)?
        .with_intra_threads(1)?
        // Spinning threads would take the core from everybody else.
        .with_intra_op_spinning(false)?
        // Processors with AVX2 and without VNNI clip sums of products of signed and unsigned 8 bits. This has no effect
        // on others.
        .with_config_entry("session.x64quantprecision", "1")?)
}
