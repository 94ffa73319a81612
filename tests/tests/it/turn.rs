//! Turns from question to stored answer, against the scripted server.

use app::App;
use std::collections::{BTreeMap, BTreeSet};

use crate::fixture::{
    Place, SALT, ask, bread, cancelled, collect, conversation, finished, next, pieces, server,
    shown, started, until,
};
use conversation::{
    Answer, Code, MessageState, Mode, Scope,
    context::{PartView, Segment},
    model::Override,
    reference::{Kind, Number, State},
    settings::{ModelOverride, Rerank, Settings},
};
use futures::StreamExt;
use library::Library;
use models::{CountKind, Tokens};
use notes::NotePath;
use tests::model_server::{Counts, ListedModel, Rule, Script};
use turn::{AskRequest, At, NO_PASSAGES, NO_SUPPORT, PASSAGES, TurnEvent, Way};

/// The reference numbers of an answer by the first words of their passages.
fn numbers(answer: &Answer) -> BTreeMap<String, u32> {
    answer
        .references
        .iter()
        .filter_map(|one| Some((one.path.as_ref()?.to_string(), one.number?.0)))
        .collect()
}

// B12 B38 B45
#[tokio::test]
async fn a_question_becomes_an_answer_with_a_chip_and_a_receipt() {
    let server = server(Script::saying(&["Two per cent [", "1", "].", " Of flour."])).await;
    let place = bread();
    let app = place.asking(&server.url()).await;
    let events = collect(app.turns.ask(ask("How much salt goes in?", Mode::Notes))).await;

    let names: Vec<_> = events
        .iter()
        .map(|event| match event {
            TurnEvent::Started { .. } => "started",
            TurnEvent::References(_) => "references",
            TurnEvent::Context(_) => "context",
            TurnEvent::Text(_) => "text",
            TurnEvent::Citation(_) => "citation",
            TurnEvent::Usage(_) => "usage",
            TurnEvent::Finished(_) => "finished",
            _ => "other",
        })
        .collect();
    let mut short = names.clone();
    short.dedup();
    assert_eq!(
        short,
        ["started", "references", "context", "text", "citation", "text", "usage", "finished"]
    );
    let answer = finished(&events);
    assert_eq!(answer.text, "Two per cent [1]. Of flour.");
    assert_eq!(shown(&events), answer.text);
    let mark = answer.citations[0];
    assert_eq!(&answer.text[mark.start as usize..mark.end as usize], "[1]");
    assert_eq!((mark.number, answer.state), (Number(1), MessageState::Complete));
    assert_eq!(answer.model.as_deref(), Some("scripted"));
    let cited = &answer.references[0];
    assert_eq!(
        (cited.number, cited.state, cited.kind),
        (Some(Number(1)), State::Cited, Kind::Search)
    );
    assert_eq!(cited.path.as_ref().unwrap().as_str(), "Salt.md");
    assert_eq!(cited.wikilink, "[[Salt]]");
    assert!(cited.match_reason.to_lowercase().contains("salt"), "{}", cited.match_reason);

    // The stored conversation equals the events.
    let (id, question, _) = started(&events);
    let kept = app.conversations.get(id).await.unwrap();
    assert_eq!(kept.title, "How much salt goes in");
    assert_eq!(kept.messages, [question.into(), answer.clone().into()]);

    // The receipt has the request as the server got it.
    let receipt = crate::fixture::receipt(&app, answer.id).await;
    let requests = server.requests();
    assert_eq!(requests.len(), 1);
    assert_eq!(receipt.request, requests[0].body);
    assert_eq!((receipt.model.as_str(), receipt.server.as_str()), ("scripted", &*server.url()));
    assert!(receipt.usage.is_some());
    let context = events.iter().find_map(|event| match event {
        TurnEvent::Context(view) => Some((**view).clone()),
        _ => None,
    });
    assert_eq!(Some(receipt.context), context);
}

