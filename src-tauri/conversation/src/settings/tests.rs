use crate::model::Override;

use super::*;

#[test]
fn older_settings_load() {
    let window = |server: Option<&str>, model: Option<&str>, window| ModelOverride {
        server: server.map(ServerAt::address),
        model: model.map(str::to_owned),
        known: Override { window: Some(Tokens(window)), ..Override::default() },
    };
    let chosen = |server: Option<&str>, model: &str| {
        Some(ChosenModel { server: server.map(ServerAt::address), model: model.to_owned() })
    };
    let ollama = ServerSetting::new(ProviderKind::Ollama, "http://nas:11434/");
    let cases = [
        ("{}", Settings::default()),
        (
            r#"{"model":"small","exclude":["a"]}"#,
            Settings {
                chosen: chosen(None, "small"),
                exclude: vec!["a".to_owned()],
                ..Settings::default()
            },
        ),
        (
            r#"{"server":{"kind":"ollama","base_url":"http://nas:11434/"},"model":null,"window":null}"#,
            Settings { servers: vec![ollama.clone()], ..Settings::default() },
        ),
        (
            r#"{"server":{"kind":"ollama","base_url":"http://nas:11434/"},"model":"m","window":4096}"#,
            Settings {
                servers: vec![ollama],
                chosen: chosen(Some("http://nas:11434"), "m"),
                overrides: vec![window(Some("http://nas:11434"), Some("m"), 4096)],
                ..Settings::default()
            },
        ),
        // 0.1, with one text for servers and the engine.
        (
            r#"{"chosen":{"server":"engine:","model":"m"},"overrides":[
                {"server":"engine:","model":"m","window":4096,"tools":null,"vision":null,"thinking":null},
                {"server":"http://nas:11434","model":null,"window":4096}]}"#,
            Settings {
                chosen: Some(ChosenModel { server: Some(ServerAt::Engine), model: "m".to_owned() }),
                overrides: vec![
                    ModelOverride {
                        server: Some(ServerAt::Engine),
                        ..window(None, Some("m"), 4096)
                    },
                    window(Some("http://nas:11434"), None, 4096),
                ],
                ..Settings::default()
            },
        ),
        (
            r#"{"chosen":{"server":"http://nas:11434","model":"m"}}"#,
            Settings { chosen: chosen(Some("http://nas:11434"), "m"), ..Settings::default() },
        ),
        // Until 0.1: the folder of a model that judged before the chat model.
        (
            r#"{"check":{"verifier":"/models/lettucedetect","judge":{"type":"chatModel"}}}"#,
            Settings { check: CheckSettings { judge: Judge::ChatModel }, ..Settings::default() },
        ),
        (
            r#"{"window":4096}"#,
            Settings { overrides: vec![window(None, None, 4096)], ..Settings::default() },
        ),
    ];
    for (kept, expected) in cases {
        let settings: Settings = serde_json::from_str(kept).unwrap();
        assert_eq!(settings, expected, "{kept}");
        let again: Settings =
            serde_json::from_str(&serde_json::to_string(&settings).unwrap()).unwrap();
        assert_eq!(again, expected, "{kept}");
    }
}

#[test]
fn the_engine_has_no_address() {
    let read = |kept: &str| serde_json::from_str::<ServerAt>(kept);
    assert_eq!(read(r#"{"type":"engine"}"#).unwrap(), ServerAt::Engine);
    let nas = ServerAt::address("http://nas");
    assert_eq!(read(r#"{"type":"address","address":"http://nas"}"#).unwrap(), nas);
    assert!(read(r#"{"type":"address"}"#).is_err());
    let settings = Settings {
        chosen: Some(ChosenModel { server: Some(ServerAt::Engine), model: "m".to_owned() }),
        ..Settings::default()
    };
    assert_eq!(settings.addresses(), [""; 0]);
    assert!(ServerAt::Engine.is_here() && !nas.is_here());
}

#[test]
fn a_threshold_comes_back_from_the_window_as_it_was() {
    for hundredths in 0..=100u8 {
        let threshold = f32::from(hundredths) / 100.0;
        // JavaScript has no `f32`: it uses the shortest digits as an `f64`.
        let text = serde_json::to_string(&threshold).unwrap();
        let seen: f64 = serde_json::from_str(&text).unwrap();
        assert_eq!(seen, f64::from(hundredths) / 100.0, "{text}");
        let back: f32 = serde_json::from_value(seen.into()).unwrap();
        assert_eq!(back, threshold, "{text}");
    }
}
