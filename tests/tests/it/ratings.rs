//! The user's ratings of the check's verdicts.

use crate::fixture::{ask, bread, collect, conversation, finished, server};
use app::{AnswerPlace, App};
use conversation::{Answer, ConversationId, Mode, Support};
use tests::model_server::Script;

async fn answered(app: &App) -> (ConversationId, Answer) {
    let events = collect(app.turns.ask(ask("How much salt goes in?", Mode::Notes))).await;
    (conversation(&events), finished(&events))
}

/// The support of an answer's only citation, and the sentence's rating.
fn verdict(answer: &Answer) -> (Option<Support>, Option<bool>) {
    (answer.citations[0].support, answer.checks[0].rating)
}

#[tokio::test]
async fn a_rated_verdict_counts_wherever_the_sentence_is_shown() {
    let place = bread();
    let server =
        server(Script::saying(&["Use three per cent of the weight of the flour in salt [1]."]))
            .await;
    let app = place.asking(&server.url()).await;
    let (first, answer) = answered(&app).await;
    let (given, unrated) = verdict(&answer);
    let given = given.unwrap();
    assert!(matches!(given, Support::Unsupported | Support::Contradicted), "{given:?}");
    assert_eq!(unrated, None);

    let sentence = answer.checks[0].start;
    let rated = app.conversations.rate_verdict(answer.id, sentence, Some(false)).await.unwrap();
    assert_eq!(verdict(&rated), (Some(Support::Supported), Some(false)));
    // Another answer that says the same.
    let (_, again) = answered(&app).await;
    assert_eq!(verdict(&again), (Some(Support::Supported), Some(false)));
    let kept = app.changes.propose_answer(again.id, AnswerPlace::NewNote(None)).await.unwrap();
    assert!(!kept.notes[0].hunks[0].after.contains("*("), "{kept:#?}");

    let ratings = app.ratings.list().await.unwrap();
    let [rating] = &ratings[..] else { panic!("{ratings:#?}") };
    assert_eq!(rating.sentence, "Use three per cent of the weight of the flour in salt .");
    assert!(rating.passages[0].text.contains("two per cent"), "{rating:#?}");
    assert_eq!((rating.verdict, rating.is_right), (given, false));
    assert_eq!(app.ratings.export().await.unwrap().lines().count(), 1);

    // The rating outlives the app, and the check's verdict comes back without it.
    drop(app);
    let app = place.asking(&server.url()).await;
    let shown = async || {
        let page = app.conversations.page(first, None, 10).await.unwrap();
        page.conversation.messages[1].answer().map(verdict).unwrap()
    };
    assert_eq!(shown().await, (Some(Support::Supported), Some(false)));
    app.conversations.rate_verdict(answer.id, sentence, None).await.unwrap();
    assert_eq!(shown().await, (Some(given), None));
    let kept = app.changes.propose_answer(answer.id, AnswerPlace::NewNote(None)).await.unwrap();
    assert!(kept.notes[0].hunks[0].after.contains("*("), "{kept:#?}");
    assert!(app.ratings.list().await.unwrap().is_empty());
    // Nothing to rate.
    assert!(app.conversations.rate_verdict(answer.id, 9_999, Some(true)).await.is_err());
}
