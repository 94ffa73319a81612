#![no_main]

mod invariants;

use libfuzzer_sys::fuzz_target;

// The same bytes as YAML and as what stands inside a JSON object.
fuzz_target!(|inside: &str| {
    for text in [
        format!("---\n{inside}\n---\n[[body]]"),
        format!("---\r\n{{\"title\": \"T\", {inside}}}\r\n---\r\n[[body]]"),
    ] {
        let note = notes::parse(&text);
        invariants::check(&text, &note);
        // Front matter is read, or it is text and the note says why.
        assert!(note.front_matter.is_some() || !note.warnings.is_empty());
    }
});