// B45
#[tokio::test]
async fn stopping_closes_the_connection_and_keeps_the_text() {
    let rule = Rule { hold_after: Some(2), ..pieces(&["Two ", "per cent", " [1]."]) };
    let server = server(Script::always(rule)).await;
    let place = bread();
    let app = place.asking(&server.url()).await;
    let mut stream = app.turns.ask(ask("How much salt?", Mode::Notes));
    let mut events = Vec::new();
    while let Some(event) = stream.next().await {
        if let TurnEvent::Started { .. } = &event {
            // One turn at a time, because the conversation numbers its references in sequence.
            let id = conversation(std::slice::from_ref(&event));
            let second = collect(app.turns.ask(next(id, "And rye?", Mode::Notes))).await;
            assert!(matches!(&second[..], [TurnEvent::Failed { answer: None, .. }]), "{second:?}");
            // Cancelling a missing answer does nothing.
            app.turns.cancel(conversation::MessageId::new());
        }
        events.push(event);
        if shown(&events) == "Two per cent" {
            app.turns.cancel(started(&events).2);
        }
    }
    let answer = cancelled(&events);
    assert_eq!((&*answer.text, answer.state), ("Two per cent", MessageState::Cancelled));
    server.client_closed().await;
    let id = conversation(&events);
    assert_eq!(app.conversations.get(id).await.unwrap().messages[1].answer(), Some(&answer));
    // The conversation accepts questions again.
    server.set_script(Script::saying(&["A tin [2]."]));
    let events = collect(app.turns.ask(next(id, "What does rye want?", Mode::Notes))).await;
    assert_eq!(finished(&events).text, "A tin [2].");
}

// B45
#[tokio::test]
async fn a_turn_that_nobody_watches_runs_to_its_end() {
    let rule = Rule { hold_after: Some(1), ..pieces(&["Two", " per cent [1]."]) };
    let server = server(Script::always(rule)).await;
    let place = bread();
    let app = place.asking(&server.url()).await;
    // Dropped before its first event.
    drop(app.turns.ask(ask("How much salt?", Mode::Notes)));
    until(async || !server.requests().is_empty()).await;
    let id = app.conversations.list().await.unwrap()[0].id;
    until(async || app.conversations.get(id).await.unwrap().messages[1].text == "Two").await;
    server.release();
    let state = async || app.conversations.get(id).await.unwrap().messages[1].state();
    until(async || state().await == MessageState::Complete).await;
    assert_eq!(app.conversations.get(id).await.unwrap().messages[1].text, "Two per cent [1].");
}

// B48
#[tokio::test]
async fn passages_alone_need_no_model() {
    let server = server(Script::saying(&["never"])).await;
    let place = bread();
    let app = place.asking(&server.url()).await;
    let passages = |text| AskRequest { way: Way::Passages, ..ask(text, Mode::Notes) };
    let answer = finished(&collect(app.turns.ask(passages("salt or rye?"))).await);
    assert_eq!(answer.text, format!("{PASSAGES} [1] [2]"));
    assert_eq!(answer.citations.len(), 2);
    assert!(answer.references.iter().all(|one| one.state == State::Cited));
    assert_eq!(answer.model, None);
    let answer = finished(&collect(app.turns.ask(passages("xylophone"))).await);
    assert_eq!((&*answer.text, answer.references.len()), (NO_PASSAGES.text(), 0));
    assert_eq!(server.requests(), []);
}

