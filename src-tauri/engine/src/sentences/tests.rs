use std::io;

use language::{Language, speaking};

use super::*;

/// A sentence and what it must name.
type Case<'a> = (&'a dyn Fn() -> String, &'a [&'a str]);

fn check(cases: &[Case<'_>]) {
    for (say, parts) in cases {
        let [english, german] = [Language::English, Language::German].map(|it| speaking(it, say));
        assert_ne!(english, german);
        for part in *parts {
            assert!(english.contains(part), "{part}: {english}");
            assert!(german.contains(part), "{part}: {german}");
        }
    }
}

#[test]
fn an_engine_that_cant_start_says_what_is_wrong_with_which_file() {
    let (folder, file) = (Path::new("/opt/engine"), Path::new("/opt/engine/libllama.so"));
    let denied = io::Error::from(io::ErrorKind::PermissionDenied);
    let reason = denied.to_string();
    check(&[
        (&|| library_folder(folder, &denied), &["/opt/engine", &reason]),
        (&|| library_missing(folder, "ggml-base"), &["/opt/engine", "ggml-base"]),
        (&|| library_not_loaded(file, "bad header"), &["libllama.so", "bad header"]),
        (&|| system_too_old("GLIBC_2.34"), &["Ubuntu 22.04", "GLIBC_2.34"]),
        (&|| other_version(folder, "b1", "b2"), &["/opt/engine", "b1", "b2"]),
        (&|| other_library(folder, &"no symbol", "b2"), &["/opt/engine", "no symbol", "b2"]),
        (&|| other_defaults(folder, "n_batch"), &["/opt/engine", "n_batch"]),
        (&|| library_without_backends(folder), &["/opt/engine"]),
        (&|| not_started(file, &denied), &["libllama.so", &reason]),
        (&|| not_an_event(&"x".repeat(5000)), &["x".repeat(100).as_str()]),
        (&|| not_a_command("line 1"), &["line 1"]),
    ]);
    assert!(!not_an_event(&"x".repeat(5000)).contains(&"x".repeat(101)));
}

#[test]
fn a_model_that_cant_be_used_is_named() {
    let file = Path::new("/models/rye.gguf");
    let (new, other) = ("arch 9", "no reason");
    let missing = io::Error::from(io::ErrorKind::NotFound);
    check(&[
        (&|| odd_path(file), &["/models/rye.gguf"]),
        (&|| file_unreadable(file, &missing), &["/models/rye.gguf", &missing.to_string()]),
        (&|| not_a_model(file), &["rye.gguf", ".gguf"]),
        (&|| model_damaged(file), &["rye.gguf"]),
        (&|| model_too_new(file, new), &["rye.gguf", "(arch 9)"]),
        (&|| model_not_loaded(file, other), &["rye.gguf", "(no reason)"]),
        (&|| not_for_chat(file), &["rye.gguf"]),
        (&|| first_of_several(file), &["rye.gguf"]),
    ]);
    let plain = [model_too_new(file, ""), model_not_loaded(file, "")];
    assert!(plain.iter().all(|sentence| !sentence.contains('(')), "{plain:?}");
    // A path without a file's name is named whole.
    assert!(model_damaged(Path::new("/")).contains("“/”"));
}

#[test]
fn figures_are_in_the_sentence() {
    let file = Path::new("/models/rye.gguf");
    check(&[
        (&|| too_long(9000, 8192), &["9000", "8192"]),
        (&|| silent(Duration::from_secs(300)), &["300"]),
        (&|| smaller_window(file, 8192, 2048, 3_000_000_000), &["rye.gguf", "8192", "2048"]),
        (&|| computing_failed(-3, "no slot"), &["-3", ": no slot"]),
        (&|| template_not_understood("line 4"), &["line 4"]),
        (&|| template_refused("no system"), &["no system"]),
        (&|| no_prompt("line 4"), &["line 4"]),
    ]);
    let needs = |language| speaking(language, || too_large(file, 9_800_000_000, 8_000_000_000));
    let german = needs(Language::German);
    assert!(german.contains("9,8 GB") && german.contains("8,0 GB"), "{german}");
    let english = needs(Language::English);
    assert!(english.contains("9.8 GB") && english.contains("8.0 GB"), "{english}");
}
