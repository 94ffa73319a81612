use std::{
    io::{Read as _, Write as _},
    net::TcpListener,
    sync::{
        Barrier,
        atomic::{AtomicU32, Ordering},
    },
};

use futures::StreamExt;
use models::{Override, Place, ProviderKind, Source, Tokens, Window};

use super::*;
use crate::{
    fixture::{self, Ground},
    keys::{InMemory, KeyStore, KeyStoreError, Origin},
};
use conversation::{Code, settings::ModelOverride};
use library::Library;

fn address(port: u16) -> String {
    format!("http://127.0.0.1:{port}")
}

fn listed(port: u16, entered: bool, models: std::result::Result<&[&str], ()>) -> ServerModels {
    let server = Server { kind: ProviderKind::OpenAi, base_url: address(port), key: None };
    let window = Window { tokens: Tokens(4096), source: Source::Server };
    let models = models
        .map(|names| {
            names.iter().map(|name| Model { window, ..models::model_by_name(*name) }).collect()
        })
        .map_err(|()| models::Error::new(models::Code::Refused, "Nothing listens there."));
    ServerModels { server, name: None, entered, another_users: false, locked: false, models }
}

fn entered(port: u16, names: &[&str]) -> ServerModels {
    listed(port, true, Ok(names))
}

fn found(port: u16, names: &[&str]) -> ServerModels {
    listed(port, false, Ok(names))
}

fn refused(port: u16) -> ServerModels {
    listed(port, true, Err(()))
}

fn settings(servers: &[u16], chosen: Option<(Option<u16>, &str)>) -> Settings {
    let server = |port: &u16| ServerSetting::new(ProviderKind::OpenAi, address(*port));
    let at = |port| ServerAt::address(address(port));
    let chosen =
        chosen.map(|(port, model)| ChosenModel { server: port.map(at), model: model.to_owned() });
    Settings { servers: servers.iter().map(server).collect(), chosen, ..Settings::default() }
}

async fn wanted(settings: Settings, folder: &tempfile::TempDir) -> ModelRequest {
    let (library, _) = Library::open(&folder.path().join("library.db")).unwrap();
    let keys = Keys::open(Arc::new(InMemory::default()), library).await.unwrap();
    let listeners = Listeners::of_system();
    ModelRequest { settings, keys, timing: Timing::default(), places: Vec::new(), listeners }
}

#[test]
fn the_model_of_the_settings_or_the_first_is_chosen() {
    type Case<'a> = (Settings, Vec<ServerModels>, Option<(u16, &'a str, u32)>);
    let cases: Vec<Case<'_>> = vec![
        (settings(&[], None), vec![], None),
        // A server that was merely found gets nothing before it is chosen.
        (settings(&[], None), vec![found(1, &[]), found(2, &["a", "b"])], None),
        (settings(&[], Some((Some(2), "b"))), vec![found(2, &["a", "b"])], Some((2, "b", 4096))),
        (settings(&[1], None), vec![entered(1, &["a"]), found(2, &["b"])], Some((1, "a", 4096))),
        // Notes don't go elsewhere because the first server is away or has no model.
        (settings(&[1, 3], None), vec![refused(1), entered(3, &["b"]), found(2, &["a"])], None),
        (settings(&[1], None), vec![entered(1, &[]), found(2, &["a"])], None),
        (settings(&[], Some((None, "b"))), vec![found(1, &["a"]), found(2, &["b"])], None),
        // The user's model is never replaced silently.
        (settings(&[], Some((None, "c"))), vec![found(1, &["a"])], None),
        (settings(&[1], Some((Some(1), "c"))), vec![entered(1, &["a"])], Some((1, "c", 8192))),
        (settings(&[1], Some((None, "c"))), vec![entered(1, &["a"])], Some((1, "c", 8192))),
        // A name alone means the first entered server.
        (
            settings(&[1, 3], Some((None, "b"))),
            vec![entered(1, &["a"]), entered(3, &["b"]), found(2, &["b"])],
            Some((1, "b", 8192)),
        ),
        // A server isn't asked without its key, which the keychain has.
        (
            settings(&[1], Some((Some(1), "c"))),
            vec![ServerModels { locked: true, ..refused(1) }],
            None,
        ),
        (settings(&[1], None), vec![ServerModels { locked: true, ..refused(1) }], None),
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
        server: Some(ServerAt::address(address(1))),
        model: Some("c".to_owned()),
        known: Override { window: Some(Tokens(99)), ..Override::default() },
    });
    let (_, model) = choose(&settings, &[refused(1)]).unwrap();
    assert_eq!(model.window, Window { tokens: Tokens(99), source: Source::User });
}

