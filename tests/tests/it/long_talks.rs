//! Conversations longer than their model's window, and questions to the web.

use std::sync::Arc;

use crate::fixture::{
    Place, ask, bread, collect, conversation, finished, next, notices, pieces, receipt, server,
    started,
};
use crate::online::{Net, page};
use app::App;
use conversation::{
    Compaction, ContextItem, ConversationSettings, ItemChoice, Mode, PromptSource, Settings,
    context::Segment,
    reference::{Kind, State},
};
use models::Tokens;
use tests::model_server::{ListedModel, Rule, Script, ScriptedServer};
use turn::TurnEvent;
use web::Web;

#[cfg(test)]
/// A model with a small window that gives long answers and summarises on request.
fn talker(window: u32) -> Script {
    let model =
        ListedModel { name: "scripted".to_owned(), window: Some(window), ..ListedModel::default() };
    let summary = Rule {
        when: Some("The conversation:".to_owned()),
        no_usage: true,
        ..pieces(&["The user weighs salt [1]; ", "two per cent."])
    };
    let long: String =
        (1..=14).map(|at| format!("Loaf {at}: salt is weighed with the flour [1]. ")).collect();
    let answer = Rule { no_usage: true, ..pieces(&[&long]) };
    Script { models: vec![model], rules: vec![summary], default: answer, ..Script::default() }
}

#[cfg(test)]
fn compacted(events: &[TurnEvent]) -> Option<Compaction> {
    events.iter().find_map(|event| match event {
        TurnEvent::Compacted(compaction) => Some((**compaction).clone()),
        _ => None,
    })
}

#[cfg(test)]
async fn talking(place: &Place, server: &ScriptedServer) -> App {
    let app = place.asking(&server.url()).await;
    let settings = Settings { reserve: Tokens(200), ..app.settings.get() };
    app.settings.set(settings).await.unwrap();
    app
}

#[cfg(test)]
/// The messages of the server's newest request.
fn newest(server: &ScriptedServer) -> Vec<String> {
    let requests = server.requests();
    let messages = requests.last().unwrap().json["messages"].as_array().unwrap().clone();
    messages.iter().map(|one| one["content"].as_str().unwrap().to_owned()).collect()
}

// B49
#[tokio::test]
async fn a_summary_of_an_imported_session_goes_to_the_model_and_the_talk_goes_on() {
    let server = server(Script::saying(&["Rye wants a tin."])).await;
    let place = bread();
    let app = place.asking(&server.url()).await;
    let text = r#"{"s": {"messages": [
        {"role": "system", "content": "[Previous conversation summary]: You settled on two per cent of salt."},
        {"role": "assistant", "content": "It goes in late."},
        {"role": "user", "content": "Why late?"},
        {"role": "assistant", "content": "It slows the yeast."}]}}"#;
    let file = place.file("chat_sessions.json", text);
    let imported = app.conversations.import(&file).await.unwrap();
    let asked = next(imported[0].conversation, "And rye?", Mode::None);
    finished(&collect(app.turns.ask(asked)).await);
    let sent = newest(&server);
    let said: Vec<&str> = sent.iter().skip(1).map(String::as_str).collect();
    let expected = [
        "[Previous conversation summary]: You settled on two per cent of salt.",
        "It goes in late.",
        "Why late?",
        "It slows the yeast.",
        "And rye?",
    ];
    assert_eq!(said, expected);
}

