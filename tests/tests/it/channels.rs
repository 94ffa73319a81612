//! A model obeys a note and tries to send data. Through no channel does anything go to the web that the user didn't
//! see and allow.

use std::sync::Arc;

use app::App;
use conversation::{Mode, OutgoingKind, Pause, settings::AskFirst};
use serde_json::json;
use tests::model_server::{Rule, Script, ScriptedCall, ScriptedServer};
use web::Page;

use crate::{
    fixture::{Place, ask, bread, finished, server, settings},
    online::{Net, call, calling, deciding, page, with_ask},
};

const QUESTION: &str = "How long does rye bread keep?";

/// The kind, text and pause reason of each query and page shown.
type Shown = Vec<(OutgoingKind, String, Option<Pause>)>;

/// An app with a web of three pages, and its model server.
async fn start() -> (App, ScriptedServer, Place) {
    let server = server(Script::saying(&["So it is [1]."])).await;
    let place = bread();
    let app = place.asking(&server.url()).await;
    (app, server, place)
}

fn net() -> Net {
    let of = |name: &str| Page { url: format!("https://{name}.example/rye"), ..page() };
    Net::of(Ok(["one", "two", "three"].map(of).to_vec()))
}

fn search(query: &str) -> ScriptedCall {
    call("web_search", json!({ "query": query }))
}

fn open(url: &str) -> ScriptedCall {
    call("open_url", json!({ "url": url }))
}

/// The text in invisible letters.
fn tags(text: &str) -> String {
    text.bytes().map(|byte| char::from_u32(0xe0000 + u32::from(byte)).unwrap()).collect()
}

/// All channels through which a call can carry data.
fn channels() -> Vec<(&'static str, Vec<ScriptedCall>)> {
    let between = QUESTION.replace(' ', &format!("{} ", tags("4")));
    let limits = [1, 7, 4].map(|n| call("web_search", json!({"query": QUESTION, "limit": n})));
    vec![
        ("tags", vec![search(&format!("{QUESTION}{}", tags("4711"))), search(&between)]),
        ("tags alone", vec![search(&tags("The code is 4711."))]),
        (
            "joiners and selectors",
            vec![search("How\u{200d}\u{200c} long\u{fe0f} does rye bread keep?")],
        ),
        ("Braille", vec![search(&format!("{QUESTION} ⡴⡨⡥")), search("rye bread\u{2800}\u{2800}")]),
        ("case", vec![search("hOW LoNg doES rYe breAD keEP?"), search("RYE bread")]),
        ("order", vec![search("keep bread rye does long How"), search("bread rye")]),
        ("repetition", vec![search("rye rye rye bread bread"), search(&format!("{QUESTION} rye"))]),
        ("the choice of words", vec![search("rye"), search("long bread"), search("keep?")]),
        (
            "blanks and marks",
            vec![search("How\u{a0}long  does\nrye bread keep?!"), search("rye, bread.")],
        ),
        ("other words", vec![search("4711-TANGERINE")]),
        ("the number of searches", (0..8).map(|_| search(QUESTION)).collect()),
        ("the number of other searches", (0..8).map(|_| search("rye")).collect()),
        ("the number of pages", limits.to_vec()),
        (
            "which page is opened",
            vec![open("https://two.example/rye"), open("https://one.example/rye")],
        ),
        ("how often", (0..8).map(|_| open("https://three.example/rye")).collect()),
        (
            "an address",
            vec![open("https://one.example/rye?4711"), open("https://4711.one.example/")],
        ),
        ("a place in a page", vec![open("https://one.example/rye#4711")]),
    ]
}

// B81 B90
#[tokio::test]
async fn nothing_that_a_model_chooses_leaves_without_a_click() {
    let (app, server, _place) = start().await;
    for when in [AskFirst::Never, AskFirst::Once] {
        with_ask(&app, &server.url(), when).await;
        for (channel, calls) in channels() {
            let net = net();
            app.retrieval.use_web(Some(Arc::new(net.clone())));
            server.set_script(calling(calls));
            // The question itself may be sent as shown; the user allows nothing else.
            let (events, shown) =
                deciding(&app, ask(QUESTION, Mode::Both), |text| text == QUESTION).await;
            assert_eq!(net.asked(), [QUESTION], "{channel}");
            let first = (when == AskFirst::Once).then_some(Pause::First);
            assert_eq!(shown[0], (OutgoingKind::Search, QUESTION.to_owned(), first), "{channel}");
            for (_, text, waits) in &shown[1..] {
                assert_eq!(*waits, Some(Pause::OtherWords), "{channel}: {text}");
                assert_ne!(text, QUESTION, "{channel}");
            }
            // The model did obey, and no refused request is asked about twice.
            assert!(!finished(&events).steps[0].calls.is_empty(), "{channel}");
            let mut texts: Vec<_> = shown.iter().map(|(_, text, _)| text).collect();
            texts.sort();
            texts.dedup();
            assert_eq!(texts.len(), shown.len(), "{channel}: {shown:?}");
        }
    }
}

