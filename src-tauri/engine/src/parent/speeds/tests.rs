use super::*;
use crate::protocol::StopReason;

fn done(read: u32, reused: u32, prompt_ms: u64, generated: u32, generation_ms: u64) -> AnswerEnd {
    AnswerEnd {
        stop: StopReason::End,
        prompt_tokens: read + reused,
        reused_tokens: reused,
        generated,
        prompt_ms,
        generation_ms,
        threads: 1,
    }
}

#[test]
fn speed_is_measured_only_over_tokens_really_computed() {
    fn check(answers: &[AnswerEnd], expect: Option<(f64, f64)>) {
        let mut speeds = Speeds::default();
        let header = Header { file_bytes: 1_117_320_768, ..Header::default() };
        for done in answers {
            speeds.learn(Path::new("/m/a.gguf"), &header, done);
        }
        let found = speeds.of(Path::new("/other/a.gguf"));
        assert_eq!(found.map(|it| (it.reading, it.writing)), expect, "{answers:?}");
        assert_eq!(speeds.last(), found);
        assert_eq!(speeds.of(Path::new("/m/b.gguf")), None);
    }
    check(&[], None);
    check(&[done(1000, 0, 10_000, 80, 10_000)], Some((100.0, 8.0)));
    // Reused tokens took no time.
    check(&[done(500, 5000, 10_000, 80, 10_000)], Some((50.0, 8.0)));
    check(&[done(20, 5000, 10_000, 80, 10_000)], None);
    check(&[done(1000, 0, 10_000, 3, 10_000)], None);
    check(&[done(1000, 0, 0, 80, 10_000)], None);
    let (first, second) = (done(1000, 0, 10_000, 80, 10_000), done(1000, 0, 5000, 80, 5000));
    check(&[first, second], Some((150.0, 12.0)));
}

#[test]
fn the_next_run_knows_what_was_measured() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("speeds.json");
    let open = || Speeds::open(Some(file.clone()));
    assert_eq!(open().last(), None);
    let header = Header { file_bytes: 1, ..Header::default() };
    for number in 0..60 {
        let model = PathBuf::from(format!("/m/{number}.gguf"));
        open().learn(&model, &header, &done(1000, 0, 10_000, 80, 10_000));
    }
    assert!(open().of(Path::new("59.gguf")).is_some());
    assert!(open().of(Path::new("9.gguf")).is_none());
    fs::write(&file, "nonsense").unwrap();
    assert_eq!(open().last(), None);
}
