//! Our blocks beside comrak's.

use comrak::{
    Arena, Options,
    nodes::{ListDelimType, ListType, NodeValue},
    parse_document,
};
use proptest::prelude::*;

use super::*;

/// The blocks as one line each: depth, kind and first line, and the last where both should know it.
fn ours(text: &str) -> Vec<String> {
    let lines = Lines::of(text);
    let structure = read(text, 0, &lines);
    let mut depths = vec![0usize];
    let mut found = Vec::new();
    for block in structure.blocks.iter().skip(1) {
        let depth = depths[block.parent] + 1;
        depths.push(depth);
        let kind = match block.kind {
            Kind::Document | Kind::Title => continue,
            Kind::Definitions => continue,
            Kind::Quote | Kind::Callout => "quote".to_owned(),
            Kind::List(ListMark::Bullet(_)) => "list".to_owned(),
            Kind::List(ListMark::Number(mark)) => format!("list {}", char::from(mark)),
            Kind::Item { .. } => "item".to_owned(),
            Kind::Footnote => "footnote".to_owned(),
            Kind::Paragraph => {
                found.push(format!("{depth} paragraph to {}", block.last));
                continue;
            }
            Kind::Heading { level, setext: false } => format!("heading {level}"),
            Kind::Heading { level, .. } => {
                found.push(format!("{depth} underlined {level} to {}", block.last));
                continue;
            }
            Kind::Table(_) => "table".to_owned(),
            Kind::Row => "row".to_owned(),
            Kind::Fence(_) => "fence".to_owned(),
            Kind::IndentedCode => "indented".to_owned(),
            Kind::Html(_) => "html".to_owned(),
            Kind::Comment => "comment".to_owned(),
            Kind::Rule => "rule".to_owned(),
        };
        found.push(format!("{depth} {kind} {}", block.first));
    }
    found
}

fn theirs(text: &str) -> Vec<String> {
    let mut options = Options::default();
    let extension = &mut options.extension;
    extension.table = true;
    extension.footnotes = true;
    extension.ofm_comments = true;
    options.parse.leave_footnote_definitions = true;
    let arena = Arena::new();
    let root = parse_document(&arena, text, &options);
    let mut found = Vec::new();
    for node in root.descendants().skip(1) {
        let data = node.data();
        let (first, last) = (data.sourcepos.start.line, data.sourcepos.end.line);
        let kind = match &data.value {
            NodeValue::BlockQuote => "quote".to_owned(),
            NodeValue::List(list) => match (list.list_type, list.delimiter) {
                (ListType::Bullet, _) => "list".to_owned(),
                (ListType::Ordered, ListDelimType::Period) => "list .".to_owned(),
                (ListType::Ordered, ListDelimType::Paren) => "list )".to_owned(),
            },
            NodeValue::Item(_) => "item".to_owned(),
            NodeValue::FootnoteDefinition(_) => "footnote".to_owned(),
            // Where link definitions stand before the text, comrak has it begin with them.
            NodeValue::Paragraph => {
                let depth = node.ancestors().count() - 1;
                found.push(format!("{depth} paragraph to {last}"));
                continue;
            }
            NodeValue::Heading(heading) if heading.setext => {
                let depth = node.ancestors().count() - 1;
                found.push(format!("{depth} underlined {} to {last}", heading.level));
                continue;
            }
            NodeValue::Heading(heading) => format!("heading {}", heading.level),
            NodeValue::Table(_) => "table".to_owned(),
            NodeValue::TableRow(_) => "row".to_owned(),
            NodeValue::CodeBlock(code) if code.fenced => "fence".to_owned(),
            NodeValue::CodeBlock(_) => "indented".to_owned(),
            NodeValue::HtmlBlock(_) => "html".to_owned(),
            NodeValue::MultilineComment(_) => "comment".to_owned(),
            NodeValue::ThematicBreak => "rule".to_owned(),
            _ => continue,
        };
        let depth = node.ancestors().count() - 1;
        found.push(format!("{depth} {kind} {first}"));
    }
    found
}

fn check(text: &str) {
    assert_eq!(ours(text), theirs(text), "{text:?}");
}

#[test]
fn blocks_are_comraks() {
    for text in [
        "",
        "a\nb\n\nc",
        "# a\n## b ##\n#c\n####### d\n#",
        "a\n===\nb\n---\n---\n> a\n===\n",
        "- a\n- b\n\n  c\n* d\n1. e\n2) f\n- \n\n  g\n",
        "a\n2. b\n1. c\n-\n- \n- d",
        "> a\nb\n> > c\nd\n\ne",
        "-\ta\n\n\tb\n\t\tc\n \t- d\n",
        "```\na\n```\n~~~ x\n```\n~~~~\n- ```\n  a\nb",
        "    a\n\n      b\nc\n    d\n",
        "<div>\na\n\nb\n<!-- c\n\nd --> e\nf\n<a href='x'>\ng\n<a b=>\n",
        "<script>\n\n</SCRIPT> a\nb\n<?x\n\n?>\n<!X\n>\n<![CDATA[\n\n]]>\n</div >\n",
        "| a | b |\n|---|:-:|\n| c |\nd\n> e\n",
        "x\na | b\n-|-\n\\| c\n    d",
        "a\n-\nb\n|-|-|\nc|d\n|-|\n",
        "[a]: b\n[c]: <d e> 'f'\ng\n\n[h]: i\n===\nj\n\n[k]:\nl\n\"m\n\nn\n",
        "[a]: b \"c\" d\n\n[e]: f\n\"g\" h\n",
        "[^a]: b\n    c\n\n    d\ne\n\n[^f g]: h\n",
        "%% a\nb %% c\n- d %%\n%% e %%\n%%\n",
        "* * *\n- - -\n_ _\n*** a\n- * * *\n",
        "1. a\n\n   b\n\n       c\n10. d\n1234567890. e\n",
    ] {
        check(text);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1024, ..ProptestConfig::default() })]

    #[test]
    fn blocks_are_comraks_in_any_text(
        bits in prop::collection::vec(
            prop::sample::select(vec![
                "a", "b ", " ", "  ", "    ", "\t", "\n", "\n", "\n", "\n\n", "- ", "* ", "+", "1. ",
                "2) ", "> ", ">", "# ", "##", "```", "~~~", "---", "===", "-", "|", "|-|", "| a ",
                "-|-", ":", "\\", "[a]", "[^b]", ": ", "<c>", "\"d\"", "<div>", "</p>", "<!--",
                "-->", "<?", "?>", "<e f='g'>", "<pre>", "</pre>", "%%", "%", "é", "***", "_ _ _",
            ]),
            0..24,
        )
    ) {
        // Without a line end behind it, comrak takes `[a]: <b>` for text.
        let text = bits.concat() + "\n";
        prop_assert_eq!(ours(&text), theirs(&text));
    }
}
