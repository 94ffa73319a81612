//! Counts real PDF and Office files that can be read, and the reasons for refusing others.

use std::{collections::BTreeMap, path::PathBuf, time::Instant};

use documents::{Limits, Reason, read};
use serde_json::Value as Json;

use crate::{data, json};

fn files(folder: PathBuf) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let (folders, mut files): (Vec<_>, Vec<_>) = entries.partition(|path| path.is_dir());
    files.extend(folders.into_iter().flat_map(self::files));
    files.sort();
    files
}

/// For a set's files with this extension: the number read, and the number refused by reason.
fn outcome(set: &str, ending: &str) -> (usize, BTreeMap<String, usize>) {
    let begun = Instant::now();
    let (mut count, mut pages) = (0, 0);
    let mut refused: BTreeMap<String, usize> = BTreeMap::new();
    for path in files(data().join("attachments").join(set)) {
        if path.extension().is_none_or(|it| it != ending) {
            continue;
        }
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let bytes = std::fs::read(&path).unwrap();
        match read(&bytes, &name, Limits::default(), &mut |_| {}) {
            Ok(document) => {
                count += 1;
                pages += document.parts.len();
                assert!(document.problems.iter().all(|it| it.reason != Reason::Broken), "{name}");
            }
            Err(refusal) => {
                *refused.entry(format!("{:?}", refusal.reason)).or_default() += 1;
            }
        }
    }
    let seconds = begun.elapsed().as_secs_f64();
    println!("{set} .{ending}: {count} read ({pages} parts, {seconds:.1} s), refused: {refused:?}");
    (count, refused)
}

// B92
#[test]
fn real_files_are_read_or_refused_with_a_reason() {
    let check = |set: &str, ending: &str, read: usize, refused: &[(&str, usize)]| {
        let expect = refused.iter().map(|(why, count)| ((*why).to_owned(), *count)).collect();
        assert_eq!(outcome(set, ending), (read, expect), "{set} {ending}");
    };
    check("py-pdf-samples", "pdf", 21, &[("Encrypted", 1), ("ImageOnly", 5)]);
    check("python-docx", "docx", 30, &[("Empty", 14), ("ImageOnly", 2)]);
    check("python-pptx", "pptx", 37, &[("Empty", 21), ("ImageOnly", 3)]);
}

#[test]
fn the_pages_of_real_files_are_all_there() {
    let listed = json("attachments/py-pdf-samples/files.json");
    let mut checked = 0;
    for entry in listed["data"].as_array().unwrap() {
        let path = entry["path"].as_str().unwrap();
        let Ok(bytes) = std::fs::read(data().join("attachments/py-pdf-samples").join(path)) else {
            continue;
        };
        if entry["encrypted"] == Json::Bool(true) {
            continue;
        }
        if let Ok(document) = read(&bytes, path, Limits::default(), &mut |_| {}) {
            assert_eq!(Some(document.parts.len() as u64), entry["pages"].as_u64(), "{path}");
            checked += 1;
        }
    }
    println!("pages agree in {checked} files");
    assert!(checked >= 15, "{checked}");
}