#[test]
fn this_machine_is_one_place_however_it_is_written() {
    for typed in ["http://localhost:7", "127.0.0.1:7/v1", "[::1]:7"] {
        let server = Server::of(&ServerSetting::new(ProviderKind::OpenAi, typed), None);
        let mut settings = settings(&[], Some((Some(7), "b")));
        settings.overrides.push(ModelOverride {
            server: Some(ServerAt::address(address(7))),
            model: None,
            known: Override { window: Some(Tokens(99)), ..Override::default() },
        });
        let listed = ServerModels { server, ..entered(7, &[]) };
        let (server, model) = choose(&settings, &[entered(8, &["b"]), listed]).unwrap();
        assert_eq!((&*server.base_url, model.window.tokens.0), (typed, 99));
    }
}

// B47
#[tokio::test]
async fn errors_list_the_tried_servers() {
    let error = none::not_there(refused(1));
    assert_eq!(error.code, Code::Model(models::Code::Refused));
    assert_eq!(error.tried, ["http://127.0.0.1:1: Nothing listens there."]);
    let error = none::not_there(entered(1, &[]));
    assert_eq!(error.code, Code::NoModel);
    assert_eq!(error.tried, ["http://127.0.0.1:1: it offers no model"]);
    let error = none::nowhere(
        &settings(&[], Some((None, "c"))),
        &[found(1, &["a", "b", "d", "e", "f", "g", "h"])],
        &[Place { address: address(CLOSED[1]), program: Some("LM Studio") }],
        Timing::default(),
    )
    .await;
    assert!(error.message.contains("“c”"), "{error}");
    assert_eq!(error.tried[0], "http://127.0.0.1:1: it offers a, b, d, e, f and 2 more");
    assert!(error.tried.iter().any(|line| line.contains("LM Studio")), "{:?}", error.tried);
}

/// A server that lists one model and records its requests.
fn noting() -> (u16, Arc<Mutex<Vec<String>>>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let heard = Arc::new(Mutex::new(Vec::new()));
    let kept = heard.clone();
    std::thread::spawn(move || {
        for connection in listener.incoming() {
            let mut connection = connection.unwrap();
            let mut request = [0; 4096];
            let length = connection.read(&mut request).unwrap();
            kept.lock().push(String::from_utf8_lossy(&request[..length]).into_owned());
            let body = r#"{"data":[{"id":"a"}]}"#;
            let length = body.len();
            let head = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\nconnection: close";
            write!(connection, "{head}\r\ncontent-length: {length}\r\n\r\n{body}").unwrap();
        }
    });
    (port, heard)
}

// B62
#[tokio::test]
async fn a_found_server_is_used_only_after_the_user_chose_it() {
    let folder = tempfile::tempdir().unwrap();
    let (port, heard) = noting();
    let place = Place { address: address(port), program: None };
    let mut wanted = wanted(settings(&[], None), &folder).await;
    wanted.places = vec![place];
    let found = ModelFinder::default().look(&wanted).await;
    assert_eq!(found.servers.len(), 1);
    assert!(found.chosen.is_none() && !found.servers[0].another_users);
    let error = ModelFinder::default().chosen(&wanted).await.unwrap_err();
    assert_eq!(error.code, Code::NoModel);
    assert!(error.message.contains("haven't chosen a model"), "{error}");
    assert!(error.tried[0].contains("it offers a"), "{:?}", error.tried);
    assert!(heard.lock().iter().all(|request| request.starts_with("GET ")));
    wanted.settings = settings(&[], Some((Some(port), "a")));
    assert_eq!(ModelFinder::default().chosen(&wanted).await.unwrap().1.name, "a");
}

/// The kernel's table with a listener of `user` on a port of this machine.
fn table(port: u16, user: u32) -> String {
    let here = u32::from_ne_bytes([127, 0, 0, 1]);
    format!("0: {here:08X}:{port:04X} 00000000:0000 0A 0:0 0:0 0 {user} 0 1\n")
}