#[tokio::test]
async fn where_no_note_says_anything_no_model_is_asked() {
    let server = server(Script::saying(&["From memory."])).await;
    let place = bread();
    let app = place.asking(&server.url()).await;
    // Words such as “the” and “is” are in both notes and support nothing.
    let events = collect(app.turns.ask(ask("Where is the xylophone?", Mode::Notes))).await;
    let answer = finished(&events);
    assert_eq!((&*answer.text, &answer.model), (NO_SUPPORT.text(), &None));
    assert!(!answer.references.is_empty());
    assert!(answer.references.iter().all(|one| one.state == State::Considered));
    assert_eq!(server.requests(), []);
    // The user's alternative: the same question without notes.
    let (id, question, _) = started(&events);
    let again = AskRequest { at: At::Again(question.id), ..next(id, "", Mode::None) };
    assert_eq!(finished(&collect(app.turns.ask(again)).await).text, "From memory.");
    // A linked note counts as support.
    let linked = finished(&collect(app.turns.ask(ask("xylophone [[Rye]]", Mode::Notes))).await);
    assert_eq!(linked.text, "From memory.");
    assert_eq!(linked.references[0].kind, Kind::Direct);
}

#[tokio::test]
async fn an_attached_file_is_in_its_turn_and_in_the_next() {
    let server = server(Script::saying(&["Yes."])).await;
    let place = bread();
    let app = place.asking(&server.url()).await;
    let file = app.turns.attach(&place.file("shopping.txt", "3 kg of spelt")).await.unwrap();
    assert_eq!((&*file.name, file.bytes), ("shopping.txt", 13));
    assert!(file.tokens.0 > 2);
    let first = AskRequest { attachments: vec![file.id], ..ask("Is it enough?", Mode::None) };
    let events = collect(app.turns.ask(first)).await;
    let (id, question, _) = started(&events);
    assert_eq!(question.attachments, std::slice::from_ref(&file));
    let answer = finished(&events);
    let reference = &answer.references[0];
    assert_eq!((reference.kind, reference.attachment), (Kind::Attachment, Some(file.id)));
    collect(app.turns.ask(next(id, "Really?", Mode::None))).await;

    let contents = |request: usize| -> Vec<String> {
        let requests = server.requests();
        let messages = requests[request].json["messages"].as_array().unwrap().clone();
        messages.iter().map(|one| one["content"].as_str().unwrap().to_owned()).collect()
    };
    let place_of = |contents: &[String], text: &str| {
        contents.iter().position(|content| content.contains(text)).unwrap()
    };
    for request in 0..2 {
        let contents = contents(request);
        // The file may be in its question's message or an earlier one.
        assert!(place_of(&contents, "3 kg of spelt") <= place_of(&contents, "Is it enough?"));
    }
    let second = contents(1);
    assert!(place_of(&second, "Is it enough?") < place_of(&second, "Really?"));
    assert_eq!(second.iter().filter(|content| content.contains("3 kg of spelt")).count(), 1);
}

// B35
#[tokio::test]
async fn a_file_that_cannot_fit_is_refused_when_it_is_added() {
    let listed =
        ListedModel { name: "scripted".to_owned(), window: Some(2_000), ..ListedModel::default() };
    let server = server(Script { models: vec![listed], ..Script::default() }).await;
    let place = bread();
    let app = place.asking(&server.url()).await;
    let error =
        app.turns.attach(&place.file("long.txt", &"word ".repeat(5_000))).await.unwrap_err();
    assert_eq!(error.code, Code::DoesNotFit);
    for part in ["long.txt", "2000", "1024", "leave it out", "match your question", "search it"] {
        assert!(error.message.contains(part), "{part}: {error}");
    }
    let error = app.turns.attach(&place.file("scan.pdf", "%PDF-1.4")).await.unwrap_err();
    assert_eq!(error.code, Code::UnsupportedFile);

    // The best passages fit unless the window has no room for any.
    let sections: Vec<_> = ["Rent", "Salt", "Flour"]
        .map(|name| format!("# {name}\n\n{}", "It rose. ".repeat(60)))
        .into();
    let prices = place.file("prices.txt", &sections.join("\n\n"));
    let part = app.turns.attach_passages(&prices, "salt".to_owned()).await.unwrap();
    assert_eq!(part.name, "prices.txt");
    let next = AskRequest { attachments: vec![part.id], ..ask("So?", Mode::None) };
    finished(&collect(app.turns.ask(next)).await);
    let body = server.requests().last().unwrap().body.clone();
    assert!(body.contains("# Salt") && !body.contains("# Rent"), "{body}");
    let known = Override { window: Some(Tokens(1_300)), ..Override::default() };
    let overrides = vec![ModelOverride { known, ..ModelOverride::default() }];
    app.settings.set(Settings { overrides, ..app.settings.get() }).await.unwrap();
    let error = app.turns.attach_passages(&prices, "salt".to_owned()).await.unwrap_err();
    assert_eq!(error.code, Code::DoesNotFit, "{error}");
}

