#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| library::fuzzing::import(text));
