use notes::{NotePath, parse_with_blocks};
use proptest::prelude::*;

use super::*;
use crate::{DateSource, OwnDate, Role};

mod dates;

fn note_path() -> NotePath {
    NotePath::try_from("Tasks/Buy rye.md".to_owned()).unwrap()
}

/// A record as `line kind text`, and its cells as `key=text`, with a day if it has one.
fn shown(text: &str) -> Vec<String> {
    let mut lines = Vec::new();
    for record in records(&note_path(), text, &parse_with_blocks(text)) {
        let kind = format!("{:?}", record.kind).to_lowercase();
        lines.push(format!("{} {kind} {}", record.line, record.text).trim_end().to_owned());
        for Cell { key, value, line } in record.cells {
            let day = value.period.map(|it| format!(" ({})", it.first)).unwrap_or_default();
            let link = value.link.map(|it| format!(" -> {it}")).unwrap_or_default();
            let other = if line == record.line { String::new() } else { format!(" @{line}") };
            lines.push(format!("  {key}={}{day}{link}{other}", value.text));
        }
    }
    lines
}

/// The cells of the note's own record.
fn cells(text: &str) -> Vec<String> {
    let all = shown(text).into_iter().skip(1);
    all.take_while(|line| line.starts_with(' ')).map(|line| line.trim().to_owned()).collect()
}

fn task(line: &str) -> Vec<String> {
    let all = shown(line).into_iter().skip(1).filter(|it| it != "  state=open");
    all.map(|line| line.trim().trim_start_matches("1 task ").to_owned()).collect()
}

#[test]
fn properties_are_cells_of_the_note() {
    let text = "---\ndate: 2026-11-17\nstatus: active\nauthor: \"[[People/Anna|Anna]]\"\npeople:\n  - \"[[A]]\"\n  - B\n\
                pair: \"[[A]], [[B]]\"\nempty:\n---\ntext\n";
    let expect = [
        "date=2026-11-17 (2026-11-17) @2",
        "status=active @3",
        "author=Anna -> People/Anna @4",
        "people=A -> A @5",
        "people=B @5",
        "pair=A -> A @8",
        "pair=B -> B @8",
    ];
    assert_eq!(cells(text), expect);
}

#[test]
fn inline_fields_are_read_as_in_dataview() {
    let check = |text: &str, expect: &[&str]| assert_eq!(cells(text), expect, "{text:?}");
    check("rating:: 4", &["rating=4"]);
    check("rating::4", &["rating=4"]);
    check("**Due date**:: 2026-01-02", &["Due date=2026-01-02 (2026-01-02)"]);
    check("**Key::** v", &["Key=v"]);
    check("**Key:: v**", &["Key=v"]);
    check("a\nauthor:: [[Anna]]\nb", &["author=Anna -> Anna @2"]);
    check("- mood:: good ^abc\n- b", &["mood=good"]);
    check("> place:: here\n> time:: 10:30", &["place=here", "time=10:30 @2"]);
    check("I met [who:: [[Anna]]] at (place:: the *inn*).", &["who=Anna -> Anna", "place=the inn"]);
    check("who:: [[A]], [[b/B|x]] and [[C]]", &["who=A -> A", "who=x -> b/B", "who=C -> C"]);
    check("who:: [[A]] met [[B]]", &["who=A met B"]);
    check("n:: 1, 2, 3", &["n=1", "n=2", "n=3"]);
    check("n:: \"a b\", \"c\"", &["n=a b", "n=c"]);
    check("n:: red, green", &["n=red, green"]);
    check("on:: November 18, 2026", &["on=November 18, 2026 (2026-11-18)"]);
    check("作者::张三", &["作者=张三"]);
    check("empty::\n(also:: )", &[]);
    check("site:: https://a.b/c::d", &["site=https://a.b/c::d"]);
    check("## Done:: 3", &["Done=3"]);
}