// B62
#[tokio::test]
async fn a_port_that_another_person_got_since_it_was_picked_gets_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let (port, heard) = noting();
    let (me, service, stranger) = (1000, 998, 1001);
    let user = Arc::new(AtomicU32::new(me));
    let mut wanted = wanted(settings(&[], Some((Some(port), "a"))), &folder).await;
    wanted.keys.set(&address(port), Some("sk-one".to_owned())).await.unwrap();
    wanted.places = vec![Place { address: address(port), program: None }];
    let now = user.clone();
    wanted.listeners = Listeners::new(move || table(port, now.load(Ordering::Relaxed)), me);

    let finder = ModelFinder::default();
    assert_eq!(finder.chosen(&wanted).await.unwrap().1.name, "a");
    heard.lock().clear();
    user.store(stranger, Ordering::Relaxed);
    for finder in [&finder, &ModelFinder::default()] {
        let error = finder.chosen(&wanted).await.unwrap_err();
        assert_eq!(error.code, Code::NoModel);
        assert!(error.message.contains("Another user"), "{error}");
        assert!(finder.chosen_or_recent(&wanted).await.is_none());
    }
    assert!(heard.lock().is_empty());
    // It is offered as another user's, and gets no key.
    assert!(finder.look(&wanted).await.servers[0].another_users);
    assert!(heard.lock().iter().all(|request| !request.contains("sk-one")));

    // Only an administrator can have started a service.
    user.store(service, Ordering::Relaxed);
    finder.chosen(&wanted).await.unwrap();
    // An entered address means whoever listens there.
    user.store(stranger, Ordering::Relaxed);
    wanted.settings = settings(&[port], Some((Some(port), "a")));
    finder.chosen(&wanted).await.unwrap();
}

/// The first ports, at which nothing answers.
const CLOSED: [u16; 2] = [1, 2];

// B47
#[tokio::test]
async fn an_unreachable_chosen_server_is_an_error_and_no_other_is_asked() {
    let folder = tempfile::tempdir().unwrap();
    let [away, other] = CLOSED;
    for settings in [settings(&[other], Some((Some(away), "a"))), settings(&[away, other], None)] {
        let wanted = wanted(settings, &folder).await;
        let error = ModelFinder::default().chosen(&wanted).await.unwrap_err();
        assert_eq!(error.code, Code::Model(models::Code::Refused), "{error}");
        let [tried] = &error.tried[..] else { panic!("{:?}", error.tried) };
        assert!(tried.starts_with(&address(away)), "{tried}");
    }
}

/// A server that lists one model once all callers wait at `barrier`.
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
    // Accepts connections and stays silent.
    let silent = TcpListener::bind("127.0.0.1:0").unwrap();
    let silent = silent.local_addr().map(|address| (address.port(), silent)).unwrap();
    let ports = [silent.0, patient(barrier.clone()), CLOSED[0], patient(barrier)];
    let mut wanted = wanted(settings(&ports, None), &folder).await;
    wanted.timing.here = Duration::from_secs(3);
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
    let limit = |address: &str| wanted.timing_for(is_here(address)).question.as_secs();
    assert_eq!(limit("http://localhost:1"), 2);
    assert_eq!(limit("127.0.0.1:8080/v1"), 2);
    assert_eq!(limit("https://models.example"), 10);
    assert_eq!(limit("http://192.168.1.2:11434"), 10);
}

/// A locked keychain with every key.
struct Locked;

impl KeyStore for Locked {
    fn get(&self, _: &Origin) -> std::result::Result<Option<models::Key>, KeyStoreError> {
        Err(KeyStoreError("the keychain is locked".to_owned()))
    }
    fn put(&self, _: &Origin, _: &str) -> std::result::Result<(), KeyStoreError> {
        Ok(())
    }
    fn remove(&self, _: &Origin) -> std::result::Result<(), KeyStoreError> {
        Ok(())
    }
}

// B54
#[tokio::test]
async fn without_the_key_that_a_locked_keychain_has_nothing_is_sent() {
    let ground = Ground::new();
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    listener.set_nonblocking(true).unwrap();
    let port = listener.local_addr().unwrap().port();
    let keys = ground.keys(Arc::new(InMemory::default())).await;
    keys.set(&address(port), Some("sk-one".to_owned())).await.unwrap();
    for chosen in [None, Some((None, "a")), Some((Some(port), "a"))] {
        let kept = ground.settings().await;
        let models = fixture::models(&kept, &ground.keys(Arc::new(Locked)).await, &ground.folder);
        kept.set(settings(&[port], chosen)).await.unwrap();
        let wanted = models.request();
        let locked = "because the keychain is locked.";
        let error = ModelFinder::default().chosen(&wanted).await.unwrap_err();
        assert!(error.message.contains(locked), "{error}");
        let found = models.list().await;
        assert!(found.chosen.is_none() && found.servers[0].locked);
        let server = &wanted.settings.servers[0];
        let error = models.trial(server, "a").await.unwrap_err();
        assert!(error.message.contains(locked), "{error}");
    }
    let nobody = listener.accept().unwrap_err();
    assert_eq!(nobody.kind(), std::io::ErrorKind::WouldBlock, "the server was asked");
}