// B30 B38
#[tokio::test]
async fn the_beginning_of_a_long_conversation_is_summarised_and_nothing_is_lost() {
    let server = server(talker(2_000)).await;
    let place = bread();
    let app = talking(&place, &server).await;
    let first = collect(app.turns.ask(ask("How much salt goes in?", Mode::Notes))).await;
    let id = conversation(&first);
    let mut turns = 1;
    let (events, compaction) = loop {
        turns += 1;
        assert!(turns < 12, "it never summarised");
        let request = next(id, &format!("And salt, {turns}?"), Mode::Notes);
        let events = collect(app.turns.ask(request)).await;
        if let Some(compaction) = compacted(&events) {
            break (events, compaction);
        }
    };
    let names: Vec<_> = events
        .iter()
        .filter_map(|event| match event {
            TurnEvent::Compacting => Some("compacting"),
            TurnEvent::Compacted(_) => Some("compacted"),
            TurnEvent::Context(_) => Some("context"),
            TurnEvent::Finished(_) => Some("finished"),
            _ => None,
        })
        .collect();
    assert_eq!(names, ["compacting", "compacted", "context", "finished"]);
    assert_eq!(compaction.summary, "The user weighs salt [1]; two per cent.");
    assert!(compaction.after < compaction.before, "{compaction:?}");
    assert!(compaction.found[0].starts_with("[1] [[Salt]] (Salt.md): "), "{:?}", compaction.found);

    // The model got the summary and at least the three newest messages.
    let sent = newest(&server);
    let summary = sent.iter().position(|it| it.contains("[Previous conversation summary]"));
    assert!(summary.is_some_and(|at| at <= 1), "{sent:#?}");
    assert!(!sent.iter().any(|it| it.contains("How much salt goes in?")), "{sent:#?}");
    assert!(sent.iter().any(|it| it.contains(&format!("And salt, {turns}?"))));
    assert!(sent.iter().any(|it| it.contains(&format!("And salt, {}?", turns - 1))));

    // Both calls have receipts, and the library has every message.
    let answer = finished(&events);
    let receipts = app.conversations.receipts(answer.id).await.unwrap();
    assert_eq!(receipts.len(), 2);
    assert!(receipts[0].request.contains("You shorten conversations"));
    assert!(receipts[1].context.parts.iter().any(|part| part.segment == Segment::Summary));
    let kept = app.conversations.get(id).await.unwrap();
    assert_eq!(kept.messages.len(), turns * 2);
    assert_eq!(kept.messages[0].text, "How much salt goes in?");
    assert_eq!(kept.compactions, std::slice::from_ref(&compaction));

    // The user's own words replace the summary.
    app.conversations.edit_compaction(compaction.id, "Salt: 2 %.".to_owned()).await.unwrap();
    let request = next(id, "Salt again?", Mode::Notes);
    let previewed = app.turns.preview(&request).await.unwrap();
    let told = previewed.parts.iter().find(|part| part.segment == Segment::Summary).unwrap();
    assert!(told.text.contains("Salt: 2 %.") && told.text.contains("[[Salt]]"), "{}", told.text);
    let kept = app.conversations.get(id).await.unwrap().compactions.remove(0);
    assert!(kept.edited);
    assert_eq!(kept.after, models::TokenCounter::for_model(&kept.model).count(&told.text).tokens);

    // After an undo, all messages that fit are sent again.
    app.conversations.undo_compaction(compaction.id).await.unwrap();
    assert!(app.conversations.get(id).await.unwrap().compactions.is_empty());
    let previewed = app.turns.preview(&request).await.unwrap();
    assert!(!previewed.parts.iter().any(|part| part.segment == Segment::Summary));
}

// B30
#[tokio::test]
async fn an_undone_summary_stays_undone_while_the_conversation_fits_without_it() {
    let server = server(talker(10_000)).await;
    let place = bread();
    let app = talking(&place, &server).await;
    let first = "How much salt goes in?";
    let id = conversation(&collect(app.turns.ask(ask(first, Mode::Notes))).await);
    let mut turns = 1;
    let mut asked = async || {
        turns += 1;
        assert!(turns < 80, "it never summarised");
        let request = next(id, &format!("And salt, {turns}?"), Mode::Notes);
        collect(app.turns.ask(request)).await
    };
    let again = "summarised again";
    let made = loop {
        let events = asked().await;
        if let Some(compaction) = compacted(&events) {
            assert!(notices(&events).iter().all(|notice| !notice.contains(again)));
            break compaction;
        }
    };
    app.conversations.undo_compaction(made.id).await.unwrap();
    // The messages exceed their share as before, but the whole request fits.
    let mut whole = 0;
    loop {
        let preview = app.turns.preview(&next(id, "And salt?", Mode::Notes)).await.unwrap();
        let events = asked().await;
        let notices = notices(&events);
        let Some(second) = compacted(&events) else {
            assert!(preview.compact.is_none());
            assert!(newest(&server).iter().any(|it| it.contains(first)), "{:#?}", newest(&server));
            whole += 1;
            continue;
        };
        // Only now is a summary the only way, and a notice says so.
        assert!(notices.iter().any(|notice| notice.contains(again)), "{notices:?}");
        assert!(second.messages > made.messages, "{second:?}");
        break;
    }
    assert!(whole >= 1, "it was summarised again at once");
    let events = asked().await;
    assert!(compacted(&events).is_none() && !newest(&server).iter().any(|it| it.contains(first)));
}