#[test]
fn text_with_colons_that_is_no_field_has_no_cells() {
    for text in [
        "std::vec is a type",
        "use (std::sort) here",
        "Use `a:: b` or `[a:: b]`.",
        "`a`:: b",
        "```\na:: b\n```",
        "    a:: b",
        "%% a:: b %%",
        "%%\na:: b\n%%",
        "x %% [a:: b] %% y",
        "$$\na:: b\n$$",
        "so $(a:: b)$ holds",
        "<!-- a:: b -->",
        "https://x.y/a::b",
        "[[a:: b]]",
        "[a:: b](c.md)",
        "::: note\n:::",
        "What is it?:: b",
        "question::answer",
        "term :: translation",
        "address fe80::1",
        "\\[a:: b]",
    ] {
        assert_eq!(cells(text), Vec::<String>::new(), "{text:?}");
    }
}

#[test]
fn tasks_are_read_in_both_formats() {
    let check = |text: &str, expect: &[&str]| assert_eq!(task(text), expect, "{text:?}");
    let all = ["Buy #food/milk", "due=2026-01-02 (2026-01-02)", "priority=high", "tag=food/milk"];
    check("- [ ] Buy #food/milk 📅 2026-01-02 ⏫", &all);
    check("- [ ] Buy #food/milk [due:: 2026-01-02]  [priority:: high]", &all);
    check("- [ ] Buy #food/milk (due:: 2026-01-02), (priority:: high)", &all);
    check("1. [ ] 📅2026-01-02 ⏫\u{fe0f} Buy   #food/milk", &all);
    let german = ["Milch", "Fällig=24.03.2026 (2026-03-24)", "due=24.03.2026 (2026-03-24)"];
    check("- [ ] Milch [Fällig:: 24.03.2026]", &german);
    check("- [ ] a [Deadline:: unclear]", &["a unclear", "Deadline=unclear"]);
    check(
        "- [x] a [erledigt am:: 2026-03-07]",
        &["a", "state=done", "erledigt am=2026-03-07 (2026-03-07)", "done=2026-03-07 (2026-03-07)"],
    );
    check("- [ ] a [priorität:: hoch]", &["a", "priorität=hoch", "priority=high"]);
    check("- [ ] a 🗓️ 2026-1-2", &["a", "due=2026-1-2 (2026-01-02)"]);
    check("- [ ] a 📅 [[2026-01-02]] b", &["a b", "due=2026-01-02 (2026-01-02)"]);
    check(
        "- [ ] a 🔁 every week on Sunday, Monday 🛫 2026-01-01 ⏳ 2026-01-02 ➕ 2026-01-03 #b ^id-1",
        &[
            "a #b",
            "recurrence=every week on Sunday, Monday",
            "start=2026-01-01 (2026-01-01)",
            "scheduled=2026-01-02 (2026-01-02)",
            "created=2026-01-03 (2026-01-03)",
            "tag=b",
        ],
    );
    check(
        "- [ ] a [repeat:: every day] [start:: 2026-01-01] [scheduled:: 2026-01-02] [created:: 2026-01-03] \
         [completion:: 2026-01-04] [cancelled:: 2026-01-05]",
        &[
            "a",
            "recurrence=every day",
            "start=2026-01-01 (2026-01-01)",
            "scheduled=2026-01-02 (2026-01-02)",
            "created=2026-01-03 (2026-01-03)",
            "done=2026-01-04 (2026-01-04)",
            "cancelled=2026-01-05 (2026-01-05)",
        ],
    );
    check(
        "- [ ] a 🆔 x1 ⛔ y2, z3 🏁 delete",
        &["a", "id=x1", "dependsOn=y2", "dependsOn=z3", "onCompletion=delete"],
    );
    check("- [ ] a [dependsOn:: y2,z3]", &["a", "dependsOn=y2", "dependsOn=z3"]);
    check("- [ ] a\n  b ⏫\n  c 🔺", &["a b c", "priority=high @2", "priority=highest @3"]);
    check("- [ ] a 📅 2026-02-30", &["a", "due=2026-02-30"]);
    check("- [ ] a [due:: 2026-02-30]", &["a", "due=2026-02-30"]);
    check(
        "- [ ] it works ✅ and 📅 soon `📅 2026-01-01`",
        &["it works ✅ and 📅 soon 📅 2026-01-01"],
    );
    check("- [ ] Call **[[People/Anna]]** [where:: home]", &["Call Anna home", "where=home"]);
    check("- [ ] a\n  b\n  due:: 2026-01-02", &["a b", "due=2026-01-02 (2026-01-02) @3"]);
    check("> - [ ] a\n>   b", &["a b"]);
    check("- [ ]", &["1 task"]);
}

