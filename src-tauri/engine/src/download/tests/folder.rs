use std::fs;
use std::path::PathBuf;

use tempfile::TempDir;

use super::super::*;
use crate::catalogue::Catalogue;
use crate::memory::Memory;

fn place() -> (TempDir, ModelFolder) {
    let temp = tempfile::tempdir().unwrap();
    let folder = ModelFolder::new(temp.path().join("models"));
    (temp, folder)
}

fn own(temp: &TempDir, name: &str, bytes: &[u8]) -> PathBuf {
    let path = temp.path().join(name);
    fs::write(&path, bytes).unwrap();
    path
}

const MEMORY: Memory = Memory { available: 4_000_000_000, total: 8_000_000_000 };

/// An empty model.
const GGUF: &[u8] = b"GGUF\x03\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0";
const SIZE: u64 = GGUF.len() as u64;

fn ids(folder: &ModelFolder) -> Vec<String> {
    folder.models().unwrap().into_iter().map(|model| model.id).collect()
}

#[test]
fn a_folder_that_isn_t_there_has_no_models_and_some_room() {
    let (_temp, folder) = place();
    assert!(ids(&folder).is_empty());
    assert!(folder.free().unwrap() > 0);
    let error = folder.remove("mine").unwrap_err();
    assert_eq!(
        error.to_string(),
        format!("There is no model mine in {}.", folder.path().display())
    );
}

#[test]
fn a_file_of_one_s_own_is_copied_found_and_removed() {
    let (temp, folder) = place();
    let path = own(&temp, "Mine.gguf", GGUF);
    let model = folder.add(&path, Adding::Copy, MEMORY).unwrap();
    assert_eq!(
        (model.id.as_str(), model.bytes, model.verified, model.outside_folder),
        ("Mine", SIZE, false, false)
    );
    assert!(model.entry().is_none());
    for name in ["mine", " Mine.GGUF "] {
        assert_eq!(folder.find(name).unwrap(), model);
    }
    let error = folder.add(&path, Adding::Copy, MEMORY).unwrap_err();
    assert!(matches!(error, Error::Exists { .. }), "{error:?}");
    assert_eq!(folder.remove("mine").unwrap(), SIZE);
    assert!(ids(&folder).is_empty());
    assert_eq!(fs::read(&path).unwrap(), GGUF, "the user's own stays");
}

#[test]
fn a_file_can_stay_where_it_is() {
    let (temp, folder) = place();
    let path = own(&temp, "mine.gguf", GGUF);
    let model = folder.add(&path, Adding::Reference, MEMORY).unwrap();
    assert!(model.outside_folder && model.path == path && model.bytes == SIZE);
    assert_eq!(ids(&folder), ["mine"]);
    assert!(matches!(folder.add(&path, Adding::Copy, MEMORY), Err(Error::Exists { .. })));
    folder.remove("mine").unwrap();
    assert!(ids(&folder).is_empty() && path.exists());
    // A moved file is no longer a model.
    folder.add(&path, Adding::Reference, MEMORY).unwrap();
    fs::remove_file(&path).unwrap();
    assert!(ids(&folder).is_empty());
}

// A hard link can't lead to another disk.
#[cfg(target_os = "linux")]
#[test]
fn a_file_on_another_disk_is_copied() {
    use std::os::unix::fs::MetadataExt;

    let (temp, folder) = place();
    let disk = |path: &str| fs::metadata(path).unwrap().dev();
    // The tests' own files may be in memory.
    let own_disk = fs::metadata(temp.path()).unwrap().dev();
    let other = ["/dev/shm", "/tmp"].into_iter().find(|other| disk(other) != own_disk);
    let elsewhere = TempDir::new_in(other.expect("another disk")).unwrap();
    let path = own(&elsewhere, "mine.gguf", GGUF);
    let model = folder.add(&path, Adding::Copy, MEMORY).unwrap();
    assert!(!model.outside_folder && model.path.starts_with(temp.path()), "{model:?}");
    assert_eq!(fs::read(&model.path).unwrap(), GGUF);
    let files = fs::read_dir(folder.path()).unwrap().count();
    assert_eq!(files, 1, "nothing half copied stays");
    fs::write(&path, "changed since").unwrap();
    assert_eq!(fs::read(&model.path).unwrap(), GGUF);
}

