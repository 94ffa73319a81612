#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| models::fuzzing::calls(text));
