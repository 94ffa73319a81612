use super::*;

#[test]
fn math_and_code() {
    insta::assert_snapshot!(html(
        "$x^2$ costs $5 and $\\foo$.\n\n$$\n\\frac{a}{b}\n$$\n\n$$\n\\foo\n$$\n\n```rust\nlet a = \"[[no]]\"; // <b>\n```\n\n\
         ```klingon\n<b>\n```\n\n    indented\n\n$$\nopen \\frac{a\n"
    ));
}

#[test]
fn footnotes() {
    insta::assert_snapshot!(html(
        "One[^a], two[^b], one again[^a], inline^[with *markup*].\n\n[^b]: Second.\n\n[^a]: First.\n\n    \
         More.\n\n    - a list\n"
    ));
}

#[test]
fn tables() {
    insta::assert_snapshot!(html(
        "| a | b | c |\n|:--|:-:|--:|\n| `x\\|y` | [[Bread\\|x]] | **1** |\n| only |\n"
    ));
}

#[test]
fn tasks_and_hidden_things() {
    insta::assert_snapshot!(html(
        "- [ ] open\n- [x] done\n- [/] begun ^id1\n- [-] dropped\n- [é] other\n  - [X] nested\n\n1. [ ] numbered\n\n\
         a %%hidden%% b ==c **d**==\n\n%%\nhidden\n%%\n\n<details><summary>More</summary>\n\n*inside*\n\n</details>\n\n^block\n"
    ));
}

#[test]
fn kinds_of_callouts() {
    for (written, look) in [
        ("note", "note"),
        ("INFO", "info"),
        ("todo", "todo"),
        ("tldr", "abstract"),
        ("hint", "tip"),
        ("important", "tip"),
        ("done", "success"),
        ("faq", "question"),
        ("attention", "warning"),
        ("missing", "failure"),
        ("error", "danger"),
        ("bug", "bug"),
        ("example", "example"),
        ("cite", "quote"),
        ("my own", "my-own"),
    ] {
        let out = html(&format!("> [!{written}]\n> text\n"));
        assert!(out.contains(&format!("class=\"callout callout-{look}\"")), "{written}: {out}");
        assert!(out.contains("class=\"callout-title\">") && out.contains(">text</p>"), "{out}");
    }
}

#[test]
fn text_from_right_to_left_says_so() {
    let out = html("# שלום\n\nEnglish\n\n- مرحبا\n  - b\n\n```\nx\n```\n");
    assert_eq!(out.matches("dir=\"auto\"").count(), 3, "{out}");
    assert!(!html("# Hello 你好\n").contains("dir="));
}

#[test]
fn links_to_places() {
    for (text, class) in [
        ("[[Bread#Crust]]", "wikilink"),
        ("[[Bread#crust]]", "wikilink"),
        ("[[Bread#Crumb]]", "wikilink missing"),
        ("[[Bread#^x]]", "wikilink missing"),
        ("[x](../Bread.md#Crumb)", "wikilink missing"),
        ("[[Twin#x]]", "wikilink ambiguous missing"),
        ("[[plan.pdf#page=3]]", "wikilink file"),
    ] {
        let out = html(text);
        assert!(out.contains(&format!("class=\"{class}\"")), "{text}: {out}");
    }
}

#[test]
fn raw_html_cannot_pretend_to_be_ours() {
    let out = html("<p data-lines=\"7-9\">x</p>\n\n<span class=\"passage-mark tok-x\">y</span>\n");
    assert!(!out.contains("7-9") && !out.contains("passage-mark"), "{out}");
}

proptest! {
    #[test]
    fn line_numbers_are_within_the_note(text in "[a-z#>`$|\\[\\]!^*<> \n-]{0,80}") {
        let out = html(&text);
        let count = u32::try_from(text.split('\n').count()).unwrap();
        for lines in out.split("data-lines=\"").skip(1) {
            let (first, last) = lines.split('"').next().unwrap().split_once('-').unwrap();
            let (first, last): (u32, u32) = (first.parse().unwrap(), last.parse().unwrap());
            prop_assert!(1 <= first && first <= last && last <= count, "{}-{} in {:?}", first, last, text);
        }
    }
}

// A wikilink within a link's text is the link, as the parser has it; nothing of the text is lost.
#[test]
fn a_link_within_a_link() {
    for (text, shown) in [
        ("[a [[Bread]] b](https://x.example)", "[a <a"),
        ("[a [[Bread]] b](https://x.example)", "</a> b](https://x.example)</p>"),
        ("[[[Bread]]]: text", "</a>]: text</p>"),
        ("[[Bread]](text)", "</a>(text)</p>"),
    ] {
        let out = html(text);
        assert!(out.contains(shown), "{text}: {out}");
        assert_eq!(out.matches("<a ").count(), 1, "{text}: {out}");
    }
}

// No host is looked up before a click, whoever wrote the link.
#[test]
fn no_link_has_an_address_that_a_web_view_knows() {
    let out = html(
        "[a](https://a.example/?x=\"y) <https://b.example> https://c.example <a title=' href=\"z' \
         href='HTTPS://d.example'>raw</a> [m](mailto:a@b.example) [[Bread]] a[^1] ` href=\"x\" `\n\n\
         <div><a class=external href=http://e.example data-href=f>block</a></div>\n\n[^1]: note\n",
    );
    let links: Vec<&str> = out
        .split("<a ")
        .skip(1)
        .filter_map(|tag| tag.split_once('>'))
        .map(|(tag, _)| tag)
        .collect();
    for tag in &links {
        let bare = format!(" {tag}").replace("title=\" href=&quot;z\"", "");
        let is_place = bare.contains(" href=\"#note-fn");
        assert!(is_place || !bare.contains(" href="), "{tag}");
    }
    assert_eq!(links.iter().filter(|tag| tag.contains("data-href=\"")).count(), 6, "{out}");
    assert_eq!(links.iter().filter(|tag| tag.contains("href=\"#note-fn")).count(), 2, "{out}");
    for address in [
        "https://a.example/",
        "https://b.example",
        "https://c.example",
        "HTTPS://d.example",
        "http://e.example",
        "mailto:a@b.example",
    ] {
        assert!(out.contains(&format!("data-href=\"{address}")), "{address}: {out}");
    }
    assert!(out.contains("<code>href=\"x\"</code>"), "{out}");
    assert!(!sanitise("<a href=\"https://a.example\">a</a>").contains(" href"));
}

#[test]
fn emphasis_needs_no_spaces_around_full_width_signs() {
    let cases = [
        ("**重要：**这是说明。", "<strong>重要：</strong>这是说明。"),
        ("这是**“引用”**的内容。", "这是<strong>“引用”</strong>的内容。"),
        ("**「用語」**を使う。", "<strong>「用語」</strong>を使う。"),
        ("**마크다운(Markdown)**은 쉽다.", "<strong>마크다운(Markdown)</strong>은 쉽다."),
        ("*强调，*后面", "<em>强调，</em>后面"),
        ("~~删除：~~后面", "<del>删除：</del>后面"),
        ("==高亮：==后面", "<mark>高亮：</mark>后面"),
        ("**Note:** english fine.", "<strong>Note:</strong> english fine."),
        ("2 ** 3 ** 4", "2 ** 3 ** 4"),
    ];
    for (text, expect) in cases {
        let found = html(text);
        assert!(found.contains(expect), "{text} became {found}");
    }
}