#[test]
fn the_error_names_the_file_that_cannot_be_read_or_removed() {
    let (temp, _) = place();
    let file = own(&temp, "models", b"");
    let folder = ModelFolder::new(&file);
    let named = |error: Error| match error {
        Error::Unusable { path, .. } => path,
        error => panic!("{error:?}"),
    };
    assert_eq!(named(folder.models().unwrap_err()), file);
    assert_eq!(named(folder.find("mine").unwrap_err()), file);
    assert_eq!(named(folder.remove("mine").unwrap_err()), file);
    fs::remove_file(&file).unwrap();
    // A folder in the place of the file with its hash.
    fs::create_dir_all(file.join("mine.gguf.verified/x")).unwrap();
    let model = file.join("mine.gguf");
    fs::write(&model, GGUF).unwrap();
    assert_eq!(named(folder.remove("mine").unwrap_err()), model);
}

#[test]
fn a_file_that_is_no_model_is_refused_with_the_reason() {
    let (temp, folder) = place();
    for bytes in [&b""[..], b"PK\x03\x04 a zip", &GGUF[..9], b"GGUF\x09\0\0\0"] {
        let path = own(&temp, "some.gguf", bytes);
        let error = folder.add(&path, Adding::Copy, MEMORY).unwrap_err();
        assert!(error.to_string().contains("some.gguf"), "{error}");
        assert!(matches!(error, Error::NoModel(_)), "{error:?}");
    }
    let error = folder.add(&temp.path().join("none.gguf"), Adding::Copy, MEMORY).unwrap_err();
    assert!(matches!(error, Error::NoModel(_)), "{error:?}");
    assert!(ids(&folder).is_empty());
}

#[test]
fn a_model_that_never_fits_is_refused_with_figures() {
    let (temp, folder) = place();
    let path = own(&temp, "large.gguf", GGUF);
    fs::File::options().write(true).open(&path).unwrap().set_len(9_000_000_000).unwrap();
    for adding in [Adding::Copy, Adding::Reference] {
        let error = folder.add(&path, adding, MEMORY).unwrap_err();
        let expect = "The model “large.gguf” needs 9.8 GB of memory even with its smallest context window, but this computer has only 8.0 GB. Choose a smaller model, or a smaller file of this one.";
        assert_eq!(error.to_string(), expect);
    }
    assert!(ids(&folder).is_empty());
}

#[test]
fn removing_takes_what_belongs_to_a_model_and_what_of_it_came() {
    let (_temp, folder) = place();
    let model = &Catalogue::built_in().models[0];
    fs::create_dir_all(folder.path()).unwrap();
    fs::write(folder.part(&model.files[0]), [0; 1000]).unwrap();
    assert_eq!(folder.begun(model), 1000);
    assert_eq!(folder.missing(&model.files[0]), model.bytes() - 1000);
    assert_eq!(folder.remove(&model.id).unwrap(), 1000);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn a_file_with_the_size_of_the_catalogue_isn_t_believed() {
    let (temp, folder) = place();
    let model = &Catalogue::built_in().models[0];
    let path = own(&temp, &model.files[0].name, GGUF);
    fs::File::options().write(true).open(&path).unwrap().set_len(model.bytes()).unwrap();
    fs::create_dir_all(folder.path()).unwrap();
    fs::rename(&path, folder.path().join(&model.files[0].name)).unwrap();
    let [found] = &folder.models().unwrap()[..] else { panic!() };
    assert!(found.id == model.id && !found.verified, "{found:?}");
}
