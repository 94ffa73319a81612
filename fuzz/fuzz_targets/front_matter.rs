#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| notes::fuzzing::front_matter(text));
