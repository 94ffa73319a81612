use proptest::prelude::*;

use super::*;
use crate::{
    Error,
    sentences::{ABSOLUTE, COLON, DEVICE, DOT_AT_END as DROPPED, DOTS as UP, DRIVE},
};

// B50: what can't be made into a path can't be asked of the disk.
#[test]
fn paths_out_of_the_vault_are_refused() {
    let check = |path: &str, reason: &str| {
        let rule = |windows| broken_rule(path, windows).map(Sentence::text);
        assert_eq!(rule(false), Some(reason), "{path:?}");
        assert_eq!(rule(true), Some(reason), "{path:?} on Windows");
        assert!(matches!(NotePath::new(path), Err(Error::OutsideVault { .. })), "{path:?}");
        let json = serde_json::to_string(path).unwrap();
        assert!(serde_json::from_str::<NotePath>(&json).is_err(), "{path:?} out of JSON");
    };
    check("", "it is empty");
    for path in
        ["..", "../a.md", "a/..", "a/../b.md", "a/../../b.md", "a/b/../../../c.md", ".", "./a.md"]
    {
        check(path, UP.text());
    }
    for path in ["a/./b.md", "a/."] {
        check(path, UP.text());
    }
    for path in ["/", "/etc/passwd", "//host/share/a.md", "\\a.md", "\\\\host\\share\\a.md"] {
        check(path, ABSOLUTE.text());
    }
    for path in ["\\\\?\\C:\\a.md", "\\\\.\\pipe\\a"] {
        check(path, ABSOLUTE.text());
    }
    for path in ["C:\\a.md", "c:/a.md", "Z:/../a.md", "C:/"] {
        check(path, DRIVE.text());
    }
    for path in ["a\0.md", "\0", "a.md\0/../b"] {
        check(path, "it has a NUL character");
    }
    for path in ["a//b.md", "a/", "a.md//"] {
        check(path, "it has an empty part");
    }
}

// B50: names that mean something else on Windows are names elsewhere.
#[test]
fn paths_with_a_special_meaning_on_windows_are_refused_there() {
    let check = |path: &str, reason: Option<&str>| {
        assert_eq!(broken_rule(path, true).map(Sentence::text), reason, "{path:?}");
        assert_eq!(broken_rule(path, false), None, "{path:?} elsewhere");
    };
    for path in ["C:a.md", "C:..", "a.md:b", "a.md::$DATA", "a/b:c/d.md", "why: because.md"] {
        check(path, Some(COLON.text()));
    }
    for path in ["a\\..\\..\\b.md", "..\\a.md", "a\\b.md"] {
        check(path, Some("it has a backslash"));
    }
    for path in ["a.md.", "a.md ", "...", ".. /a.md", "a./b.md", "a /b.md", ".. ", "a/.. ."] {
        check(path, Some(DROPPED.text()));
    }
    for path in ["CON", "nul.md", "a/Aux", "com1.md", "LPT9", "COM¹.txt", "CONIN$", "con .md"] {
        check(path, Some(DEVICE.text()));
    }
    for path in ["a*.md", "who?.md", "a\nb.md", "<a>.md", "a|b", "\"a\".md"] {
        check(path, Some("it has a character that Windows doesn't allow in names"));
    }
    for path in ["a.md", "..a", "a..b/c", "...a", "console.md", "com.md", "com10.md", "é/ñ.md"] {
        check(path, None);
    }
}

#[test]
fn names_for_new_files() {
    let check = |path: &str, fits: bool| {
        let path = NotePath::new(path).unwrap();
        assert_eq!(unfit_for_a_new_file(&path).is_none(), fits, "{path:?}");
    };
    check("Recipes/Über Brot (2).md", true);
    check("a #b [c] ^d.md", true);
    for path in ["why: because.md", "a\\b.md", "nul.md", "a\nb.md", "a\u{85}.md", "a/ b.md"] {
        check(path, false);
    }
    check(&format!("{}.md", "x".repeat(237)), true);
    check(&format!("{}.md", "ä".repeat(119)), false);
}

#[test]
fn names_that_begin_with_a_dot_are_hidden() {
    for hidden in [".obsidian/a.md", ".OBSIDIAN/a.md", ".Git/a.md", "a/.trash/b.md", "a/.b.md"] {
        assert!(NotePath::new(hidden).unwrap().is_hidden(), "{hidden}");
    }
    for shown in ["obsidian/a.md", "a.b/c.md", "a/b..md"] {
        assert!(!NotePath::new(shown).unwrap().is_hidden(), "{shown}");
    }
}

proptest! {
    #[test]
    fn any_path_joined_to_a_folder_stays_in_it(text in "(?s)([./\\\\:a C-]|\\.\\.|\\PC|\0){0,12}") {
        if let Ok(path) = NotePath::new(&text) {
            let mut depth = 0;
            for part in std::path::Path::new(path.as_str()).components() {
                prop_assert!(matches!(part, std::path::Component::Normal(_)), "{part:?}");
                depth += 1;
            }
            prop_assert!(depth > 0);
            prop_assert_eq!(path.as_str(), text);
        }
    }
}
