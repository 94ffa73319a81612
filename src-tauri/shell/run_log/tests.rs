use super::*;

fn begin(folder: &Path) -> (RunLog, Option<BrokenRun>) {
    let (log, before) = RunLog::begin(folder, vec!["marginalia 0.1.0".to_owned()]).unwrap();
    log.open();
    (log, before)
}

fn files(folder: &Path) -> Vec<PathBuf> {
    fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect()
}

#[test]
fn a_log_keeps_its_newest_lines_and_no_more() {
    let place = tempfile::tempdir().unwrap();
    let folder = place.path().join("log");
    let (log, _) = begin(&folder);
    for number in 0..5 * LINES {
        log.write(&format!("{number}\n{}", "é".repeat(LINE)));
    }
    let text = fs::read_to_string(&log.path).unwrap();
    assert!(text.len() < 2 * LINES * (LINE + 30), "{}", text.len());
    assert!(text.lines().count() <= 2 * LINES + 2);
    assert!(text.starts_with("marginalia 0.1.0\n") && says(text.lines().nth(1).unwrap(), OPENED));
    assert!(text.lines().last().unwrap().contains(&format!("Z {} é", 5 * LINES - 1)));
    for _ in 0..2 * RUNS {
        begin(&folder).0.end();
    }
    assert!(files(&folder).len() <= RUNS + 1, "this run, and those that are kept");
}

// B63
#[cfg(unix)]
#[test]
fn a_log_is_its_users_alone() {
    use std::os::unix::fs::PermissionsExt;
    let place = tempfile::tempdir().unwrap();
    let folder = place.path().join("log");
    let (log, _) = begin(&folder);
    for (path, mode) in [(log.path.as_path(), 0o600), (log.folder(), 0o700)] {
        assert_eq!(path.metadata().unwrap().permissions().mode() & 0o777, mode);
    }
}

#[test]
fn a_crashed_run_is_reported_once_and_a_running_one_never() {
    let place = tempfile::tempdir().unwrap();
    let (clean, before) = begin(place.path());
    assert_eq!(before, None);
    let (broken, before) = begin(place.path());
    assert_eq!(before, None, "the first one goes on");
    clean.end();
    drop(clean);
    broken.write("WARN the last words");
    drop(broken);

    let (next, before) = begin(place.path());
    next.end();
    drop(next);
    let before = before.unwrap();
    assert!(before.is_news());
    let report = before.report();
    assert!(report.contains("cause: unknown") && report.contains("WARN the last words"));
    before.mark_reported().unwrap();
    let (_log, before) = begin(place.path());
    let before = before.unwrap();
    assert!(!before.is_news());
    assert_eq!(before.report(), report, "it can still be had");
}

#[test]
fn a_start_that_hands_over_to_the_app_that_runs_is_no_run() {
    let place = tempfile::tempdir().unwrap();
    drop(RunLog::begin(place.path(), vec!["marginalia 0.1.0".to_owned()]).unwrap());
    assert_eq!(begin(place.path()).1, None);
    assert_eq!(files(place.path()).len(), 1);
}

#[test]
fn a_panic_is_written_without_words_that_could_be_a_notes() {
    let place = tempfile::tempdir().unwrap();
    let (log, _) = begin(place.path());
    let log = std::sync::Arc::new(log);
    let hook = std::panic::take_hook();
    let written = log.clone();
    std::panic::set_hook(Box::new(move |panic| written.panicked(panic)));
    let of_main = std::thread::Builder::new().name(MAIN_THREAD.to_owned());
    let secret = String::from("my secret é");
    let ended = of_main.spawn(|| panic!("the window is gone")).unwrap().join();
    let sliced = std::thread::spawn(move || secret[..11].len()).join();
    std::panic::set_hook(hook);
    assert!(ended.is_err() && sliced.is_err());
    drop(log);

    let (_log, before) = begin(place.path());
    let report = before.unwrap().report();
    let cause = report.lines().find(|line| line.starts_with("cause: ")).unwrap();
    assert!(cause.contains("tests.rs") && cause.ends_with("main: the window is gone"));
    assert_eq!(report.matches(PANIC).count(), 3, "{report}");
    assert!(!report.contains("secret"), "{report}");
}
