use super::*;

// B65
#[test]
fn only_a_regular_file_of_bearable_size_is_read() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    std::fs::write(path("chat.json"), "[1]").unwrap();
    std::fs::write(path("odd.json"), b"[1, \xff]").unwrap();
    assert_eq!(read_file(&path("chat.json"), 3).unwrap(), "[1]");
    let mut cases = vec![
        ("chat.json", Code::BadInput, "is larger than"),
        ("odd.json", Code::BadInput, "is larger than"),
        ("none.json", Code::Unreadable, "can't be read"),
        (".", Code::BadInput, "isn't a regular file"),
    ];
    #[cfg(unix)]
    {
        use rustix::fs::{CWD, FileType, Mode, mknodat};
        let mode = Mode::from_raw_mode(0o600);
        mknodat(CWD, path("pipe.json"), FileType::Fifo, mode, 0).unwrap();
        // Nothing writes to the pipe: reading would never end.
        cases.push(("pipe.json", Code::BadInput, "isn't a regular file"));
    }
    for (name, code, part) in cases {
        let error = read_file(&path(name), 2).unwrap_err();
        assert_eq!((error.code, error.message.contains(part)), (code, true), "{error}");
    }
    let error = read_file(&path("odd.json"), 100).unwrap_err();
    assert!(error.message.contains("byte 4"), "{error}");
}
