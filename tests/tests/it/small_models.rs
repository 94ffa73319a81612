//! Turns of models that the engine runs: small models and slow ones. A shell script plays the engine's child process.
#![cfg(unix)]

mod drafts;

use std::{fs, path::PathBuf};

use crate::fixture::{Place, ask, collect, finished, next, notices, shown, started, until};
use app::App;
use conversation::{
    Answer, Code, Mode, Receipt, Settings, Support,
    context::{FewPassages, Segment},
    reference::State,
    settings::{ChosenModel, ServerAt},
};
use engine::{Engine, Options, Program};
use futures::StreamExt;
use models::{InstalledEngine, install_engine};
use tokio::sync::{Mutex, MutexGuard};
use turn::{AskRequest, TurnEvent, Way};

const LOADED: &str = r#"{"loaded":{"window":8192,"trained_window":8192,"bytes":1,"device":"a","gpu":false,"load_ms":1}}"#;

/// An answer read at 20 tokens a second. Its token count is close to our estimate, which learns from it.
const SAID: &str = r#"{"prompt":{"read":0,"total":1000}}
{"prompt":{"read":1000,"total":1000}}
{"text":"Two per cent [1]."}
{"done":{"stop":"end","prompt_tokens":2000,"reused_tokens":0,"generated":10,"prompt_ms":100000,"generation_ms":1000,"threads":1}}
"#;

/// A program has one engine, so tests take turns.
static ENGINE: Mutex<()> = Mutex::const_new(());

/// A vault of eight notes about salt, and an engine whose child answers [`SAID`] to every question.
struct Kitchen {
    place: Place,
    app: App,
    _engine: MutexGuard<'static, ()>,
}

#[cfg(test)]
impl Kitchen {
    /// With a model of this name that calls tools.
    async fn new(model: &str) -> Self {
        Self::with(model, &[]).await
    }

    /// The same with more notes.
    async fn with(model: &str, more: &[(&str, &str)]) -> Self {
        let engine = ENGINE.lock().await;
        let text = "A dough wants two per cent of the weight of its flour in salt. ".repeat(16);
        let notes: Vec<_> = (1..=8)
            .map(|number| {
                (format!("Salt {number}.md"), format!("# Salt in bread {number}\n\n{text}\n"))
            })
            .collect();
        let notes = notes.iter().map(|(path, text)| (&**path, &**text));
        let notes: Vec<_> = notes.chain(more.iter().copied()).collect();
        let place = Place::with(&notes);
        let app = place.opened().await;
        let folder = place.folder();
        place.file("loaded", &format!("{LOADED}\n"));
        place.file("said", SAID);
        place.file("reply", "cat said\n");
        let models = app.models.folder();
        fs::create_dir_all(models.path()).unwrap();
        fs::write(models.path().join(format!("{model}.gguf")), header()).unwrap();
        let script = "read -r load; cat loaded; while read -r ask; do printf '%s' \"$ask\" > asked; . ./reply; done";
        let at = format!("cd '{}'; {script}", folder.display());
        let program =
            Program { path: PathBuf::from("/bin/sh"), args: vec!["-c".into(), at.into()] };
        let options = Options { program, ..Options::new("/library").unwrap() };
        install_engine(InstalledEngine { engine: Engine::new(options), models });
        let chosen = ChosenModel { server: Some(ServerAt::Engine), model: model.to_owned() };
        let settings = Settings { chosen: Some(chosen), ..Settings::default() };
        app.settings.set(settings).await.unwrap();
        Self { place, app, _engine: engine }
    }

    /// Asks, and returns the events, the answer and its receipt with the sent line.
    async fn asked(&self) -> (Vec<TurnEvent>, Answer, Receipt) {
        self.asked_for("How much salt goes into bread?").await
    }

    async fn asked_for(&self, question: &str) -> (Vec<TurnEvent>, Answer, Receipt) {
        let events = collect(self.app.turns.ask(ask(question, Mode::Notes))).await;
        let answer = finished(&events);
        let receipt = crate::fixture::receipt(&self.app, answer.id).await;
        let sent = fs::read_to_string(self.place.folder().join("asked")).unwrap();
        assert_eq!(receipt.request, sent);
        (events, answer, receipt)
    }
}

