use crate::{
    Code, Settings,
    model::{Override, ProviderKind, Tokens},
    settings::{
        ChosenModel, Embeddings, ModelOverride, Rerank, SearchSettings, ServerAt, ServerSetting,
        Shares, Vectors, is_here,
    },
};

fn window(server: Option<&str>, model: Option<&str>, tokens: u32) -> ModelOverride {
    ModelOverride {
        server: server.map(ServerAt::address),
        model: model.map(str::to_owned),
        known: Override { window: Some(Tokens(tokens)), ..Override::default() },
    }
}

fn embedding_server(model: &str) -> Embeddings {
    let server = ServerSetting::new(ProviderKind::Ollama, "http://nas:11434");
    Embeddings::Server { server, model: model.to_owned() }
}

#[test]
fn a_setting_that_cant_be_is_refused_by_its_name() {
    let check = |change: &dyn Fn(&mut Settings), expect: Option<&str>| {
        let mut settings = Settings::default();
        change(&mut settings);
        match (settings.check(), expect) {
            (Ok(()), None) => {}
            (Err(error), Some(said)) => {
                assert_eq!(error.code, Code::BadInput, "{settings:?}");
                assert!(error.message.contains(said), "{}", error.message);
            }
            (done, _) => panic!("{done:?} of {settings:?}"),
        }
    };
    check(&|_| {}, None);
    let shares = |system, tools, messages| {
        move |all: &mut Settings| all.chat.shares = Shares { system, tools, messages }
    };
    check(&shares(0, 0, 100), None);
    check(&shares(10, 31, 60), Some("more than 100%"));
    check(&shares(u32::MAX, 1, 0), Some("more than 100%"));
    let chosen = |model: &str| Some(ChosenModel { server: None, model: model.to_owned() });
    check(&|all| all.chosen = chosen("small"), None);
    check(&|all| all.chosen = chosen(" "), Some("name is empty"));
    check(&|all| all.overrides = vec![window(None, None, 1_025)], None);
    check(
        &|all| all.overrides = vec![ModelOverride::default(), window(None, Some("m"), 1_024)],
        Some("The context window of 1024 tokens is too small: 1024 are reserved"),
    );
    let by = |model: &'static str| {
        move |all: &mut Settings| all.search.embeddings = embedding_server(model)
    };
    check(&by("nomic"), None);
    check(&by("\t"), Some("name of the server's model"));
    check(&|all| all.search.rerank = Rerank::ChatModel, None);
    let rerank = |model: &'static str| {
        let (base_url, model) = ("http://nas".to_owned(), model.to_owned());
        move |all: &mut Settings| {
            all.search.rerank = Rerank::Server {
                base_url: base_url.clone(),
                model: model.clone(),
                or_chat_model: false,
            };
        }
    };
    check(&rerank("bge"), None);
    check(&rerank(""), Some("Reranking"));
    let passages = |max_k, display_k| {
        move |all: &mut Settings| {
            all.search = SearchSettings { max_k, display_k, ..SearchSettings::default() }
        }
    };
    check(&passages(1, 1), None);
    check(&passages(100, 100), None);
    check(&passages(0, 0), Some("must be from 1 to 100"));
    check(&passages(101, 5), Some("must be from 1 to 100"));
    check(&passages(10, 0), Some("must be at least 1, "));
    check(&passages(10, 11), Some("at most the number considered"));
    for (threshold, said) in [
        (0.0, None),
        (1.0, None),
        (-0.01, Some("from 0 to 1")),
        (1.01, Some("from 0 to 1")),
        (f32::NAN, Some("from 0 to 1")),
    ] {
        check(&|all| all.search.threshold = threshold, said);
    }
}

#[test]
fn a_window_for_all_models_is_one_that_names_none() {
    let check = |overrides: Vec<ModelOverride>, expect: Option<u32>| {
        let settings = Settings { overrides, ..Settings::default() };
        assert_eq!(settings.any_window(), expect.map(Tokens), "{settings:?}");
    };
    check(Vec::new(), None);
    check(vec![window(Some("http://nas"), None, 1), window(None, Some("m"), 2)], None);
    // Overrides without a window are skipped.
    check(vec![ModelOverride::default(), window(None, None, 3), window(None, None, 4)], Some(3));
}

#[test]
fn search_by_meaning_asks_these_addresses() {
    let chroma =
        || Vectors::Chroma { base_url: "http://chroma".to_owned(), collection: String::new() };
    let check = |embeddings, vectors, expect: &[&str]| {
        let search = SearchSettings { embeddings, vectors, ..SearchSettings::default() };
        assert_eq!(search.embedding_addresses().collect::<Vec<_>>(), expect, "{search:?}");
    };
    check(Embeddings::BuiltIn, Vectors::Own, &[]);
    check(Embeddings::Off, chroma(), &["http://chroma"]);
    check(embedding_server("m"), Vectors::Own, &["http://nas:11434"]);
    check(embedding_server("m"), chroma(), &["http://nas:11434", "http://chroma"]);
}

/// Notes are sent unasked only to a model on this machine.
#[test]
fn only_an_address_of_this_machine_is_here() {
    for here in [
        "http://localhost",
        "http://localhost:11434/v1",
        "HTTP://LocalHost:1",
        "localhost:11434",
        "127.0.0.1",
        "http://127.1.2.3:80/",
        "http://[::1]:8080/v1",
        "http://0.0.0.0:11434",
        "http://me:secret@127.0.0.1/",
        "http://localhost/?from=http://example.org",
    ] {
        assert!(is_here(here), "{here}");
    }
    for elsewhere in [
        "",
        "http://",
        "http://nas:11434",
        "http://192.168.1.2",
        "http://128.0.0.1",
        "https://localhost.example.org",
        "https://127.0.0.1.example.org",
        "https://127.example.org",
        "https://localhost:secret@example.org/",
        "https://example.org/localhost",
        "https://example.org/?to=http://localhost",
        "example.org?to=http://localhost",
        "https://example.org\\@localhost/",
        "https://example.org#@localhost",
        "http://[::2]",
        "http://[fe80::1",
    ] {
        assert!(!is_here(elsewhere), "{elsewhere}");
    }
}
