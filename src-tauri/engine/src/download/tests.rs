mod folder;
mod host;

use std::time::Duration;

use futures::StreamExt;
use tempfile::TempDir;
use tokio_util::sync::CancellationToken;

use super::folder::check_room;
use super::part::Part;
use super::*;
use crate::catalogue::{Catalogue, CatalogueModel};
use host::{Host, Reply};

/// No pauses; `stall` is the maximum silence.
fn patience(tries: usize, stall: Duration) -> Patience {
    Patience { connect: Duration::from_secs(10), stall, pauses: vec![Duration::ZERO; tries - 1] }
}

fn patient(tries: usize) -> Patience {
    patience(tries, Duration::from_secs(60))
}

struct Case {
    _temp: TempDir,
    folder: ModelFolder,
    model: CatalogueModel,
    host: Host,
}

impl Case {
    /// Replies in this order, and repeats the last reply.
    async fn new(replies: &[Reply]) -> Self {
        let temp = tempfile::tempdir().unwrap();
        let folder = ModelFolder::new(temp.path().join("models"));
        let host = Host::start(replies).await;
        let mut model = Catalogue::built_in().models[0].clone();
        model.files = vec![host.file("/file")];
        Self { _temp: temp, folder, model, host }
    }

    async fn get(&self, patience: Patience) -> DownloadEvent {
        let events = download(&self.model, &self.folder, patience, CancellationToken::new());
        let mut events: Vec<_> = events.collect().await;
        let end = events.pop().unwrap();
        assert!(end.is_terminal(), "{end:?}");
        assert!(!events.iter().any(DownloadEvent::is_terminal), "{events:?}");
        end
    }

    fn part(&self) -> std::path::PathBuf {
        self.folder.part(&self.model.files[0])
    }

    fn begun(&self) -> u64 {
        self.folder.begun(&self.model)
    }

    fn put_part(&self, bytes: &[u8]) {
        std::fs::create_dir_all(self.folder.path()).unwrap();
        std::fs::write(self.part(), bytes).unwrap();
    }

    /// Checks that the file is complete, verified and licensed, without leftovers.
    fn check_is_there(&self, end: &DownloadEvent) {
        let path = self.folder.path().join("model.gguf");
        assert_eq!(end, &DownloadEvent::Done(path.clone()));
        assert!(std::fs::read(&path).unwrap() == host::data());
        assert!(self.folder.is_verified(&self.model.files[0]));
        let mut names: Vec<_> = std::fs::read_dir(self.folder.path())
            .unwrap()
            .map(|entry| entry.unwrap().file_name())
            .collect();
        names.sort();
        assert_eq!(names, ["model.gguf", "model.gguf.licence.txt", "model.gguf.verified"]);
        let licence = std::fs::read_to_string(self.folder.path().join(&names[1])).unwrap();
        assert!(licence.contains("Apache License") && licence.contains(&self.model.files[0].url));
    }
}

#[tokio::test]
async fn a_model_comes_whole_and_is_not_fetched_twice() {
    let case = Case::new(&[Reply::Whole]).await;
    let events: Vec<_> =
        download(&case.model, &case.folder, patient(1), CancellationToken::new()).collect().await;
    case.check_is_there(events.last().unwrap());
    let total = host::data().len() as u64;
    let progress: Vec<_> = events
        .iter()
        .filter_map(|event| match event {
            DownloadEvent::Progress { completed, total: of } => {
                assert_eq!(*of, total);
                Some(*completed)
            }
            _ => None,
        })
        .collect();
    assert!(
        progress.is_sorted() && progress.first() == Some(&0) && progress.last() == Some(&total)
    );
    assert!(progress.len() > 3, "it is told on the way: {progress:?}");
    assert_eq!(events[events.len() - 2], DownloadEvent::Checking);
    case.check_is_there(&case.get(patient(1)).await);
    assert_eq!(case.host.ranges(), [None]);
}

