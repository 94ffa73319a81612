//! Passages of the vault that the user attaches to a question.

use app::Standing;
use conversation::{
    Code, FileExtent, Mode,
    reference::{Kind, Number, State},
};
use tests::model_server::{ListedModel, Script};
use turn::AskRequest;

use crate::fixture::{
    Place, SALT, ask, bread, collect, conversation, finished, found, next, server,
};

#[tokio::test]
async fn an_attached_passage_stays_in_its_message_as_it_was_when_its_note_changes() {
    let server = server(Script::saying(&["Two per cent [1]."])).await;
    let place = bread();
    let app = place.asking(&server.url()).await;
    let hit = found(&app, "salt", 1).await.unwrap().remove(0);
    let attach = async || app.turns.attach_excerpt(hit.path.clone(), hit.text.clone()).await;
    let passage = attach().await.unwrap();
    assert!(passage.name == "Salt" && passage.tokens.0 > 10, "{passage:?}");
    let FileExtent::Excerpt { place: at } = &passage.extent else { panic!("{passage:?}") };
    assert_eq!((&at.path, at.lines), (&hit.path, hit.lines));

    let first = AskRequest { attachments: vec![passage.id], ..ask("How much salt?", Mode::Notes) };
    let events = collect(app.turns.ask(first)).await;
    let answer = finished(&events);
    let cited = answer.references.iter().find(|it| it.number == Some(Number(1))).unwrap();
    assert_eq!((cited.kind, cited.state), (Kind::Attachment, State::Cited));
    assert_eq!((cited.path.as_ref(), cited.wikilink.as_str()), (Some(&hit.path), "[[Salt]]"));
    place.write("Salt.md", &SALT.replace("two per cent", "three per cent"));
    collect(app.turns.ask(next(conversation(&events), "Really?", Mode::None))).await;

    // The search finds the same passage, which is sent once.
    let requests = server.requests();
    assert_eq!(requests.len(), 2);
    for request in requests {
        let messages = request.json["messages"].as_array().unwrap().clone();
        let has = |text: &str| -> Vec<usize> {
            let texts = messages.iter().map(|one| one["content"].as_str().unwrap());
            texts.enumerate().filter(|(_, it)| it.contains(text)).map(|(at, _)| at).collect()
        };
        let (passage, question) = (has("Use two per cent"), has("How much salt?"));
        assert!(passage.len() == 1 && passage.last() <= question.last(), "{messages:?}");
        assert!(has("three per cent").is_empty(), "{messages:?}");
    }
    let opened = app.reader.open_reference(cited.id, Vec::new()).await.unwrap();
    assert_eq!(opened.standing, Standing::Changed);
    assert!(opened.note.is_some() && opened.document.is_none());
    assert!(opened.reference.passage.unwrap().text.contains("two per cent"));
    let shown = app.reader.attachment(passage.id).await.unwrap();
    assert!(shown.parts[0].html.contains("two per cent"), "{}", shown.parts[0].html);
    // The text of the hit is no longer in the note.
    let error = attach().await.unwrap_err();
    assert!(error.code == Code::NotFound && error.message.contains("Salt"), "{error}");
}

// B35
#[tokio::test]
async fn a_passage_that_cannot_fit_is_refused_when_it_is_chosen() {
    let listed =
        ListedModel { name: "scripted".to_owned(), window: Some(1_300), ..ListedModel::default() };
    let server = server(Script { models: vec![listed], ..Script::default() }).await;
    let place = Place::with(&[("Salt.md", &format!("# Salt\n\n{}", "It rose. ".repeat(100)))]);
    let app = place.asking(&server.url()).await;
    let hit = found(&app, "salt", 1).await.unwrap().remove(0);
    let error = app.turns.attach_excerpt(hit.path, hit.text).await.unwrap_err();
    assert_eq!(error.code, Code::DoesNotFit);
    assert!(error.message.contains("Salt") && error.message.contains("tokens"), "{error}");
}
