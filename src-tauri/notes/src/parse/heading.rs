use comrak::{
    Arena, Options,
    nodes::{Node as AstNode, NodeValue},
    parse_document,
};

use super::{definition::Definitions, target::split_shown};

/// The text without marks, and as written.
pub(crate) fn read(written: &str, definitions: &Definitions) -> (String, String) {
    let markdown = collapse(written);
    if !written.bytes().any(|byte| b"\\`*_[]<>&!=~%".contains(&byte)) {
        return (markdown.clone(), markdown);
    }
    let arena = Arena::new();
    let mut source = format!("# {markdown}");
    if !definitions.is_empty() {
        definitions.write_used(&markdown, &mut source);
    }
    let root = parse_document(&arena, &source, &options());
    let text = root.first_child().map_or_else(|| markdown.clone(), text_of);
    (text, markdown)
}

fn collapse(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        if !out.is_empty() {
            out.push(' ');
        }
        out.push_str(word);
    }
    out
}

fn options() -> Options<'static> {
    let mut options = Options::default();
    let extension = &mut options.extension;
    extension.strikethrough = true;
    extension.highlight = true;
    extension.ofm_comments = true;
    extension.cjk_friendly_emphasis = true;
    extension.wikilinks_title_after_pipe = true;
    options
}

fn text_of(heading: AstNode<'_>) -> String {
    let mut text = String::new();
    let mut stack: Vec<AstNode<'_>> = heading.reverse_children().collect();
    while let Some(node) = stack.pop() {
        match &node.data().value {
            NodeValue::Text(literal) => text.push_str(literal),
            NodeValue::Code(code) => text.push_str(&code.literal),
            NodeValue::SoftBreak | NodeValue::LineBreak => text.push(' '),
            NodeValue::WikiLink(link) if node.first_child().is_none() => {
                text.push_str(split_shown(&link.url).0);
            }
            _ => stack.extend(node.reverse_children()),
        }
    }
    collapse(&text)
}