#[tokio::test]
async fn a_file_that_was_changed_since_is_fetched_again() {
    let case = Case::new(&[Reply::Whole]).await;
    case.check_is_there(&case.get(patient(1)).await);
    std::fs::write(case.folder.path().join("model.gguf"), "something else").unwrap();
    assert!(!case.folder.is_verified(&case.model.files[0]));
    case.check_is_there(&case.get(patient(1)).await);
    assert_eq!(case.host.ranges().len(), 2);
}

// B60
#[tokio::test]
async fn a_download_goes_on_where_it_stopped() {
    let data = host::data();
    // A part from an earlier download; the connection then breaks twice.
    let case = Case::new(&[Reply::Cut(100_000), Reply::Cut(0), Reply::Whole]).await;
    case.put_part(&data[..5000]);
    case.check_is_there(&case.get(patient(3)).await);
    let at = |start: usize| Some(format!("bytes={start}-"));
    assert_eq!(case.host.ranges(), [at(5000), at(105_000), at(105_000)]);
}

#[tokio::test]
async fn a_part_that_is_whole_is_only_checked() {
    let case = Case::new(&[Reply::Status(500)]).await;
    case.put_part(host::data());
    case.check_is_there(&case.get(patient(1)).await);
    assert!(case.host.ranges().is_empty());
}

#[tokio::test]
async fn a_host_that_knows_no_ranges_sends_the_whole_file() {
    for reply in [Reply::WithoutRange, Reply::OtherRange] {
        let case = Case::new(&[reply, Reply::WithoutRange]).await;
        case.put_part(&host::data()[..5000]);
        case.check_is_there(&case.get(patient(2)).await);
    }
}

#[tokio::test]
async fn a_part_that_is_too_long_is_thrown_away() {
    let case = Case::new(&[Reply::Whole]).await;
    case.put_part(&[host::data(), &[0]].concat());
    case.check_is_there(&case.get(patient(1)).await);
    assert_eq!(case.host.ranges(), [None]);
}

#[tokio::test]
async fn retries_are_limited_and_a_try_with_much_data_resets_the_count() {
    let case = Case::new(&[Reply::Cut(0)]).await;
    let end = case.get(patient(3)).await;
    assert!(matches!(end, DownloadEvent::Failed(Error::Unreachable { .. })), "{end:?}");
    assert_eq!(case.host.ranges().len(), 3);
    // Each try brings more than a megabyte, so there may be more of them.
    let case =
        Case::new(&[Reply::Cut(1 << 20), Reply::Cut(1 << 20), Reply::Cut(1 << 20), Reply::Whole])
            .await;
    case.check_is_there(&case.get(patient(2)).await);
    assert_eq!(case.host.ranges().len(), 4);
}

// B60
#[tokio::test]
async fn a_download_with_another_hash_is_refused_and_deleted() {
    let case = Case::new(&[Reply::Other]).await;
    let end = case.get(patient(3)).await;
    let DownloadEvent::Failed(error @ Error::OtherHash { .. }) = end else { panic!("{end:?}") };
    assert!(
        error.to_string().starts_with("127.0.0.1 sent a different file for model.gguf"),
        "{error}"
    );
    assert_eq!(std::fs::read_dir(case.folder.path()).unwrap().count(), 0);
    assert_eq!(case.host.ranges().len(), 1, "it isn't asked for again");

    let case = Case::new(&[Reply::Longer]).await;
    let end = case.get(patient(3)).await;
    assert!(matches!(end, DownloadEvent::Failed(Error::OtherSize { .. })), "{end:?}");
    assert_eq!(std::fs::read_dir(case.folder.path()).unwrap().count(), 0);
}

#[tokio::test]
async fn a_mirror_helps_where_the_first_host_fails() {
    for bad in
        [Reply::Other, Reply::Longer, Reply::Status(404), Reply::Status(503), Reply::Cut(2000)]
    {
        let mut case = Case::new(&[bad]).await;
        let mirror = Host::start(&[Reply::Whole]).await;
        case.model.files[0].mirrors = vec![mirror.file("/file").url];
        case.check_is_there(&case.get(patient(1)).await);
        assert_eq!((case.host.ranges().len(), mirror.ranges().len()), (1, 1), "{bad:?}");
    }
}

