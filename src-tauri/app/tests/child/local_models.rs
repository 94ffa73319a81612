//! Models that run without a server: added, offered, tried and removed. This program plays the engine's child.

use std::{
    fs,
    io::{BufRead as _, Write as _},
    path::PathBuf,
    process::ExitCode,
    time::UNIX_EPOCH,
};

use app::{App, ModelOffer, SpeedSource};
use conversation::{
    Code, Mode, Settings,
    settings::{ChosenModel, ServerAt},
};
use engine::{
    catalogue::Catalogue,
    download::Adding,
    memory::Memory,
    protocol::{AnswerEnd, Ask, Command, Event, LoadReport, StopReason},
};
use futures::StreamExt as _;
use models::{FinishReason, PullEvent};

use super::{Check, Place, question, run};

pub const CHECKS: &[Check] = &[
    ("a_model_is_added_found_and_removed", a_model_is_added_found_and_removed),
    ("a_download_runs_once_and_can_be_stopped", a_download_runs_once),
    ("a_downloaded_model_is_tested_before_it_answers", a_downloaded_model_is_tested),
    ("the_engine_loads_a_model_and_frees_it", the_engine_loads_a_model),
    ("a_draft_loads_the_model_ahead", a_draft_loads_the_model_ahead),
];

/// The model that cites a wrong passage.
const CARELESS: &str = "qwen2.5-coder-0.5b";

/// The pieces of an answer. The model `long` answers with many words, others with a greeting, unless they are tested.
fn pieces(ask: &Ask) -> Vec<String> {
    let question = ask.messages.last().and_then(|message| message["content"].as_str());
    let asks = |text: &str| question.is_some_and(|question| question.contains(text));
    match ask.model.as_str() {
        "long" => vec![(1..500).map(|number| format!("{number} ")).collect()],
        CARELESS if asks("[2]") => vec!["It is green [1].".to_owned()],
        _ if asks("[2]") => vec!["It bakes for 40 minutes [2].".to_owned()],
        _ if asks("twenty") => vec!["one, ".to_owned(), "two, ".to_owned()],
        _ => vec!["Hello. ".to_owned()],
    }
}

/// Answers at once.
pub fn play() -> ExitCode {
    let say = |event: &Event| {
        let mut out = std::io::stdout();
        writeln!(out, "{}", serde_json::to_string(event).unwrap()).unwrap();
        out.flush().unwrap();
    };
    let end = |stop: StopReason| {
        Event::Done(AnswerEnd {
            stop,
            prompt_tokens: 1000,
            reused_tokens: 0,
            generated: 10,
            prompt_ms: 10_000,
            generation_ms: 1000,
            threads: 1,
        })
    };
    for line in std::io::stdin().lock().lines() {
        match serde_json::from_str(&line.unwrap()).unwrap() {
            Command::Load { load } => say(&Event::Loaded(LoadReport {
                window: load.window,
                trained_window: load.window,
                bytes: 1,
                device: "a device".into(),
                gpu: false,
                load_ms: 1,
            })),
            Command::Ask(ask) => {
                say(&Event::Prompt { read: 1, total: 1 });
                for piece in pieces(&ask) {
                    say(&Event::Text(piece));
                }
                say(&end(StopReason::End));
            }
            Command::Cancel { .. } => {}
        }
    }
    ExitCode::SUCCESS
}

/// A model file with only a header, which says nothing.
const GGUF: &[u8] = b"GGUF\x03\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0";

/// An app with an engine, and resources beside it.
pub async fn with_engine(place: &Place) -> App {
    let resources = place.0.path().join("resources");
    for folder in ["engine", "embedding"] {
        fs::create_dir_all(resources.join(folder)).unwrap();
    }
    let elsewhere = place.0.path().join("elsewhere");
    let found = app::place::resources([elsewhere, resources.clone()]);
    assert_eq!(found.as_deref(), Some(&*resources));
    let app = place.opened(&[]).await;
    app.models.use_engine(found.as_deref());
    app
}

pub fn own(place: &Place, name: &str) -> PathBuf {
    place.file(name, GGUF)
}