// B15
#[tokio::test]
async fn citation_numbers_stay_the_same_over_turns_and_restarts() {
    let server = server(Script::saying(&["So it is [1][2]."])).await;
    let place = bread();
    let (id, first) = {
        let app = place.asking(&server.url()).await;
        let events = collect(app.turns.ask(ask("How much salt?", Mode::Notes))).await;
        let first = finished(&events);
        assert_eq!(numbers(&first), BTreeMap::from([("Salt.md".to_owned(), 1)]));
        // [2] isn't assigned yet.
        assert_eq!(first.text, "So it is [1].");
        let id = conversation(&events);
        let second =
            finished(&collect(app.turns.ask(next(id, "and sticky rye?", Mode::Notes))).await);
        assert_eq!(numbers(&second)["Rye.md"], 2);
        assert_eq!(second.text, "So it is [1][2].");
        (id, first)
    };
    let app = place.asking(&server.url()).await;
    let kept = app.conversations.get(id).await.unwrap().messages;
    assert_eq!(kept[1].references, first.references);
    place.write("New.md", "# New\n\nOats are soft, and salt is not.\n");
    until(async || app.reader.notes().await.unwrap().len() == 3).await;
    app.vaults.synced().await.unwrap();
    let third = finished(&collect(app.turns.ask(next(id, "oats, rye, salt", Mode::Notes))).await);
    let expected = [("New.md", 3), ("Rye.md", 2), ("Salt.md", 1)];
    assert_eq!(numbers(&third), expected.map(|(path, n)| (path.to_owned(), n)).into());
}

#[tokio::test]
async fn citing_an_earlier_turn_brings_its_passage_along() {
    let server = server(Script::saying(&["As said [1]."])).await;
    let place = bread();
    let app = place.asking(&server.url()).await;
    let events = collect(app.turns.ask(ask("How much salt?", Mode::Notes))).await;
    let again =
        finished(&collect(app.turns.ask(next(conversation(&events), "Sure?", Mode::None))).await);
    assert_eq!(again.text, "As said [1].");
    let cited = &again.references[0];
    assert_eq!((cited.number, cited.state), (Some(Number(1)), State::Cited));
    assert_ne!(cited.id, finished(&events).references[0].id);
    assert!(app.reader.open_reference(cited.id, Vec::new()).await.unwrap().note.is_some());
}

#[tokio::test]
async fn unknown_citation_marks_are_removed_and_listed_in_the_receipt() {
    let server = server(Script::saying(&["Salt [9", "9] is two per cent [1]."])).await;
    let place = bread();
    let app = place.asking(&server.url()).await;
    let events = collect(app.turns.ask(ask("How much salt?", Mode::Notes))).await;
    let answer = finished(&events);
    assert!(!answer.text.contains("99"), "{}", answer.text);
    assert_eq!(answer.citations.len(), 1);
    assert_eq!(crate::fixture::receipt(&app, answer.id).await.deleted_marks, ["[99]"]);
}

