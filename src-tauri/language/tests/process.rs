//! The language of the whole process; a program of its own, because the other tests are in English.

use language::{Language, current, say, set_current, speaking};

#[test]
fn every_thread_speaks_the_language_that_was_set() {
    assert_eq!(current(), Language::English);
    set_current(Language::German);
    let elsewhere = std::thread::spawn(|| say! { en: "yes", de: "ja" });
    assert_eq!(elsewhere.join().unwrap(), "ja");
    assert_eq!(speaking(Language::English, current), Language::English);
    set_current(Language::English);
    assert_eq!(current(), Language::English);
}
