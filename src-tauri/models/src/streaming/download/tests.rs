use super::*;

#[tokio::test]
async fn a_model_that_isn_t_in_the_catalogue_fails_with_those_that_are() {
    let folder = ModelFolder::new("nowhere");
    let events: Vec<_> = download("gpt-9", &folder, CancellationToken::new()).collect().await;
    let [PullEvent::Failed(error)] = &events[..] else { panic!("{events:?}") };
    assert_eq!(error.code, Code::ModelMissing);
    assert!(error.message.starts_with("There is no model gpt-9 to get."), "{error}");
    assert!(error.message.contains("qwen3.5-4b, "), "{error}");
}

#[test]
fn each_step_of_a_download_is_a_step_of_a_pull() {
    let model = &Catalogue::built_in().models[0];
    let progress = |status: &str, completed, total| PullEvent::Progress {
        status: status.into(),
        completed,
        total,
    };
    let full = FileError::Full { folder: "/m".into() };
    for (event, expect) in [
        (DownloadEvent::Progress { completed: 1, total: 9 }, progress("downloading", 1, 9)),
        (DownloadEvent::Checking, progress("checking", model.bytes(), model.bytes())),
        (DownloadEvent::Done("/m/a.gguf".into()), PullEvent::Done),
        (DownloadEvent::Cancelled, PullEvent::Cancelled),
        (DownloadEvent::Failed(full.clone()), PullEvent::Failed(file_error(&full))),
    ] {
        assert_eq!(pull_event(event, model), expect);
    }
    assert_eq!(file_error(&full).code, Code::BadSetting);
}
