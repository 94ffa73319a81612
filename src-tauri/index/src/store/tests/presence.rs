use super::*;

// Such a sync used to complete and silently remove all notes from the index.
#[cfg(unix)]
#[test]
fn a_folder_that_goes_away_while_it_is_indexed_fails_and_no_note_is_taken_out() {
    let check = |go: fn(&Bench)| {
        let bench = Bench::new(BREAD);
        let index = bench.synced();
        let before = dump(&index);
        // All of them need to be read again.
        for (path, text) in BREAD {
            bench.write_at(path, format!("{text}More.\n"), 2_000_000);
        }
        let failed = index.sync(SyncScope::All, &mut |event| {
            if let SyncEvent::Found { notes, .. } = event {
                assert_eq!(notes, 3);
                go(&bench);
            }
        });
        let failed = failed.unwrap_err();
        assert!(matches!(failed, crate::Error::Vault(_)), "{failed:?}");
        assert_eq!(dump(&index), before);
    };
    check(|bench| fs::remove_dir_all(bench.root()).unwrap());
    // A file read by a moved folder's handle isn't a note of this vault.
    check(|bench| fs::rename(bench.root(), bench.folder().join("elsewhere")).unwrap());
}