#[test]
fn a_note_of_the_plugin_task_notes_is_a_task() {
    let text = "---\nstatus: in-progress\npriority: high\ndue: 2026-05-15\nscheduled:\ndateCreated: 2026-05-01T10:00:00.000Z\n\
                tags:\n  - 📋\nprojects:\n  - \"[[Bread]]\"\n---\nAsk the mill.\n";
    let expect = [
        "1 note",
        "  status=in-progress @2",
        "  priority=high @3",
        "  due=2026-05-15 (2026-05-15) @4",
        "  dateCreated=2026-05-01T10:00:00.000Z (2026-05-01) @6",
        "  tags=📋 @7",
        "  projects=Bread -> Bread @9",
        "2 task Buy rye",
        "  state=in progress",
        "  priority=high @3",
        "  due=2026-05-15 (2026-05-15) @4",
        "  created=2026-05-01T10:00:00.000Z (2026-05-01) @6",
        "  projects=Bread -> Bread @9",
        "  tag=📋",
    ];
    assert_eq!(shown(text), expect);
    for other in [
        // A project with a date.
        "---\nstatus: active\ndue: 2026-05-15\n---\n",
        // An article to read.
        "---\nstatus: done\ndateCreated: 2026-05-15\n---\n",
        "---\nstatus:\ndue: 2026-05-15\ntags: task\n---\n",
    ] {
        assert!(!shown(other).iter().any(|line| line.contains(" task ")), "{other}");
    }
    let tagged = "---\nstatus: done\ndue: 2026-05-15\ntags: task\ntitle: Pay the miller\n---\n";
    assert!(shown(tagged).contains(&"2 task Pay the miller".to_owned()));
}

#[test]
fn nested_properties_have_the_names_of_all_levels() {
    let text = "---\ncontacts:\n  phone: 7345\n  mail:\n    work: a@b.example\nsteps:\n  - what: mix\n    minutes: 5\n  - what: rest\n    minutes: 30\n---\n";
    let expect = [
        "1 note",
        "  contacts.phone=7345 @3",
        "  contacts.mail.work=a@b.example @5",
        "  steps.what=mix @7",
        "  steps.what=rest @7",
        "  steps.minutes=5 @8",
        "  steps.minutes=30 @8",
    ];
    assert_eq!(shown(text), expect);
}

#[test]
fn a_priority_sorts_by_its_number() {
    let number = |line: &str| {
        let records = records(&note_path(), line, &parse_with_blocks(line));
        let mut cells = records[1].cells.iter();
        cells.find(|it| it.key == "priority").and_then(|it| it.value.number)
    };
    let emoji = ["🔺", "⏫", "🔼", "🔽", "⏬"].map(|it| number(&format!("- [ ] a {it}")));
    assert_eq!(emoji, [1.0, 2.0, 3.0, 4.0, 5.0].map(Some));
    assert_eq!(number("- [ ] a [priority:: Low]"), Some(4.0));
    assert_eq!(number("- [ ] a [priority:: normal]"), None);
}

