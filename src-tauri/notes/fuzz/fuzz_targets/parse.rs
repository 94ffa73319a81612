#![no_main]

mod invariants;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    invariants::check(text, &notes::parse(text));
});