/// A model file with only a chat template.
fn header() -> Vec<u8> {
    let mut bytes = b"GGUF\x03\0\0\0".to_vec();
    bytes.extend(0_u64.to_le_bytes());
    bytes.extend(1_u64.to_le_bytes());
    for text in ["tokenizer.chat_template", "{% if tools %}{% endif %}"] {
        if text.starts_with('{') {
            bytes.extend(8_u32.to_le_bytes());
        }
        bytes.extend((text.len() as u64).to_le_bytes());
        bytes.extend(text.as_bytes());
    }
    bytes
}

fn passages(receipt: &Receipt) -> usize {
    let parts = receipt.context.parts.iter();
    parts.filter(|part| part.segment == Segment::Documents && part.number.is_some()).count()
}

fn has_tools(receipt: &Receipt) -> bool {
    let parts = receipt.context.parts.iter();
    let described = parts.filter(|part| part.segment == Segment::Tools).count() > 0;
    assert_eq!(receipt.request.contains(r#""tools":["#), described);
    described
}

fn left_out(receipt: &Receipt) -> Vec<(&str, &str)> {
    let cuts = receipt.context.cuts.iter();
    cuts.map(|cut| (cut.label.as_str(), cut.reason.as_str())).collect()
}

#[tokio::test]
async fn a_small_model_gets_three_passages_and_no_tools_and_the_receipt_says_so() {
    let kitchen = Kitchen::new("scripted-1.5b").await;
    let (events, answer, receipt) = kitchen.asked().await;
    assert_eq!(answer.text, "Two per cent [1].");
    assert_eq!(answer.citations.len(), 1);
    assert_eq!(notices(&events), Vec::<String>::new());
    assert_eq!(passages(&receipt), 3);
    assert!(!has_tools(&receipt));
    assert_eq!(receipt.context.few_passages, Some(FewPassages::SmallModel));
    let why = "“scripted-1.5b” is a small model: it answers better without them.";
    let told = left_out(&receipt);
    for what in ["Tools", "All passages except the best 3"] {
        assert!(told.contains(&(what, why)), "{told:?}");
    }
    // The window's preview shows the same before asking.
    let view = kitchen.app.turns.preview(&ask("How much salt goes into bread?", Mode::Notes)).await;
    assert!(view.unwrap().few_passages.is_some());
}

const FILMS: [(&str, &str); 3] = [
    ("Films/Solaris.md", "---\nrating: 9\n---\n# Solaris\n"),
    ("Films/Vertigo.md", "---\nrating: 7\n---\n# Vertigo\n"),
    ("Films/Alien.md", "---\nrating: 9\n---\n# Alien\n"),
];

// B125
#[tokio::test]
async fn a_computed_table_is_stated_in_place_of_a_small_model_and_given_to_a_large_one() {
    let question = "Which films have a rating of 9?";
    let small = Kitchen::with("scripted-1.5b", &FILMS).await;
    let events = collect(small.app.turns.ask(ask(question, Mode::Notes))).await;
    let answer = finished(&events);
    assert_eq!(answer.text, "2 found: Alien, Solaris [1].");
    assert_eq!(
        (answer.model.as_ref(), answer.citations[0].support),
        (None, Some(Support::Supported))
    );
    assert!(!small.place.folder().join("asked").exists(), "the model was asked");
    drop(small);
    let large = Kitchen::with("scripted-7b", &FILMS).await;
    let (_, answer, receipt) = large.asked_for(question).await;
    assert_eq!(answer.text, "Two per cent [1].");
    assert!(receipt.request.contains("| Solaris | 9 |"), "{}", receipt.request);
}

// B125
#[tokio::test]
async fn a_computed_table_becomes_a_note_through_the_review() {
    let kitchen = Kitchen::with("scripted-1.5b", &FILMS).await;
    let changes = &kitchen.app.changes;
    let question = ask("Which films have a rating of 9?", Mode::Notes);
    let answer = finished(&collect(kitchen.app.turns.ask(question)).await);
    let table = answer.references.iter().find(|it| it.table.is_some()).unwrap();
    let path = changes.reference_path(table.id).await.unwrap();
    let change = changes.propose_reference(table.id, path.clone()).await.unwrap();
    // Its card stands under the answer.
    assert_eq!((change.origin.answer, change.origin.rests_on.len()), (Some(answer.id), 1));
    let file = kitchen.place.vault().join("Which films have a rating of 9.md");
    assert!(!file.exists());
    changes.apply(change.id, change.revision, change.all()).await.unwrap();
    let note = fs::read_to_string(&file).unwrap();
    assert!(note.starts_with("Table for the question “Which films have a rating of 9?”, as of 2"));
    assert!(note.ends_with("| [[Alien]] | 9 |\n| [[Solaris]] | 9 |\n"), "{note}");
    // A saved table is never replaced.
    assert_eq!(changes.propose_reference(table.id, path).await.unwrap_err().code, Code::Exists);
    let free = changes.reference_path(table.id).await.unwrap();
    assert_eq!(free.as_str(), "Which films have a rating of 9 2.md");
}

// B127
#[tokio::test]
async fn a_small_model_gets_a_part_of_each_day_of_a_week() {
    let rain = "The rain fell on the roof until the evening came. ".repeat(12);
    let days: Vec<(String, String)> = (3..10)
        .map(|day| {
            let text = format!("# Day {day}\n\n{rain}In the garden we sowed bed {day}. {rain}\n");
            (format!("Daily/2025-03-{day:02}.md"), text)
        })
        .collect();
    let days: Vec<_> = days.iter().map(|(path, text)| (&**path, &**text)).collect();
    let kitchen = Kitchen::with("scripted-1.5b", &days).await;
    let question = "What did we do in the garden in March 2025?";
    let (_, answer, receipt) = kitchen.asked_for(question).await;
    let period = answer.coverage.unwrap().period.unwrap();
    assert_eq!((period.days, period.sent, period.in_part), (7, 7, true));
    assert_eq!(passages(&receipt), 7);
    for day in 3..10 {
        let sown = format!("In the garden we sowed bed {day}.");
        assert!(receipt.request.contains(&sown), "{}", receipt.request);
    }
    assert!(!receipt.request.contains(rain.trim_end()), "{}", receipt.request);
    let why = "A small model reads few passages. So that every note of this time has a part, only the \
               part of this passage closest to the question was sent.";
    assert_eq!(left_out(&receipt).iter().filter(|(_, reason)| *reason == why).count(), 7);
}

// B127
#[tokio::test]
async fn the_app_states_a_weeks_events_day_by_day_instead_of_a_small_model() {
    let notes = [
        ("Daily/2025-03-05.md", "# Before\n\nBought flour.\n"),
        (
            "Daily/2025-03-10.md",
            "# Monday\n\n[[2025-03-09]]\n\n- Fed the starter\n- [ ] Call Ada\n",
        ),
        ("Daily/2025-03-12.md", "# Wednesday\n\nBaked a rye loaf. The crumb was gummy.\n"),
        ("Visits/Ada.md", "---\ndate: 2025-03-12\n---\n# Ada came by\n\nWe talked about steam.\n"),
    ];
    let question = "What did I do from 10 to 16 March 2025?";
    let small = Kitchen::with("scripted-1.5b", &notes).await;
    let events = collect(small.app.turns.ask(ask(question, Mode::Notes))).await;
    let (answer, conversation) = (finished(&events), started(&events).0);
    let said = "- **Monday, 10 March**: Fed the starter [1]\n\
                - **Wednesday, 12 March**: Baked a rye loaf. The crumb was gummy. [2]\n  \
                - Ada came by: We talked about steam. [3]";
    assert_eq!(answer.text, said);
    let period = answer.coverage.unwrap().period.unwrap();
    assert_eq!((period.days, period.sent, period.in_part), (2, 2, false));
    assert!(answer.citations.iter().all(|it| it.support == Some(Support::Supported)));
    let before = next(conversation, "And the week before?", Mode::Notes);
    let answer = finished(&collect(small.app.turns.ask(before)).await);
    assert_eq!(answer.text, "Bought flour. [4]");
    assert!(!small.place.folder().join("asked").exists(), "the model was asked");
    drop(small);
    let large = Kitchen::with("scripted-7b", &notes).await;
    let (_, answer, receipt) = large.asked_for(question).await;
    assert_eq!(answer.text, "Two per cent [1].");
    assert!(receipt.request.contains("Fed the starter"), "{}", receipt.request);
}

// B127
#[tokio::test]
async fn a_small_model_gets_no_note_of_another_time_than_the_question_names() {
    let notes = [
        ("Daily/2025-03-03.md", "# Monday\n\nThe parcel with the seeds came.\n"),
        ("Films/Arrival.md", "# Arrival\n\nThe linguist arrived after the ships had arrived.\n"),
    ];
    let kitchen = Kitchen::with("scripted-1.5b", &notes).await;
    let (_, answer, receipt) = kitchen.asked_for("What arrived on 3 March 2025?").await;
    assert!(receipt.request.contains("The parcel with the seeds"), "{}", receipt.request);
    assert!(!receipt.request.contains("The linguist"), "{}", receipt.request);
    let film = answer.references.iter().find(|it| it.title == "Arrival").unwrap();
    assert_eq!(film.state, State::Considered);
    let why = "not of the time you asked about; this model gets only notes of that time";
    assert!(film.match_reason.ends_with(why), "{}", film.match_reason);
}

#[tokio::test]
async fn a_model_that_reads_slowly_gets_what_it_reads_within_twenty_seconds() {
    let kitchen = Kitchen::new("scripted-7b").await;
    // The speed hasn't been measured yet.
    let (events, _, first) = kitchen.asked().await;
    assert_eq!(first.context.few_passages, None);
    assert!(has_tools(&first));
    assert!(passages(&first) > 3);
    assert!(!events.iter().any(|event| matches!(event, TurnEvent::Reading { .. })), "{events:?}");

    // The speed is now known: 20 tokens a second.
    let (events, _, second) = kitchen.asked().await;
    let Some(FewPassages::ReadingSpeed { per_second: 20, seconds }) = second.context.few_passages
    else {
        panic!("{:?}", second.context)
    };
    assert_eq!(seconds, second.context.total.0.div_ceil(20));
    assert!((1..passages(&first)).contains(&passages(&second)), "{}", passages(&second));
    assert!(!has_tools(&second));
    let told = left_out(&second);
    let slow = "Left out to keep this model fast.";
    assert!(told.iter().any(|(_, why)| *why == slow), "{told:?}");
    assert!(told.iter().any(|(what, _)| *what == "Tools"), "{told:?}");
    let waits: Vec<_> = events
        .iter()
        .filter_map(|event| match event {
            TurnEvent::Reading { tokens, left } => Some((tokens.0, left.as_secs())),
            _ => None,
        })
        .collect();
    assert_eq!(waits, [(1000, 50)]);
}

// Regression: a step found fewer passages than the question, and cutting excerpts by count panicked.
// B115
#[tokio::test]
async fn a_small_model_that_reads_slowly_works_a_question_out() {
    let kitchen = Kitchen::new("scripted-1.5b").await;
    // The speed is known from here on.
    kitchen.asked().await;
    let says = |text: &str| SAID.replace("Two per cent [1].", text);
    kitchen.place.file("plan", &says("1. How much salt\\n2. Zebras"));
    kitchen.place.file("open", &says("NOTHING"));
    let reply = "case $ask in *'Now write the report'*) cat said;; *'still open'*) cat open;; \
        *'Now write the plan'*) cat plan;; *) cat said;; esac\n";
    kitchen.place.file("reply", reply);
    let question = "How much salt goes into bread?";
    let question = AskRequest { way: Way::Work, ..ask(question, Mode::Notes) };
    let answer = finished(&collect(kitchen.app.turns.ask(question)).await);
    assert_eq!(answer.error, None);
    let work = answer.work.as_ref().unwrap();
    assert_eq!(work.steps.len(), 2, "{work:#?}");
    assert_eq!(answer.text, "Two per cent [1].");
}

#[tokio::test]
async fn a_notice_of_the_engine_is_shown_with_the_answer() {
    let kitchen = Kitchen::new("scripted-1.5b").await;
    let notice = "The model stopped unexpectedly and was restarted.";
    kitchen.place.file("said", &format!("{{\"notice\":\"{notice}\"}}\n{SAID}"));
    let (events, answer, receipt) = kitchen.asked().await;
    assert_eq!(notices(&events), [notice]);
    assert_eq!(answer.notices, [notice]);
    assert!(receipt.problems.iter().any(|problem| problem == notice), "{:?}", receipt.problems);
}

// B135
#[tokio::test]
async fn a_small_model_is_named_the_language_and_what_it_refuses_is_translated() {
    let kitchen = Kitchen::new("scripted-1.5b").await;
    kitchen.place.file("said", &SAID.replace("Two per cent [1].", "The notes don't say."));
    for (question, language, says) in [
        ("Wie viel salt kommt in das bread?", "German", "Das steht nicht in den Notizen."),
        ("¿Cuánto salt necesita el bread?", "Spanish", "Las notas no lo dicen."),
        ("Hur mycket salt behöver jag till bread?", "Swedish", "Anteckningarna säger inte det."),
    ] {
        let (events, answer, receipt) = kitchen.asked_for(question).await;
        assert!(receipt.request.contains(&format!("Answer in {language}.")), "{question}");
        assert_eq!(answer.text, says);
        assert_eq!(crate::fixture::shown(&events), says);
    }
}

// B102
#[tokio::test]
async fn a_small_model_that_overlooks_what_it_was_given_is_asked_once_more() {
    let kitchen = Kitchen::new("scripted-1.5b").await;
    let untold = SAID.replace("Two per cent [1].", "The notes don't say.");
    kitchen.place.file("said", &untold);
    let (events, answer, receipt) = kitchen.asked().await;
    // The model repeats the sentence; it is shown once.
    assert_eq!(answer.text, "The notes don't say.");
    assert_eq!(crate::fixture::shown(&events), "The notes don't say.");
    let receipts = kitchen.app.conversations.receipts(answer.id).await.unwrap();
    assert_eq!(receipts.len(), 2);
    let pointed = "A dough wants two per cent of the weight of its flour in salt.";
    let line = format!("says: “{pointed}”");
    assert!(!receipts[0].request.contains(&line), "{}", receipts[0].request);
    assert!(receipt.request.contains(&line), "{}", receipt.request);
    assert!(receipts.iter().all(|receipt| receipt.usage.is_some()), "{receipts:?}");

    // The request includes the grammar of allowed answers.
    assert!(receipt.request.contains("root ::= untold"), "{}", receipt.request);

    // The second response is the answer; the first is never shown, in any wording.
    let untold = untold.replace("The notes don't say.", "The documents do not say.");
    kitchen.place.file("untold", &untold);
    kitchen.place.file("said", SAID);
    let twice = "if [ -f again ]; then cat said; else touch again; cat untold; fi\n";
    kitchen.place.file("reply", twice);
    let (events, answer, _) = kitchen.asked().await;
    assert_eq!(answer.text, "Two per cent [1].");
    assert!(!crate::fixture::shown(&events).contains("say"), "{events:?}");
}

// B123
#[tokio::test]
async fn a_small_models_invention_is_withdrawn_and_quoted() {
    let made_up = SAID.replace("Two per cent [1].", "It takes 731 g of salt [1].");
    let kitchen = Kitchen::new("scripted-1.5b").await;
    kitchen.place.file("said", &made_up);
    let (events, answer, _) = kitchen.asked().await;
    assert_eq!(answer.text, "The notes don't say.");
    assert!(answer.citations.is_empty() && !answer.checks[0].nearest.is_empty(), "{answer:#?}");
    let why =
        "The model wrote “It takes 731 g of salt [1].”, but “731” is in none of the passages.";
    assert_eq!(notices(&events), [why]);
    assert_eq!(answer.searched_for.as_ref().unwrap().words, ["salt", "bread"]);
    let (id, _, _) = crate::fixture::started(&events);
    let kept = kitchen.app.conversations.get(id).await.unwrap().messages;
    assert_eq!(kept[1].text, answer.text);
    assert_eq!(kept[1].answer().unwrap().notices, [why]);
    drop(kitchen);

    // A larger model's answer stays, with its mark, and is its only draft.
    let kitchen = Kitchen::new("scripted-8b").await;
    kitchen.place.file("said", &made_up);
    let (_, answer, _) = kitchen.asked().await;
    assert_eq!(kitchen.app.conversations.receipts(answer.id).await.unwrap().len(), 1);
    assert_eq!(answer.text, "It takes 731 g of salt [1].");
    assert_eq!(answer.citations[0].support, Some(Support::Unsupported));
}

const SUPPORTED: &str = "A dough wants two per cent of the weight of its flour in salt [1].";

/// A sentence that no passage supports, and without a reason to withdraw it.
const UNSUPPORTED: &str = "The crust is brown and crisp [1].";