// B38
#[tokio::test]
async fn everything_that_search_sends_to_the_model_is_reported() {
    let ordering = Rule { when: Some("as a JSON list".into()), ..pieces(&["[2, 1]"]) };
    let other = Rule { when: Some("Xylophones".into()), ..pieces(&["[]"]) };
    let answer = pieces(&["Two per cent [1]."]);
    let script = Script { rules: vec![ordering, other], default: answer, ..Script::default() };
    let server = server(script).await;
    let place = bread();
    let app = place.asking(&server.url()).await;
    let mut settings = app.settings.get();
    settings.search.rerank = Rerank::ChatModel;
    settings.search.rewrite = true;
    app.settings.set(settings).await.unwrap();
    let model = format!("“scripted” at {}", server.url());
    let rewritten = format!("The question was sent to {model}, to be rephrased.");
    let ordered =
        format!("The question and 2 passages were sent to {model}, to rank the passages.");

    let events = collect(app.turns.ask(ask("Salt for a sticky rye dough?", Mode::Notes))).await;
    assert_eq!(server.requests().len(), 3);
    let receipt = crate::fixture::receipt(&app, finished(&events).id).await;
    assert_eq!(receipt.problems, [rewritten.clone(), ordered]);

    // Nothing is found and there is no receipt, but the question was sent.
    let events = collect(app.turns.ask(ask("Xylophones?", Mode::Notes))).await;
    let answer = finished(&events);
    assert_eq!((answer.text.as_str(), answer.has_receipt), (NO_SUPPORT.text(), false));
    assert_eq!(answer.notices, [rewritten]);
}

// B1 B4
#[tokio::test]
async fn linked_notes_come_first_and_broken_links_are_reported() {
    let server = server(Script::saying(&["A tin [1]."])).await;
    let place = bread();
    let app = place.asking(&server.url()).await;
    let events =
        collect(app.turns.ask(ask("[[Rye|the rye]] and [[Spelt]]: how much salt?", Mode::Notes)))
            .await;
    let (_, question, _) = started(&events);
    assert_eq!(question.text, "[[Rye|the rye]] and [[Spelt]]: how much salt?");
    let links: Vec<_> = question.references.iter().map(|one| &*one.wikilink).collect();
    assert_eq!(links, ["[[Rye|the rye]]", "[[Spelt]]"]);
    let answer = finished(&events);
    let told: Vec<_> = answer
        .references
        .iter()
        .map(|one| (one.title.as_str(), one.kind, one.state, one.number.map(|number| number.0)))
        .collect();
    assert!(told.contains(&("Spelt", Kind::Direct, State::Broken, None)), "{told:?}");
    assert!(told.contains(&("Rye", Kind::Direct, State::Cited, Some(1))), "{told:?}");
    assert!(told.contains(&("Salt", Kind::Search, State::Used, Some(2))), "{told:?}");
}

// B37
#[tokio::test]
async fn a_preview_shows_what_is_sent() {
    let server = server(Script::saying(&["So it is [1]."])).await;
    let place = bread();
    let app = place.asking(&server.url()).await;
    let file = app.turns.attach(&place.file("shopping.txt", "3 kg of spelt")).await.unwrap();
    let id = conversation(&collect(app.turns.ask(ask("How much salt?", Mode::Notes))).await);
    let request = AskRequest {
        attachments: vec![file.id],
        ..next(id, "Does [[Rye]] want salt?", Mode::Notes)
    };
    let previewed = app.turns.preview(&request).await.unwrap();
    assert_eq!(app.conversations.get(id).await.unwrap().messages.len(), 2);
    let answer = finished(&collect(app.turns.ask(request)).await);
    let sent = crate::fixture::receipt(&app, answer.id).await.context;
    let (clocks, parts): (Vec<_>, Vec<_>) = [previewed.clone(), sent.clone()]
        .map(|view| view.parts.into_iter().partition(|part| part.segment == Segment::System))
        .into_iter()
        .map(|parts: (Vec<PartView>, Vec<PartView>)| parts)
        .unzip();
    assert_eq!(parts[0], parts[1]);
    // A new minute may begin between the two, and the instructions contain the time.
    if clocks[0] == clocks[1] {
        assert_eq!(previewed, sent);
    }
}

