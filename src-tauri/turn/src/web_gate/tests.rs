use super::*;

// B81
#[test]
fn an_address_is_known_as_it_was_typed() {
    let check = |text: &str, expect: Option<&str>| {
        assert_eq!(first_address(text).as_deref(), expect, "{text}");
    };
    check("What does example.org say?", Some("https://example.org/"));
    check("Read (https://Example.org/a?b=C).", Some("https://example.org/a?b=C"));
    check("See “example.org/salt/”, please", Some("https://example.org/salt/"));
    check("http://example.org/plain or example.org", Some("http://example.org/plain"));
    check("Does Salt.md say what https://example.org/a says?", Some("https://example.org/a"));
    check("How much salt?", None);
}

#[test]
fn the_same_words_are_the_same_search() {
    let own = words("How long does C++ keep?");
    for same in ["how long does c++ keep", "keep HOW long “does” C++, long"] {
        assert_eq!(words(same), own, "{same}");
    }
    for other in ["How long does C# keep?", "How long does C++", "How long does C++ keep? ⡴"] {
        assert_ne!(words(other), own, "{other}");
    }
}