#[tokio::test]
async fn a_host_that_refuses_is_asked_again_only_if_that_may_help() {
    for (status, requests) in [(404, 1), (403, 1), (410, 1), (500, 3), (503, 3), (429, 3)] {
        let case = Case::new(&[Reply::Status(status)]).await;
        let end = case.get(patient(3)).await;
        let DownloadEvent::Failed(Error::Refused { status: told, .. }) = end else {
            panic!("{end:?}")
        };
        assert_eq!((told, case.host.ranges().len()), (status, requests));
    }
}

// B60
#[tokio::test]
async fn a_host_that_falls_silent_is_left() {
    let case = Case::new(&[Reply::Stall(3000), Reply::Stall(0)]).await;
    let end = case.get(patience(2, Duration::from_secs(1))).await;
    assert!(matches!(end, DownloadEvent::Failed(Error::Stalled { .. })), "{end:?}");
    assert_eq!(case.host.ranges().len(), 2);
    assert_eq!(case.begun(), 3000, "what came is kept");
}

#[tokio::test]
async fn a_host_that_isn_t_there_is_named() {
    let mut case = Case::new(&[Reply::Whole]).await;
    // Nothing answers at the first port.
    case.model.files[0].url = "http://127.0.0.1:1/file".to_owned();
    let DownloadEvent::Failed(error) = case.get(patient(2)).await else { panic!() };
    assert!(
        error.to_string().starts_with("127.0.0.1 can't be reached (Connection refused"),
        "{error}"
    );
}

#[tokio::test]
async fn a_redirect_is_followed_a_few_times() {
    let mut case = Case::new(&[Reply::Whole]).await;
    case.model.files[0] = case.host.file("/moved/3");
    case.check_is_there(&case.get(patient(1)).await);
    let mut case = Case::new(&[Reply::Whole]).await;
    case.model.files[0] = case.host.file("/moved/9");
    let DownloadEvent::Failed(error) = case.get(patient(1)).await else { panic!() };
    assert!(error.to_string().contains("redirects too many times"), "{error}");
}

// B60
#[tokio::test]
async fn cancelling_ends_it_and_keeps_what_came() {
    let case = Case::new(&[Reply::Stall(1_500_000), Reply::Whole]).await;
    let cancel = CancellationToken::new();
    let mut events = download(&case.model, &case.folder, patient(1), cancel.clone());
    let end = loop {
        match events.next().await.unwrap() {
            DownloadEvent::Progress { completed: 1.., .. } => cancel.cancel(),
            DownloadEvent::Progress { .. } => {}
            end => break end,
        }
    };
    assert_eq!(end, DownloadEvent::Cancelled);
    assert!(events.next().await.is_none());
    let begun = case.begun();
    assert!(begun > 0);
    case.check_is_there(&case.get(patient(1)).await);
    assert_eq!(case.host.ranges(), [None, Some(format!("bytes={begun}-"))]);
}

#[tokio::test]
async fn the_same_file_is_downloaded_once_at_a_time() {
    let case = Case::new(&[Reply::Whole]).await;
    case.put_part(b"");
    let held = Part::open(&case.part(), u64::MAX).unwrap().unwrap();
    let end = case.get(patient(1)).await;
    assert_eq!(end, DownloadEvent::Failed(Error::Busy { file: "model.gguf".into() }));
    drop(held);
    case.check_is_there(&case.get(patient(1)).await);
}

/// `/dev/full` is a file whose disk is always full.
// B60
#[cfg(target_os = "linux")]
#[tokio::test]
async fn a_full_disk_ends_it_at_once() {
    let case = Case::new(&[Reply::Whole]).await;
    std::fs::create_dir_all(case.folder.path()).unwrap();
    std::os::unix::fs::symlink("/dev/full", case.part()).unwrap();
    let DownloadEvent::Failed(error) = case.get(patient(5)).await else { panic!() };
    assert_eq!(error, Error::Full { folder: case.folder.path().to_owned() });
    assert_eq!(case.host.ranges().len(), 1);
}

