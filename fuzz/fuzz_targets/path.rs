#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| notes::fuzzing::path(text));