fn a_model_is_added_found_and_removed() {
    let place = Place::with(&[("Salt.md", b"# Salt\n")]);
    run(async {
        let app = with_engine(&place).await;
        let (offers, none) = app.models.offers().await.unwrap();
        assert_eq!((offers.len(), none.len()), (Catalogue::built_in().models.len(), 0));
        // Nothing was measured yet, and nothing downloaded.
        let is_new = |offer: &ModelOffer| offer.local.is_none() && offer.begun == 0;
        assert!(offers.iter().all(is_new), "{offers:?}");
        assert!(offers.iter().all(|offer| offer.speed_source == SpeedSource::Cores));
        let advised = offers.iter().find(|offer| offer.advised).map(|offer| &offer.model.id);
        let told = app.models.advised().await.unwrap();
        assert_eq!(told.as_ref().map(|offer| &offer.model.id), advised);

        let file = own(&place, "Mine.gguf");
        let added = app.models.add(&file, Adding::Copy).await.unwrap();
        assert_eq!((added.id.as_str(), added.outside_folder), ("Mine", false));
        assert!(added.path.starts_with(app.models.folder().path()));
        let (_, own_models) = app.models.offers().await.unwrap();
        assert_eq!(own_models, [added]);
        // Whoever has a model needs no advice.
        assert!(app.models.advised().await.unwrap().is_none());
        let again = app.models.add(&file, Adding::Copy).await.unwrap_err();
        assert_eq!(again.code, Code::Exists);
        let no_model =
            app.models.add(&place.file("a.gguf", b"PK"), Adding::Copy).await.unwrap_err();
        assert_eq!(no_model.code, Code::UnsupportedFile);
        assert!(no_model.message.contains("a.gguf"), "{no_model}");
        assert_eq!(app.models.remove("mine").await.unwrap(), GGUF.len() as u64);
        let gone = app.models.remove("mine").await.unwrap_err();
        assert_eq!(gone.code, Code::NotFound);

        // The settings name another folder, which isn't one.
        let models_folder = Some(file.to_string_lossy().into_owned());
        let now = app.settings.get();
        app.settings.set(Settings { models_folder, ..now }).await.unwrap();
        assert_eq!(app.models.folder().path(), file);
        assert_eq!(app.models.offers().await.unwrap_err().code, Code::Unwritable);
        app.close().await;
    });
}

fn a_download_runs_once() {
    let place = Place::with(&[]);
    run(async {
        let app = place.app(&[]).await;
        let end = async |name: &str| {
            let events: Vec<_> = app.models.get(name).collect().await;
            events.last().cloned()
        };
        let Some(PullEvent::Failed(error)) = end("no such model").await else { panic!() };
        assert!(error.message.contains("no such model"), "{error}");
        // Nothing is sent before somebody waits for the events.
        let known = &Catalogue::built_in().models[0];
        let first = app.models.get(&known.name);
        let Some(PullEvent::Failed(error)) = end(&known.id).await else { panic!() };
        assert!(error.message.contains(&known.id), "{error}");
        app.models.stop_getting(&known.id);
        let events: Vec<_> = first.collect().await;
        assert_eq!(events, [PullEvent::Cancelled]);
        // A dropped download makes room for another.
        drop(app.models.get(&known.id));
        let again = app.models.get(&known.id);
        app.models.stop_getting(&known.name);
        assert_eq!(again.collect::<Vec<_>>().await, [PullEvent::Cancelled]);
        app.models.stop_getting("no such model");
    });
}

/// Puts a file as large as a catalogue's model into the folder, as after its download.
fn put_downloaded(app: &App, id: &str) {
    let file = &Catalogue::built_in().find(id).unwrap().files[0];
    let path = app.models.folder().path().join(&file.name);
    fs::write(&path, GGUF).unwrap();
    let model = fs::File::options().write(true).open(&path).unwrap();
    model.set_len(file.bytes).unwrap();
    drop(model);
    let changed = fs::metadata(&path).unwrap().modified().unwrap();
    let changed = changed.duration_since(UNIX_EPOCH).unwrap().as_nanos();
    let stamp = format!("{} {} {changed}\n", file.sha256, file.bytes);
    fs::write(path.with_file_name(format!("{}.verified", file.name)), stamp).unwrap();
}

fn a_downloaded_model_is_tested() {
    if Memory::now().available < 2_000_000_000 {
        eprintln!("skipped: less than 2 GB of memory is available");
        return;
    }
    let place = Place::with(&[("Salt.md", b"# Salt\n")]);
    run(async {
        let app = with_engine(&place).await;
        app.models.add(&own(&place, "mine.gguf"), Adding::Copy).await.unwrap();
        let get = async |id: &str| {
            put_downloaded(&app, id);
            app.models.get(id).collect::<Vec<_>>().await
        };
        let chosen = || app.settings.get().chosen.map(|chosen| (chosen.server, chosen.model));
        let at_engine = |model: &str| Some((Some(ServerAt::Engine), model.to_owned()));

        let events = get(CARELESS).await;
        let [PullEvent::Progress { status, .. }, PullEvent::Failed(error)] = &events[..] else {
            panic!("{events:?}")
        };
        assert_eq!(status, "testing");
        for part in [CARELESS, "questions still go to mine", "It is green [1]."] {
            assert!(error.message.contains(part), "{part}: {error}");
        }
        assert_eq!(chosen(), at_engine("mine"));

        // The answers so far were slow, so the smallest model is advised.
        let advised = app.models.offers().await.unwrap().0;
        let advised = advised.iter().find(|offer| offer.advised).unwrap();
        assert_eq!(advised.model.id, "qwen3.5-0.8b");
        let events = get("qwen3.5-0.8b").await;
        assert_eq!(events.last(), Some(&PullEvent::Done), "{events:?}");
        // A chosen model stays if it isn't a smaller one of the catalogue.
        assert_eq!(chosen(), at_engine("mine"));
        let settings = app.settings.get();
        app.settings.set(Settings { chosen: None, ..settings }).await.unwrap();
        let events = get("qwen3.5-0.8b").await;
        assert_eq!(events.last(), Some(&PullEvent::Done), "{events:?}");
        assert_eq!(chosen(), at_engine("qwen3.5-0.8b"));

        // A model that is the only one answers though it fails its test.
        for other in ["mine", "qwen3.5-0.8b", CARELESS] {
            app.models.remove(other).await.unwrap();
        }
        let settings = app.settings.get();
        app.settings.set(Settings { chosen: None, ..settings }).await.unwrap();
        let events = get(CARELESS).await;
        let Some(PullEvent::Failed(error)) = events.last() else { panic!("{events:?}") };
        assert!(error.message.contains("It answers until you choose another model."), "{error}");
        app.close().await;
    });
}

