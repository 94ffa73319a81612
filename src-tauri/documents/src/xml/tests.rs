use super::*;

fn texts(text: &str) -> String {
    let mut found = String::new();
    let ended = walk(text, &mut |node| {
        match node {
            Node::Start(tag) => {
                let shown = tag.attribute("a").map_or_else(String::new, |it| format!("={it}"));
                found.push_str(&format!("<{}{shown}>", tag.name()));
            }
            Node::End(name) => found.push_str(&format!("</{name}>")),
            Node::Text(text) => found.push_str(&text),
        }
        Ok(())
    });
    if ended.is_err() {
        found.push_str(" broken");
    }
    found
}

#[test]
fn xml_is_tags_and_texts() {
    for (text, expect) in [
        ("<w:p w:a='1 &amp; 2'>a &lt; &#228;</w:p>", "<p=1 & 2>a < ä</p>"),
        ("<b/>", "<b></b>"),
        ("<![CDATA[<x>]]>", "<x>"),
        ("<!DOCTYPE a [<!ENTITY b 'bomb'>]><a>&b;</a>", "<a></a>"),
        ("<!DOCTYPE a [<!ENTITY b SYSTEM 'file:///etc/passwd'>]><a>&b;</a>", "<a></a>"),
        ("<a></b>", "<a></b>"),
        ("<a", " broken"),
    ] {
        assert_eq!(texts(text), expect);
    }
}
