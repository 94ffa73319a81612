//! The library's functions and structs; see README.md beside this file.
#![allow(
    non_camel_case_types,
    unsafe_op_in_unsafe_fn,
    dead_code,
    clippy::too_many_arguments,
    clippy::useless_transmute,
    reason = "written by a program, in the names of C"
)]

mod base;
mod ggml;
mod llama;
mod opaque;

pub(super) use base::{GGML_BACKEND_DEVICE_TYPE_GPU, GGML_BACKEND_DEVICE_TYPE_IGPU, GgmlBase};
pub(super) use ggml::Ggml;
pub(super) use llama::*;
pub(super) use opaque::*;
