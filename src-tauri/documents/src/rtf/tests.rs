use crate::{Limits, read};

#[test]
fn rtf_is_its_text() {
    let check = |rtf: &str, expect: &str| {
        let read = read(rtf.as_bytes(), "a.rtf", Limits::default(), &mut |_| {});
        assert_eq!(read.map(|it| it.text).unwrap(), expect, "{rtf}");
    };
    check(r"{\rtf1\ansi Plain \b bold\b0 .\par Next}", "Plain bold.\n\nNext");
    check(r"{\rtf1{\fonttbl{\f0 Times;}}{\*\secret no}a}", "a");
    check(r"{\rtf1\ansi\ansicpg1252 caf\'e9 \u8364?\u-10179?\u-8704?}", "café €😀");
    check(r"{\rtf1\ansi\ansicpg1251 \'cf\'f0\'e8\'e2\'e5\'f2}", "Привет");
    // Each font has an encoding; a font set in a group ends with the group.
    let fonts =
        r"{\rtf1\ansi\ansicpg1252\deff0{\fonttbl{\f0 Arial;}{\f1\fnil\fcharset204 Arial Cyr;}}";
    check(&format!(r"{fonts}caf\'e9 {{\f1 \'cf\'f0\'e8\'e2\'e5\'f2}} \'e9}}"), "café Привет é");
    check(&format!(r"{fonts}\f1\'cf\plain\'e9}}"), "Пé");
    check(r"{\rtf1\deff1{\fonttbl{\f1\fcharset238 Arial CE;}}\'b3}", "ł");
    check(r"{\rtf1 a\{b\}\\c\~d}", "a{b}\\c\u{a0}d");
    check(
        r"{\rtf1\trowd\pard\intbl a\cell b\cell\row\trowd\pard\intbl 1\cell 2\cell\row\pard c\par}",
        "| a | b |\n| --- | --- |\n| 1 | 2 |\n\nc",
    );
}