fn the_engine_loads_a_model() {
    let place = Place::with(&[("Salt.md", b"# Salt\n")]);
    run(async {
        let app = with_engine(&place).await;
        assert_eq!(app.models.running().await.unwrap(), None);
        for name in ["mine", "long"] {
            let file = own(&place, &format!("{name}.gguf"));
            app.models.add(&file, Adding::Reference).await.unwrap();
        }
        let listed = app.models.list().await;
        let names: Vec<_> =
            listed.servers[0].models.as_ref().unwrap().iter().map(|it| &*it.name).collect();
        assert_eq!(names, ["long", "mine"]);
        assert_eq!(listed.chosen.unwrap().1.name, "long");
        // No server was found here, only the engine.
        assert_eq!(app.models.found_here().await, Vec::<String>::new());

        let trial = app.models.trial(None, "mine").await.unwrap();
        assert_eq!((trial.answer.as_str(), trial.thought), ("Hello.", false));
        assert_eq!((trial.finish, trial.first <= trial.whole), (Some(FinishReason::Stop), true));
        let running = app.models.running().await.unwrap().unwrap();
        assert_eq!(
            (running.name.as_str(), running.loaded.unwrap().device.as_str()),
            ("mine", "a device")
        );
        assert!(running.memory.is_some_and(|bytes| bytes > 0));
        // An answer that doesn't end is cut off.
        let trial = app.models.trial(None, "long").await.unwrap();
        assert_eq!(trial.finish, None);
        assert!(trial.answer.len() > 600, "{}", trial.answer);
        // The answers were measured, which tells how fast others are.
        let (offers, _) = app.models.offers().await.unwrap();
        assert!(offers.iter().all(|offer| offer.speed_source == SpeedSource::Another));

        // A running model whose file was removed has its file's name.
        app.models.remove("long").await.unwrap();
        let running = app.models.running().await.unwrap().unwrap();
        assert_eq!(running.name, "long");
        app.models.unload();
        while app.models.running().await.unwrap().is_some() {
            tokio::time::sleep(std::time::Duration::from_millis(2)).await;
        }
        let gone = app.models.trial(None, "no such model").await.unwrap_err();
        assert!(gone.message.contains("no such model"), "{gone}");
        app.close().await;
    });
}

fn a_draft_loads_the_model_ahead() {
    let memory = Memory::now();
    if memory.available < memory.total / 4 + 1_000_000_000 {
        eprintln!("skipped: less than a quarter of the memory and 1 GB is available");
        return;
    }
    let place = Place::with(&[("Salt.md", b"# Salt\n\nTwo per cent.\n")]);
    run(async {
        let app = with_engine(&place).await;
        app.models.add(&own(&place, "mine.gguf"), Adding::Copy).await.unwrap();
        let preview = async |model: &str| {
            let chosen = ChosenModel { server: Some(ServerAt::Engine), model: model.to_owned() };
            let now = app.settings.get();
            app.settings.set(Settings { chosen: Some(chosen), ..now }).await.unwrap();
            app.turns.preview(&question("How much salt?", Mode::Notes)).await.unwrap()
        };
        assert!(preview("mine").await.total.0 > 0);
        let is_mine = |running: app::RunningModel| running.name == "mine";
        let mut drafted = std::time::Instant::now();
        while !app.models.running().await.unwrap().is_some_and(is_mine) {
            tokio::time::sleep(std::time::Duration::from_millis(2)).await;
            // The memory may have been short at the first draft.
            if drafted.elapsed() > std::time::Duration::from_secs(1) {
                preview("mine").await;
                drafted = std::time::Instant::now();
            }
        }
        // It stays loaded: another draft reads nothing more.
        preview("mine").await;
        app.models.unload();
        app.close().await;
    });
}