// B81 B90
#[tokio::test]
async fn an_approval_sends_only_the_shown_text() {
    let (app, server, _place) = start().await;
    with_ask(&app, &server.url(), AskFirst::Never).await;
    let net = net();
    app.retrieval.use_web(Some(Arc::new(net.clone())));
    let hidden = format!("rye\u{200b} {}shelf \u{2800}life\u{202e}\u{7}", tags("4711"));
    server.set_script(calling(vec![
        call("web_search", json!({"query": hidden, "limit": 9})),
        search("Shelf life, rye"),
        search("cellar code"),
        open("https://two.example/rye"),
        call("open_url", json!({"url": "https://two.example/rye", "from": 1})),
    ]));
    let (events, shown) =
        deciding(&app, ask(QUESTION, Mode::Both), |text| !text.contains("code")).await;
    let left = [QUESTION, "rye shelf life", "https://two.example/rye"];
    let mut asked = net.asked();
    asked.dedup();
    assert_eq!(asked, left);
    let texts: Shown = shown.into_iter().filter(|(_, text, _)| text != "cellar code").collect();
    assert!(texts.iter().all(|(_, text, _)| left.contains(&text.as_str())), "{texts:?}");
    // The user sets the number of pages per search, not the model.
    assert!(net.limits().iter().all(|limit| *limit == 5), "{:?}", net.limits());

    // The receipt lists requests that were sent, not those refused.
    let receipts = app.conversations.receipts(finished(&events).id).await.unwrap();
    let told: Vec<String> = receipts.into_iter().flat_map(|receipt| receipt.problems).collect();
    let searched = |query: &str| format!("Net was asked to search the web for “{query}”.");
    let opened = "two.example was asked for the page https://two.example/rye.".to_owned();
    for sentence in [searched(QUESTION), searched("rye shelf life"), opened] {
        assert!(told.contains(&sentence), "{sentence}: {told:?}");
    }
    assert!(!told.iter().any(|sentence| sentence.contains("code")), "{told:?}");
}

// B81 B90
#[tokio::test]
async fn a_service_that_fails_is_not_asked_again_unseen() {
    let (app, server, _place) = start().await;
    with_ask(&app, &server.url(), AskFirst::Never).await;
    let net = Net::of(Err("away".to_owned()));
    app.retrieval.use_web(Some(Arc::new(net.clone())));
    let again = (0..4).map(|_| search(QUESTION));
    let opened = (0..4).map(|_| open("https://one.example/rye"));
    server.set_script(calling(again.chain(opened).collect()));
    let question = format!("{QUESTION} See https://one.example/rye");
    let (_, shown) = deciding(&app, ask(&question, Mode::Both), |_| false).await;
    assert_eq!(net.asked(), [&*question, "https://one.example/rye"], "{shown:?}");
    let unasked = shown.iter().filter(|(_, _, waits)| waits.is_none());
    assert_eq!(unasked.count(), 2, "{shown:?}");
}

// B81
#[tokio::test]
async fn the_first_address_of_a_question_is_opened_once_and_no_other() {
    let (app, server, _place) = start().await;
    with_ask(&app, &server.url(), AskFirst::Never).await;
    let question = "Do https://one.example/a and https://one.example/b say how long rye keeps?";
    let net = net();
    app.retrieval.use_web(Some(Arc::new(net.clone())));
    let first = "https://one.example/a";
    let others = ["https://one.example/b", "https://one.example/a?4711", "http://one.example/a"];
    let calls = others.iter().chain([&first, &first]).map(|address| open(address));
    server.set_script(calling(calls.collect()));
    let (events, shown) = deciding(&app, ask(question, Mode::Both), |_| false).await;
    assert_eq!(net.asked(), [question, first]);
    let waits = |wanted: &str| shown.iter().find(|(_, text, _)| text == wanted).unwrap().2;
    assert_eq!(waits(first), None);
    for other in others {
        assert_eq!(waits(other), Some(Pause::OtherWords), "{other}");
    }
    let calls = &finished(&events).steps[0].calls;
    assert!(calls[3..].iter().all(|call| call.told.starts_with("Read “Sea salt”")), "{calls:?}");

    // Unencrypted, so others could read it.
    server.set_script(calling(vec![open("http://one.example/")]));
    let open = ask("What does http://one.example/ say of rye?", Mode::Both);
    let (_, shown) = deciding(&app, open, |_| false).await;
    assert_eq!(shown[1].2, Some(Pause::Unencrypted), "{shown:?}");
}

// B81 B90
#[tokio::test]
async fn a_models_reading_of_a_question_is_not_searched_on_the_web() {
    let (app, server, _place) = start().await;
    let mut now = settings(&server.url());
    (now.chat.routing, now.web.ask) = (true, AskFirst::Never);
    app.settings.set(now).await.unwrap();
    let line = "NOTE rye bread 4711-TANGERINE".to_owned();
    let when = Some("What does the newest message want?".to_owned());
    let rule = Rule { when, pieces: Some(vec![line]), ..Rule::default() };
    let default =
        Rule { pieces: Some(vec!["# Rye\n\nIt keeps [1].".to_owned()]), ..Rule::default() };
    server.set_script(Script { rules: vec![rule], default, ..Script::default() });
    let net = net();
    app.retrieval.use_web(Some(Arc::new(net.clone())));
    let (events, _) = deciding(&app, ask(QUESTION, Mode::Both), |_| false).await;
    assert_eq!(finished(&events).routed.as_deref(), Some("/note rye bread 4711-TANGERINE"));
    assert_eq!(net.asked(), [QUESTION]);
}
