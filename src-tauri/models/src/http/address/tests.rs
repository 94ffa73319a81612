use super::*;

fn check(typed: &str, kind: ProviderKind, shown: &str, called: &str) {
    let address = Address::parse(typed, kind).unwrap();
    let url = match kind {
        ProviderKind::Ollama => address.beside("/api/chat"),
        ProviderKind::OpenAi => address.in_api("/chat/completions"),
        ProviderKind::Anthropic => address.in_api("/messages"),
        ProviderKind::Engine => panic!("the engine has no address"),
    };
    assert_eq!((address.shown().as_str(), url.as_str()), (shown, called), "{typed}");
}

#[test]
fn typed_addresses_are_completed() {
    use ProviderKind::{Ollama, OpenAi};
    let local = "http://127.0.0.1:8080";
    let call = "http://127.0.0.1:8080/v1/chat/completions";
    for typed in [
        "http://127.0.0.1:8080",
        "http://127.0.0.1:8080/",
        " http://127.0.0.1:8080/v1 ",
        "http://127.0.0.1:8080/v1/",
        "127.0.0.1:8080",
        "0.0.0.0:8080/v1",
        "http://127.0.0.1:8080/v1/chat/completions",
        "http://127.0.0.1:8080/v1/models#x",
    ] {
        check(typed, OpenAi, local, call);
    }
    for typed in ["localhost:11434", "http://localhost:11434/api/", "localhost:11434/v1"] {
        check(typed, Ollama, "http://localhost:11434", "http://localhost:11434/api/chat");
    }
    check(
        "https://openrouter.ai/api/v1",
        OpenAi,
        "https://openrouter.ai/api",
        "https://openrouter.ai/api/v1/chat/completions",
    );
    check(
        "https://host.example/v1beta/openai/",
        OpenAi,
        "https://host.example/v1beta/openai",
        "https://host.example/v1beta/openai/chat/completions",
    );
    check(
        "https://host.example/api/paas/v4",
        OpenAi,
        "https://host.example/api/paas",
        "https://host.example/api/paas/v4/chat/completions",
    );
    check(
        "api.example.com",
        OpenAi,
        "https://api.example.com",
        "https://api.example.com/v1/chat/completions",
    );
    check("nas:11434", Ollama, "http://nas:11434", "http://nas:11434/api/chat");
    check("nas.local:11434", Ollama, "http://nas.local:11434", "http://nas.local:11434/api/chat");
    check("[::1]:8080", OpenAi, "http://[::1]:8080", "http://[::1]:8080/v1/chat/completions");
    check(
        "http://me:pass@host:1/sub",
        Ollama,
        "http://host:1/sub",
        "http://me:pass@host:1/sub/api/chat",
    );
}

#[test]
fn invalid_addresses_are_refused_without_their_secrets() {
    for typed in ["", "  ", "http://", "ftp://host", "file:///etc", "http://a b", "http://h?k=s"] {
        let error = Address::parse(typed, ProviderKind::OpenAi).err().unwrap();
        assert_eq!(error.code, Code::BadSetting, "{typed}");
    }
    let error = Address::parse("ftp://me:sesame@host", ProviderKind::OpenAi).err().unwrap();
    assert!(!error.message.contains("sesame"), "{error}");
}

#[test]
fn the_secrets_of_an_address_are_known_and_not_shown() {
    fn check(typed: &str, expect: [&str; 2]) {
        let address = Address::parse(typed, ProviderKind::OpenAi).unwrap();
        assert_eq!(address.secrets(), expect, "{typed}");
        assert_eq!(address.shown(), "http://host");
    }
    check("http://me:pa%2Fss@host", ["pa%2Fss", "pa/ss"]);
    check("http://sk-1@host/v1", ["sk-1", "sk-1"]);
    assert!(Address::parse("host", ProviderKind::Ollama).unwrap().secrets().is_empty());
}

#[test]
fn credentials_in_every_form() {
    let has = |typed: &str| Address::parse(typed, ProviderKind::OpenAi).unwrap().has_credentials();
    for typed in [
        "http://me:secret@nas:11434",
        "me:secret@nas:11434",
        "sk-key@host",
        ":secret@host",
        "https:///me:pw@host",
        "https:me:pw@host/v1",
        "https://me@host",
    ] {
        assert!(has(typed), "{typed}");
    }
    for typed in ["nas:11434", "http://host/v1/@me", "https://api.openai.com/v1"] {
        assert!(!has(typed), "{typed}");
    }
}

#[test]
fn places() {
    let place = |typed: &str| Address::parse(typed, ProviderKind::Ollama).unwrap().place();
    for typed in ["localhost:11434", "http://127.0.0.1:11434/", "[::1]:11434", "0.0.0.0:11434"] {
        assert_eq!(place(typed), "http://127.0.0.1:11434", "{typed}");
    }
    assert_eq!(place("http://localhost:1/sub/v1"), "http://127.0.0.1:1/sub");
    assert_eq!(place("https://localhost.example:1"), "https://localhost.example:1");
    assert_eq!(place("127.0.0.2:1"), "http://127.0.0.2:1");
}

#[test]
fn this_machine() {
    let loopback = |typed: &str| Address::parse(typed, ProviderKind::Ollama).unwrap().is_loopback();
    assert!(loopback("localhost:1") && loopback("127.0.0.9:1") && loopback("[::1]:1"));
    assert!(!loopback("192.168.1.2:1") && !loopback("https://localhost.example.com"));
}