// B30
#[tokio::test]
async fn without_a_summary_the_oldest_turns_are_left_out_and_named() {
    let mut script = talker(2_000);
    script.rules[0] = Rule {
        when: Some("The conversation:".to_owned()),
        status: Some(500),
        body: serde_json::json!("no memory"),
        ..Rule::default()
    };
    let server = server(script).await;
    let place = bread();
    let app = talking(&place, &server).await;
    let id =
        conversation(&collect(app.turns.ask(ask("How much salt goes in?", Mode::Notes))).await);
    let mut told = None;
    for turn in 2..14 {
        let events =
            collect(app.turns.ask(next(id, &format!("And salt, {turn}?"), Mode::Notes))).await;
        let answer = finished(&events);
        let receipt = crate::fixture::receipt(&app, answer.id).await;
        assert!(receipt.context.refusal.is_none());
        if receipt.context.cuts.iter().any(|cut| cut.label.starts_with("Earlier turn: ")) {
            told = Some((notices(&events), receipt));
            break;
        }
    }
    let (notices, receipt) = told.expect("the window is small");
    assert!(notices[0].contains("couldn't be summarised") && notices[0].contains("no memory"));
    assert!(receipt.request.contains("# Left out"));

    // If turned off, no summary is requested.
    let mut settings = app.settings.get();
    settings.chat.compact = false;
    app.settings.set(settings).await.unwrap();
    let before = server.requests().len();
    collect(app.turns.ask(next(id, "And salt?", Mode::Notes))).await;
    assert_eq!(server.requests().len(), before + 1);
}

// B39
#[tokio::test]
async fn each_mode_searches_its_sources_and_survives_one_failing() {
    let server = server(Script::saying(&["So it is [1]."])).await;
    let place = bread();
    let app = place.asking(&server.url()).await;
    let found = async |mode, web: Option<Net>| {
        app.retrieval.use_web(web.map(|web| Arc::new(web) as Arc<dyn Web>));
        let events = collect(app.turns.ask(ask("How much salt?", mode))).await;
        let answer = finished(&events);
        let kinds: Vec<_> = answer
            .references
            .iter()
            .filter(|it| it.state != State::Considered)
            .map(|it| it.kind)
            .collect();
        (kinds, notices(&events))
    };
    let pages = || Some(Net::of(Ok(vec![page()])));
    let broken = || Some(Net::of(Err("The provider is away.".to_owned())));
    let none: [String; 0] = [];
    assert_eq!(found(Mode::None, pages()).await, (vec![], none.to_vec()));
    assert_eq!(found(Mode::Notes, pages()).await, (vec![Kind::Search], none.to_vec()));
    assert_eq!(found(Mode::Web, pages()).await, (vec![Kind::Web], none.to_vec()));
    assert_eq!(found(Mode::Both, pages()).await, (vec![Kind::Search, Kind::Web], none.to_vec()));
    let (kinds, told) = found(Mode::Both, broken()).await;
    assert_eq!(kinds, [Kind::Search]);
    assert_eq!(told, ["The web couldn't be searched: The provider is away."]);
    let (kinds, told) = found(Mode::Both, None).await;
    assert_eq!(kinds, [Kind::Search]);
    assert!(told[0].contains("no search service is set up"), "{told:?}");

    // A page is a document with an address. Previewing a draft sends nothing.
    app.retrieval.use_web(Some(Arc::new(Net::of(Ok(vec![page()])))));
    let events = collect(app.turns.ask(ask("How much salt?", Mode::Web))).await;
    let cited = &finished(&events).references[0];
    assert_eq!(
        (cited.url.as_deref(), cited.state),
        (Some("https://example.org/salt"), State::Cited)
    );
    assert!(server.requests().last().unwrap().body.contains("page: https://example.org/salt"));
    let previewed = app.turns.preview(&ask("How much salt?", Mode::Web)).await.unwrap();
    assert!(!previewed.parts.iter().any(|part| part.text.contains("Sea salt")));
}