#[tokio::test]
async fn a_server_elsewhere_that_was_removed_is_asked_no_more() {
    let folder = tempfile::tempdir().unwrap();
    let mut settings = settings(&CLOSED[..1], None);
    let gone = "http://models.invalid".to_owned();
    let server = Some(ServerAt::address(&gone));
    settings.chosen = Some(ChosenModel { server, model: "a".to_owned() });
    let wanted = wanted(settings, &folder).await;
    let error = ModelFinder::default().chosen(&wanted).await.unwrap_err();
    assert_eq!(error.code, Code::NoModel);
    assert!(error.message.contains(&gone), "{error}");
}

#[test]
fn only_models_that_a_server_listed_are_cached() {
    let settings = settings(&[1], Some((Some(1), "c")));
    let check = |listed: ServerModels, is_kept: bool| {
        let servers = [listed];
        let chosen = choose(&settings, &servers);
        let mut last = LookCache::default();
        last.keep(None, chosen.as_ref(), &servers);
        assert_eq!((last.chosen.is_some(), last.recent.is_some()), (is_kept, !is_kept));
        // A preview has it in both cases.
        assert!(last.chosen.is_some() || last.recent.is_some_and(|(_, found)| found.is_some()));
    };
    check(entered(1, &["c"]), true);
    check(entered(1, &[]), true);
    check(refused(1), false);
}

#[tokio::test]
async fn a_model_is_loaded_once_at_a_time() {
    let ground = Ground::new();
    let models = ground.models(&ground.settings().await).await;
    let silent = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = silent.local_addr().unwrap().port();
    let at = ServerSetting::new(ProviderKind::Ollama, address(port));
    let again = ServerSetting::new(ProviderKind::Ollama, format!("localhost:{port}"));
    let first = models.pull(at.clone(), "m");
    let second: Vec<_> = models.pull(again, " m ").collect().await;
    let [models::PullEvent::Failed(error)] = &second[..] else { panic!("{second:?}") };
    assert!(error.message.contains("already"), "{error}");
    // Neither the second download's failure nor another name affects the first.
    models.stop_pull(&at, "other");
    assert_eq!(models.pulls().len(), 1);
    models.stop_pull(&at, "m");
    assert_eq!(first.collect::<Vec<_>>().await, [models::PullEvent::Cancelled]);
    assert!(models.pulls().is_empty());
    drop(models.pull(at, "m"));
    assert!(models.pulls().is_empty(), "what nobody listens to is over");
}

#[tokio::test]
async fn a_trial_ends_and_says_what_came_so_far() {
    let ground = Ground::new();
    let models = ground.models(&ground.settings().await).await;
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let (done, wait) = std::sync::mpsc::channel::<()>();
    std::thread::spawn(move || {
        // The request for its models fails; the question gets half an answer.
        let (mut listing, _) = listener.accept().unwrap();
        let _ = listing.read(&mut [0; 4096]).unwrap();
        write!(listing, "HTTP/1.1 404 Not Found\r\nconnection: close\r\ncontent-length: 0\r\n\r\n")
            .unwrap();
        drop(listing);
        let (mut asked, _) = listener.accept().unwrap();
        let _ = asked.read(&mut [0; 4096]).unwrap();
        let event = r#"data: {"choices":[{"index":0,"delta":{"content":"Hel"}}]}"#;
        write!(asked, "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\r\n{event}\n\n")
            .unwrap();
        let _ = wait.recv();
    });
    let at = ServerSetting::new(ProviderKind::OpenAi, address(port));
    let longest = Duration::from_secs(3);
    let error = models.trial_within(longest, Some(&at), "m").await.unwrap_err();
    drop(done);
    assert_eq!(error.code, Code::Model(models::Code::TimedOut));
    assert_eq!(error.to_string(), "m hadn't finished after 3 s. So far it has said: “Hel”");
}
