#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| index::fuzzing::chunk(text));