// B23 B34 B82 B83
#[tokio::test]
async fn a_conversation_keeps_its_prompts_and_its_project() {
    let server = server(Script::saying(&["So it is [1]."])).await;
    let place = bread();
    place.write("Plans/Friday.md", "# Friday\n\nBake twelve loaves.\n");
    let app = place.asking(&server.url()).await;
    let id = conversation(&collect(app.turns.ask(ask("How much salt?", Mode::Notes))).await);
    let prompt = |name: &str, text: &str| library::Prompt {
        name: name.to_owned(),
        text: text.to_owned(),
        ..library::Prompt::new()
    };
    let (gruff, brief) = (prompt("Gruff", "Be gruff."), prompt("Brief", "Be brief on {{date}}."));
    let project = library::Project {
        name: "Bread".to_owned(),
        instructions: "Think of the oven.".to_owned(),
        notes: vec![crate::fixture::path("Plans/Friday.md"), crate::fixture::path("Gone")],
        ..library::Project::new()
    };
    app.prompts.put(gruff.clone()).await.unwrap();
    app.prompts.put(brief.clone()).await.unwrap();
    app.projects.put(project.clone()).await.unwrap();
    let prompts = vec![
        PromptSource::Library { id: gruff.id },
        PromptSource::Note { path: crate::fixture::path("Prompts/Gone.md") },
        PromptSource::Library { id: brief.id },
    ];
    let own = ConversationSettings {
        project: Some(project.id),
        prompts,
        ..ConversationSettings::default()
    };
    app.conversations.set_settings_of(Some(id), own.clone()).await.unwrap();
    let events = collect(app.turns.ask(next(id, "And now?", Mode::None))).await;
    // A missing folder and a missing prompt cause notices, and the turn continues.
    let told = notices(&events).join(" ");
    assert!(told.contains("“Gone” of the project “Bread”"), "{told}");
    assert!(told.contains("“Gone” couldn't be read and is left out"), "{told}");
    let answer = finished(&events);
    let projects: Vec<_> = answer.references.iter().map(|it| (it.kind, &*it.title)).collect();
    assert!(projects.contains(&(Kind::Project, "Friday")), "{projects:?}");
    let receipt = crate::fixture::receipt(&app, answer.id).await.context;
    let segments: Vec<Segment> = receipt.parts.iter().map(|part| part.segment).collect();
    let mut order = segments.clone();
    order.dedup();
    use Segment::{Agent, Messages, Project, Reminder, System};
    assert_eq!(order, [System, Messages, Agent, Project, Messages, Reminder]);
    let moving = receipt.parts.iter().filter(|part| part.segment == Agent);
    let moving: Vec<&str> = moving.map(|part| &*part.text).collect();
    assert_eq!(moving[0], "Be gruff.");
    assert!(moving.len() == 2 && moving[1].starts_with("Be brief on ") && !moving[1].contains('{'));

    let replacing = library::Prompt { replaces_instructions: true, ..gruff };
    app.prompts.put(replacing).await.unwrap();
    app.conversations
        .set_settings_of(Some(id), ConversationSettings { project: None, ..own })
        .await
        .unwrap();
    collect(app.turns.ask(next(id, "And now?", Mode::None))).await;
    assert!(newest(&server)[0].starts_with("Be gruff."), "{}", newest(&server)[0]);
}

