use super::*;

#[test]
fn too_long_a_wait_means_that_the_computer_slept() {
    let began = SystemTime::UNIX_EPOCH + Duration::from_secs(1_000);
    for (waited, expect) in [(0, false), (30, false), (39, false), (41, true), (9_000, true)] {
        let now = began + Duration::from_secs(waited);
        assert_eq!(overslept(began, now, TICK), expect, "{waited}");
    }
    // A clock that was set back proves nothing.
    assert!(!overslept(began, SystemTime::UNIX_EPOCH, TICK));
}

#[test]
fn each_reason_for_listing_folders_has_a_sentence() {
    assert_eq!(notice(&Way::Events), None);
    let told = |reason| notice(&Way::Listing(reason)).unwrap_or_default();
    assert!(told(Reason::Network("nfs4".to_owned())).contains("network folder (nfs4)"));
    assert!(told(Reason::Limit).contains("maximum number of folders"));
    assert!(told(Reason::Refused("no".to_owned())).contains("(no)"));
}
