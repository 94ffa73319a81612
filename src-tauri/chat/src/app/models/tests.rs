use std::{
    io::{Read as _, Write as _},
    net::TcpListener,
    sync::Barrier,
};

use models::{Override, ProviderKind, Source, Tokens};

use super::*;
use crate::{Code, keys::InMemory, library::Library, settings::ModelOverride};

fn address(port: u16) -> String {
    format!("http://127.0.0.1:{port}")
}

fn listed(port: u16, entered: bool, models: std::result::Result<&[&str], ()>) -> Listed {
    let server = Server { kind: ProviderKind::OpenAi, base_url: address(port), key: None };
    let window = Window { tokens: Tokens(4096), source: Source::Server };
    let models = models
        .map(|names| names.iter().map(|name| Model { window, ..Model::named(*name) }).collect())
        .map_err(|()| models::Error {
            code: models::Code::Refused,
            message: "Nothing listens there.".to_owned(),
            retry_after: None,
        });
    Listed { server, name: None, entered, models }
}

fn entered(port: u16, names: &[&str]) -> Listed {
    listed(port, true, Ok(names))
}

fn found(port: u16, names: &[&str]) -> Listed {
    listed(port, false, Ok(names))
}

fn refused(port: u16) -> Listed {
    listed(port, true, Err(()))
}

fn settings(servers: &[u16], chosen: Option<(Option<u16>, &str)>) -> Settings {
    let server = |port: &u16| ServerSetting::new(ProviderKind::OpenAi, address(*port));
    let chosen =
        chosen.map(|(port, model)| Chosen { server: port.map(address), model: model.to_owned() });
    Settings { servers: servers.iter().map(server).collect(), chosen, ..Settings::default() }
}

async fn wanted(settings: Settings, folder: &tempfile::TempDir) -> Wanted {
    let (library, _) = Library::open(&folder.path().join("library.db")).unwrap();
    let keys = Keys::open(Arc::new(InMemory::default()), library).await.unwrap();
    Wanted { settings, keys, timing: Timing::default() }
}

#[test]
fn the_model_of_the_settings_or_the_first_is_chosen() {
    type Case<'a> = (Settings, Vec<Listed>, Option<(u16, &'a str, u32)>);
    let cases: Vec<Case<'_>> = vec![
        (settings(&[], None), vec![], None),
        (settings(&[], None), vec![found(1, &[]), found(2, &["a", "b"])], Some((2, "a", 4096))),
        (settings(&[1], None), vec![entered(1, &["a"]), found(2, &["b"])], Some((1, "a", 4096))),
        // Notes don't go elsewhere because the first server is away, or has nothing.
        (settings(&[1, 3], None), vec![refused(1), entered(3, &["b"]), found(2, &["a"])], None),
        (settings(&[1], None), vec![entered(1, &[]), found(2, &["a"])], None),
        (
            settings(&[], Some((None, "b"))),
            vec![found(1, &["a"]), found(2, &["b"])],
            Some((2, "b", 4096)),
        ),
        // The user's model is never replaced by another one without a word.
        (settings(&[], Some((None, "c"))), vec![found(1, &["a"])], None),
        (settings(&[1], Some((Some(1), "c"))), vec![entered(1, &["a"])], Some((1, "c", 8192))),
        (settings(&[1], Some((None, "c"))), vec![entered(1, &["a"])], Some((1, "c", 8192))),
        (settings(&[1], Some((Some(1), "c"))), vec![refused(1)], Some((1, "c", 8192))),
        (
            settings(&[1, 2], Some((Some(2), "a"))),
            vec![entered(1, &["a"]), entered(2, &["a"])],
            Some((2, "a", 4096)),
        ),
        (settings(&[1], Some((Some(2), "a"))), vec![entered(1, &["a"])], None),
        (
            settings(&[1], Some((Some(2), "a"))),
            vec![entered(1, &["b"]), found(2, &["a"])],
            Some((2, "a", 4096)),
        ),
    ];
    for (settings, servers, expected) in cases {
        let chosen = choose(&settings, &servers)
            .map(|(server, model)| (server.base_url, model.name, model.window.tokens.0));
        let expected =
            expected.map(|(port, name, window)| (address(port), name.to_owned(), window));
        assert_eq!(chosen, expected, "{settings:?}");
    }
}

#[test]
fn the_users_window_goes_for_a_model_that_is_not_listed_too() {
    let mut settings = settings(&[1], Some((Some(1), "c")));
    settings.overrides.push(ModelOverride {
        server: Some(address(1)),
        model: Some("c".to_owned()),
        known: Override { window: Some(Tokens(99)), ..Override::default() },
    });
    let (_, model) = choose(&settings, &[refused(1)]).unwrap();
    assert_eq!(model.window, Window { tokens: Tokens(99), source: Source::User });
}

