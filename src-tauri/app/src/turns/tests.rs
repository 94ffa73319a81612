use super::*;
use crate::fixture::Ground;

fn passages(text: &str) -> AskRequest {
    AskRequest { way: Way::Passages, ..AskRequest::new(text) }
}

#[tokio::test]
async fn a_question_ends_in_one_answer_without_any_model() {
    let ground = Ground::new();
    let settings = ground.settings().await;
    let vaults = ground.opened(&settings).await;
    let models = ground.models(&settings).await;
    let retrieval = ground.retrieval(&settings, &vaults).await;
    let changes = ground.changes(&settings, &vaults);
    let turns = Turns::new(ground.library.clone(), settings, models, vaults, retrieval, changes);

    let refused: Vec<_> = turns.ask(passages(" ")).collect().await;
    let [TurnEvent::Failed { answer: None, error }] = &refused[..] else { panic!("{refused:?}") };
    assert_eq!(error.code, Code::BadInput);

    let events: Vec<_> = turns.ask(passages("How much salt?")).collect().await;
    let Some(TurnEvent::Finished(answer)) = events.last() else { panic!("{events:?}") };
    assert_eq!(answer.references.len(), 1);
    // An answer can't be asked again.
    let again = AskRequest { at: At::Again(answer.id), ..passages("") };
    assert_eq!(turns.preview(&again).await.unwrap_err().code, Code::BadInput);
    let view = turns.preview(&passages("How much salt?")).await.unwrap();
    assert!(view.total.0 > 0);
}
