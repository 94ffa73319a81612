#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| notes::fuzzing::note(text));
