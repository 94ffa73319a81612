use super::*;

#[test]
fn only_files_to_show_or_play_are_opened() {
    fn check(name: &str, expect: Option<FileKind>) {
        assert_eq!(FileKind::of(Path::new(name)), expect, "{name}");
        let file = OutsideFile::at(PathBuf::from(name), false);
        assert_eq!(file.to_open().is_ok(), expect.is_some(), "{name}");
    }
    for (kind, endings) in KINDS {
        for ending in endings.split_whitespace() {
            check(&format!("a.{ending}"), Some(kind));
            check(&format!("a.{}", ending.to_uppercase()), Some(kind));
        }
    }
    for name in [
        "a",
        ".md",
        "pdf",
        "a.",
        "a.pdf.",
        "a.pdf ",
        "a.exe",
        "a.EXE.",
        "a.pdf.exe",
        "a.html",
        "a.svg",
        "a.desktop",
        "a.sh",
        "a.library-ms",
        "a.search-ms",
        "a.theme",
        "a.rdp",
        "a.docm",
        "a.xlsm",
        "a.iso",
        "a.chm",
        "a.inetloc",
        "a.dmg",
        "a.flatpakref",
        "a.jnlp",
        "a.zip",
        "a.ps1",
        "a.url",
        "a.webloc",
        "a.xll",
        "a.settingcontent-ms",
    ] {
        check(name, None);
    }
}
