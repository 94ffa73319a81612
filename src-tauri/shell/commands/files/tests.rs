use super::*;

// B49
#[tokio::test]
async fn a_file_is_written_whole_or_not_at_all() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("Salt.md");
    write(&path, "One").await.unwrap();
    write(&path, "Two").await.unwrap();
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "Two");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        assert_eq!(path.metadata().unwrap().permissions().mode() & 0o077, 0);
    }

    let nowhere = folder.path().join("nowhere").join("Salt.md");
    let error = write(&nowhere, "Three").await.unwrap_err();
    assert_eq!(error.code, Code::Unwritable);
    assert!(error.message.contains("Salt.md"), "{error}");

    // A folder can't be replaced, and nothing of the attempt is left.
    std::fs::create_dir(folder.path().join("Rye.md")).unwrap();
    assert!(write(&folder.path().join("Rye.md"), "Four").await.is_err());
    let left: Vec<_> =
        std::fs::read_dir(folder.path()).unwrap().map(|it| it.unwrap().file_name()).collect();
    assert_eq!(left.len(), 2, "{left:?}");
}
