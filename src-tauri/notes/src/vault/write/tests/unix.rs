//! Modes, owners, extended attributes and links of files on Unix.

use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};

use super::*;

#[test]
fn the_mode_and_the_owner_stay() {
    for mode in [0o644, 0o600, 0o664, 0o755, 0o620] {
        let place = Place::with(b"old");
        let file = place.full("n.md");
        // Another owner, if this user may give files away; else it stays the same anyway.
        let _ = std::os::unix::fs::chown(&file, Some(12_345), Some(12_346));
        fs::set_permissions(&file, fs::Permissions::from_mode(mode)).unwrap();
        let before = fs::metadata(&file).unwrap();
        place.vault.write(&place.plan("n.md", "new")).unwrap();
        let after = fs::metadata(&file).unwrap();
        assert_eq!(after.mode(), before.mode());
        assert_eq!((after.uid(), after.gid()), (before.uid(), before.gid()));
        assert_ne!(after.ino(), before.ino(), "it was written in place");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn extended_attributes_stay() {
    use rustix::fs::{XattrFlags, getxattr, setxattr};
    // Not every disk has them; one of these places should.
    let home = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let set = |place: &Place| {
        setxattr(place.full("n.md"), "user.tags", b"red", XattrFlags::empty()).is_ok()
    };
    let mut place = Place::with(b"old");
    if !set(&place) {
        let folder = tempfile::tempdir_in(home).unwrap();
        fs::write(folder.path().join("n.md"), "old").unwrap();
        let vault = Vault::open(folder.path()).unwrap();
        place = Place { folder, vault };
        assert!(set(&place), "neither the system's folder nor {home:?} has attributes");
    }
    place.vault.write(&place.plan("n.md", "new")).unwrap();
    let mut value = [0; 16];
    let length = getxattr(place.full("n.md"), "user.tags", &mut value).unwrap();
    assert_eq!(&value[..length], b"red");
}

// Root may write anything; a read-only file is refused for root, too.
#[test]
fn a_read_only_note_is_not_replaced() {
    let place = Place::with(b"old");
    fs::set_permissions(place.full("n.md"), fs::Permissions::from_mode(0o444)).unwrap();
    let refused = place.vault.write(&place.plan("n.md", "new")).unwrap_err();
    assert!(matches!(refused, Error::Unwritable { .. }), "{refused}");
    assert_eq!(place.bytes("n.md"), b"old");
    assert_eq!(place.names(), ["n.md"]);
}

#[test]
fn links_inside_are_written_through() {
    let place = Place::with(b"old");
    fs::create_dir(place.full("real")).unwrap();
    fs::write(place.full("real/r.md"), "old").unwrap();
    symlink("real/r.md", place.full("link.md")).unwrap();
    symlink("../link.md", place.full("real/again.md")).unwrap();
    symlink("real", place.full("folder")).unwrap();
    for (n, name) in ["link.md", "real/again.md", "folder/r.md"].iter().enumerate() {
        place.vault.write(&place.plan(name, &format!("new {n}"))).unwrap();
        assert_eq!(place.bytes("real/r.md"), format!("new {n}").as_bytes());
    }
    assert!(fs::symlink_metadata(place.full("link.md")).unwrap().is_symlink());
    assert_eq!(names(&place.full("real")), ["again.md", "r.md"]);
    // A link isn't the note and doesn't go to the trash in its place.
    let refused = place.vault.trash(&path("link.md"), ContentHash::of("new 2")).unwrap_err();
    assert!(matches!(refused, Error::Changed(_)), "{refused}");
    // Nor does a link lead into hidden folders.
    fs::create_dir(place.full(".hooks")).unwrap();
    fs::write(place.full(".hooks/h.md"), "old").unwrap();
    symlink(".hooks/h.md", place.full("hook.md")).unwrap();
    let bytes = b"new".to_vec();
    let plan = place.vault.plan_bytes(&path("hook.md"), ContentHash::of("old"), bytes);
    assert!(matches!(plan, Err(Error::HiddenTarget(_))), "{plan:?}");
    // Nor if it became such a link after the change was made.
    fs::write(place.full("late.md"), "old").unwrap();
    let change = place.plan("late.md", "new");
    fs::remove_file(place.full("late.md")).unwrap();
    symlink(".hooks/h.md", place.full("late.md")).unwrap();
    let refused = place.vault.write(&change).unwrap_err();
    assert!(matches!(refused, Error::HiddenTarget(_)), "{refused}");
    assert_eq!(place.bytes(".hooks/h.md"), b"old");
}