// B33
#[tokio::test]
async fn a_servers_token_counts_survive_a_restart() {
    let mut script = Script::always(Rule {
        usage: Some(Counts { prompt: 400, completion: 3 }),
        ..pieces(&["Two per cent."])
    });
    script.models = vec![ListedModel { name: "learned-here".into(), ..script.models[0].clone() }];
    let server = server(script).await;
    let place = bread();
    let app = place.asking(&server.url()).await;
    finished(&collect(app.turns.ask(ask("How much salt goes in?", Mode::Notes))).await);
    drop(app);

    let (library, _) = Library::open(&place.data().join("library.db")).unwrap();
    let learned = library.learned().await.unwrap();
    let [(model, learned)] = learned.as_slice() else { panic!("{learned:?}") };
    assert_eq!(model, "learned-here");
    assert_eq!(learned.reports.len(), 1);
    assert_eq!(learned.reports[0].reported, Tokens(400));

    drop(library);

    // The next app with this library uses the learned counts; one with another library doesn't.
    let counted = async |app: &App| {
        let view = app.turns.preview(&ask("How much salt goes in?", Mode::Notes)).await.unwrap();
        view.parts[0].count
    };
    assert_eq!(counted(&place.asking(&server.url()).await).await, CountKind::Calibrated);
    assert_eq!(counted(&bread().asking(&server.url()).await).await, CountKind::Estimated);
}

#[tokio::test]
async fn a_question_looks_only_where_it_is_narrowed_to() {
    let server = server(Script::saying(&["18 g [1]."])).await;
    let place = Place::with(&[
        ("Salt.md", SALT),
        ("Log/March.md", "# March\n\nThe salt of this dough was 18 g. #failure\n"),
        ("Log/April.md", "# April\n\nThe salt of this dough was 20 g.\n"),
    ]);
    let app = place.asking(&server.url()).await;
    let found = async |places: &[&str], tags: &[&str]| {
        let scope = Scope {
            places: places.iter().map(|place| NotePath::new(place).unwrap()).collect(),
            tags: tags.iter().map(|tag| (*tag).to_owned()).collect(),
        };
        let request = AskRequest { scope: scope.clone(), ..ask("How much salt?", Mode::Notes) };
        let view = app.turns.preview(&request).await.unwrap();
        let events = collect(app.turns.ask(request)).await;
        let answer = finished(&events);
        let id = conversation(&events);
        // The stored question includes its scope.
        let kept = app.conversations.get(id).await.unwrap();
        assert_eq!(kept.messages[0].question().unwrap().scope, scope);
        let paths: BTreeSet<String> = answer
            .references
            .iter()
            .filter_map(|one| Some(one.path.as_ref()?.to_string()))
            .collect();
        // The preview equals the request.
        let previewed = view.parts.iter().any(|part| part.text.contains("20 g"));
        assert_eq!(previewed, paths.contains("Log/April.md"));
        paths.into_iter().collect::<Vec<_>>().join(" ")
    };
    assert_eq!(found(&[], &[]).await, "Log/April.md Log/March.md Salt.md");
    assert_eq!(found(&["Log"], &[]).await, "Log/April.md Log/March.md");
    assert_eq!(found(&["Salt.md"], &[]).await, "Salt.md");
    assert_eq!(found(&[], &["failure"]).await, "Log/March.md");
    assert_eq!(found(&["Salt.md"], &["failure"]).await, "");
}

#[tokio::test]
async fn the_answer_of_another_conversation_goes_along_without_its_numbers() {
    let server = server(Script::saying(&["Two per cent [1]."])).await;
    let place = bread();
    let app = place.asking(&server.url()).await;
    let events = collect(app.turns.ask(ask("How much salt?", Mode::Notes))).await;
    let file = app.turns.attach_conversation(conversation(&events)).await.unwrap();
    assert_eq!(file.name, "How much salt");
    let next = AskRequest { attachments: vec![file.id], ..ask("Is that right?", Mode::None) };
    finished(&collect(app.turns.ask(next)).await);
    let body = server.requests().last().unwrap().body.clone();
    assert!(body.contains("Answer: Two per cent ([[Salt]])."), "{body}");
}