#[test]
fn too_little_room_is_said_before_anything_is_sent() {
    let folder = std::path::Path::new("/models");
    assert_eq!(check_room("M", 2_000_000_000, 3_000_000_000, folder), Ok(()));
    assert_eq!(check_room("M", 0, 0, folder), Ok(()), "nothing is missing");
    let error = check_room("M", 2_740_937_888, 3_000_000_000, folder).unwrap_err();
    assert_eq!(
        error.to_string(),
        "M needs 3.7 GB more space in /models, but only 3.0 GB are free. Free some space, or choose another folder for models in the settings.",
    );
}

#[cfg(unix)]
#[tokio::test]
async fn a_folder_that_can_t_be_made_is_named() {
    let mut case = Case::new(&[Reply::Whole]).await;
    let file = case.folder.path().with_file_name("a file");
    std::fs::write(&file, "").unwrap();
    case.folder = ModelFolder::new(file.join("models"));
    let DownloadEvent::Failed(error) = case.get(patient(1)).await else { panic!() };
    assert!(
        matches!(&error, Error::Unusable { path, .. } if path == case.folder.path()),
        "{error:?}"
    );
    assert!(case.host.ranges().is_empty());
}

#[test]
fn each_failure_names_what_it_is_about_in_both_languages() {
    let (name, host, file) = ("Rye 1B".to_owned(), "example.org".to_owned(), "rye.gguf".to_owned());
    let folder = std::path::PathBuf::from("/models");
    let (after, cause) = (Duration::from_secs(31), "why".to_owned());
    let cases: [(Error, &[&str]); 11] = [
        (Error::Unreachable { host: host.clone(), cause: cause.clone() }, &[&host, "(why)"]),
        (Error::Stalled { host: host.clone(), after }, &[&host, "31"]),
        (
            Error::Refused { host: host.clone(), file: file.clone(), status: 451 },
            &[&host, &file, "451"],
        ),
        (
            Error::OtherSize { host: host.clone(), file: file.clone(), bytes: 71, expected: 83 },
            &[&host, &file, "71", "83"],
        ),
        (
            Error::OtherHash { host: host.clone(), file: file.clone(), sha256: "abc1".to_owned() },
            &[&host, &file, "abc1"],
        ),
        (
            Error::NoRoom {
                name: name.clone(),
                folder: folder.clone(),
                needs: 7 << 20,
                free: 1 << 20,
            },
            &[&name, "/models", "8 MB", "2 MB"],
        ),
        (Error::Full { folder: folder.clone() }, &["/models"]),
        (Error::Unusable { path: folder.join(&file), cause }, &["/models/rye.gguf", "why"]),
        (Error::Busy { file: file.clone() }, &[&file]),
        (Error::Missing { name: name.clone(), folder: folder.clone() }, &[&name, "/models"]),
        (Error::Exists { name: name.clone(), folder }, &[&name, "/models"]),
    ];
    for (error, parts) in cases {
        let [english, german] = [language::Language::English, language::Language::German]
            .map(|language| language::speaking(language, || error.to_string()));
        assert_ne!(english, german);
        for part in parts {
            assert!(english.contains(part), "{part}: {english}");
            assert!(german.contains(part), "{part}: {german}");
        }
    }
}

#[test]
fn a_file_has_its_usual_hash() {
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), "abc").unwrap();
    let expect = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
    assert_eq!(super::part::hash_file(file.path()).unwrap(), expect);
}

#[test]
fn sizes_are_written_as_people_read_them() {
    for (bytes, expect) in [
        (0, "0 MB"),
        (1, "1 MB"),
        (491_400_064, "492 MB"),
        (1_117_320_768, "1.1 GB"),
        (6_975_879_296, "7.0 GB"),
    ] {
        assert_eq!(size(bytes), expect);
    }
}
