//! A reranking server that fails, with and without a chat model as fallback.

use conversation::{Mode, settings::Rerank};
use tests::model_server::{Rule, Script};

use crate::fixture::{ask, bread, collect, finished, notices, pieces, receipt, server};

/// The address of a server that answers every path with an error.
#[cfg(test)]
async fn knowing_nothing() -> String {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    tokio::spawn(async move { axum::serve(listener, axum::Router::new()).await });
    address
}

// B38
#[tokio::test]
async fn a_failing_reranker_is_reported_and_the_chat_model_replaces_it_if_allowed() {
    let check = async |or_chat_model: bool, requests: usize, told: &str| {
        let ordering = Rule { when: Some("as a JSON list".into()), ..pieces(&["[2, 1]"]) };
        let default = pieces(&["Two per cent [1]."]);
        let script = Script { rules: vec![ordering], default, ..Script::default() };
        let server = server(script).await;
        let place = bread();
        let app = place.asking(&server.url()).await;
        let mut settings = app.settings.get();
        let base_url = knowing_nothing().await;
        settings.search.rerank =
            Rerank::Server { base_url, model: "judge".to_owned(), or_chat_model };
        app.settings.set(settings).await.unwrap();
        let question = ask("Salt for a sticky rye dough?", Mode::Notes);
        let events = collect(app.turns.ask(question)).await;
        assert_eq!(server.requests().len(), requests);
        let told = told.replace("{server}", &server.url());
        let notices = notices(&events);
        let [notice] = &notices[..] else { panic!("{notices:?}") };
        assert!(notice.starts_with(&told), "{notice}");
        let receipt = receipt(&app, finished(&events).id).await;
        assert!(receipt.problems.contains(notice), "{:?}", receipt.problems);
    };
    check(true, 2, "“scripted” at {server} reranks the passages, because ").await;
    check(false, 1, "The hits couldn't be reranked and are in the order of the search: ").await;
}
