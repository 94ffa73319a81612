use conversation::{
    Code,
    model::{Override, ProviderKind, Source, Tokens},
    settings::{
        CheckSettings, ChosenModel, Embeddings, ModelOverride, Rerank, SearchSettings, ServerAt,
        ServerSetting, Vectors, WebService, WebSettings,
    },
};

use super::*;
use crate::model_by_name;

#[test]
fn settings_that_cannot_work_are_refused() {
    let at = |address: &str| ServerSetting::new(ProviderKind::OpenAi, address);
    let servers = |addresses: &[&str]| Settings {
        servers: addresses.iter().map(|address| at(address)).collect(),
        ..Settings::default()
    };
    let server = |address: &str| servers(&[address]);
    let window = |window| Settings {
        overrides: vec![ModelOverride {
            model: Some("m".to_owned()),
            known: Override { window: Some(Tokens(window)), ..Override::default() },
            ..ModelOverride::default()
        }],
        ..Settings::default()
    };
    let model = |name: &str| Settings {
        chosen: Some(ChosenModel { server: None, model: name.to_owned() }),
        ..Settings::default()
    };
    let chosen = |server: ServerAt| Settings {
        chosen: Some(ChosenModel { server: Some(server), model: "m".to_owned() }),
        ..Settings::default()
    };
    let search = |change: fn(&mut SearchSettings)| {
        let mut settings = Settings::default();
        change(&mut settings.search);
        settings
    };
    let judge = |address: &str, model: &str| {
        let judge = Judge::Server { server: at(address), model: model.to_owned() };
        Settings { check: CheckSettings { judge }, ..Settings::default() }
    };
    let web = |service: WebService, results| Settings {
        web: WebSettings { service, results, ..WebSettings::default() },
        ..Settings::default()
    };
    let searxng = |address: &str| WebService::SearXng { base_url: address.to_owned() };
    let cases = [
        (web(WebService::Tavily, 20), None),
        (web(WebService::Tavily, 0), Some("The pages per search")),
        (web(WebService::Off, 21), Some("The pages per search")),
        (web(searxng("http://localhost:8888/searxng"), 5), None),
        (web(searxng("no address"), 5), Some("isn't valid")),
        (web(searxng("https://me:secret@search.example"), 5), Some("password")),
        (judge("http://nas:11434", "bespoke-minicheck"), None),
        (judge("http://nas:11434", " "), Some("Judging citations needs")),
        (judge("no address", "m"), Some("isn't valid")),
        (judge("https://me:secret@models.example", "m"), Some("password")),
        (Settings::default(), None),
        (chosen(Server::engine().at()), None),
        // A name for people is no address.
        (chosen(ServerAt::address(Server::engine().shown())), Some("isn't valid")),
        (
            Settings {
                servers: vec![ServerSetting::new(ProviderKind::Engine, "http://nas:11434")],
                ..Settings::default()
            },
            Some("isn't a server"),
        ),
        (server("http://127.0.0.1:8080"), None),
        (server("https://models.example/v1"), None),
        (server("no address"), Some("isn't valid")),
        (server("https://me:secret@models.example"), Some("password")),
        (server("me:secret@nas:11434"), Some("password")),
        (server("secret@models.example"), Some("password")),
        (server("https:///me:secret@models.example"), Some("password")),
        (
            Settings {
                chosen: Some(ChosenModel {
                    server: Some(ServerAt::address("me:secret@nas")),
                    model: "m".to_owned(),
                }),
                ..Settings::default()
            },
            Some("password"),
        ),
        (servers(&["http://nas:11434", "https://models.example"]), None),
        (servers(&["http://localhost:11434", "127.0.0.1:11434"]), Some("already")),
        (servers(&["http://nas:11434", "nas:11434/v1"]), Some("already")),
        (window(4096), None),
        (window(1024), Some("1024")),
        (model(" "), Some("empty")),
        (search(|search| search.max_k = 0), Some("must be from 1 to 100")),
        (search(|search| search.display_k = 11), Some("at most the number considered")),
        (search(|search| search.threshold = f32::NAN), Some("from 0 to 1")),
        (search(|search| search.threshold = 1.5), Some("from 0 to 1")),
        (
            search(|search| {
                let (base_url, collection) = ("no address".to_owned(), String::new());
                search.vectors = Vectors::Chroma { base_url, collection };
            }),
            Some("isn't valid"),
        ),
        (
            search(|search| {
                search.rerank = Rerank::Server {
                    base_url: "https://me:secret@models.example".to_owned(),
                    model: "m".to_owned(),
                    or_chat_model: false,
                };
            }),
            Some("password"),
        ),
        (
            search(|search| {
                search.embeddings = Embeddings::Server {
                    server: ServerSetting::new(ProviderKind::Ollama, "http://127.0.0.1:11434"),
                    model: String::new(),
                };
            }),
            Some("name of the server's model"),
        ),
    ];
    for (settings, expected) in cases {
        match (check_settings(&settings), expected) {
            (Ok(()), None) => {}
            (Err(error), Some(part)) => {
                assert_eq!(error.code, Code::BadInput);
                assert!(error.message.contains(part), "{error}");
                assert!(!error.message.contains("secret"), "{error}");
            }
            (result, expected) => panic!("{settings:?}: {result:?}, not {expected:?}"),
        }
    }
}

#[test]
fn the_narrowest_setting_about_a_model_wins() {
    let about = |server: Option<&str>, model: Option<&str>, window| ModelOverride {
        server: server.map(ServerAt::address),
        model: model.map(str::to_owned),
        known: Override { window: Some(Tokens(window)), ..Override::default() },
    };
    let settings = Settings {
        overrides: vec![
            about(Some("https://one.example"), Some("a"), 4),
            about(None, Some("a"), 3),
            about(Some("https://one.example"), None, 2),
            about(None, None, 1),
            ModelOverride {
                model: Some("a".to_owned()),
                known: Override { tools: Some(true), ..Override::default() },
                ..ModelOverride::default()
            },
        ],
        ..Settings::default()
    };
    let check = |address: &str, name: &str, window: u32, tools: bool| {
        let server = Server::of(&ServerSetting::new(ProviderKind::OpenAi, address), None);
        let model = known_model(&settings, &server, model_by_name(name));
        assert_eq!(model.window.tokens.0, window, "{address} {name}");
        assert_eq!(model.window.source, Source::User);
        assert_eq!(model.capabilities.tools.yes, tools, "{address} {name}");
    };
    check("https://one.example/v1", "a", 4, true);
    check("https://two.example", "a", 3, true);
    check("one.example", "b", 2, false);
    check("http://one.example", "b", 1, false);
}
