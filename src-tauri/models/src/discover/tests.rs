use super::*;

#[test]
fn places_are_the_variables_or_the_usual_ones() {
    let looked = |discover: Option<&str>, ollama: Option<&str>, is_development| -> Vec<String> {
        let owned = |value: Option<&str>| value.map(str::to_owned);
        let places = Place::from_variables(owned(discover), owned(ollama), is_development);
        places.into_iter().map(|place| place.address).collect()
    };
    let places = |discover, ollama| looked(discover, ollama, false);
    let usual = USUAL.map(|(_, address)| address);
    assert_eq!(places(None, None), usual);
    assert_eq!(places(None, Some("localhost")), usual);
    assert_eq!(places(None, Some("nas"))[3..], ["http://nas:11434"]);
    // The test server is a developer's; a release doesn't ask whatever listens on its port.
    assert!(usual.iter().all(|address| !address.ends_with(":8765")));
    assert_eq!(looked(None, None, true)[3..], ["http://127.0.0.1:8765"]);
    assert_eq!(places(Some(""), Some("nas")), [""; 0]);
    let two = "http://127.0.0.1:1, nas:2,";
    assert_eq!(places(Some(two), Some("nas")), ["http://127.0.0.1:1", "nas:2"]);
}

#[test]
fn the_forms_of_ollama_host() {
    fn check(value: &str, expect: Option<&str>) {
        assert_eq!(ollama_host(value).as_deref(), expect, "{value}");
    }
    check("", None);
    check("0.0.0.0", Some("http://127.0.0.1:11434"));
    check("127.0.0.1:11434", Some("http://127.0.0.1:11434"));
    check("localhost", Some("http://127.0.0.1:11434"));
    check(":8000", Some("http://127.0.0.1:8000"));
    check("nas", Some("http://nas:11434"));
    check("\"nas:5000\"", Some("http://nas:5000"));
    check("http://nas", Some("http://nas:80"));
    check("https://nas.example/ollama/", Some("https://nas.example:443/ollama"));
    check("[::1]:8000", Some("http://[::1]:8000"));
    check("[::1]", Some("http://[::1]:11434"));
    check("nas:port", None);
}