// B35
#[tokio::test]
async fn an_attached_image_is_sent_to_a_model_with_vision_and_described_to_others() {
    // The header of a 3 × 2 pixel PNG, and its end.
    let png: &[u8] = &[
        0x89, b'P', b'N', b'G', 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, b'I', b'H', b'D', b'R', 0, 0,
        0, 3, 0, 0, 0, 2, 8, 2, 0, 0, 0, 0x12, 0x16, 0xF1, 0x4D, 0, 0, 0, 0, b'I', b'E', b'N',
        b'D', 0xAE, 0x42, 0x60, 0x82,
    ];
    let mut script = Script::saying(&["An oven."]);
    script.models[0].vision = Some(true);
    let server = server(script.clone()).await;
    let place = bread();
    let app = place.asking(&server.url()).await;
    let path = place.folder().join("oven.png");
    std::fs::write(&path, png).unwrap();
    let file = app.turns.attach(&path).await.unwrap();
    assert!(file.image.is_some_and(|image| (image.width, image.height) == (3, 2)), "{file:?}");
    let request =
        turn::AskRequest { attachments: vec![file.id], ..ask("What is this?", Mode::None) };
    let events = collect(app.turns.ask(request.clone())).await;
    assert_eq!(notices(&events), [""; 0]);
    let answer = finished(&events);
    let receipt = crate::fixture::receipt(&app, answer.id).await;
    assert_eq!(receipt.request, server.requests()[0].body, "byte for byte, the image too");
    assert!(receipt.request.contains("data:image/png;base64,"));

    script.models[0].vision = Some(false);
    script.models[0].name = "blind".to_owned();
    server.set_script(script);
    app.settings.set(app.settings.get()).await.unwrap();
    let events = collect(app.turns.ask(request)).await;
    assert!(notices(&events)[0].contains("can't see images"), "{:?}", notices(&events));
    let body = &server.requests()[1].body;
    assert!(body.contains("which this model can't see") && !body.contains("base64"), "{body}");
}

// B77
#[tokio::test]
async fn removed_parts_are_not_sent_and_pinned_ones_always_are() {
    let server =
        server(Script { default: pieces(&["Two per cent [1]."]), ..Script::default() }).await;
    let place = bread();
    let app = talking(&place, &server).await;
    let first = collect(app.turns.ask(ask("How much salt goes in?", Mode::Notes))).await;
    let id = conversation(&first);
    let (_, question, _) = started(&first);
    let found = finished(&first).references.remove(0);
    let text = found.passage.as_ref().unwrap().text.clone();
    let choose = async |item: Option<ContextItem>, pinned| {
        let items = item.map(|item| ItemChoice { item, label: "It".to_owned(), pinned });
        let own = ConversationSettings {
            temperature: Some(0.25),
            items: items.into_iter().collect(),
            ..ConversationSettings::default()
        };
        app.conversations.set_settings_of(Some(id), own).await.unwrap();
    };
    let asked = async |text: &str, mode| {
        let events = collect(app.turns.ask(next(id, text, mode))).await;
        receipt(&app, finished(&events).id).await
    };

    // An excluded passage isn't sent, and isn't reported missing for another reason.
    choose(found.item(), false).await;
    let sent = asked("How much salt goes in, and what of rye?", Mode::Notes).await;
    assert!(sent.context.parts.iter().all(|part| !part.text.contains(&text)));
    let cut = sent.context.cuts.iter().find(|cut| cut.removed == found.item()).unwrap();
    assert_eq!(cut.reason, "You removed it from this conversation’s context.");
    let request: serde_json::Value = serde_json::from_str(&sent.request).unwrap();
    assert_eq!(request["temperature"], 0.25);

    // A pinned passage is sent even without a search.
    choose(found.item(), true).await;
    let sent = asked("Hello.", Mode::None).await;
    let part = sent.context.parts.iter().find(|part| part.item == found.item()).unwrap();
    assert_eq!(part.number, found.number);

    // Excluding an earlier question excludes its answer.
    choose(Some(ContextItem::Turn { question: question.id }), false).await;
    let previewed = app.turns.preview(&next(id, "And now?", Mode::None)).await.unwrap();
    let has = |text: &str| previewed.parts.iter().any(|part| part.text == text);
    assert!(!has("How much salt goes in?") && has("Hello."));

    // Without choices, the original context returns.
    choose(None, false).await;
    let previewed = app.turns.preview(&next(id, "And now?", Mode::None)).await.unwrap();
    assert!(previewed.parts.iter().any(|part| part.text == "How much salt goes in?"));
}
