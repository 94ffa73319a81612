//! Pinned and excluded passages in a project that sends only matching passages.

use app::App;
use conversation::{
    ContextItem, ContextView, ConversationId, ConversationSettings, ItemChoice, Mode,
    context::Segment,
};
use library::Project;
use tests::model_server::{ListedModel, Script, ScriptedServer};

use crate::fixture::{
    Place, ask, collect, conversation, finished, next, path, pieces, receipt, server,
};

/// A searched project of four notes, another note, and a model of this name.
#[cfg(test)]
async fn bakery(model: &str) -> (App, ScriptedServer, Place, ConversationSettings) {
    let models = vec![ListedModel {
        name: model.to_owned(),
        window: Some(16_000),
        ..ListedModel::default()
    }];
    let script = Script { models, default: pieces(&["So it is [1]."]), ..Script::default() };
    let server = server(script).await;
    let place = Place::with(&[("Fish.md", "# Fish\n\nCod keeps on ice.\n")]);
    for number in 1..=4 {
        let text = format!("# Rye {number}\n\nRye dough number {number} is sticky.\n");
        place.write(&format!("Bread/Rye {number}.md"), &text);
    }
    let app = place.asking(&server.url()).await;
    let project = Project {
        name: "Bread".to_owned(),
        notes: vec![path("Bread")],
        is_searched: true,
        ..Project::new()
    };
    app.projects.put(project.clone()).await.unwrap();
    let own = ConversationSettings { project: Some(project.id), ..Default::default() };
    app.conversations.set_settings_of(None, own.clone()).await.unwrap();
    (app, server, place, own)
}

/// The passages of a context, by displayed place, in order.
#[cfg(test)]
fn passages(context: &ContextView) -> Vec<(Segment, Option<ContextItem>, String)> {
    let numbered = context.parts.iter().filter(|part| part.number.is_some());
    let place = |origin: Option<&String>| origin.map(|it| it.split(',').next().unwrap().to_owned());
    numbered
        .map(|part| {
            let place = place(part.origin.as_ref()).unwrap_or_default();
            (part.segment, part.item.clone(), place)
        })
        .collect()
}

#[cfg(test)]
async fn choose(
    app: &App,
    id: ConversationId,
    own: &ConversationSettings,
    items: &[(ContextItem, bool)],
) {
    let items = items.iter().map(|(item, pinned)| ItemChoice {
        item: item.clone(),
        label: "It".to_owned(),
        pinned: *pinned,
    });
    let own = ConversationSettings { items: items.collect(), ..own.clone() };
    app.conversations.set_settings_of(Some(id), own).await.unwrap();
}

// B82
#[tokio::test]
async fn a_passage_of_a_searched_project_can_be_taken_out_and_pinned() {
    let (app, server, _place, own) = bakery("scripted").await;
    let events = collect(app.turns.ask(ask("How sticky is rye?", Mode::None))).await;
    let id = conversation(&events);
    let context = receipt(&app, finished(&events).id).await.context;
    let found = passages(&context);
    assert_eq!(found.len(), 4, "{found:?}");
    assert!(found.iter().all(|it| it.0 == Segment::Project && it.1.is_some()), "{found:?}");
    let item = |at: usize| found[at].1.clone().unwrap();

    choose(&app, id, &own, &[(item(0), false), (item(3), true)]).await;
    let asked = next(id, "How sticky is rye?", Mode::None);
    let answer = finished(&collect(app.turns.ask(asked)).await);
    let context = receipt(&app, answer.id).await.context;
    let places: Vec<String> = passages(&context).into_iter().map(|it| it.2).collect();
    assert_eq!(places, [&*found[3].2, &found[1].2, &found[2].2], "the pinned one first, and once");
    assert!(context.cuts.iter().any(|cut| cut.removed.as_ref() == Some(&item(0))));
    let body = server.requests().pop().unwrap().body;
    let number = found[0].2.trim_start_matches("Bread/Rye ").trim_end_matches(".md").to_owned();
    assert!(!body.contains(&format!("number {number} is sticky")), "{body}");
}

// B82
#[tokio::test]
async fn a_small_model_gets_pinned_passages_beside_a_searched_project() {
    let (app, _server, _place, own) = bakery("qwen2.5-coder-1.5b").await;
    let events = collect(app.turns.ask(ask("How long does cod keep?", Mode::Notes))).await;
    let id = conversation(&events);
    let found = passages(&receipt(&app, finished(&events).id).await.context);
    let fish = found.iter().find(|it| it.2 == "Fish.md").unwrap().1.clone().unwrap();

    choose(&app, id, &own, &[(fish, true)]).await;
    let asked = next(id, "How sticky is rye?", Mode::None);
    let answer = finished(&collect(app.turns.ask(asked)).await);
    let places: Vec<String> =
        passages(&receipt(&app, answer.id).await.context).into_iter().map(|it| it.2).collect();
    assert_eq!(places.len(), 5, "{places:?}");
    assert_eq!(places[0], "Fish.md");
}
