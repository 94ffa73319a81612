use super::*;

// B113
#[test]
fn the_last_vault_is_left_alone_after_two_starts_that_ended_early() {
    let folder = tempfile::tempdir().unwrap();
    let start = || Openings::new(folder.path());
    assert!(start().may_reopen());
    start().begin();
    assert!(start().may_reopen(), "one may be a power cut");
    start().begin();
    assert!(!start().may_reopen());
    // Quitting without having opened a vault doesn't reset the count.
    start().quit();
    assert!(!start().may_reopen());
    let by_hand = start();
    let number = by_hand.begin();
    by_hand.end(number, true);
    assert!(start().may_reopen());
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

// B113
#[test]
fn quitting_while_a_vault_is_opened_counts_neither_way() {
    let folder = tempfile::tempdir().unwrap();
    let start = || Openings::new(folder.path());
    for _ in 0..3 {
        let run = start();
        run.begin();
        run.quit();
    }
    assert_eq!(start().ended_early(), 0);
    start().begin();
    let run = start();
    run.begin();
    run.quit();
    assert_eq!(start().ended_early(), 1);
}

// B113
#[test]
fn a_run_that_ends_after_indexing_is_no_early_end() {
    let folder = tempfile::tempdir().unwrap();
    let run = Openings::new(folder.path());
    let first = run.begin();
    let second = run.begin();
    run.end(first, true);
    assert_eq!(run.ended_early(), 1);
    run.end(second, true);
    run.quit();
    assert_eq!(run.ended_early(), 0);
}