#[test]
fn records_follow_their_lines() {
    let text = "# One\n- [x] a ✅ 2026-01-02\n\t- [/] b\n\t- [-] c\n\nk:: v\n\n| A | B |\n|---|---|\n| 1 | 2 |\n\n## Two\n- d\n  - \
                [>] e [k:: w]\n    l:: 5\n";
    insta::assert_snapshot!(shown(text).join("\n"), @r"
    1 note
      k=v @6
    2 task a
      state=done
      done=2026-01-02 (2026-01-02)
      heading=One
    3 task b
      state=in progress
      heading=One
    4 task c
      state=cancelled
      heading=One
    10 row 1 | 2
      A=1
      B=2
      heading=One
    14 task e w
      state=open
      k=w
      l=5 @15
      heading=Two
    ");
}

#[test]
fn table_rows_have_a_cell_for_each_column() {
    let text = "| Name | **Role** |  | [[Links\\|Refs]] |\n|:--|---|-:|--|\n| [[Anna\\|A]] | `a \\| b` | 3 | [[X]], [[Y]] |\n\
                | b<br>c |  | 2026-01-02 | x | more |\n|  |  |\n^id\n\n> x | y\n> --|--\n> 1 | *2*\n";
    insta::assert_snapshot!(shown(text).join("\n"), @r"
    1 note
    3 row A | a | b | 3 | X, Y
      Name=A -> Anna
      Role=a | b
      column 3=3
      Refs=X -> X
      Refs=Y -> Y
    4 row b c | 2026-01-02 | x
      Name=b c
      column 3=2026-01-02 (2026-01-02)
      Refs=x
    10 row 1 | 2
      x=1
      y=2
    ");
}

// B124
#[test]
fn items_with_several_fields_are_rows_of_a_list() {
    let text = "- [date:: 2026-02-03] Co-op [category:: food] [amount:: 34.20]\n\
                - [amount:: 5] Bus [category:: travel]\n- [single:: 1] item\n\n\
                text\n\n- [hours:: 7] of sleep [mood:: good]\n";
    let expect = [
        "1 note",
        "  single=1 @3",
        "  hours=7 @7",
        "  mood=good @7",
        "1 row [date:: 2026-02-03] Co-op [category:: food] [amount:: 34.20]",
        "  date=2026-02-03 (2026-02-03)",
        "  category=food",
        "  amount=34.20",
        "  item=Co-op",
        "2 row [amount:: 5] Bus [category:: travel]",
        "  amount=5",
        "  category=travel",
        "  item=Bus",
    ];
    assert_eq!(shown(text), expect);
}

#[test]
fn a_long_table_has_its_first_rows() {
    let text = format!("|a|b|\n|-|-|\n{}", "|1|2|\n".repeat(6_000));
    assert_eq!(records(&note_path(), &text, &parse_with_blocks(&text)).len(), 5_001);
}

#[test]
fn markup_is_removed_from_values() {
    let check = |text: &str, expect: &str| assert_eq!(inline::plain(text), expect, "{text:?}");
    check("**a** *b* __c__ _d_ ~~e~~ ==f== ***g***", "a b c d e f g");
    check("snake_case 2*3*4 a * b = c ** d", "snake_case 2*3*4 a * b = c ** d");
    check("`a  *b*` ``c`d``", "a *b* c`d");
    check("[a **b**](c.md) ![d](e.png) [[f#g]] [[h/i.md]] ![[j|k]] [[#l]]", "a b d f i k #l");
    check("[![a](b)](c) [d] (e) [^1]x", "a [d] (e) x");
    check("a<br/>b <b>c</b> %%d%% <!-- e -->f", "a b c f");
    check("\\*a\\* 3 < 4 $x_1$ https://a_b_c", "*a* 3 < 4 $x_1$ https://a_b_c");
}

#[test]
fn templates_have_placeholders_outside_code() {
    let role = |path: &str, text: &str| {
        let folders = template_folders(
            Some(r#"{"folder": "Templates/"}"#),
            Some(r#"{"templates_folder": "meta/tp"}"#),
        );
        let path = NotePath::try_from(path.to_owned()).unwrap();
        role(&path, text, &parse_with_blocks(text), &folders)
    };
    for (path, text) in [
        ("Templates/a.md", "text"),
        ("meta/tp/x/a.md", "text"),
        ("a.md", "---\ncreated: {{date:YYYY-MM-DD}}\n---\nlong\n\ntext\n"),
        ("a.md", "---\ncreated: <% tp.date.now() %>\n---\n"),
        ("a.md", "# {{title}}\n\nText\n\n- more\n"),
        ("a.md", "{{date}} Meeting\n\nmore\nand\nmore"),
        ("a.md", "<%*\nlet a = 1;\nlet b = 2;\n%>\n# Name\n"),
        ("_Forms/book.md", "---\ntype: book\nwriter:\npages:\n---\n- [ ] Read\n"),
    ] {
        assert_eq!(role(path, text), Some(Role::Template), "{path} {text:?}");
    }
    for (path, text) in [
        ("Templates.md", "text"),
        ("Daily/2024-10-24.md", "---\nhabits: <% tp.frontmatter.habits %>\nscore: 3\n---\n"),
        (
            "a.md",
            "# Templates\n\nWrite `{{title}}` or\n\n```\n{{date}}\n```\n\nand {{time}} here.\n\nMore.\n",
        ),
        ("a.md", "# `{{title}}`\n\ntext\n"),
        ("a.md", "# x\n\n{{other}}\n"),
        ("Books/a.md", "---\ntype: book\nwriter:\npages:\n---\n"),
        ("_Books/a.md", "---\ntype: book\nwriter:\n- A\ntags:\n  - b\npages:\n---\n"),
        ("a.md", ""),
    ] {
        assert_eq!(role(path, text), None, "{path} {text:?}");
    }
    assert_eq!(template_folders(Some("{"), Some(r#"{"templates_folder": ""}"#)), []);
}

#[test]
fn a_note_of_queries_only_has_no_words_of_its_own() {
    let role = |text: &str| {
        let path = NotePath::try_from("a.md".to_owned()).unwrap();
        role(&path, text, &parse_with_blocks(text), &[])
    };
    for text in [
        "---\ntags: x\n---\n# Books\n\n```dataview\nTABLE rating\n```\n",
        "# A\n\n~~~TASKS\nnot done\n~~~\n\nup:: [[Home]]\n\n---\n\n- [[B]] | [site](https://x.y)\n",
        "![[Books.base]]\n",
        "> [!info] Open tasks\n> ```tasks\n> not done\n> ```\n",
        "`= this.file.name`\n```query\na\n```\n%% note to self %%",
        "```dataviewjs\n1\n```\n```base\nviews:\n```\n",
    ] {
        assert_eq!(role(text), Some(Role::Query), "{text:?}");
    }
    for text in [
        "# A\n",
        "Some words.\n\n```dataview\nLIST\n```\n",
        "```dataview\nLIST\n```\n```rust\nfn a() {}\n```\n",
        "```dataview\nLIST\n```\n|a|b|\n|-|-|\n|1|2|\n",
        "[[A]]\n",
    ] {
        assert_eq!(role(text), None, "{text:?}");
    }
}

proptest! {
    #[test]
    fn any_text_is_read(
        text in prop::collection::vec(
            prop_oneof![
                prop::sample::select(vec![
                    "::", ":: ", "[", "]", "(", ")", "[[", "]]", "|", "\\", "`", "``", "%%", "$", "$$", "*", "**", "_", "\n", "\n- [ ] ",
                    "- [x] ", "\n\n", "> ", "|-|-|\n", "📅", "📅 2026-01-02", "🔁 every day", "⛔ a, b", "⏫\u{fe0f}", "due", "#tag", "é",
                    "<b>", "<!--", "-->", "<%", "%>", "{{date}}", "---\n", "```", "```tasks\n", ",", " ", "a", "1", "[due:: ", "^id", "!",
                    "\u{1}", "\0", "\r\n", "\"",
                ]).prop_map(str::to_owned),
                ".{0,6}",
            ],
            0..40,
        ).prop_map(|parts| parts.concat()),
    ) {
        let parsed = parse_with_blocks(&text);
        let found = records(&note_path(), &text, &parsed);
        prop_assert!(found.is_sorted_by_key(|it| it.line));
        let last = u32::try_from(text.lines().count()).unwrap().max(1);
        for cell in found.iter().flat_map(|it| &it.cells) {
            prop_assert!(cell.line <= last && !cell.value.text.is_empty());
        }
        let path = NotePath::try_from("a.md".to_owned()).unwrap();
        role(&path, &text, &parsed, &[]);
    }

    #[test]
    fn any_name_and_format_is_read(name in "[0-9A-Za-zé ._-]{1,16}", format in "[YMDdGgWwQoHAa/\\[\\]\\\\é .-]{0,12}") {
        let settings = serde_json::json!({ "format": format }).to_string();
        let formats = DateFormats::read(Some(&settings), None);
        if let Ok(path) = NotePath::try_from(format!("{name}.md")) {
            own_date(&path, &parse_with_blocks(""), &formats);
        }
    }
}
