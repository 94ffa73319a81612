//! Plain chat searches and sends nothing of the vault, whatever the settings.

use app::App;
use conversation::{Answer, ConversationSettings, Mode};
use library::Project;
use tests::model_server::{ListedModel, Request, Rule, Script};
use turn::{AskRequest, Way};

use crate::fixture::{Place, ask, collect, finished, notices, path, pieces, server, settings};

/// The header of a 640 × 480 pixel PNG, and its end.
const PNG: &[u8] = b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR\0\0\x02\x80\0\0\x01\xe0\x08\x06\0\0\0....\0\0\0\0IEND\xae\x42\x60\x82";

/// The answer and requests of a model with vision and tools, in a project with memory and routing on. The model takes
/// every sentence for a search.
#[cfg(test)]
async fn asked(plain: bool, as_chat: bool) -> (Answer, Vec<Request>, Vec<String>) {
    let model = ListedModel {
        name: "scripted".to_owned(),
        window: Some(32_000),
        tools: Some(true),
        vision: Some(true),
        ..ListedModel::default()
    };
    let wanted = Some("What does the newest message want?".to_owned());
    let rules = vec![Rule { when: wanted, ..pieces(&["FIND rye"]) }];
    let script = Script {
        models: vec![model],
        rules,
        default: pieces(&["On Sunday."]),
        ..Script::default()
    };
    let server = server(script).await;
    let place = Place::with(&[
        ("Rye.md", "# Rye\n\nRye dough is sticky: ![[tin.png]]\n"),
        ("Salt.md", "# Salt\n\nTwo per cent of it.\n"),
        ("Plans/Friday.md", "# Friday\n\nBake twelve loaves.\n"),
    ]);
    std::fs::write(place.vault().join("tin.png"), PNG).unwrap();
    let app = place.asking(&server.url()).await;
    let mut now = settings(&server.url());
    (now.chat.memories, now.chat.routing) = (true, true);
    app.settings.set(now).await.unwrap();
    app.memories.remember("I bake rye on Sundays.".to_owned()).await.unwrap();
    put_to_project(&app, plain).await;
    let way = if as_chat { Way::Chat } else { Way::Answer };
    let request = AskRequest { way, ..ask("[[Salt]]: when do I bake rye?", Mode::Notes) };
    let draft = app.turns.preview(&request).await.unwrap();
    let preview = draft.parts.iter().map(|part| part.text.clone()).collect();
    let events = collect(app.turns.ask(request)).await;
    assert_eq!(notices(&events), [""; 0]);
    (finished(&events), server.requests(), preview)
}

#[cfg(test)]
async fn put_to_project(app: &App, plain: bool) {
    let project = Project {
        name: "Bread".to_owned(),
        instructions: "Think of the oven.".to_owned(),
        notes: vec![path("Plans")],
        ..Project::new()
    };
    app.projects.put(project.clone()).await.unwrap();
    let own = ConversationSettings { plain, project: Some(project.id), ..Default::default() };
    app.conversations.set_settings_of(None, own).await.unwrap();
}

/// Texts that only a request with the vault contains.
const OF_THE_VAULT: [&str; 9] = [
    "Rye dough",
    "Two per cent",
    "Referenced Documents",
    "twelve loaves",
    "Think of the oven",
    "Sundays",
    "base64",
    "find_excerpts",
    "documents provided",
];

#[tokio::test]
async fn plain_chat_sends_nothing_of_the_vault() {
    let (answer, requests, preview) = asked(true, false).await;
    assert_eq!((&*answer.text, answer.passages_only), ("On Sunday.", false));
    assert_eq!((answer.mode, &answer.routed), (Mode::None, &None));
    assert_eq!(answer.references, []);
    let [request] = &requests[..] else { panic!("{requests:?}") };
    for text in OF_THE_VAULT {
        assert!(!request.body.contains(text), "{text}: {}", request.body);
        assert!(!preview.iter().any(|part| part.contains(text)), "{text}: {preview:?}");
    }
    assert!(request.body.contains("[[Salt]]: when do I bake rye?"), "it goes as typed");

    // In a normal chat, all of it is sent, and the sentence is recognised as a command.
    let (answer, requests, _) = asked(false, false).await;
    assert_eq!((answer.routed.as_deref(), requests.len()), (Some("/find rye"), 1));
    let (_, requests, _) = asked(false, true).await;
    for text in OF_THE_VAULT {
        assert!(requests[0].body.contains(text), "{text}: {}", requests[0].body);
    }
}