#[test]
fn a_server_has_one_place_however_it_is_written() {
    let at = |base_url: &str| Server {
        kind: ProviderKind::Ollama,
        base_url: base_url.to_owned(),
        key: None,
    };
    let check = |one: &str, other: &str, expect: bool| {
        assert_eq!(is_same_place(&at(one), &at(other)), expect, "{one} {other}");
    };
    check("http://localhost:11434", "http://127.0.0.1:11434", true);
    check("[::1]:11434", "127.0.0.1:11434/v1", true);
    check("http://127.0.0.1:1", "http://127.0.0.1:11", false);
    check("http://nas:1", "https://nas:1", false);
}

// B47
#[tokio::test]
async fn what_was_tried_is_told() {
    let error = none::not_there(refused(1));
    assert_eq!(error.code, Code::Model(models::Code::Refused));
    assert_eq!(error.tried, ["http://127.0.0.1:1: Nothing listens there."]);
    let error = none::not_there(entered(1, &[]));
    assert_eq!(error.code, Code::NoModel);
    assert_eq!(error.tried, ["http://127.0.0.1:1: it offers no model"]);
    let error = none::nowhere(
        &settings(&[], Some((None, "c"))),
        &[found(1, &["a", "b", "d", "e", "f", "g", "h"])],
    )
    .await;
    assert!(error.message.contains("“c”"), "{error}");
    assert_eq!(error.tried[0], "http://127.0.0.1:1: it offers a, b, d, e, f and 2 more");
    assert!(error.tried.iter().any(|line| line.contains("LM Studio")), "{:?}", error.tried);
}

/// An address at which nothing listens.
fn closed() -> u16 {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}

// B47
#[tokio::test]
async fn a_chosen_server_that_is_away_is_told_of_and_no_other_is_asked() {
    let folder = tempfile::tempdir().unwrap();
    let (away, other) = (closed(), closed());
    for settings in [settings(&[other], Some((Some(away), "a"))), settings(&[away, other], None)] {
        let wanted = wanted(settings, &folder).await;
        let error = ModelFinder::default().chosen(&wanted).await.unwrap_err();
        assert_eq!(error.code, Code::Model(models::Code::Refused), "{error}");
        let [tried] = &error.tried[..] else { panic!("{:?}", error.tried) };
        assert!(tried.starts_with(&address(away)), "{tried}");
    }
}

/// A server that lists one model, but only when all who wait at `barrier` have been asked.
fn patient(barrier: Arc<Barrier>) -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    std::thread::spawn(move || {
        let (mut connection, _) = listener.accept().unwrap();
        let mut request = [0; 1024];
        let _ = connection.read(&mut request).unwrap();
        barrier.wait();
        let body = r#"{"data":[{"id":"a"}]}"#;
        let length = body.len();
        let head = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\nconnection: close";
        write!(connection, "{head}\r\ncontent-length: {length}\r\n\r\n{body}").unwrap();
    });
    port
}

#[tokio::test]
async fn servers_are_asked_at_the_same_time_and_a_silent_one_holds_none_up() {
    let folder = tempfile::tempdir().unwrap();
    let barrier = Arc::new(Barrier::new(2));
    // Accepts connections and says nothing.
    let silent = TcpListener::bind("127.0.0.1:0").unwrap();
    let silent = silent.local_addr().map(|address| (address.port(), silent)).unwrap();
    let ports = [silent.0, patient(barrier.clone()), closed(), patient(barrier)];
    let mut wanted = wanted(settings(&ports, None), &folder).await;
    wanted.timing.question = Duration::from_millis(1_500);
    let found = ModelFinder::default().look(&wanted).await;
    let said: Vec<_> = found.servers[..4]
        .iter()
        .map(|listed| {
            assert!(listed.entered);
            listed.models.as_ref().map(|models| models[0].name.as_str()).map_err(|error| error.code)
        })
        .collect();
    assert_eq!(said, [Err(models::Code::TimedOut), Ok("a"), Err(models::Code::Refused), Ok("a")]);
}

#[tokio::test]
async fn a_server_on_this_machine_has_less_time_to_answer() {
    let folder = tempfile::tempdir().unwrap();
    let wanted = wanted(Settings::default(), &folder).await;
    let limit = |address: &str| wanted.timing_for(address).question.as_secs();
    assert_eq!(limit("http://localhost:1"), 2);
    assert_eq!(limit("127.0.0.1:8080/v1"), 2);
    assert_eq!(limit("https://models.example"), 10);
    assert_eq!(limit("http://192.168.1.2:11434"), 10);
}
