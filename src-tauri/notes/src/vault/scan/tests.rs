use std::fs;

use super::*;

#[test]
fn a_file_is_asked_of_the_rules_over_it_alone() {
    let dir = tempfile::tempdir().unwrap();
    for folder in 0..50 {
        let folder = dir.path().join(format!("f{folder}/sub"));
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("../.gitignore"), "no.md\n").unwrap();
        for name in ["a.md", "no.md"] {
            fs::write(folder.join(name), "x").unwrap();
        }
    }
    let vault = Vault::open(dir.path()).unwrap();
    let options = ScanOptions { gitignore: true, ..ScanOptions::default() };
    let walk = Walk::of(&vault, &options, None).unwrap();
    assert_eq!((walk.scan.notes.len(), walk.scan.excluded.len()), (50, 50));
    // Each folder asks about its folder and two notes, but not about hidden names.
    assert_eq!(walk.rules_asked.get(), 150);
}
