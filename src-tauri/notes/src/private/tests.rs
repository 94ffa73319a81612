use std::os::unix::fs::PermissionsExt;

use super::*;

fn mode(path: &Path) -> u32 {
    path.metadata().unwrap().permissions().mode() & 0o777
}

#[test]
fn only_their_user_may_read_them() {
    let place = tempfile::tempdir().unwrap();
    let data = place.path().join("above/data");
    folder(&data).unwrap();
    assert_eq!(mode(&data), 0o700);
    let database = data.join("library.db");
    file(&database).unwrap();
    assert_eq!(mode(&database), 0o600);

    fs::write(&database, "kept").unwrap();
    for (path, was) in [(&data, 0o755), (&database, 0o644)] {
        fs::set_permissions(path, fs::Permissions::from_mode(was)).unwrap();
    }
    let other = data.join("other.txt");
    fs::write(&other, "").unwrap();
    fs::set_permissions(&other, fs::Permissions::from_mode(0o644)).unwrap();
    folder(&data).unwrap();
    restrict_files(&data, "library");
    assert_eq!((mode(&data), mode(&database), mode(&other)), (0o700, 0o600, 0o644));
    file(&database).unwrap();
    assert_eq!(fs::read_to_string(&database).unwrap(), "kept");
}
