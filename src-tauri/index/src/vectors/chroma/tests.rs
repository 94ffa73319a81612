use super::*;

#[test]
fn names_that_servers_take() {
    let key_of = TextKey::of("rye");
    assert_eq!(key(&names(&[key_of])[0]), Some(key_of));
    for other in ["", "rye", &"+f".repeat(16), &"ü".repeat(16), &"00".repeat(17)] {
        assert_eq!(key(other), None, "{other}");
    }
    for (vault, model) in [("", ""), ("Küche/Brot", "ollama/x:1"), (&"v".repeat(900), "m")] {
        let name = collection(vault, model);
        assert!((3..=512).contains(&name.len()), "{name}");
        assert!(name.bytes().all(|b| b.is_ascii_alphanumeric() || b"._-".contains(&b)), "{name}");
    }
    assert_ne!(collection("a", "b\nc"), collection("a", "bc"));
    assert_eq!(segment("team a/b"), "team%20a%2Fb");
}
