#![no_main]

// The first byte says what the file is called, which decides where its content doesn't.
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    const NAMES: [&str; 8] =
        ["a.pdf", "a.txt", "a.csv", "a.html", "a.md", "a.canvas", "a.rtf", "a.docx"];
    if let [name, bytes @ ..] = bytes {
        documents::fuzzing::file(bytes, NAMES[usize::from(*name) % NAMES.len()]);
    }
});
