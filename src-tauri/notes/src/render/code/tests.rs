use proptest::prelude::*;

use super::*;

/// Code with its tokens between marks: `k‹let›` for a keyword.
fn shown(language: &str, code: &str) -> String {
    let html = highlight(language, code).unwrap();
    let mut out = html.replace("</span>", "›");
    for token in ["keyword", "type", "name", "string", "number", "comment", "heading"] {
        out = out.replace(&format!("<span class=\"tok-{token}\">"), &format!("{}‹", &token[..1]));
    }
    for (token, mark) in [("key", "p"), ("added", "+"), ("removed", "-")] {
        out = out.replace(&format!("<span class=\"tok-{token}\">"), &format!("{mark}‹"));
    }
    out.replace("&quot;", "\"").replace("&lt;", "<").replace("&gt;", ">")
}

#[test]
fn languages() {
    let code = [
        (
            "rust",
            "fn f<'a>(x: &'a str) -> u8 { let c = 'x'; r#\"a\"b\"#; println!(\"{c}\\\"\"); 0x1f } // end",
        ),
        (
            "python",
            "@cache\ndef f(x):\n    \"\"\"Doc\n    more\"\"\"\n    return f'{x}' + 1.5e-3  # half",
        ),
        ("ts", "const a: string = `x\n${b}`; /* c */ new Map().get('k') ?? null"),
        ("json", "{\"a\": [1, true, \"b:\"]}"),
        ("yaml", "name: x # c\nlist:\n  - key-a: \"y\"\n  - http://x.example"),
        ("toml", "[a.b]\nkey = \"v\" # c\nn = 1"),
        ("bash", "for i in $HOME/*; do echo \"$i\" # c\ndone; x=a#b"),
        ("css", "@media print { a.b { color: #fff; margin: 0 2px } }"),
        ("html", "<!-- c --><p class=\"x\" hidden>a &lt; b</p><br/>"),
        ("sql", "select Count(*) FROM t where a = 'it''s' -- c"),
        ("go", "func (s *Server) Run() error { return nil }"),
        ("java", "@Override public int size() { return 'c'; }"),
        ("cpp", "#include <x>\nint main() { std::cout << \"a\" << 1'000; }"),
        ("diff", "--- a\n+++ b\n@@ -1 +1 @@\n-old\n+new\n same\n"),
        ("md", "# Title\n- a `b` [[c]] **d**\n```\ncode\n```\n> q"),
    ];
    let all: String =
        code.iter().map(|(name, code)| format!("== {name}\n{}\n", shown(name, code))).collect();
    insta::assert_snapshot!(all);
}

#[test]
fn code_in_unknown_languages_is_not_highlighted() {
    assert_eq!(highlight("klingon", "x"), None);
    assert_eq!(highlight("", "x"), None);
    assert_eq!(highlight("rust", &"x ".repeat(LONGEST)), None);
}

fn text_of(html: &str) -> String {
    let mut text = String::new();
    for part in html.split('<') {
        text.push_str(part.split_once('>').map_or(part, |(_, text)| text));
    }
    text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&amp;", "&")
}

proptest! {
    /// Any code keeps its text, and contains no elements but ours.
    #[test]
    fn colours_change_no_text(
        name in prop::sample::select(vec![
            "rust", "python", "js", "json", "yaml", "toml", "bash", "css", "html", "sql", "go", "cpp",
            "diff", "md", "latex", "lua", "haskell",
        ]),
        code in "[a-z\"'`#/*\\\\<>&(){}\\[\\]:=!@$%0-9. \n\u{e000}é-]{0,60}",
    ) {
        let html = highlight(name, &code).unwrap();
        prop_assert_eq!(text_of(&html), code, "{}", &html);
        prop_assert_eq!(html.matches("<span class=\"tok-").count(), html.matches("</span>").count());
        prop_assert_eq!(html.matches('<').count(), 2 * html.matches("</span>").count());
    }
}
