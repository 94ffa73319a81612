//! The library's functions and structs; see README.md beside this file.
#![allow(
    non_camel_case_types,
    unsafe_op_in_unsafe_fn,
    dead_code,
    clippy::too_many_arguments,
    clippy::useless_transmute,
    reason = "written by a program, in the names of C"
)]

/// A loaded library with these functions, as bindgen declares them.
macro_rules! functions {
    ($library:ident $(pub fn $name:ident($($argument:ident: $of:ty),* $(,)?) $(-> $out:ty)?;)*) => {
        pub struct $library {
            __library: ::libloading::Library,
            $($name: unsafe extern "C" fn($($argument: $of),*) $(-> $out)?,)*
        }

        impl $library {
            pub unsafe fn from_library(
                library: ::libloading::Library,
            ) -> Result<Self, ::libloading::Error> {
                $(let $name = library.get(stringify!($name)).map(|symbol| *symbol)?;)*
                Ok(Self { __library: library, $($name,)* })
            }

            $(pub unsafe fn $name(&self, $($argument: $of),*) $(-> $out)? {
                (self.$name)($($argument),*)
            })*
        }
    };
}

/// Fails to compile unless a struct has this size, alignment, and offsets of fields.
macro_rules! layout {
    ($of:ident: $size:literal, $alignment:literal; $($field:ident: $at:literal,)*) => {
        const _: () = {
            assert!(::core::mem::size_of::<$of>() == $size);
            assert!(::core::mem::align_of::<$of>() == $alignment);
            $(assert!(::core::mem::offset_of!($of, $field) == $at);)*
        };
    };
}

mod base;
mod ggml;
mod llama;
mod opaque;

pub(super) use base::{GGML_BACKEND_DEVICE_TYPE_GPU, GGML_BACKEND_DEVICE_TYPE_IGPU, GgmlBase};
pub(super) use ggml::Ggml;
pub(super) use llama::*;
pub(super) use opaque::*;
